import { currencySymbol, formatMoney } from '#platform/format.ts';
import { exponentOf } from '#platform/money.ts';
import { browserModule } from '#platform/pages/browser-module.ts';
import { type Content, type Html, html, safeUrl } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import type { FieldError } from '#platform/refusal.ts';
import {
  type FieldOf,
  type FieldType,
  type FormField,
  QUANTITY_MAX,
  RATING_MAX,
  TEXT_LENGTH_MAX,
} from '../form/definition.schema.ts';
import type { PublicForm } from '../form/form.schema.ts';
import { textIn, writtenText } from '../submission/answer-text.ts';
import type { AnswerValue } from '../submission/answers.ts';
import { limitsOf } from './limits.ts';
import { isAnswered, type LogicPage } from './logic.ts';
import { errorText, type Words, words } from './words.ts';

/** The modules that a page with these fields loads: conditions, pages, uploads, signatures and the proof of work. */
export const formScripts = [browserModule(import.meta.resolve('./fill-in.browser.ts'))];

/** How fields are shown: in which language, with which answers and which errors. */
interface Filling {
  language: Language;
  /** The name of the object that holds the answers in the request. */
  name?: string;
  answers?: Record<string, unknown>;
  /** Errors by the path of a request: the last part of the path is the key of the question. */
  errors?: FieldError[];
}

interface Place {
  form: PublicForm;
  language: Language;
  say: Words;
  /** The name of the control, and the beginning of the names of its parts. */
  name: string;
  id: string;
  value: unknown;
  isRequired: boolean;
  describedBy: string;
  isWrong: boolean;
}

/** The questions of a form as HTML, to be put into a `<form>`. It works without scripts; with them conditions hold at once. */
export function formFields(form: PublicForm, filling: Filling): Html {
  const { language, name = 'answers', answers = {}, errors = [] } = filling;
  const { pages } = form.definition;
  const say = words[language];
  const settings = {
    name,
    pages: pages.map(
      ({ skipIf, endIf, fields }): LogicPage => ({
        skipIf,
        endIf,
        fields: fields.map(({ key, required, showIf, requireIf }) => ({ key, required, showIf, requireIf })),
      }),
    ),
    visitor: form.visitor,
    proofBits: form.proofBits,
    decimalSeparator: form.decimalSeparator,
    uploadUrl: `/v1/forms/${form.formId}/upload`,
    filesMax: Object.fromEntries(
      pages.flatMap(({ fields }) =>
        fields.flatMap((field) => (field.type === 'file' ? [[field.key, field.filesMax ?? 1]] : [])),
      ),
    ),
    say,
  };
  const errorsOf = (key: string) => errors.filter(({ path }) => path.split('.').at(-1) === key);
  let mayEnd = false;
  return html`<div data-form="${JSON.stringify(settings)}">${pages.map((page, place) => {
    const isAlways = !page.skipIf && !mayEnd;
    mayEnd ||= page.endIf !== undefined;
    return html`<section class="card form-page" data-page="${place}">
${page.title && html`<h2>${textIn(page.title, language)}</h2>`}
${page.description && html`<p class="prose quiet">${textIn(page.description, language)}</p>`}
${page.fields.map((field) =>
  fieldOf(field, {
    form,
    language,
    say,
    name: `${name}.${field.key}`,
    id: `f-${field.key}`,
    value: answers[field.key],
    isRequired: field.required === true && isAlways && !field.showIf,
    errors: errorsOf(field.key),
    isLocked: form.prefill?.locked === true && form.prefill.answers[field.key] !== undefined,
  }),
)}
</section>`;
  })}</div>`;
}

type Given = Omit<Place, 'describedBy' | 'isWrong'> & { errors: FieldError[]; isLocked: boolean };

