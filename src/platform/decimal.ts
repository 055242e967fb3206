/**
 * Exact decimals. A decimal travels as text and is computed as a whole number of a declared fraction of one (`bigint`), so
 * sums and products are exact. Only `toScaled`, `rescale` and `divideRounded` round: half away from zero.
 */

const DECIMAL = /^-?\d+(\.\d+)?$/;
/** As many decimals as a request may have. */
export const DECIMALS_MAX = 10;
/** Quantities, prices and percentages have at most six decimals. */
const MILLIONTH_DECIMALS = 6;
/** One unit in millionths. */
export const MILLION = 1_000_000n;

const powers = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

export const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** `"12.345"` with two decimals is `1235n`. */
export function toScaled(decimal: string, decimals: number): bigint {
  if (!DECIMAL.test(decimal)) throw new Error(`Not a decimal number: ${decimal}`);
  const point = decimal.indexOf('.');
  if (point === -1) return BigInt(decimal) * powerOfTen(decimals);
  const digits = BigInt(decimal.slice(0, point) + decimal.slice(point + 1));
  return rescale(digits, decimal.length - point - 1, decimals);
}

/** `1250n` with two decimals is `"12.50"`. Zeros at the end are dropped until only `decimalsMin` decimals are left. */
export function fromScaled(value: bigint, decimals: number, decimalsMin = decimals): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point + decimalsMin && digits[end - 1] === '0') end--;
  const fraction = digits.slice(point, end);
  return (value < 0n ? '-' : '') + digits.slice(0, point) + (fraction && `.${fraction}`);
}

export const toMillionths = (decimal: string): bigint => toScaled(decimal, MILLIONTH_DECIMALS);

export const fromMillionths = (value: bigint, decimalsMin = 0): string =>
  fromScaled(value, MILLIONTH_DECIMALS, decimalsMin);

/** The same value with another number of decimals. */
export function rescale(value: bigint, from: number, to: number): bigint {
  return from <= to ? value * powerOfTen(to - from) : divideRounded(value, powerOfTen(from - to));
}

/** The shortest text of a decimal: `"012.500"` is `"12.5"`, or `"12.50"` with at least two decimals. */
export const plainDecimal = (decimal: string, decimalsMin = 0): string =>
  fromScaled(toScaled(decimal, DECIMALS_MAX), DECIMALS_MAX, decimalsMin);

/** A whole number of millionths, rounded to so many decimals. */
export const roundMillionths = (value: bigint, decimals: number): bigint =>
  rescale(rescale(value, MILLIONTH_DECIMALS, decimals), decimals, MILLIONTH_DECIMALS);

export const decimalsOf = (decimal: string): number => {
  const point = decimal.indexOf('.');
  return point === -1 ? 0 : decimal.length - point - 1;
};

/** How many digits are before the point, zeros at the beginning aside. */
export const wholeDigitsOf = (decimal: string): number => /^-?0*(\d*)/.exec(decimal)![1]!.length;

/** Whether nothing is lost when a decimal is written with so many decimals. */
export const fits = (decimal: string, decimals: number): boolean => {
  const point = decimal.indexOf('.');
  return point === -1 || !/[1-9]/.test(decimal.slice(point + 1 + decimals));
};

export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divideRounded(-numerator, -denominator);
  const half = denominator / 2n;
  // Division truncates towards zero; half is added on the far side of zero. An odd denominator has no exact half.
  return (numerator < 0n ? numerator - half : numerator + half) / denominator;
}

/** A share of a value in percent. */
export const percentOf = (value: bigint, percent: string): bigint =>
  divideRounded(value * toScaled(percent, DECIMALS_MAX), 100n * powerOfTen(DECIMALS_MAX));

/** The share of a part in percent with two decimals; null if the whole is zero. */
export const percentage = (part: bigint, whole: bigint): string | null =>
  whole === 0n ? null : fromScaled(divideRounded(part * 10_000n, whole), 2);

/** `value × numerator / denominator`, rounded once. */
export const proportion = (value: bigint, numerator: string, denominator: string): bigint =>
  divideRounded(value * toScaled(numerator, DECIMALS_MAX), toScaled(denominator, DECIMALS_MAX));

/** `Math.min`, `Math.max` and `Math.abs` take no bigint. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

export const sum = (values: Iterable<bigint>): bigint => sumOf(values, (value) => value);

export function sumOf<T>(rows: Iterable<T>, amount: (row: T) => bigint): bigint {
  let total = 0n;
  for (const row of rows) total += amount(row);
  return total;
}

/** Shares that make the whole, in proportion to weights. */
export function shareOut(whole: bigint, weights: bigint[]): bigint[] {
  const all = sum(weights);
  let [weighed, given] = [0n, 0n];
  return weights.map((weight) => {
    weighed += weight;
    const until = all === 0n ? 0n : divideRounded(whole * weighed, all);
    const share = until - given;
    given = until;
    return share;
  });
}
