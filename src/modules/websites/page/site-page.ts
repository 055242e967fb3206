import type { z } from 'zod';
import { type Content, Html, html, safeUrl } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { Blog } from '../blog/blog.schema.ts';
import type { PublicPage, PublicSite } from './page.schema.ts';

const words = {
  es: {
    updated: 'Actualizado el',
    soon: 'Esta página web se está preparando.',
    posts: 'Publicaciones',
    none: 'Todavía no hay publicaciones.',
  },
  en: {
    updated: 'Updated on',
    soon: 'This website is being prepared.',
    posts: 'Posts',
    none: 'There are no posts yet.',
  },
};

/** A page of an organization's website. */
export function sitePage({ site, page }: z.output<typeof PublicPage>, { language }: Visit): Page {
  const say = words[language];
  return framed(site, language, {
    title: page?.title ?? site.title,
    isIndexed: true,
    body: page
      ? html`<article class="card rich">
<h1>${page.title}</h1>
${page.kind === 'post' && html`<p class="quiet">${say.updated} ${dateOf(page.updatedOn, language)}</p>`}
${new Html(page.html)}
</article>`
      : html`<section class="card"><h1>${site.title}</h1><p>${site.description || say.soon}</p></section>`,
  });
}

/** The same for somebody who has the preview link: search engines leave it out. */
export const previewPage = (answer: z.output<typeof PublicPage>, visit: Visit): Page => ({
  ...sitePage(answer, visit),
  isIndexed: false,
});

export function blogPage({ site, data }: z.output<typeof Blog>, { language }: Visit): Page {
  const say = words[language];
  return framed(site, language, {
    title: say.posts,
    isIndexed: true,
    body: html`<section class="card"><h1>${site.title}</h1>
${data.length === 0 && html`<p class="quiet">${say.none}</p>`}
${data.map(
  ({ title, url, description, publishedAt }) => html`<article>
<h2><a href="${safeUrl(url)}">${title}</a></h2>
<p class="quiet">${dateOf(publishedAt.slice(0, 10), language)}</p>
<p>${description}</p>
</article>`,
)}
</section>`,
  });
}

const dateOf = (day: string, language: Visit['language']): Html =>
  html`<time datetime="${day}">${Temporal.PlainDate.from(day).toLocaleString(language, { dateStyle: 'long' })}</time>`;

function framed(
  site: z.output<typeof PublicSite>,
  language: Visit['language'],
  { title, body, isIndexed }: { title: string; body: Content; isIndexed: boolean },
): Page {
  const { chatKey } = site;
  return {
    language,
    title,
    isIndexed,
    brand: { ...site.organization, ...(site.colour && { colour: site.colour }) },
    menu: [...site.menu, ...site.links],
    hasFrames: chatKey !== null,
    body: html`${body}${chatKey && html`<script async src="/widget.js" data-channel="${chatKey}"></script>`}`,
    footer: contactOf(site),
  };
}

function contactOf({ organization, contact }: z.output<typeof PublicSite>): Content {
  const { address, phone, email } = contact;
  const ways = [
    address && html`${address}`,
    phone && html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`,
    email && html`<a href="mailto:${email}">${email}</a>`,
  ].filter((way) => way !== null && way !== '');
  return html`<address><strong>${organization.name}</strong>${ways.map((way) => html`<br>${way}`)}</address>`;
}
