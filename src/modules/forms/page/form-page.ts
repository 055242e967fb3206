import { html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { FieldError } from '#platform/refusal.ts';
import { fieldsOf } from '../form/definition.schema.ts';
import type { PublicForm } from '../form/form.schema.ts';
import { textIn } from '../submission/answer-text.ts';
import { formFields, formScripts } from './fields.ts';
import { limitsOf } from './limits.ts';
import { errorText, words } from './words.ts';

/** A refused submission, with which the page is shown again. */
interface Attempted {
  answers: Record<string, unknown>;
  errors: FieldError[];
  status: number;
}

/** The page on which a form is filled in. */
export function formPage(form: PublicForm, { language }: Visit, attempted?: Attempted): Page {
  const say = words[language];
  const { definition, organization, prefill } = form;
  const title = textIn(definition.title, language);
  const page = { language, title, brand: organization };
  if (form.state !== 'open')
    return {
      ...page,
      status: attempted?.status ?? 200,
      body: html`<section class="card notice"><h1>${say.closedTitle}</h1><p>${title}</p><p class="quiet">${form.state === 'full' ? say.full : say.closed}</p></section>`,
    };
  const answers = { ...prefill?.answers, ...attempted?.answers };
  const errors = attempted?.errors ?? [];
  return {
    ...page,
    status: attempted?.status ?? 200,
    scripts: formScripts,
    body: html`<header class="intro"><h1>${title}</h1>
${definition.description && html`<p class="prose quiet">${textIn(definition.description, language)}</p>`}</header>
${errors.length > 0 && summaryOf(form, errors, language)}
<form method="post" action="/v1/forms/${form.formId}/submit" enctype="multipart/form-data" class="form">
<input type="hidden" name="visitor" value="${form.visitor}"><input type="hidden" name="submissionKey" value="${form.submissionKey}">
<input type="hidden" name="language" value="${language}">
${prefill && html`<input type="hidden" name="prefill" value="${prefill.token}">`}
<div class="trap" aria-hidden="true"><label for="website">${say.leaveEmpty}</label><input type="text" id="website" name="website" tabindex="-1" autocomplete="off"></div>
${formFields(form, { language, answers, errors })}
<div class="actions"><button type="submit" class="button">${textIn(definition.submitLabel, language) || say.submit}</button></div>
</form>`,
  };
}

/** The wrong answers, announced when the page loads, with links to their questions. */
function summaryOf(form: PublicForm, errors: FieldError[], language: Language) {
  return html`<div class="alert" role="alert" tabindex="-1" id="errors"><p><b>${words[language].wrong}</b></p><ul>${linesOf(
    form,
    errors,
    language,
  ).map(
    ({ field, text }) =>
      html`<li>${field ? html`<a href="#f-${field.key}">${textIn(field.label, language)}</a>: ${text}` : text}</li>`,
  )}</ul></div>`;
}

/** The same as one text. */
export const describeErrors = (form: PublicForm, errors: FieldError[], language: Language): string =>
  linesOf(form, errors, language)
    .map(({ field, text }) => (field ? `${textIn(field.label, language)}: ${text}` : text))
    .join(' ');

function linesOf(form: PublicForm, errors: FieldError[], language: Language) {
  const fields = fieldsOf(form.definition);
  return errors.map((error) => {
    const key = error.path.split('.').at(-1);
    const field = fields.find((each) => each.key === key);
    return { field, text: errorText(language, error, field && limitsOf(field, form, language)) };
  });
}
