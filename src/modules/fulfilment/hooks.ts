import type { PendingElement, PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Row } from '#platform/db/table.ts';
import { hook } from '#platform/hook.ts';
import type { Delivery, deliveryLines } from './tables.ts';

/** A return that is about to take the number of its credit note. */
export interface CreditNoteDraft {
  /** The code of its type: `E34`. */
  type: string;
  invoice: PendingRecord;
  /** The credit note as a document of its own: the invoice with the date, amounts and lines of the return, and the receipt that it modifies. */
  document: PendingRecord;
  elements: PendingElement[];
}

/** A credit note is about to be issued, all of it in hand: refuse what the tax authority would reject. */
export const beforeCreditNoteIssued = hook<[ctx: TenantContext, draft: CreditNoteDraft]>(
  'fulfilment.beforeCreditNoteIssued',
);

/** The address to which the goods of an invoice go. Null: it is unknown. */
export interface Destination {
  readonly pendingRecordId: string;
  address: string | null;
}

/** Goods of an invoice leave and the request has no address: fill in a known one. */
export const fillInDestination = hook<[ctx: TenantContext, destination: Destination]>('fulfilment.fillInDestination');

/** Goods of a sale that are on their way. */
export interface SentGoods extends Pick<Delivery, 'address' | 'carrier' | 'trackingNumber' | 'trackingUrl'> {
  pendingRecordId: string;
  lines: Pick<Row<typeof deliveryLines>, 'elementId' | 'quantity'>[];
  /** They have just left, or it is known since how to follow them. */
  news: 'sent' | 'tracked';
}

export const afterGoodsSent = hook<[ctx: TenantContext, sent: SentGoods]>('fulfilment.afterGoodsSent');

/** A return was issued, with its credit note. */
export const afterReturnIssued = hook<[ctx: TenantContext, returnId: string]>('fulfilment.afterReturnIssued');

/** A return is about to be voided: refuse, or undo what followed from it. */
export const beforeReturnVoided = hook<[ctx: TenantContext, returnId: string]>('fulfilment.beforeReturnVoided');
