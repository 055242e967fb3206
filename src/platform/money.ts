import { z } from 'zod';

const DECIMAL = /^-?\d{1,20}(\.\d{1,10})?$/;
/** More digits than this and a JSON number may already have lost some before we see it. */
const EXACT_NUMBER_DIGITS = 15;

const DecimalText = z.string().max(32).regex(DECIMAL, 'is a decimal number such as 1250.00');
const ExactNumber = z.number().refine(isExact, 'has too many digits for a JSON number: send it as text');

/** Money and quantities as they travel: a decimal string or a JSON number in, a decimal string out. */
export const Decimal = z
  .union([DecimalText, ExactNumber])
  .transform(String)
  .pipe(DecimalText)
  .meta({ description: 'A decimal number: text in answers, text or a JSON number in requests.', example: '1250.00' });

function isExact(value: number): boolean {
  const text = String(value);
  return DECIMAL.test(text) && text.replace(/^-?0*\.?0*|\./g, '').length <= EXACT_NUMBER_DIGITS;
}

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
export function toMinor(decimal: string, currency: string): bigint {
  if (!DECIMAL.test(decimal)) throw new Error(`Not a decimal number: ${decimal}`);
  const [whole, fraction = ''] = decimal.replace('-', '').split('.') as [string, string?];
  const minor = divideRounded(
    BigInt(whole + fraction) * 10n ** BigInt(exponentOf(currency)),
    10n ** BigInt(fraction.length),
  );
  return decimal.startsWith('-') ? -minor : minor;
}

/** `125000n` of DOP is `"1250.00"`. */
export function fromMinor(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0');
  const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  return minor < 0n ? `-${text}` : text;
}

/** `Math.min` takes no bigint. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A division of whole numbers, rounded half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divideRounded(-numerator, -denominator);
  const twice = 2n * (numerator < 0n ? -numerator : numerator);
  const rounded = (twice + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** An amount in another currency, at so many units of `to` for one of `from`; rounded half away from zero. */
export function convertMinor(minor: bigint, from: string, rate: string, to: string): bigint {
  if (!DECIMAL.test(rate)) throw new Error(`Not a decimal number: ${rate}`);
  const [whole, fraction = ''] = rate.split('.') as [string, string?];
  return divideRounded(
    minor * BigInt(whole + fraction) * 10n ** BigInt(exponentOf(to)),
    10n ** BigInt(fraction.length + exponentOf(from)),
  );
}
