import { z } from 'zod';
import { cleanTaxId, hasValidCheckDigit, normalise, taxIdKindOf } from '#modules/contacts/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { fits, plainDecimal } from '#platform/decimal.ts';
import { Decimal, exponentOf, fromMinor, toMinor } from '#platform/money.ts';
import type { FieldError } from '#platform/refusal.ts';
import {
  type FieldOf,
  type FieldType,
  type FormDefinition,
  type FormField,
  QUANTITY_MAX,
  RATING_MAX,
  TEXT_LENGTH_MAX,
} from '../form/definition.schema.ts';
import { askedFields, plainNumber } from '../page/logic.ts';

export type Address = z.output<typeof AddressAnswer>;
export const addressText = ({ line1, line2, city, province, postalCode, country }: Address): string =>
  [line1, line2, city, province, postalCode, country].filter(Boolean).join(', ').slice(0, 500);

export interface ChosenProduct {
  resourceId: string;
  quantity: string;
}
export interface Signature {
  name: string;
  uploadId?: string;
  /** In place of the upload, once it is submitted. */
  fileId?: string;
}
/** An object is the answer to a matrix, an `Address` or a `Signature`. */
export type AnswerValue = string | number | true | string[] | Record<string, string> | ChosenProduct[];
export type Answers = Record<string, AnswerValue>;

/** Facts that the reading of answers depends on. */
export interface AnswerFacts {
  country: string;
  currency: string;
  /** `YYYY-MM-DD` */
  today: string;
  decimalSeparator: '.' | ',';
}

class Wrong {
  readonly code: string;
  readonly message: string;
  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}
const wrong = (code: string, message: string): Wrong => new Wrong(code, message);

/**
 * Reads what somebody answered by the rules of a form. Answers to questions that are not asked are dropped: a page without
 * scripts sends them all. Values may be texts, as HTML forms send them.
 */
export function readAnswers(
  { pages }: Pick<FormDefinition, 'pages'>,
  given: Record<string, unknown>,
  facts: AnswerFacts,
  path: string,
): { answers: Answers; errors: FieldError[] } {
  const answers: Answers = {};
  const errors: FieldError[] = [];
  askedFields(pages, (field, { required }) => {
    const raw = Object.hasOwn(given, field.key) ? given[field.key] : undefined;
    const value = readAnswer(field, raw, facts, required);
    if (value instanceof Wrong) errors.push({ path: `${path}.${field.key}`, code: value.code, message: value.message });
    else if (value !== undefined) answers[field.key] = value;
    return value instanceof Wrong ? undefined : value;
  });
  return { answers, errors };
}

/** Reads some answers, whether their questions are asked or not, for a link that gives them beforehand. */
export function readSomeAnswers(
  { pages }: Pick<FormDefinition, 'pages'>,
  given: Record<string, unknown>,
  facts: AnswerFacts,
  path: string,
): { answers: Answers; errors: FieldError[] } {
  const answers: Answers = {};
  const errors: FieldError[] = [];
  const fields = new Map(pages.flatMap((page) => page.fields).map((field) => [field.key, field]));
  for (const [key, raw] of Object.entries(given)) {
    const field = fields.get(key);
    const value =
      field && !isUploaded(field)
        ? readAnswer(field, raw, facts, false)
        : wrong('not_found', 'No question with this key can be answered beforehand.');
    if (value instanceof Wrong) errors.push({ path: `${path}.${key}`, code: value.code, message: value.message });
    else if (value !== undefined) answers[key] = value;
  }
  return { answers, errors };
}

const isUploaded = ({ type }: FormField): boolean => type === 'file' || type === 'signature';

function readAnswer(field: FormField, raw: unknown, facts: AnswerFacts, isRequired: boolean) {
  const isFixed = field.type === 'payment' && field.amount !== undefined;
  const blank = !isFixed && isBlank(raw);
  const value = blank ? undefined : (readers[field.type] as Reader<FieldType>)(field, raw, facts);
  if (value === undefined && isRequired) return wrong('required', 'This question needs an answer.');
  if (field.type === 'matrix' && isRequired && !(value instanceof Wrong) && lacksRows(field, value))
    return wrong('required', 'Every row needs an answer.');
  return value;
}

const lacksRows = ({ rows }: FieldOf<'matrix'>, value: unknown): boolean =>
  rows.some(({ key }) => (value as Record<string, string>)[key] === undefined);

/** Empty texts and objects of them are how HTML forms send no answer. */
function isBlank(raw: unknown): boolean {
  if (raw === undefined || raw === null || raw === false) return true;
  if (typeof raw === 'string') return raw.trim() === '';
  return typeof raw === 'object' && Object.values(raw).every(isBlank);
}

type Reader<T extends FieldType> = (
  field: FieldOf<T>,
  raw: unknown,
  facts: AnswerFacts,
) => AnswerValue | Wrong | undefined;

