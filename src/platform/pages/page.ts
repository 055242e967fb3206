import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { textOn } from './colour.ts';
import { type Content, Html, html, safeUrl } from './html.ts';
import type { Language } from './language.ts';

/** Who reads a page. */
export interface Visit {
  language: Language;
}

/** A page for a person: of a route (`page` of its declaration), of the mailbox, of an error. */
export interface Page {
  language: Language;
  title: string;
  /** The organization that shows the page; without one it is a page of the service. */
  brand?: Brand | undefined;
  body: Content;
  status?: number;
  /** Addresses of `browserModule`. The page must work without them. */
  scripts?: readonly string[];
  /** The description of the page for search engines and previews of links (`linkPreview`). */
  head?: Content;
  /** Whether search engines may list it. */
  isIndexed?: boolean;
  /** Where the browser goes from here at once. Answering a form with a redirect to another site is stopped by its policy. */
  redirectUrl?: string;
  /** Whether it shows other pages of the service in frames. */
  hasFrames?: boolean;
  /** Links next to the name of the organization. */
  menu?: readonly PageLink[];
  footer?: Content;
}

interface PageLink {
  label: string;
  url: string;
}

export interface Brand {
  name: string;
  logoUrl: string | null;
  /** `#rrggbb`; that of the service where the organization has none. */
  colour?: string;
}

const SERVICE_COLOUR = '#0b6e4f';
const COLOUR = /^#[0-9a-f]{6}$/;

export const stylesheet: Buffer = readFileSync(new URL('./style.css', import.meta.url));
export const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('base64');
/** The address contains the hash of the content, so that browsers keep it forever. */
const stylesheetUrl = `/pages/style.css?v=${createHash('sha256').update(stylesheet).digest('hex').slice(0, 16)}`;

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A page as an answer. Scripts and styles are files of the service; only the colours are inline, allowed by their hash. */
export function renderPage(page: Page): RenderedPage {
  const colours = coloursOf(page.brand?.colour);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': page.language,
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'self' 'sha256-${hashOf(colours)}'`,
      "img-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      ...(page.hasFrames ? ["frame-src 'self'"] : []),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // The address of a page may be the key to it.
    'referrer-policy': 'no-referrer',
    ...(!page.isIndexed && { 'x-robots-tag': 'noindex' }),
    vary: 'accept, accept-language',
  };
  return { status: page.status ?? 200, headers, body: Buffer.from(String(documentOf(page, colours))) };
}

export function coloursOf(given: string | undefined): string {
  const accent = given && COLOUR.test(given) ? given : SERVICE_COLOUR;
  return `:root{--accent:${accent};--on-accent:${textOn(accent)}}`;
}

const documentOf = (
  { language, title, brand, head, body, scripts = [], redirectUrl, menu = [], footer }: Page,
  colours: string,
): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${brand ? `${title} · ${brand.name}` : title}</title>
<link rel="stylesheet" href="${stylesheetUrl}">
<style>${new Html(colours)}</style>
${head}
${redirectUrl && html`<meta http-equiv="refresh" content="0;url=${redirectUrl}">`}
${scripts.map((url) => html`<script type="module" src="${url}"></script>`)}
</head>
<body>
${brand && headerOf(brand, menu, language)}
<main>
${body}
</main>
${footer && html`<footer>${footer}</footer>`}
</body>
</html>
`;

const menuName = { es: 'Menú', en: 'Menu' };

const headerOf = (
  { name, logoUrl }: Brand,
  menu: readonly PageLink[],
  language: Language,
): Html => html`<header class="brand">
${logoUrl && html`<img src="${logoUrl}" alt="" width="48" height="48">`}<span>${name}</span>
${
  menu.length > 0 &&
  html`<nav aria-label="${menuName[language]}"><ul class="menu">${menu.map(
    ({ label, url }) => html`<li><a href="${safeUrl(url)}">${label}</a></li>`,
  )}</ul></nav>`
}
</header>`;
