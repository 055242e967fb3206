import type { PendingElement, PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

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

/** The address to which the goods of an invoice go. Null: nobody knows one. */
export interface Destination {
  readonly pendingRecordId: string;
  address: string | null;
}

/** Goods of an invoice leave, and the caller names no address: fill in one that is known. */
export const fillInDestination = hook<[ctx: TenantContext, destination: Destination]>('fulfilment.fillInDestination');

/** A return was issued, with its credit note. */
export const afterReturnIssued = hook<[ctx: TenantContext, returnId: string]>('fulfilment.afterReturnIssued');

/** A return is about to be voided: refuse, or undo what followed from it. */
export const beforeReturnVoided = hook<[ctx: TenantContext, returnId: string]>('fulfilment.beforeReturnVoided');
