import { z } from 'zod';
import { DECIMALS_MAX, fits, fromScaled, plainDecimal, rescale, toScaled, wholeDigitsOf } from './decimal.ts';
import { formatMoney } from './format.ts';

const DECIMAL = /^-?\d{1,20}(\.\d{1,10})?$/;
/** More digits than this and a JSON number may already have lost some before we see it. */
const EXACT_NUMBER_DIGITS = 15;

const DecimalText = z.string().max(32).regex(DECIMAL, 'must be a decimal number such as 1250.00');
const ExactNumber = z.number().refine(isExact, 'has too many digits for a JSON number: send it as text');

/** Money and quantities as they travel: a decimal string or a JSON number in, a decimal string out. */
export const Decimal = z.union([DecimalText, ExactNumber]).transform(String).pipe(DecimalText).meta({
  id: 'Decimal',
  description: 'A decimal number: text in answers, text or a JSON number in requests.',
  example: '1250.00',
});

/** Whether a schema is `Decimal`, with limits or without: its values are text that it does not change. */
export function isDecimal(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'pipe' && def.out === DecimalText && def.in === Decimal.def.in;
}

function isExact(value: number): boolean {
  const text = String(value);
  return DECIMAL.test(text) && text.replace(/^-?0*\.?0*|\./g, '').length <= EXACT_NUMBER_DIGITS;
}

/**
 * A decimal with limits on its value and on its digits before the point and after it. Zeros at the end do not count.
 * Digits are counted in the text, because a JavaScript number does not hold them all.
 */
export function decimalWithin(limits: {
  min?: number;
  above?: number;
  max?: number;
  digits?: number;
  decimals?: number;
}) {
  const { min = -Infinity, above = -Infinity, max = Infinity, digits = Infinity, decimals = Infinity } = limits;
  const isWithin = (decimal: string): boolean => {
    const value = Number(decimal);
    const inRange = value >= min && value > above && value <= max;
    return inRange && wholeDigitsOf(decimal) <= digits && fits(decimal, decimals);
  };
  return Decimal.refine(isWithin, { error: describe(limits), params: { code: 'out_of_range' } });
}

function describe({ min, above, max, digits, decimals }: Parameters<typeof decimalWithin>[0]): string {
  const text = (limit: number) => limit.toLocaleString('en');
  const range = [
    above !== undefined && `more than ${text(above)}`,
    min !== undefined && `at least ${text(min)}`,
    max !== undefined && `at most ${text(max)}`,
  ].filter(Boolean);
  const size = [
    digits !== undefined && `${digits} digits before the point`,
    decimals !== undefined && `${decimals} decimals`,
  ].filter(Boolean);
  const limits = [
    range.length > 0 && `be ${range.join(' and ')}`,
    size.length > 0 && `have at most ${size.join(' and ')}`,
  ];
  return `must ${limits.filter(Boolean).join(' and ')}`;
}

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency code such as DOP')
  .meta({ description: 'ISO 4217', example: 'DOP' });

/** ISO 4217: how many decimals a currency has, where it is not two. */
const exponents: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

export const exponentOf = (currency: string): number => exponents[currency] ?? 2;

/** `"1250.005"` of DOP is `125001n`: rounded to the minor unit, half away from zero. */
export const toMinor = (decimal: string, currency: string): bigint => toScaled(decimal, exponentOf(currency));

/** `125000n` of DOP is `"1250.00"`. */
export const fromMinor = (minor: bigint, currency: string): string => fromScaled(minor, exponentOf(currency));

/** `125000n` of DOP for people: `RD$ 1,250.00`. */
export const formatMinor = (minor: bigint, currency: string, notation: Parameters<typeof formatMoney>[2]): string =>
  formatMoney(fromMinor(minor, currency), currency, notation);

type InDecimals<T> = { [K in keyof T]: [bigint] extends [T[K]] ? string | Exclude<T[K], bigint> : T[K] };

/** The same fields, those of type `bigint` as decimals: amounts of one currency in minor units. */
export const inDecimals = <T extends object>(fields: T, currency: string): InDecimals<T> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? fromMinor(value, currency) : value,
    ]),
  ) as InDecimals<T>;

/** A decimal in a currency: it may have more decimals than the currency, and never shows fewer. `"145.5"` of DOP is `"145.50"`. */
export const moneyText = (decimal: string, currency: string): string => plainDecimal(decimal, exponentOf(currency));

/** An amount in another currency, at so many units of `to` for one of `from`; rounded half away from zero. */
export function convertMinor(minor: bigint, from: string, rate: string, to: string): bigint {
  return rescale(minor * toScaled(rate, DECIMALS_MAX), exponentOf(from) + DECIMALS_MAX, exponentOf(to));
}