function fieldOf(field: FormField, { errors, isLocked, ...given }: Given): Html {
  const { id, language, form } = given;
  const limits = limitsOf(field, form, language);
  const describedBy = [field.help && `${id}-help`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  const place: Place = { ...given, describedBy, isWrong: errors.length > 0 };
  const label = labelOf(field, place);
  const help = field.help && html`<p class="help" id="${id}-help">${textIn(field.help, language)}</p>`;
  const error = html`<p class="error" id="${id}-error" data-limits="${limits}" ${errors.length === 0 && ATTRIBUTE_HIDDEN}>${errors.map((each) => errorText(language, each, limits))}</p>`;
  const control = isLocked ? lockedControl(field, place) : (controls[field.type] as Control<FieldType>)(field, place);
  if (field.type === 'consent')
    return html`<div class="field" data-field="${field.key}">${help}${isLocked ? html`<p class="label">${label}</p>` : null}${control}${error}</div>`;
  if (isLocked) return html`<div class="field" data-field="${field.key}"><p class="label">${label}</p>${control}</div>`;
  if (grouped.includes(field.type) && !(field.type === 'choice' && field.dropdown))
    return html`<fieldset class="field" id="${id}" data-field="${field.key}" aria-describedby="${describedBy}"><legend>${label}</legend>${help}${control}${error}</fieldset>`;
  return html`<div class="field" data-field="${field.key}"><label for="${id}">${label}</label>${help}${control}${error}</div>`;
}

const ATTRIBUTE_HIDDEN = html`hidden`;

/** The label of a question with its mark, which conditions show and hide. */
const labelOf = ({ label, required }: FormField, { language, say }: Place): Html =>
  html`${textIn(label, language)}<span class="mark" data-mark ${!required && ATTRIBUTE_HIDDEN}> <span aria-hidden="true">*</span><span class="unseen">${say.required}</span></span>`;
const grouped: FieldType[] = ['choice', 'matrix', 'rating', 'address', 'signature', 'product'];

type Control<T extends FieldType> = (field: FieldOf<T>, place: Place) => Html;

const common = ({ name, id, isRequired, describedBy, isWrong }: Place): Html =>
  html`id="${id}" name="${name}" aria-describedby="${describedBy}" ${isWrong && html`aria-invalid="true"`} ${isRequired && html`required`}`;

const attribute = (name: string, value: Content): Html | null =>
  value === undefined || value === null || value === false ? null : html` ${name}="${value}"`;

const input = (place: Place, type: string, attributes: Content = null): Html =>
  html`<input type="${type}" ${common(place)} value="${textOf(place.value)}"${attributes}>`;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const money = (place: Place, currency: string, limits: { min?: string | undefined; max?: string | undefined }): Html =>
  html`<div class="affixed"><span aria-hidden="true">${currencySymbol(currency)}</span>${input(place, 'text', html` inputmode="decimal" autocomplete="off" data-number="${exponentOf(currency)}" data-min="${limits.min ?? '0'}"${attribute('data-max', limits.max)}`)}</div>`;

const controls: { [T in FieldType]: Control<T> } = {
  text: ({ multiline, minLength, maxLength = TEXT_LENGTH_MAX, format, key }, place) =>
    multiline
      ? html`<textarea rows="4" ${common(place)} maxlength="${maxLength}"${attribute('minlength', minLength)}>${textOf(place.value)}</textarea>`
      : input(
          place,
          format === 'url' ? 'url' : 'text',
          html` maxlength="${maxLength}"${attribute('minlength', minLength)}${attribute('inputmode', format === 'digits' && 'numeric')}${attribute('pattern', format === 'digits' && '\\d+')}${attribute('autocomplete', key === 'name' && 'name')}`,
        ),
  number: ({ min, max, decimals = 0 }, place) =>
    input(
      place,
      'text',
      html` inputmode="${decimals === 0 ? 'numeric' : 'decimal'}" autocomplete="off" data-number="${decimals}"${attribute('data-min', min)}${attribute('data-max', max)}`,
    ),
  money: (field, place) => money(place, place.form.currency, field),
  date: ({ earliest, latest }, place) => {
    const day = (limit: string | undefined) => (limit === 'today' ? place.form.today : limit);
    return input(place, 'date', html`${attribute('min', day(earliest))}${attribute('max', day(latest))}`);
  },
  time: ({ earliest, latest }, place) =>
    input(place, 'time', html`${attribute('min', earliest)}${attribute('max', latest)}`),
  choice: choiceControl,
  matrix: ({ rows, columns }, place) =>
    html`${rows.map((row) => {
      const value = (place.value as Record<string, unknown> | undefined)?.[row.key];
      return html`<fieldset class="row"><legend>${textIn(row.label, place.language)}</legend><div class="choices inline">${columns.map((column) => optionOf('radio', `${place.name}.${row.key}`, column.key, textIn(column.label, place.language), value === column.key))}</div></fieldset>`;
    })}`,
  rating: ({ max = RATING_MAX }, place) =>
    html`<div class="choices rating">${Array.from({ length: max }, (_, index) => optionOf('radio', place.name, String(index + 1), String(index + 1), String(place.value) === String(index + 1), place.isRequired))}</div>`,
  email: (_, place) => input(place, 'email', html` autocomplete="email" maxlength="254"`),
  phone: (_, place) => input(place, 'tel', html` autocomplete="tel" maxlength="40"`),
  address: addressControl,
  taxId: (_, place) => input(place, 'text', html` inputmode="numeric" autocomplete="off" maxlength="40"`),
  file: fileControl,
  signature: signatureControl,
  product: productControl,
  payment: ({ amount, min, max }, place) =>
    amount === undefined
      ? money(place, place.form.currency, { min, max })
      : html`<p class="amount-due" id="${place.id}">${formatMoney(amount, place.form.currency, place.form)}</p>`,
  consent: (field, place) =>
    html`<div class="choices"><label class="choice"><input type="checkbox" ${common(place)} value="true" ${isAnswered(place.value) && html`checked`}><span>${labelOf(field, place)}</span></label></div>${field.url && html`<p class="help"><a href="${safeUrl(field.url)}" target="_blank" rel="noopener">${place.say.terms}</a></p>`}`,
};

const optionOf = (
  type: 'radio' | 'checkbox',
  name: string,
  value: string,
  label: string,
  isChosen: boolean,
  isRequired = false,
): Html =>
  html`<label class="choice"><input type="${type}" name="${name}" value="${value}" ${isChosen && html`checked`} ${isRequired && html`required`}><span>${label}</span></label>`;

function choiceControl({ options, multiple, dropdown }: FieldOf<'choice'>, place: Place): Html {
  const chosen = [place.value].flat();
  const { language, name, isRequired } = place;
  if (dropdown && !multiple)
    return html`<select ${common(place)}><option value="">${place.say.choose}</option>${options.map(({ key, label }) => html`<option value="${key}" ${chosen.includes(key) && html`selected`}>${textIn(label, language)}</option>`)}</select>`;
  const type = multiple ? 'checkbox' : 'radio';
  return html`<div class="choices">${options.map(({ key, label }) => optionOf(type, name, key, textIn(label, language), chosen.includes(key), isRequired && !multiple))}</div>`;
}

function addressControl(_: FieldOf<'address'>, { name, id, say, value, isRequired }: Place): Html {
  const given = (value ?? {}) as Record<string, unknown>;
  const lines = [
    ['line1', say.line1, 'address-line1', true],
    ['line2', say.line2, 'address-line2', false],
    ['city', say.city, 'address-level2', true],
    ['province', say.province, 'address-level1', false],
    ['postalCode', say.postalCode, 'postal-code', false],
  ] as const;
  return html`<div class="grid">${lines.map(
    ([part, label, autocomplete, isNeeded]) =>
      html`<div class="part ${part}"><label for="${id}-${part}">${label}</label><input type="text" id="${id}-${part}" name="${name}.${part}" value="${textOf(given[part])}" autocomplete="${autocomplete}" maxlength="200" ${isNeeded && html`data-needed`} ${isNeeded && isRequired && html`required`}></div>`,
  )}</div>`;
}

const accepted = { image: 'image/*', pdf: 'application/pdf', text: 'text/plain,text/csv,.md', any: '' };

function fileControl(
  { accepts = ['any'], filesMax = 1 }: FieldOf<'file'>,
  { name, id, say, value, describedBy }: Place,
): Html {
  const types = accepts.includes('any') ? '' : accepts.map((kind) => accepted[kind]).join(',');
  const ids = [value].flat().filter((each) => typeof each === 'string' && each !== '') as string[];
  return html`<input type="file" id="${id}" data-upload accept="${types}" aria-describedby="${describedBy}" ${filesMax > 1 && html`multiple`}>
<ul class="files" data-files aria-live="polite">${ids.map((each, place) => html`<li>${say.file} ${place + 1}<input type="hidden" name="${name}" value="${each}"></li>`)}</ul>
<noscript><p class="help">${say.needsScript}</p></noscript>`;
}

function signatureControl(_: FieldOf<'signature'>, { name, id, say, value, isRequired }: Place): Html {
  const given = (value ?? {}) as Record<string, unknown>;
  return html`<label for="${id}-name" class="part-label">${say.signerName}</label><input type="text" id="${id}-name" name="${name}.name" value="${textOf(given.name)}" autocomplete="name" maxlength="200" ${isRequired && html`required`}>
<input type="hidden" name="${name}.uploadId" value="${textOf(given.uploadId)}" data-drawn><div data-signature></div>`;
}

function productControl(field: FieldOf<'product'>, { form, name, say, value }: Place): Html {
  const given = new Map(
    Array.isArray(value)
      ? value.map(({ resourceId, quantity }) => [resourceId, quantity])
      : Object.entries((value ?? {}) as Record<string, unknown>),
  );
  const offered = form.products.filter(({ resourceId }) => field.resourceIds.includes(resourceId));
  return html`<ul class="products">${offered.map(
    ({ resourceId, name: product, unitPrice }) =>
      html`<li><label for="p-${resourceId}"><b>${product}</b>${unitPrice && html`<span class="quiet">${formatMoney(unitPrice, form.currency, form)}</span>`}</label><input type="number" id="p-${resourceId}" name="${name}.${resourceId}" value="${textOf(given.get(resourceId))}" min="0" max="${field.quantityMax ?? QUANTITY_MAX}" step="1" inputmode="numeric" placeholder="0" aria-label="${say.quantity}: ${product}"></li>`,
  )}</ul>`;
}

/** An answer of a signed link that the visitor cannot change. It is sent along for the conditions; the link counts. */
function lockedControl(field: FormField, { value, language, name, form }: Place): Html {
  const names = new Map(form.products.map((product) => [product.resourceId, product.name]));
  return html`<p class="locked">${writtenText(field, value as AnswerValue, language, names)}</p>${hidden(name, value)}`;
}

function hidden(name: string, value: unknown): Content {
  if (Array.isArray(value)) return value.map((each) => hidden(name, each));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([part, each]) => hidden(`${name}.${part}`, each));
  return html`<input type="hidden" name="${name}" value="${String(value)}">`;
}
