import { correctElementUnits, lockPendingRecord, selectElementsWith } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Module, UnitCorrection } from '#platform/module.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { correctDeliveryUnits, selectDelivery } from './delivery/delivery.sql.ts';
import { holdDelivery, refuseDelivered } from './delivery/delivery.ts';
import { receiptOf, sentBy } from './delivery/goods.ts';
import { returnVoucherPrinted } from './events.ts';
import { returnRoutes } from './return/return.routes.ts';
import { correctReturnUnits, moveReturnsOfContacts, selectReturn } from './return/return.sql.ts';
import { refuseReturned } from './return/return.ts';

/** An invoice whose goods are on their way or came back stays as it is. */
async function refuseFollowed(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  await refuseDelivered(ctx, pendingRecordId);
  await refuseReturned(ctx, pendingRecordId);
}

/** What was sent or came back, and the invoice that it belongs to, name the units that really moved. */
async function followUnits({ tx, organizationId }: TenantContext, correction: UnitCorrection): Promise<void> {
  const { cause, resourceId } = correction;
  const elementsOf = (pendingRecordId: string) => selectElementsWith(tx, organizationId, pendingRecordId, resourceId);
  if (isOfReturn(cause)) {
    const { pendingRecordId } = (await selectReturn(tx, organizationId, cause.id))!;
    await correctReturnUnits(tx, organizationId, cause.id, await elementsOf(pendingRecordId), correction);
  }
  if (isOfDelivery(cause)) {
    const { pendingRecordId } = (await selectDelivery(tx, organizationId, cause.id))!;
    const elementIds = pendingRecordId ? await elementsOf(pendingRecordId) : [];
    await correctDeliveryUnits(tx, organizationId, cause.id, elementIds, correction);
    await correctElementUnits(tx, organizationId, elementIds, correction);
  }
}

async function holdDocument(ctx: TenantContext, cause: UnitCorrection['cause']): Promise<void> {
  if (isOfDelivery(cause)) await holdDelivery(ctx, cause.id);
  if (!isOfReturn(cause)) return;
  const { pendingRecordId } = (await selectReturn(ctx.tx, ctx.organizationId, cause.id))!;
  await lockPendingRecord(ctx, pendingRecordId);
}

const isOfReturn = ({ kind }: UnitCorrection['cause']) => kind === 'return' || kind === 'return-scrap';
const isOfDelivery = ({ kind, id }: UnitCorrection['cause']) => kind === sentBy(id).kind || kind === receiptOf(id).kind;

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
    holdDocument,
    unitsCorrected: followUnits,
    mergeContacts: async (ctx, merge) => {
      await moveReturnsOfContacts(ctx.tx, ctx.organizationId, merge);
    },
  },
};
