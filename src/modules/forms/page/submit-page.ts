import type { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { html, safeUrl } from '#platform/pages/html.ts';
import { languageOfRequest } from '#platform/pages/language.ts';
import { type Page, renderPage, type Visit } from '#platform/pages/page.ts';
import { Refusal, TooManyRequests } from '#platform/refusal.ts';
import type { Text } from '../form/definition.schema.ts';
import type { FormSubmitted, NewFormSubmission } from '../form/form.schema.ts';
import { describePublished, FormClosed, openForm } from '../form/published.ts';
import { LinkRefused, VisitorUnknown } from '../form/visitor.ts';
import { textIn } from '../submission/answer-text.ts';
import type { FormSubmissionDetail } from '../submission/submission.schema.ts';
import { SubmissionKeyReused, submitForm } from '../submission/submit.ts';
import { formPage } from './form-page.ts';
import { words } from './words.ts';

type Given = z.output<typeof NewFormSubmission>;

/** Submits a form. A browser whose answers are refused gets its page back, with what was written and what is wrong. */
export async function submitPage(outside: WorkContext, publicId: string, given: Given) {
  const { ctx, ...published } = await openForm(outside, publicId);
  if (!String(outside.request.headers.accept).startsWith('text/html')) return submitForm(ctx, published, given);
  const outcome = await ctx.attempt((inner) => submitForm(inner, published, given));
  if (outcome.status === 'fulfilled') return outcome.value;
  const refused: unknown = outcome.reason;
  if (!(refused instanceof Refusal) || refused.kind === LinkRefused) throw refused;
  const language = languageOfRequest(ctx.request);
  const form = await describePublished(ctx, published, given.prefill);
  const isClosed = refused.kind === FormClosed;
  const shown = {
    ...form,
    state: isClosed && form.state === 'open' ? ('full' as const) : form.state,
    // Uploads belong to the visitor, and nothing was written under the key.
    visitor: refused.kind === VisitorUnknown ? form.visitor : (given.visitor ?? form.visitor),
    submissionKey: refused.kind === SubmissionKeyReused ? form.submissionKey : given.submissionKey,
  };
  const isTooMany = refused.kind === TooManyRequests;
  const plain = { path: '', code: refused.kind.code, message: isTooMany ? words[language].tooMany : refused.message };
  const errors = refused.errors.length > 0 ? refused.errors : [plain];
  const page = formPage(shown, { language }, { answers: given.answers, errors, status: refused.kind.status });
  const { status, headers, body } = renderPage(page);
  return new RawAnswer(body, headers, status);
}

/** After a submission: the words of the form, what is to be paid, and where it goes on. */
export function thanksPage(submitted: z.output<typeof FormSubmitted>, { language }: Visit): Page {
  const say = words[language];
  const { thanks, organization, formTitle, payUrl, number } = submitted;
  const title = textIn(thanks.title as Text | undefined, language) || say.thanksTitle;
  const url = safeUrl(thanks.redirectUrl);
  return {
    language,
    title: `${title} · ${textIn(formTitle as Text, language)}`,
    brand: organization,
    status: 201,
    ...(url && !payUrl && { redirectUrl: url }),
    body: html`<section class="card notice"><p class="tick" aria-hidden="true">✓</p><h1>${title}</h1>
<p class="prose">${textIn(thanks.text as Text | undefined, language) || say.thanks}</p>
<p class="quiet">${say.reference.replace('{number}', String(number))}</p>
${(payUrl || url) && html`<div class="actions">${payUrl && html`<a class="button" href="${safeUrl(payUrl)}">${say.pay}</a>`}${url && html`<a class="button ${payUrl && 'second'}" href="${url}">${say.continue}</a>`}</div>`}
</section>`,
  };
}

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
