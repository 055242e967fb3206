import type { TenantContext } from '#platform/context.ts';
import type { Module } from '#platform/module.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { refuseDelivered } from './delivery/delivery.ts';
import { returnVoucherPrinted } from './events.ts';
import { returnRoutes } from './return/return.routes.ts';
import { moveReturnsOfContacts } from './return/return.sql.ts';
import { refuseReturned } from './return/return.ts';

/** An invoice whose goods are on their way or came back stays as it is. */
async function refuseFollowed(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  await refuseDelivered(ctx, pendingRecordId);
  await refuseReturned(ctx, pendingRecordId);
}

/** What follows a document: deliveries and returns. */
export const fulfilment: Module = {
  name: 'fulfilment',
  uses: ['organization', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory', 'invoicing'],
  groups: [
    {
      name: 'Delivery',
      description: 'Goods on their way: of invoices that are delivered later, and between divisions.',
      routes: deliveryRoutes,
    },
    {
      name: 'Return',
      description: 'What comes back of sales and purchases, each with its credit note.',
      routes: returnRoutes,
    },
  ],
  events: [returnVoucherPrinted],
  hooks: {
    voidDocument: refuseFollowed,
    repostDocument: refuseFollowed,
    mergeContacts: async (ctx, merge) => {
      await moveReturnsOfContacts(ctx.tx, ctx.organizationId, merge);
    },
  },
};
