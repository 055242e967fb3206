import { divideRounded, exponentOf } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';

export const AmountOutOfRange = refusal(
  422,
  'amount_out_of_range',
  'At this rate the amount is less than the smallest coin, or more than the books can hold.',
);
const AMOUNT_MAX = 10n ** 17n;

export const RATE_DECIMALS = 10;
const ONE = 10n ** BigInt(RATE_DECIMALS);

/** Minor units of one currency in minor units of another, at so much of the other for one of the first. */
export function converted(minor: bigint, rate: string, from: string, to: string): bigint {
  const [unitFrom, unitTo] = [10n ** BigInt(exponentOf(from)), 10n ** BigInt(exponentOf(to))];
  return postable(divideRounded(minor * scaled(rate) * unitTo, ONE * unitFrom));
}

/** An amount that the books can take. */
export function postable(minor: bigint): bigint {
  if (minor <= 0n || minor > AMOUNT_MAX) throw AmountOutOfRange();
  return minor;
}

/** What one unit costs in a third currency, where both prices are known in the same one. Null: too small to tell. */
export function crossRate(rate: string, baseRate: string): string | null {
  const crossed = divideRounded(scaled(rate) * ONE, scaled(baseRate));
  return crossed > 0n ? unscaled(crossed) : null;
}

export function scaled(rate: string): bigint {
  const [whole = '', fraction = ''] = rate.split('.');
  return BigInt(whole + fraction.slice(0, RATE_DECIMALS).padEnd(RATE_DECIMALS, '0'));
}

/** The shortest text of a rate: `60.2500000000` is `60.25`. */
export const plainRate = (rate: string): string => unscaled(scaled(rate));

function unscaled(value: bigint): string {
  const digits = String(value).padStart(RATE_DECIMALS + 1, '0');
  const fraction = digits.slice(-RATE_DECIMALS).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, -RATE_DECIMALS)}.${fraction}` : digits.slice(0, -RATE_DECIMALS);
}
