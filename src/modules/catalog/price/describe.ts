import { exponentOf } from '#platform/money.ts';
import { plainDecimal } from '../decimal.ts';
import type { PriceRow } from './price.sql.ts';

export const describePrice = (price: PriceRow) => ({
  ...price,
  amount: plainDecimal(price.amount, exponentOf(price.currency)),
  minimumQuantity: plainDecimal(price.minimumQuantity),
});
