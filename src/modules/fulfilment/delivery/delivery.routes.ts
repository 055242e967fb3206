import { z } from 'zod';
import { AccountNotPostable, AmountOutOfRange, guardRefusals } from '#modules/accounting/index.ts';
import { stockRefusals } from '#modules/inventory/index.ts';
import { DivisionRequired, DocumentFollowed, PaperFormat } from '#modules/invoicing/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
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
import { printDeliveryNote } from './note.ts';
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
  route('POST', '/v1/resource/delivery', 'fulfilment:write', {
    summary: 'Create a delivery',
    description:
      'Delivers goods of an invoice with `deliverLater`, or transfers goods to another division; everything that is open, or the given lines. Goods of a sale leave their reserved stock at cost, goods of a purchase enter the stock, and goods of a transfer are in transit until they are received. More than the open quantity of a line is refused.',
    status: 201,
    body: NewDelivery,
    returns: DeliveryView,
    refusals: [DeliveryUnclear, NotDeliverable, MoreThanOpen, NothingOpen, SameDivision, ...movingRefusals],
    examples: {
      body: {
        pendingRecordId: id,
        carrier: 'Motoconcho Pérez',
        trackingNumber: 'MP-000123',
        trackingUrl: 'https://example.com/guias/MP-000123',
        lines: [{ elementId: id, quantity: '6' }],
      },
    },
    handler: (ctx, { body }) => dispatch(ctx, body),
  }),
  route('PATCH', '/v1/resource/delivery', 'fulfilment:write', {
    summary: 'Confirm or cancel a delivery',
    description:
      '`lines` and `receivedBy` confirm the quantities that arrived; a transfer then enters the stock of its division. A quantity that differs from the one sent becomes a mismatch. `cancelRest` cancels the open rest of the invoice. `status` `canceled` cancels a delivery of which nothing was received. A tracking number or link that is given later reaches the buyer of an online order too.',
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
    examples: { body: { id, receivedBy: 'Rosa', lines: [{ id, received: '5' }] } },
    handler: (ctx, { body }) => changeDelivery(ctx, body),
  }),
  route('GET', '/v1/resource/delivery', 'fulfilment:read', {
    summary: 'List deliveries',
    description: 'Deliveries of sales and purchases, and transfers between divisions. Newest first.',
    query: deliveryList.query,
    returns: pageOf(DeliverySummary),
    examples: { query: { kind: 'sale', status: 'sent' } },
    handler: (ctx, { query }) => deliveryList.page(ctx, query, (rows) => rows.map(describeSummary)),
  }),
  route('GET', '/v1/resource/delivery/mismatches', 'fulfilment:read', {
    summary: 'List delivery mismatches',
    description:
      'Lines whose receiver confirmed another quantity than was sent, until they are resolved. Newest first.',
    query: mismatchList.query,
    returns: pageOf(DeliveryMismatchView),
    examples: { query: { resourceId: id } },
    handler: (ctx, { query }) =>
      mismatchList.page(ctx, query, (rows) =>
        rows.map((row) => ({ ...row, deliveryNumber: Number(row.deliveryNumber) })),
      ),
  }),
  route('POST', '/v1/resource/delivery/mismatches/fix', 'fulfilment:write', {
    action: 'fixMismatches',
    summary: 'Resolve delivery mismatches',
    description:
      'Creates the stock movements that resolve a difference. Missing units return to the sender’s stock (`restock`) or are lost (`write-off`); those of a sale are open and reserved again, lost ones as far as there is other stock. Extra units are taken from the sender’s stock (`accept`).',
    body: DeliveryMismatchFix,
    returns: DeliveryView,
    refusals: [NoMismatch, FixUnsuitable, MoreThanOpen, ...movingRefusals],
    examples: { body: { deliveryId: id, lines: [{ id, fix: 'restock' }] } },
    handler: (ctx, { body }) => fixMismatches(ctx, body),
  }),
  route('GET', '/v1/resource/delivery/:deliveryId', 'fulfilment:read', {
    summary: 'Read a delivery',
    description: 'The delivery with its lines, and the delivered, canceled and open quantities of its invoice.',
    returns: DeliveryView,
    handler: async (ctx, { params }) => describeDelivery(ctx, await deliveries.get(ctx, params.deliveryId)),
  }),
  route('GET', '/v1/resource/delivery/:deliveryId/note', 'fulfilment:read', {
    action: 'printNote',
    summary: 'Print a delivery note',
    description:
      'The note (conduce) that goes with the goods, as a PDF: quantities, serial numbers and lots without prices, the address and the carrier, and lines to sign on.',
    query: z.strictObject({ format: PaperFormat.optional() }),
    returns: { contentType: 'application/pdf' },
    refusals: [TooComplex],
    examples: { query: { format: 'letter' } },
    handler: (ctx, { params, query }) => printDeliveryNote(ctx, params.deliveryId, query.format),
  }),
];
