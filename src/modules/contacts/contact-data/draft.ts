import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import type { Datum } from '../tables.ts';
import type { NewContactDatum } from './contact-data.schema.ts';
import { nextDayOf } from './dates.ts';
import { type DatumKind, dateOf, normalise } from './normalise.ts';

export const ContactDatumInvalid = refusal(
  'contact_datum_invalid',
  'The value is not valid for its kind: correct it, or choose another kind.',
);

export const DATA_MAX = 200;

export type GivenDatum = z.output<typeof NewContactDatum>;

export interface NewDatum extends Omit<Datum, 'createdAt' | 'announcedYear'> {
  createdAt: Temporal.Instant;
}

/** A datum as it will be written, or the error in it. */
export function draftDatum(
  ctx: TenantContext,
  { kind, value, label = '', isPrimary = false }: GivenDatum,
  contactId: string,
  path: string,
): NewDatum | FieldError {
  const normalised = normalise(kind, value, ctx.country);
  if (normalised === null) return invalidValue(kind, path);
  const nextOn = nextDay(ctx, kind, value, null);
  return { id: newId(), contactId, kind, label, value, normalised, isPrimary, nextOn, createdAt: ctx.now };
}

export const nextDay = (
  ctx: TenantContext,
  kind: DatumKind,
  value: string,
  announcedYear: number | null,
): string | null => (kind === 'date' ? nextDayOf(dateOf(value)!, ctx.today, announcedYear).toString() : null);

export function invalidValue(kind: DatumKind, path: string): FieldError {
  return { path: `${path}.value`, code: `invalid_${kind}`, message: `This is not ${words[kind]}.` };
}

const words: Record<DatumKind, string> = {
  phone: 'a telephone number: send it with the area code, and with + and the country code if it is foreign',
  email: 'an e-mail address',
  date: 'a date such as 1984-11-15',
  address: 'an address',
  other: 'a value',
};

export const isError = (draft: NewDatum | FieldError): draft is FieldError => 'code' in draft;

/** The data of a new contact: refuses repetitions and makes one datum of each kind primary. */
export function settleData(
  drafts: (NewDatum | FieldError)[],
  path: string,
): { data: NewDatum[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const data: NewDatum[] = [];
  for (const [place, draft] of drafts.entries()) {
    if (isError(draft)) errors.push(draft);
    else if (data.some((other) => isSame(other, draft))) {
      errors.push({ path: `${path}[${place}].value`, code: 'duplicate', message: 'This value is repeated.' });
    } else data.push(draft);
  }
  for (const ofKind of Map.groupBy(data, ({ kind }) => kind).values()) {
    const chosen = ofKind.find(({ isPrimary }) => isPrimary) ?? ofKind[0];
    for (const datum of ofKind) datum.isPrimary = datum === chosen;
  }
  return { data, errors };
}

/** The same date may be kept under several labels; any other value is kept once. */
const isSame = (one: NewDatum, other: NewDatum): boolean =>
  one.kind === other.kind && one.normalised === other.normalised && (one.kind !== 'date' || one.label === other.label);
