import type { z } from 'zod';
import { Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { PublicDocument } from './document.schema.ts';

const words = {
  es: { updated: 'Actualizado el' },
  en: { updated: 'Updated on' },
};

/** A shared document as its reader sees it in a browser. */
export function documentPage(shared: z.output<typeof PublicDocument>, { language }: Visit): Page {
  const day = shared.updatedOn;
  const written = Temporal.PlainDate.from(day).toLocaleString(language, { dateStyle: 'long' });
  return {
    language,
    title: shared.title,
    brand: shared.organization,
    body: html`<article class="card rich">
<h1>${shared.title}</h1>
<p class="quiet">${words[language].updated} <time datetime="${day}">${written}</time></p>
${new Html(shared.html)}
</article>`,
  };
}
