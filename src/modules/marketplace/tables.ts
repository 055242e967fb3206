import { type Row, table } from '#platform/db/table.ts';

/** The sellers' parts of ordered carts, each with its document. */
export const marketOrders = table('marketOrders');
export type MarketOrder = Row<typeof marketOrders>;
