import { tick } from '#platform/tick.ts';

export const unpaidOrders = tick('market-unpaid-orders');
