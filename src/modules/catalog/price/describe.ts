import { plainDecimal } from '#platform/decimal.ts';
import { moneyText } from '#platform/money.ts';

/** Formats the amount by its currency. */
export const describePrice = <P extends { amount: string; currency: string; minimumQuantity: string }>(
  price: P,
): P => ({
  ...price,
  amount: moneyText(price.amount, price.currency),
  minimumQuantity: plainDecimal(price.minimumQuantity),
});
