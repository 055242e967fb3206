import { z } from 'zod';
import { AccountNotPostable, AmountOutOfRange, guardRefusals } from '#modules/accounting/index.ts';
import { stockRefusals } from '#modules/inventory/index.ts';
import { DivisionRequired, DocumentFollowed } from '#modules/invoicing/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { deliveries } from '../tables.ts';
import { DeliveryCanceled, DeliveryReceived, NothingToCancel } from './cancel.ts';
import {
  DeliveryChange,
  DeliveryMismatchFix,
  DeliveryMismatchView,
  DeliverySummary,
  DeliveryView,
  NewDelivery,
} from './delivery.schema.ts';
import { deliveryList, mismatchList } from './delivery.sql.ts';
import { changeDelivery, describeDelivery, describeSummary } from './delivery.ts';
import { DeliveryUnclear, dispatch, MoreThanOpen, NotDeliverable, NothingOpen, SameDivision } from './dispatch.ts';
import { FixUnsuitable, fixMismatches, NoMismatch } from './mismatch.ts';
import { LineReceived, UnitNotSent, UnitsUnsaid } from './receive.ts';

const movingRefusals = [
  ...new Set([
    ReferenceNotFound,
    DivisionRequired,
    AccountNotPostable,
    AmountOutOfRange,
    ...stockRefusals,
    ...guardRefusals,
  ]),
];

export const deliveryRoutes = [
  route({
    method: 'POST',
    path: '/v1/resource/delivery',
    summary: 'Send goods off',
    description:
      'Dispatches goods of an invoice that is delivered later, or to another division; all of it or a part. What is sold leaves the stock that was promised to it, at what it cost; of a purchase it comes into stock; what goes to another division is between the two until it is received. Never more than is open of a line: what was ordered is delivered, canceled or open.',
    access: { permission: 'fulfilment:write' },
    status: 201,
    body: NewDelivery,
    returns: DeliveryView,
    refusals: [DeliveryUnclear, NotDeliverable, MoreThanOpen, NothingOpen, SameDivision, ...movingRefusals],
    examples: {
      body: { pendingRecordId: id, carrier: 'Motoconcho Pérez', lines: [{ elementId: id, quantity: '6' }] },
    },
    handler: (ctx, { body }) => dispatch(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/delivery',
    summary: 'Confirm a delivery, cancel the rest, or take it back',
    description:
      'With `lines` and `receivedBy` the receiver confirms what arrived, line by line; what goes to another division comes into stock there. Another quantity than was sent becomes a mismatch. `cancelRest` ends what is still open of the invoice. `status` `canceled` takes a delivery back that nobody has received of.',
    access: { permission: 'fulfilment:write' },
    body: DeliveryChange,
    returns: DeliveryView,
    refusals: [
      DeliveryCanceled,
      DeliveryReceived,
      DocumentFollowed,
      LineReceived,
      UnitNotSent,
      UnitsUnsaid,
      NothingToCancel,
      ...movingRefusals,
    ],
    examples: {
      body: { id, receivedBy: 'Rosa', lines: [{ id, received: '5' }] },
    },
    handler: (ctx, { body }) => changeDelivery(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/delivery',
    summary: 'Deliveries',
    description: 'Deliveries of sales, of purchases and between divisions, the newest first.',
    access: { permission: 'fulfilment:read' },
    query: deliveryList.query,
    returns: pageOf(DeliverySummary),
    examples: { query: { kind: 'sale', status: 'sent' } },
    handler: (ctx, { query }) => deliveryList.page(ctx, query, (rows) => rows.map(describeSummary)),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/delivery/mismatches',
    summary: 'Where something else arrived than was sent',
    description:
      'Lines whose receiver confirmed another quantity, until the difference is put right; the newest first.',
    access: { permission: 'fulfilment:read' },
    query: mismatchList.query,
    returns: pageOf(DeliveryMismatchView),
    examples: {
      query: { resourceId: id },
    },
    handler: (ctx, { query }) =>
      mismatchList.page(ctx, query, (rows) =>
        rows.map((row) => ({ ...row, deliveryNumber: Number(row.deliveryNumber) })),
      ),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/delivery/mismatches/fix',
    action: 'fixMismatches',
    summary: 'Put differences right',
    description:
      'Makes the stock movements of a difference. What is missing is back where it left (`restock`) or lost (`write-off`), and of a sale still to be delivered; what arrived beyond what was sent has left there too (`accept`).',
    access: { permission: 'fulfilment:write' },
    body: DeliveryMismatchFix,
    returns: DeliveryView,
    refusals: [NoMismatch, FixUnsuitable, MoreThanOpen, ...movingRefusals],
    examples: { body: { deliveryId: id, lines: [{ id, fix: 'restock' }] } },
    handler: (ctx, { body }) => fixMismatches(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/delivery/:deliveryId',
    summary: 'One delivery',
    description: 'The delivery with its lines, and how the goods of its invoice stand after all its deliveries.',
    access: { permission: 'fulfilment:read' },
    params: z.strictObject({ deliveryId: z.uuid() }),
    returns: DeliveryView,
    handler: async (ctx, { params }) => describeDelivery(ctx, await deliveries.get(ctx, params.deliveryId)),
  }),
];
