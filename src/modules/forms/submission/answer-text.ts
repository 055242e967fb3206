import { searchedPhone } from '#modules/contacts/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { type Language, localeOf } from '#platform/pages/language.ts';
import { folded } from '#platform/search/folded.ts';
import { type FormField, RATING_MAX, type Text } from '../form/definition.schema.ts';
import { type Address, type AnswerValue, addressText, type ChosenProduct, type Signature } from './answers.ts';

const VALUE_LENGTH_MAX = 200;

export const textIn = (text: Text | undefined, language: Language): string =>
  text === undefined ? '' : typeof text === 'string' ? text : (text[language] ?? text.es ?? text.en ?? '');

const labelOf = (options: { key: string; label: Text }[], key: string, language: Language): string =>
  textIn(options.find((option) => option.key === key)?.label ?? key, language);

/** An answer as people read it. `names` are those of products and files, by id. */
export function answerText(
  field: FormField,
  value: AnswerValue | undefined,
  language: Language,
  names: ReadonlyMap<string, string>,
): string {
  if (value === undefined) return '';
  const nameOf = (id: string): string => names.get(id) ?? id;
  switch (field.type) {
    case 'choice':
      return [value as string | string[]]
        .flat()
        .map((key) => labelOf(field.options, key, language))
        .join(', ');
    case 'matrix':
      return Object.entries(value as Record<string, string>)
        .map(([row, column]) => `${labelOf(field.rows, row, language)}: ${labelOf(field.columns, column, language)}`)
        .join('; ');
    case 'address':
      return addressText(value as unknown as Address);
    case 'signature':
      return (value as unknown as Signature).name;
    case 'file':
      return (value as string[]).map(nameOf).join(', ');
    case 'product':
      return (value as ChosenProduct[])
        .map(({ resourceId, quantity }) => `${quantity} × ${nameOf(resourceId)}`)
        .join(', ');
    case 'rating':
      return `${value} / ${field.max ?? RATING_MAX}`;
    case 'consent':
      return language === 'es' ? 'Sí' : 'Yes';
    default:
      return String(value);
  }
}

/** The same for pages, on which dates and times are written out. A link may have the answer of an earlier version of its question. */
export function writtenText(
  field: FormField,
  value: AnswerValue,
  language: Language,
  names: ReadonlyMap<string, string>,
): string {
  const text = answerText(field, value, language, names);
  const locale = localeOf(language);
  if (field.type === 'date' && CalendarDate.safeParse(text).success)
    return Temporal.PlainDate.from(text).toLocaleString(locale, { dateStyle: 'long' });
  if (field.type === 'time' && /^\d\d:\d\d$/.test(text))
    return Temporal.PlainTime.from(text).toLocaleString(locale, { timeStyle: 'short' });
  return text;
}

interface IndexedAnswer {
  field: string;
  value: string;
  amount: string | null;
}

/** The values by which an answer is found and counted. */
export function indexedValues(field: FormField, value: AnswerValue): IndexedAnswer[] {
  const plain = (text: string, amount: string | null = null): IndexedAnswer => ({
    field: field.key,
    value: comparable(text),
    amount,
  });
  switch (field.type) {
    case 'choice':
      return [value as string | string[]].flat().map((key) => ({ field: field.key, value: key, amount: null }));
    case 'matrix':
      return Object.entries(value as Record<string, string>).map(([row, column]) => ({
        field: `${field.key}.${row}`,
        value: column,
        amount: null,
      }));
    case 'product':
      return (value as ChosenProduct[]).map(({ resourceId, quantity }) => ({
        field: field.key,
        value: resourceId,
        amount: quantity,
      }));
    case 'number':
    case 'money':
    case 'payment':
    case 'rating':
      return [plain(String(value), String(value))];
    case 'file':
      return [plain(String((value as string[]).length))];
    case 'address':
      return [plain((value as unknown as Address).city)];
    case 'signature':
      return [plain((value as unknown as Signature).name)];
    default:
      return [plain(String(value))];
  }
}

/** As values are compared: without case and accents, cut to what an index holds. */
export const comparable = (text: string): string =>
  Array.from(folded(text) || text)
    .slice(0, VALUE_LENGTH_MAX)
    .join('');

/** The words by which a submission is found. */
export function searchedText(field: FormField, value: AnswerValue, country: string): string | null {
  if (!['text', 'email', 'phone', 'taxId', 'address', 'signature'].includes(field.type)) return null;
  const text = answerText(field, value, 'es', new Map());
  return field.type === 'phone' ? searchedPhone(text, country) : text;
}
