import { Html, html } from './html.ts';

interface Preview {
  url: string;
  title: string;
  description: string;
  imageUrl: string | null;
  /** The kind of thing in the Open Graph protocol. */
  type: string;
  /** Further properties of that kind, such as `product:price:amount`. */
  properties?: Record<string, string>;
  /** The thing in the words of schema.org. */
  data: Record<string, unknown>;
}

const DESCRIPTION_LENGTH_MAX = 300;

/** The part of a page's head from which chats and search engines draw a preview of a link to it. */
export function linkPreview({ url, title, description, imageUrl, type, properties = {}, data }: Preview): Html {
  const text = description.replace(/\s+/g, ' ').slice(0, DESCRIPTION_LENGTH_MAX);
  const named = {
    'og:title': title,
    'og:type': type,
    'og:url': url,
    'og:description': text,
    'og:image': imageUrl,
    ...properties,
  };
  return html`<link rel="canonical" href="${url}">
${text && html`<meta name="description" content="${text}">`}
${Object.entries(named).map(([name, value]) => value && html`<meta property="${name}" content="${value}">`)}
<script type="application/ld+json">${asScript({ '@context': 'https://schema.org', ...data })}</script>`;
}

/** JSON that cannot end the element that it is in. It is data, so no policy of scripts applies to it. */
const asScript = (data: object): Html => new Html(JSON.stringify(data).replace(/</g, '\\u003c'));
