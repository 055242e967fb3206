import { correctElementUnits } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Module, UnitCorrection } from '#platform/module.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { correctDeliveryUnits, selectDelivery } from './delivery/delivery.sql.ts';
import { refuseDelivered } from './delivery/delivery.ts';
import { receiptOf, sentBy } from './delivery/goods.ts';
import { returnVoucherPrinted } from './events.ts';
import { returnRoutes } from './return/return.routes.ts';
import { correctReturnUnits, moveReturnsOfContacts } from './return/return.sql.ts';
import { refuseReturned } from './return/return.ts';

/** An invoice whose goods are on their way or came back stays as it is. */
async function refuseFollowed(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  await refuseDelivered(ctx, pendingRecordId);
  await refuseReturned(ctx, pendingRecordId);
}

/** What was sent or came back, and the invoice that it belongs to, name the units that really moved. */
async function followUnits({ tx, organizationId }: TenantContext, correction: UnitCorrection): Promise<void> {
  const { kind, id } = correction.cause;
  if (kind === 'return' || kind === 'return-scrap') await correctReturnUnits(tx, organizationId, id, correction);
  if (kind !== sentBy(id).kind && kind !== receiptOf(id).kind) return;
  await correctDeliveryUnits(tx, organizationId, id, correction);
  const delivery = await selectDelivery(tx, organizationId, id);
  if (delivery?.pendingRecordId) await correctElementUnits(tx, organizationId, delivery.pendingRecordId, correction);
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
    unitsCorrected: followUnits,
    mergeContacts: async (ctx, merge) => {
      await moveReturnsOfContacts(ctx.tx, ctx.organizationId, merge);
    },
  },
};
