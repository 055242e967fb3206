import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import { z } from 'zod';
import { folded } from '#platform/search/folded.ts';

export const datumKinds = ['phone', 'email', 'address', 'date', 'other'] as const;
export type DatumKind = (typeof datumKinds)[number];

const Email = z.email().max(254);

/** The form in which a datum is compared, or null if the value does not fit its kind. */
export function normalise(kind: DatumKind, value: string, country: string): string | null {
  if (kind === 'phone') return normalPhone(value, country);
  if (kind === 'email') return Email.safeParse(value).success ? value.toLowerCase() : null;
  if (kind === 'date') return dateOf(value)?.toPlainMonthDay().toString().slice(-5) ?? null;
  return folded(value) || value;
}

function parsePhone(value: string, country: string) {
  const parsed = parsePhoneNumberFromString(value, { ...inCountry(country), extract: false });
  return parsed?.isPossible() ? parsed : null;
}

/** The texts by which people look for a telephone number: as it was written, with and without its country, and in groups. */
export function searchedPhone(value: string, country: string): string {
  const parsed = parsePhone(value, country);
  return parsed ? [value, parsed.number, parsed.nationalNumber, parsed.formatNational()].join(' ') : value;
}

/** E.164. The extension is kept, because people behind one switchboard share its number. */
function normalPhone(value: string, country: string): string | null {
  const parsed = parsePhone(value, country);
  if (!parsed) return null;
  return parsed.ext ? `${parsed.number};ext=${parsed.ext}` : parsed.number;
}

/** People leave out the area code where there are few. */
const AREA_CODES: Record<string, string[]> = { DO: ['809', '829', '849'] };
const LOCAL_DIGITS = 7;
/** Fewer would match too many numbers of every area. */
const LOCAL_DIGITS_MIN = 4;

/** The normalised forms that the beginning of a telephone number may have. */
export function phonePrefixes(text: string, country: string): string[] {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 3 || !/^[+\d\s().-]+$/.test(text)) return [];
  const { defaultCountry } = inCountry(country);
  const areas = digits.length >= LOCAL_DIGITS_MIN && digits.length <= LOCAL_DIGITS ? (AREA_CODES[country] ?? []) : [];
  const national = defaultCountry
    ? ['', ...areas].map((area) => `+${getCountryCallingCode(defaultCountry)}${area}${digits}`)
    : [];
  return text.trim().startsWith('+') ? [`+${digits}`] : [...national, `+${digits}`];
}

const inCountry = (country: string): { defaultCountry?: CountryCode } =>
  isSupportedCountry(country) ? { defaultCountry: country } : {};

export function dateOf(value: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' });
  } catch {
    return null;
  }
}
