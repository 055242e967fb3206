import type { LineLot } from '#modules/inventory/index.ts';
import { json, type Row, table } from '#platform/db/table.ts';

export const deliveries = table('deliveries');
export type Delivery = Row<typeof deliveries>;
export const deliveryLines = table('deliveryLines');
export const deliveryCancellations = table('deliveryCancellations');

export const returns = table('returns');
export type Return = Row<typeof returns>;
export const returnLines = table('returnLines', json<{ lots: LineLot[] }>());
export const returnLineTaxes = table('returnLineTaxes');

export const landedCosts = table('landedCosts', json<{ sources: LandedCostSource[] }>());
export type LandedCost = Row<typeof landedCosts>;
export const landedCostLines = table('landedCostLines');

/** The part of a cost that left an account. JSON has no 64-bit integers: minor units, as text. */
interface LandedCostSource {
  accountId: string;
  amount: string;
}
