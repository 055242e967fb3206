import { plainDecimal } from '#platform/decimal.ts';
import { exponentOf } from '#platform/money.ts';

/** A price as it travels. */
export const describePrice = <P extends { amount: string; currency: string; minimumQuantity: string }>(
  price: P,
): P => ({
  ...price,
  amount: plainDecimal(price.amount, exponentOf(price.currency)),
  minimumQuantity: plainDecimal(price.minimumQuantity),
});
