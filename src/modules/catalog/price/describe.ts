import { plainDecimal } from '#platform/decimal.ts';
import { exponentOf } from '#platform/money.ts';

/** Formats the amount by its currency. */
export const describePrice = <P extends { amount: string; currency: string; minimumQuantity: string }>(
  price: P,
): P => ({
  ...price,
  amount: plainDecimal(price.amount, exponentOf(price.currency)),
  minimumQuantity: plainDecimal(price.minimumQuantity),
});
