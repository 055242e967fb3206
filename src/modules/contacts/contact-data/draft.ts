import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import type { NewDatum } from './contact-data.sql.ts';
import { nextDayOf } from './dates.ts';
import { type DatumKind, dateOf, normalise } from './normalise.ts';

export const ContactDatumInvalid = refusal(422, 'contact_datum_invalid', 'The value is not one of its kind.');

export interface GivenDatum {
  kind: DatumKind;
  value: string;
  label?: string | undefined;
  isPrimary?: boolean | undefined;
}

/** Datum and where it came from, ready to be written; or what is wrong with it. */
export function draftDatum(
  ctx: TenantContext,
  given: GivenDatum,
  at: { contactId: string; country: string; path: string },
): NewDatum | FieldError {
  const normalised = normalise(given.kind, given.value, at.country);
  if (normalised === null) return notOfItsKind(given.kind, at.path);
  return {
    id: newId(),
    contactId: at.contactId,
    kind: given.kind,
    label: given.label ?? '',
    value: given.value,
    normalised,
    isPrimary: given.isPrimary ?? false,
    nextOn: nextDay(ctx, given.kind, given.value, null),
  };
}

export const nextDay = (
  ctx: TenantContext,
  kind: DatumKind,
  value: string,
  announcedYear: number | null,
): string | null => (kind === 'date' ? nextDayOf(dateOf(value)!, ctx.today, announcedYear).toString() : null);

export function notOfItsKind(kind: DatumKind, path: string): FieldError {
  return { path: `${path}.value`, code: `invalid_${kind}`, message: `This is no ${words[kind]}.` };
}

const words: Record<DatumKind, string> = {
  phone: 'telephone number: send it with the area code, and with + and the country code where it is foreign',
  email: 'e-mail address',
  date: 'date such as 1984-11-15',
  address: 'address',
  other: 'value',
};

export const isError = (draft: NewDatum | FieldError): draft is FieldError => 'code' in draft;

/** Several data of one new contact: each once, and one primary of each kind. */
export function settleData(
  drafts: (NewDatum | FieldError)[],
  path: string,
): { data: NewDatum[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const data: NewDatum[] = [];
  for (const [place, draft] of drafts.entries()) {
    if (isError(draft)) errors.push(draft);
    else if (data.some((other) => isSame(other, draft))) {
      errors.push({ path: `${path}[${place}].value`, code: 'duplicate', message: 'It is there already.' });
    } else data.push(draft);
  }
  for (const ofKind of Map.groupBy(data, ({ kind }) => kind).values()) {
    const chosen = ofKind.find(({ isPrimary }) => isPrimary) ?? ofKind[0];
    for (const datum of ofKind) datum.isPrimary = datum === chosen;
  }
  return { data, errors };
}

/** A day may be remembered twice, for two reasons; everything else is there once. */
const isSame = (one: NewDatum, other: NewDatum): boolean =>
  one.kind === other.kind && one.normalised === other.normalised && (one.kind !== 'date' || one.label === other.label);
