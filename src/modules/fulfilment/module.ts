import { mergeContacts } from '#modules/contacts/index.ts';
import {
  afterUnitsCorrected,
  beforeUnitsCorrected,
  fillInCauses,
  type UnitCorrection,
} from '#modules/inventory/index.ts';
import {
  beforeDocumentReposted,
  beforeDocumentVoided,
  correctElementUnits,
  DocumentFollowed,
  fillInReturnQueries,
  fillInShipments,
  lockPendingRecord,
  selectElementsWith,
} from '#modules/invoicing/index.ts';
import { beforeWithheldUndone } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { fillInFulfilment } from './causes.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { correctDeliveryUnits } from './delivery/delivery.sql.ts';
import { holdDelivery, refuseDelivered } from './delivery/delivery.ts';
import { receiptOf, sentBy } from './delivery/goods.ts';
import { addShipments } from './delivery/shipments.ts';
import { returnVoucherPrinted } from './events.ts';
import { landedCostRoutes } from './landed-cost/landed-cost.routes.ts';
import { hasLandedCosts } from './landed-cost/landed-cost.ts';
import { returnRoutes } from './return/return.routes.ts';
import { correctReturnUnits, returnQueries } from './return/return.sql.ts';
import { refuseReturned } from './return/return.ts';
import { refuseUndoingReversed } from './return/withheld.ts';
import { deliveries, returns } from './tables.ts';

/** An invoice with a delivery or a return cannot change, nor one whose costs were added to goods. */
async function refuseFollowed(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  await refuseDelivered(ctx, pendingRecordId);
  await refuseReturned(ctx, pendingRecordId);
  if (await hasLandedCosts(ctx, pendingRecordId)) throw DocumentFollowed();
}

/** Corrects the serial numbers in the delivery or return and in its invoice. */
async function correctUnits(ctx: TenantContext, correction: UnitCorrection): Promise<void> {
  const { cause, resourceId } = correction;
  const elementsOf = (pendingRecordId: string) => selectElementsWith(ctx, pendingRecordId, resourceId);
  if (isOfReturn(cause)) {
    const { pendingRecordId } = await returns.get(ctx, cause.id);
    await correctReturnUnits(ctx, cause.id, await elementsOf(pendingRecordId), correction);
  }
  if (isOfDelivery(cause)) {
    const { pendingRecordId } = await deliveries.get(ctx, cause.id);
    const elementIds = pendingRecordId ? await elementsOf(pendingRecordId) : [];
    await correctDeliveryUnits(ctx, cause.id, elementIds, correction);
    await correctElementUnits(ctx, elementIds, correction);
  }
}

async function lockCause(ctx: TenantContext, cause: UnitCorrection['cause']): Promise<void> {
  if (isOfDelivery(cause)) await holdDelivery(ctx, cause.id);
  if (!isOfReturn(cause)) return;
  const { pendingRecordId } = await returns.get(ctx, cause.id);
  await lockPendingRecord(ctx, pendingRecordId);
}

const isOfReturn = ({ kind }: UnitCorrection['cause']) => kind === 'return' || kind === 'return-scrap';
const isOfDelivery = ({ kind, id }: UnitCorrection['cause']) => kind === sentBy(id).kind || kind === receiptOf(id).kind;

/** Deliveries and returns of documents, and landed costs of purchases. */
export const fulfilment: Module = {
  name: 'fulfilment',
  uses: [
    'organization',
    'payments',
    'contacts',
    'accounting',
    'taxes',
    'catalog',
    'inventory',
    'invoicing',
    'receivables',
  ],
  areas: ['fulfilment'],
  groups: [
    {
      name: 'Deliveries',
      path: '/resource/delivery',
      description: 'Goods in transit: of invoices that are delivered later, and between branches.',
      routes: deliveryRoutes,
    },
    {
      name: 'Returns',
      path: '/resource/return',
      description: 'Returned goods of sales and purchases, each with its credit note.',
      routes: returnRoutes,
    },
    {
      name: 'Landed costs',
      path: '/resource/landed-cost',
      description: 'Freight, customs and other costs of purchases that become a part of the cost of their goods.',
      routes: landedCostRoutes,
    },
  ],
  events: [returnVoucherPrinted],
  entityKinds: [{ field: 'returnId', exists: (ctx, id) => returns.exists(ctx, id) }],
  hooks: [
    implement(beforeDocumentVoided, refuseFollowed),
    implement(beforeDocumentReposted, refuseFollowed),
    implement(beforeUnitsCorrected, lockCause),
    implement(afterUnitsCorrected, correctUnits),
    implement(fillInCauses, fillInFulfilment),
    implement(fillInShipments, addShipments),
    implement(fillInReturnQueries, async (ctx, queries) => Object.assign(queries, returnQueries(ctx))),
    implement(beforeWithheldUndone, refuseUndoingReversed),
    implement(mergeContacts, (ctx, { from, into }) =>
      returns.updateAll(ctx, { contactId: from }, { contactId: into, updatedAt: ctx.now }),
    ),
  ],
  demo: () => import('./demo.ts'),
};
