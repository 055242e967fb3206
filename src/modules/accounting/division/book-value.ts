import { divideRounded } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';

export const BookValueUnknown = refusal(
  'book_value_unknown',
  'The books have no balance in this foreign currency to take a rate from: post the difference by hand, with its rate.',
);

/**
 * The value of an amount of an account in the organization's currency: its share of the book value of the first
 * holding that is not empty. Moving or losing money is no exchange, so it happens at the rate at which the money came.
 */
export function bookValue(amount: bigint, holdings: { own: bigint; base: bigint }[], isBase: boolean): bigint {
  if (isBase) return amount;
  const holding = holdings.find(({ own, base }) => own !== 0n && base !== 0n);
  const value = holding ? divideRounded(amount * holding.base, holding.own) : 0n;
  if (value <= 0n) throw BookValueUnknown();
  return value;
}
