import { Decimal } from '#platform/money.ts';

/** Quantities are counted in millionths of a unit, so that sums of them are exact. */
const DECIMALS = 6;
export const ONE = 10n ** BigInt(DECIMALS);
const DIGITS_MAX = 9;

const hasRoom = (decimal: string): boolean => {
  const [whole, fraction = ''] = decimal.replace('-', '').split('.') as [string, string?];
  return whole.replace(/^0+/, '').length <= DIGITS_MAX && fraction.replace(/0+$/, '').length <= DECIMALS;
};

const ranged = (least: 'zero' | 'more than zero') =>
  Decimal.refine((decimal) => hasRoom(decimal) && (least === 'zero' ? Number(decimal) >= 0 : Number(decimal) > 0), {
    error: `is ${least === 'zero' ? 'zero or more' : 'more than zero'}, with at most ${DIGITS_MAX} digits before the point and ${DECIMALS} after it`,
    params: { code: 'out_of_range' },
  }).meta({ description: 'A quantity with at most six decimals.', example: '12.5' });

/** More than zero. */
export const Quantity = ranged('more than zero');
/** Zero or more. */
export const QuantityOrZero = ranged('zero');

/** `"1.5"` is `1500000n`. What is finer than a millionth was refused before it came here. */
export function toUnits(decimal: string): bigint {
  const [whole, fraction = ''] = decimal.replace('-', '').split('.') as [string, string?];
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS));
  return decimal.startsWith('-') ? -units : units;
}

/** `1500000n` is `"1.5"`. */
export function fromUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const text = digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
  return units < 0n ? `-${text}` : text;
}

/** A quantity as the database gives it, without the zeros that say nothing. */
export const quantityText = (numeric: string): string => fromUnits(toUnits(numeric));

export function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
