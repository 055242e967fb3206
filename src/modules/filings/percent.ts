import { divideRounded } from '#platform/money.ts';

const DECIMALS = 6;

/** A decimal as a whole number of millionths. */
export function millionths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
}

/** So many percent of an amount in minor units, rounded half away from zero. */
export const percentOf = (minor: bigint, percent: string): bigint =>
  divideRounded(minor * millionths(percent), 100_000_000n);

/** The lesser of two amounts. */
export const lesser = (a: bigint, b: bigint): bigint => [a, b].reduce((least, each) => (each < least ? each : least));

export const sumOf = <T>(rows: Iterable<T>, amount: (row: T) => bigint): bigint => {
  let sum = 0n;
  for (const row of rows) sum += amount(row);
  return sum;
};
