import { z } from 'zod';
import { GivenLots, SerialNumbers } from '#modules/inventory/index.ts';
import { Quantity } from '#modules/invoicing/index.ts';
import { WebAddress } from '#modules/payments/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { decimalWithin } from '#platform/money.ts';
import { deliveryKinds, fixes, TrackingNumber } from './delivery.sql.ts';

const LINES_MAX = 1000;

const DispatchLine = z.strictObject({
  elementId: z.uuid().optional().describe('The line of the invoice.'),
  resourceId: z.uuid().optional().describe('The item of a transfer.'),
  quantity: Quantity.optional().describe('Default: the open quantity of the line. Required for a transfer.'),
  serialNumbers: SerialNumbers.optional().describe('The units, if they have serial numbers.'),
  lots: GivenLots.optional(),
});

const text = (lengthMax: number) => z.string().trim().min(1).max(lengthMax);

/** Who brings the goods. It may be known at their dispatch, or later. */
const carriage = {
  carrier: text(200).nullable().optional().describe('Who brings it.'),
  trackingNumber: TrackingNumber.nullable().optional().describe('Of the carrier (guía).'),
  trackingUrl: WebAddress.nullable().optional().describe('Where the receiver follows it.'),
};

export const NewDelivery = z.strictObject({
  pendingRecordId: z.uuid().optional().describe('An invoice that is delivered later. Without it: a transfer.'),
  fromDivisionId: z.uuid().optional().describe('Where the goods leave. Default: the division of the invoice.'),
  toDivisionId: z.uuid().optional().describe('Where the goods of a transfer or a purchase arrive.'),
  date: CalendarDate.optional().describe('Default: today in the organization.'),
  address: text(500).nullable().optional().describe('Default: the address of an online order.'),
  ...carriage,
  notes: z.string().trim().max(5000).optional().describe('Printed on the note that goes with the goods.'),
  cancelRest: z.boolean().optional().describe('Cancels the rest of the invoice that is open after this delivery.'),
  lines: z
    .array(DispatchLine)
    .max(LINES_MAX)
    .optional()
    .describe(
      'Lines of an invoice by `elementId`, by default all open ones, none to only cancel; of a transfer by `resourceId`.',
    ),
});

const Received = decimalWithin({ min: 0, digits: 9, decimals: 6 });

export const DeliveryChange = z.strictObject({
  id: z.uuid().describe('The delivery to change.'),
  version: z.number().int().optional().describe('Given, a change made by someone else meanwhile is not overwritten.'),
  status: z.literal('canceled').optional().describe('Cancels the delivery, if nothing of it was received.'),
  receivedBy: text(200).optional().describe('Who received it.'),
  lines: z
    .array(
      z.strictObject({
        id: z.uuid().describe('The id of the delivery line.'),
        received: Received.optional().describe('Default: as much as was sent.'),
        serialNumbers: SerialNumbers.optional().describe('The units that arrived. Default: those that were sent.'),
      }),
    )
    .min(1)
    .max(LINES_MAX)
    .optional()
    .describe('The quantities that arrived. A line is confirmed once.'),
  cancelRest: z.literal(true).optional().describe('Cancels the open rest of the invoice.'),
  ...carriage,
  notes: z.string().trim().max(5000).optional().describe('Printed on the note that goes with the goods.'),
});

export const DeliveryMismatchFix = z.strictObject({
  deliveryId: z.uuid().describe('The delivery.'),
  lines: z
    .array(
      z.strictObject({
        id: z.uuid().describe('The id of the delivery line.'),
        fix: z
          .enum(fixes)
          .describe(
            'If less arrived: `restock` returns the missing units to the sender, `write-off` posts them as lost. If more arrived: `accept` takes the extra units from the sender.',
          ),
      }),
    )
    .min(1)
    .max(LINES_MAX)
    .describe('The lines to resolve.'),
});

