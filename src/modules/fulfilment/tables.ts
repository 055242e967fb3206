import { type Row, table } from '#platform/db/table.ts';

export const deliveries = table('deliveries');
export type Delivery = Row<typeof deliveries>;
export const deliveryLines = table('deliveryLines');
export const deliveryCancellations = table('deliveryCancellations');

export const returns = table('returns');
export type Return = Row<typeof returns>;
export const returnLines = table('returnLines');
export const returnLineTaxes = table('returnLineTaxes');
