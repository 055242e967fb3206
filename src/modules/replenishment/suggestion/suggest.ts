import { least, MILLION, toMillionths } from '#platform/decimal.ts';

/** The largest quantity of a document line: nine digits and six decimals. */
const QUANTITY_MAX = 999_999_999_999_999n;

/** The stock of a position and its limits. Quantities are millionths. */
interface Need {
  /** Free now, and ordered. */
  expected: bigint;
  minimum: bigint | null;
  maximum: bigint | null;
  /** In the last 30 days. */
  sold: bigint;
  purchaseMultiple: string | null;
  tracksSerials: boolean;
}

/**
 * The quantity to order: up to the maximum, or the minimum, or without both what was sold in 30 days. In whole packs: as many as the
 * maximum allows, if they reach the minimum, and otherwise one more.
 */
export function suggest({ expected, minimum, maximum, sold, purchaseMultiple, tracksSerials }: Need): bigint {
  const wanted = minimum === null && maximum === null ? sold : greatest(minimum ?? 0n, maximum ?? 0n);
  const missing = greatest(wanted, 0n) - expected;
  if (missing <= 0n) return 0n;
  const step = purchaseMultiple === null ? (tracksSerials ? MILLION : 1n) : toMillionths(purchaseMultiple);
  const within = missing - (missing % step);
  const suffices = maximum !== null && within > 0n && expected + within >= (minimum ?? 1n);
  return least(suffices ? within : roundUp(missing, step), QUANTITY_MAX);
}

const roundUp = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step;
const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
