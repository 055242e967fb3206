import { fromScaled, proportion, toScaled } from '#platform/decimal.ts';
import { convertMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';

export const AmountOutOfRange = refusal(
  'amount_out_of_range',
  'At this rate the amount is less than the smallest unit of the currency, or more than the books can hold: correct the amount or the rate.',
);
const AMOUNT_MAX = 10n ** 15n;

const RATE_DECIMALS = 10;

/** Converts minor units of one currency to another, at the price of one unit. */
export function converted(minor: bigint, rate: string, from: string, to: string): bigint {
  return postable(convertMinor(minor, from, rate, to));
}

/** Refuses an amount that the books cannot hold. */
export function postable(minor: bigint): bigint {
  if (minor <= 0n || minor > AMOUNT_MAX) throw AmountOutOfRange();
  return minor;
}

/** The rate of a currency in another, where both are known in the same third one. Null: too small. */
export function crossRate(rate: string, baseRate: string): string | null {
  const crossed = proportion(toScaled('1', RATE_DECIMALS), rate, baseRate);
  return crossed > 0n ? fromScaled(crossed, RATE_DECIMALS, 0) : null;
}
