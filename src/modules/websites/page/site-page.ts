import type { z } from 'zod';
import { Html, html, safeUrl } from '#platform/pages/html.ts';
import { bilingual } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { Blog } from '../blog/blog.schema.ts';
import { framed } from './frame.ts';
import type { PublicPage } from './page.schema.ts';

const words = bilingual({
  updated: ['Actualizado el', 'Updated on'],
  soon: ['Esta página web se está preparando.', 'This website is being prepared.'],
  posts: ['Publicaciones', 'Posts'],
  none: ['Todavía no hay publicaciones.', 'There are no posts yet.'],
});

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