const readers: { [T in FieldType]: Reader<T> } = {
  text: readText,
  number: ({ min, max, decimals = 0 }, raw, facts) => readDecimal(raw, { min, max, decimals }, facts),
  money: ({ min, max }, raw, facts) => readMoney(raw, { min, max }, facts),
  date: readDate,
  time: readTime,
  choice: readChoice,
  matrix: readMatrix,
  rating: ({ max = RATING_MAX }, raw) => {
    const value = typeof raw === 'string' && /^\s*\d{1,2}\s*$/.test(raw) ? Number(raw) : raw;
    return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
      ? value
      : wrong('out_of_range', `A rating is a number from 1 to ${max}.`);
  },
  email: (_, raw, { country }) => readDatum('email', raw, country),
  phone: (_, raw, { country }) => readDatum('phone', raw, country),
  address: readAddress,
  taxId: readTaxId,
  file: readFiles,
  signature: readSignature,
  product: readProducts,
  payment: ({ amount, min, max }, raw, facts) =>
    amount === undefined
      ? readMoney(raw, { min: min ?? '0.01', max }, facts)
      : fromMinor(toMinor(amount, facts.currency), facts.currency),
  consent: (_, raw) =>
    raw === true || raw === 'true' || raw === 'on' ? true : wrong('invalid', 'Consent is given with `true`.'),
};

