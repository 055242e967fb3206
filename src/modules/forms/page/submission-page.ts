import type { z } from 'zod';
import { html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { FormSubmissionDetail } from '../submission/submission.schema.ts';
import { words } from './words.ts';

/** A submission on paper: the questions with their answers, and links to its files. */
export function submissionPage(submission: z.output<typeof FormSubmissionDetail>, { language }: Visit): Page {
  const say = words[language];
  const { formName, number, submittedAt, lines, organizationName } = submission;
  const fileOf = (id: string, place: number) =>
    html`<a href="/v1/files/object?key=${encodeURIComponent(id)}">${say.file} ${place + 1}</a> `;
  return {
    language,
    title: `${formName} · ${number}`,
    brand: { name: organizationName, logoUrl: null },
    body: html`<section class="card"><h1>${formName}</h1>
<p class="quiet">${say.print.replace('{number}', String(number))} · ${say.submittedAt} ${submittedAt.slice(0, 16).replace('T', ' ')} UTC</p></section>
<section class="card"><dl class="answers">${lines.map(
      ({ label, text, fileIds }) =>
        html`<div><dt>${label}</dt><dd class="prose">${text} ${fileIds.map(fileOf)}</dd></div>`,
    )}</dl></section>`,
  };
}
