import { fromScaled, proportion, toScaled } from '#platform/decimal.ts';
import { convertMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';

export const AmountOutOfRange = refusal(
  422,
  'amount_out_of_range',
  'At this rate the amount is less than the smallest coin, or more than the books can hold.',
);
const AMOUNT_MAX = 10n ** 17n;

const RATE_DECIMALS = 10;

/** Minor units of one currency in minor units of another, at so much of the other for one of the first. */
export function converted(minor: bigint, rate: string, from: string, to: string): bigint {
  return postable(convertMinor(minor, from, rate, to));
}

/** An amount that the books can take. */
export function postable(minor: bigint): bigint {
  if (minor <= 0n || minor > AMOUNT_MAX) throw AmountOutOfRange();
  return minor;
}

/** What one unit costs in a third currency, where both prices are known in the same one. Null: too small to tell. */
export function crossRate(rate: string, baseRate: string): string | null {
  const crossed = proportion(toScaled('1', RATE_DECIMALS), rate, baseRate);
  return crossed > 0n ? fromScaled(crossed, RATE_DECIMALS, 0) : null;
}
