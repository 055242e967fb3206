import { formatNumber } from '#platform/format.ts';
import { type Language, localeOf } from '#platform/pages/language.ts';
import { type FormField, QUANTITY_MAX, TEXT_LENGTH_MAX } from '../form/definition.schema.ts';
import type { PublicForm } from '../form/form.schema.ts';
import { words } from './words.ts';

type Limited = Pick<PublicForm, 'decimalSeparator' | 'today'>;

/** The limits of a question for its visitor, such as `mínimo 18, máximo 99.`. Empty: it has none. */
export function limitsOf(field: FormField, form: Limited, language: Language): string {
  const { least, most, characters } = words[language];
  const [min, max] = boundsOf(field, form, language);
  const both = [min && least.replace('{min}', min), max && most.replace('{max}', max)].filter(Boolean).join(', ');
  const all = field.type === 'text' ? `${both} ${characters}` : both;
  return all === '' || all.endsWith('.') ? all : `${all}.`;
}

function boundsOf(field: FormField, form: Limited, language: Language): (string | undefined)[] {
  const locale = localeOf(language);
  const number = (decimal: string | number | undefined) =>
    decimal === undefined ? undefined : formatNumber(String(decimal), form);
  const day = (date: string | undefined) =>
    date && Temporal.PlainDate.from(date === 'today' ? form.today : date).toLocaleString(locale);
  const time = (clock: string | undefined) =>
    clock && Temporal.PlainTime.from(clock).toLocaleString(locale, { hour: 'numeric', minute: '2-digit' });
  switch (field.type) {
    case 'number':
    case 'money':
    case 'payment':
      return [number(field.min), number(field.max)];
    case 'date':
      return [day(field.earliest), day(field.latest)];
    case 'time':
      return [time(field.earliest), time(field.latest)];
    case 'text':
      return [number(field.minLength || undefined), number(field.maxLength ?? TEXT_LENGTH_MAX)];
    case 'choice':
      return [undefined, number(field.multiple ? field.choicesMax : 1)];
    case 'product':
      return [undefined, number(field.quantityMax ?? QUANTITY_MAX)];
    case 'file':
      return [undefined, number(field.filesMax ?? 1)];
    default:
      return [];
  }
}