const notText = () => wrong('invalid_type', 'This answer is a text.');
const textFormats = { any: /^/, digits: /^\d+$/, letters: /^[\p{L}\p{M} '.-]+$/u, url: /^https?:\/\/[^\s]+$/i };

function readText(
  { minLength = 0, maxLength = TEXT_LENGTH_MAX, format = 'any', multiline }: FieldOf<'text'>,
  raw: unknown,
) {
  if (typeof raw !== 'string') return notText();
  const text = multiline ? raw.trim().replaceAll('\r\n', '\n') : raw.trim().replace(/\s+/g, ' ');
  const { length } = Array.from(text.slice(0, maxLength * 2 + 2));
  if (length < minLength) return wrong('too_short', `This answer has at least ${minLength} characters.`);
  if (length > maxLength) return wrong('too_long', `This answer has at most ${maxLength} characters.`);
  return textFormats[format].test(text) ? text : wrong(`invalid_${format}`, `This is not what the question asks for.`);
}

interface Limits {
  min?: string | undefined;
  max?: string | undefined;
  decimals: number;
}

function readDecimal(
  raw: unknown,
  { min, max, decimals }: Limits,
  { decimalSeparator }: Pick<AnswerFacts, 'decimalSeparator'>,
): string | Wrong {
  const plain = typeof raw === 'string' ? plainNumber(raw.trim(), decimalSeparator, decimals) : raw;
  const { data } = Decimal.safeParse(plain);
  if (data === undefined) return wrong('invalid_number', 'This answer is a number such as 1250.50.');
  if (!fits(data, decimals)) return wrong('too_many_decimals', `This number has at most ${decimals} decimals.`);
  if ((min !== undefined && Number(data) < Number(min)) || (max !== undefined && Number(data) > Number(max)))
    return wrong('out_of_range', `This number is ${rangeText(min, max)}.`);
  return Math.abs(Number(data)) > 1e15 ? wrong('out_of_range', 'This number is too large.') : plainDecimal(data);
}

const rangeText = (min?: string, max?: string): string =>
  [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`].filter(Boolean).join(' and ');

function readMoney(raw: unknown, { min, max }: Omit<Limits, 'decimals'>, facts: AnswerFacts): string | Wrong {
  const { currency } = facts;
  const amount = readDecimal(raw, { min: min ?? '0', max, decimals: exponentOf(currency) }, facts);
  return amount instanceof Wrong ? amount : fromMinor(toMinor(amount, currency), currency);
}

function readDate({ earliest, latest }: FieldOf<'date'>, raw: unknown, { today }: AnswerFacts) {
  const { data } = CalendarDate.safeParse(raw);
  if (data === undefined) return wrong('invalid_date', 'This answer is a date such as 2026-11-15.');
  const [first, last] = [earliest, latest].map((limit) => (limit === 'today' ? today : limit));
  return (first && data < first) || (last && data > last)
    ? wrong('out_of_range', `This date is ${rangeText(first, last)}.`)
    : data;
}

function readTime({ earliest, latest }: FieldOf<'time'>, raw: unknown) {
  // Browsers may add seconds.
  const [text] = /^([01]\d|2[0-3]):[0-5]\d(?=(:[0-5]\d(\.\d{1,3})?)?$)/.exec(String(raw)) ?? [];
  if (text === undefined) return wrong('invalid_time', 'This answer is a time such as 14:30.');
  return (earliest && text < earliest) || (latest && text > latest)
    ? wrong('out_of_range', `This time is ${rangeText(earliest, latest)}.`)
    : text;
}

const notAnOption = () => wrong('not_an_option', 'The question has no such option.');

function readChoice({ options, multiple, choicesMax }: FieldOf<'choice'>, raw: unknown) {
  const chosen = [...new Set([raw].flat().filter((each) => !isBlank(each)))];
  if (!multiple && chosen.length > 1) return wrong('too_many', 'Choose one option.');
  if (choicesMax !== undefined && chosen.length > choicesMax)
    return wrong('too_many', `Choose at most ${choicesMax} options.`);
  if (!chosen.every((each) => options.some(({ key }) => key === each))) return notAnOption();
  return multiple ? (chosen as string[]) : (chosen[0] as string);
}

function readMatrix({ rows, columns }: FieldOf<'matrix'>, raw: unknown) {
  if (!isObject(raw)) return wrong('invalid_type', 'This answer is an object of rows.');
  const read: Record<string, string> = {};
  for (const [row, column] of Object.entries(raw)) {
    if (isBlank(column)) continue;
    if (!rows.some(({ key }) => key === row) || !columns.some(({ key }) => key === column)) return notAnOption();
    read[row] = String(column);
  }
  return read;
}

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

function readDatum(kind: 'email' | 'phone', raw: unknown, country: string) {
  if (typeof raw !== 'string') return notText();
  const normalised = raw.length <= 254 ? normalise(kind, raw.trim(), country) : null;
  if (normalised !== null) return kind === 'phone' ? normalised : raw.trim();
  return kind === 'phone'
    ? wrong(
        'invalid_phone',
        'This is not a telephone number: write the area code, and + and the country if it is foreign.',
      )
    : wrong('invalid_email', 'This is not an e-mail address.');
}

const Line = z.string().trim().max(200);
const AddressAnswer = z.strictObject({
  line1: Line.min(1),
  line2: Line.optional(),
  city: Line.min(1),
  province: Line.optional(),
  postalCode: Line.optional(),
  country: Line.optional(),
});

function readAddress(_: FieldOf<'address'>, raw: unknown) {
  const { data } = AddressAnswer.safeParse(raw);
  if (!data)
    return wrong('invalid_address', 'An address has `line1` and `city`, and at most 200 characters in each line.');
  return Object.fromEntries(Object.entries(data).filter(([, line]) => line)) as Record<string, string>;
}

function readTaxId({ checkDigit = true }: FieldOf<'taxId'>, raw: unknown, { country }: AnswerFacts) {
  if (typeof raw !== 'string') return notText();
  const taxId = cleanTaxId(raw.slice(0, 60));
  const isMistyped = country === 'DO' && /^(\d{8}|\d{10})$/.test(taxId);
  if (!/^[0-9A-Z]{5,30}$/.test(taxId) || isMistyped) return wrong('invalid_tax_id', 'This is not a tax id.');
  return checkDigit && hasValidCheckDigit(taxId, taxIdKindOf(taxId, country)) === false
    ? wrong('invalid_tax_id', 'The check digit of this number is not valid.')
    : taxId;
}

const UploadId = z.uuid();

function readFiles({ filesMax = 1 }: FieldOf<'file'>, raw: unknown) {
  const ids = [...new Set([raw].flat().filter((each) => !isBlank(each)))];
  if (ids.length > filesMax) return wrong('too_many', `At most ${filesMax} files.`);
  return ids.every((id) => UploadId.safeParse(id).success)
    ? (ids as string[])
    : wrong('not_found', 'This is not the id of an upload.');
}

const SignatureAnswer = z.strictObject({
  name: z.string().trim().min(1).max(200),
  uploadId: z.union([z.uuid(), z.literal('')]).optional(),
});

function readSignature(_: FieldOf<'signature'>, raw: unknown) {
  const { data } = SignatureAnswer.safeParse(typeof raw === 'string' ? { name: raw } : raw);
  if (!data) return wrong('invalid_signature', 'A signature has the name of who signs.');
  return { name: data.name, ...(data.uploadId && { uploadId: data.uploadId }) } as Record<string, string>;
}

function readProducts({ resourceIds, quantityMax = QUANTITY_MAX }: FieldOf<'product'>, raw: unknown) {
  const chosen = Array.isArray(raw)
    ? raw.map((each) => (isObject(each) ? ([each.resourceId, each.quantity ?? 1] as const) : ([null, null] as const)))
    : isObject(raw)
      ? Object.entries(raw)
      : [[raw, 1] as const];
  const lines = new Map<string, number>();
  for (const [id, quantity] of chosen) {
    if (isBlank(quantity) || Number(quantity) === 0) continue;
    if (!resourceIds.includes(String(id)) || lines.has(String(id))) return notAnOption();
    const count = Number(quantity);
    if (!Number.isInteger(count) || count < 0 || count > quantityMax)
      return wrong('out_of_range', `A quantity is a whole number up to ${quantityMax}.`);
    lines.set(String(id), count);
  }
  if (lines.size === 0) return undefined;
  return [...lines].map(([resourceId, quantity]) => ({ resourceId, quantity: String(quantity) }));
}
