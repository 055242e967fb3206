import type { z } from 'zod';
import { json, type Row, table } from '#platform/db/table.ts';
import type { DeliveryZone } from './delivery-method/delivery-method.schema.ts';

export const deliveryMethods = table('deliveryMethods', json<{ zones: z.output<typeof DeliveryZone>[] }>());
export type DeliveryMethod = Row<typeof deliveryMethods>;

/** The method of an order as it was chosen. */
export interface OrderedDelivery extends Pick<DeliveryMethod, 'name' | 'kind' | 'details'> {
  /** Where the goods are collected. */
  branch: { name: string; address: string | null; phone: string | null } | null;
}

/** The sellers' parts of ordered carts, each with its document. */
export const marketOrders = table('marketOrders', json<{ delivery: OrderedDelivery | null }>());
export type MarketOrder = Row<typeof marketOrders>;