export interface GivenDelivery extends z.output<typeof NewDelivery> {}
export interface GivenDispatchLine extends z.output<typeof DispatchLine> {}
export interface GivenDeliveryChange extends z.output<typeof DeliveryChange> {}
export interface GivenFix extends z.output<typeof DeliveryMismatchFix> {}

export const DeliverySummary = z.object({
  id: z.uuid(),
  version: z.number().int(),
  kind: z.enum(deliveryKinds).describe('Of a sale, of a purchase, or a transfer between divisions.'),
  status: z.enum(['sent', 'received', 'canceled']).describe('`received`: everything that was sent is confirmed.'),
  number: z.number().int().describe('1, 2, 3, … of the organization.'),
  pendingRecordId: z.uuid().nullable().describe('The invoice; null: a transfer.'),
  fromDivisionId: z.uuid().nullable().describe('Where the goods left; null: a purchase.'),
  toDivisionId: z.uuid().nullable().describe('Where the goods arrive; null: a sale.'),
  date: CalendarDate.describe('The day on which they left.'),
  address: z.string().nullable().describe('Where they go; null: not given.'),
  carrier: z.string().nullable().describe('Who brings them; null: not given.'),
  trackingNumber: z.string().nullable().describe('Of the carrier (guía); null: none.'),
  trackingUrl: z.string().nullable().describe('Where the receiver follows it; null: none.'),
  notes: z.string().describe('Printed on the note that goes with the goods.'),
  receivedBy: z.string().nullable().describe('Who received it; null: nobody yet.'),
  receivedAt: Timestamp.nullable().describe('When that was confirmed; null: not yet.'),
  recordId: z.uuid().nullable().describe('The record of the books; null: it posted none.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const DeliveryView = DeliverySummary.extend({
  lines: z
    .array(
      z.object({
        id: z.uuid(),
        elementId: z.uuid().nullable().describe('The line of the invoice; null: a transfer.'),
        resourceId: z.uuid().nullable().describe('Null for a pack; the invoice line names it.'),
        quantity: z.string().describe('The quantity sent.'),
        serialNumbers: z.array(z.string()).describe('Of the units that were sent.'),
        received: z.string().nullable().describe('The quantity that arrived; null until it is confirmed.'),
        receivedSerialNumbers: z.array(z.string()).describe('Of the units that arrived.'),
        fix: z.enum(fixes).nullable().describe('How a difference was resolved; null: there is none, or not yet.'),
        fixedAt: Timestamp.nullable().describe('When it was resolved; null: not yet.'),
      }),
    )
    .describe('What was sent.'),
  document: z
    .array(
      z.object({
        elementId: z.uuid().describe('The line of the invoice.'),
        ordered: z.string().describe('The quantity of the line.'),
        delivered: z.string().describe('What was sent of it.'),
        canceled: z.string().describe('What is not delivered any more.'),
        open: z.string().describe('What is still to be delivered.'),
      }),
    )
    .describe('The quantities of the invoice after all its deliveries: ordered = delivered + canceled + open.'),
});

export const DeliveryMismatchView = z.object({
  id: z.uuid().describe('The id of the delivery line.'),
  deliveryId: z.uuid().describe('The delivery.'),
  deliveryNumber: z.number().int().describe('The number of the delivery.'),
  kind: z.enum(deliveryKinds).describe('Of a sale, of a purchase, or a transfer between divisions.'),
  pendingRecordId: z.uuid().nullable().describe('The invoice; null: a transfer.'),
  elementId: z.uuid().nullable().describe('The line of the invoice; null: a transfer.'),
  resourceId: z.uuid().nullable().describe('Null for a pack; the invoice line names it.'),
  fromDivisionId: z.uuid().nullable().describe('Where the goods left; null: a purchase.'),
  toDivisionId: z.uuid().nullable().describe('Where the goods arrive; null: a sale.'),
  date: CalendarDate.describe('The day on which they left.'),
  receivedBy: z.string().nullable().describe('Who received it; null: not given.'),
  quantity: z.string().describe('The quantity sent.'),
  received: z.string().describe('The quantity that arrived.'),
  difference: z.string().describe('Negative: units are missing.'),
});
