import { divideRounded } from '#platform/money.ts';

/** Prices, costs and quantities have at most so many decimals. */
export const DECIMALS = 6;

/** `"12.5"` is `12500000n`: millionths, to be compared and multiplied exactly. */
export function scaled(decimal: string, decimals = DECIMALS): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return decimal.startsWith('-') ? -value : value;
}

/** The text of millionths, with no more zeros at its end than asked for: `12500000n` with two decimals is `"12.50"`. */
export function unscaled(value: bigint, decimalsMin = 0): string {
  const digits = String(value < 0n ? -value : value).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(decimalsMin, '0');
  const text = fraction ? `${digits.slice(0, -DECIMALS)}.${fraction}` : digits.slice(0, -DECIMALS);
  return value < 0n ? `-${text}` : text;
}

/** A decimal of the database as it travels: `"12.500000"` is `"12.5"`, or `"12.50"` where two decimals are usual. */
export const plainDecimal = (decimal: string, decimalsMin = 0): string => unscaled(scaled(decimal), decimalsMin);

/** Millionths times a decimal, by another: a price at the rates of two currencies, or a share of it in percent. */
export const proportion = (value: bigint, numerator: string, denominator: string): bigint =>
  divideRounded(value * scaled(numerator, 10), scaled(denominator, 10));

/** Rounded to so many decimals, half away from zero. */
export function roundedTo(value: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(Math.max(0, DECIMALS - decimals));
  return divideRounded(value, step) * step;
}
