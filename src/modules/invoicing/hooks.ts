import type { Cause } from '#modules/inventory/index.ts';
import type { DisputeState } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { hook } from '#platform/hook.ts';
import { refusal } from '#platform/refusal.ts';
import type { PendingElement } from './pending/element.sql.ts';
import type { IssuedReceipt, PendingContent } from './pending/pending.sql.ts';
import type { Debts } from './statement/statement.sql.ts';
import type { PendingPayment, PendingRecord } from './tables.ts';

/** A document is about to be voided: refuse, or undo what followed from it. */
export const beforeDocumentVoided = hook<[ctx: TenantContext, pendingRecordId: string]>(
  'invoicing.beforeDocumentVoided',
);

/** The stock and the record of an issued document are about to be posted again: refuse, or adapt. */
export const beforeDocumentReposted = hook<[ctx: TenantContext, pendingRecordId: string]>(
  'invoicing.beforeDocumentReposted',
);

/** A document that is about to take a fiscal number of the organization, before it has one. */
export interface ReceiptDraft {
  /** The code of its type: `E31`. */
  type: string;
  content: PendingContent;
  elements: Omit<PendingElement, 'converted'>[];
  /** The receipt that it modifies. Null: none, or one of another issuer. */
  modified: IssuedReceipt | null;
}

/** A receipt is about to be issued, all of it in hand: refuse what the tax authority would reject. */
export const beforeReceiptIssued = hook<[ctx: TenantContext, draft: ReceiptDraft]>('invoicing.beforeReceiptIssued');

/** The facts of a signed electronic document that its paper shows, as they are in the XML. */
export interface FiscalStamp {
  /** Where anyone can check it with the tax authority. */
  url: string;
  securityCode: string;
  signedAt: string | null;
  /** The same as `dd-MM-yyyy HH:mm:ss` in Dominican time. */
  signedAtLocal: string | null;
  isRejected: boolean;
  /** How it relates to the document that it modifies: 1 to 5. */
  modificationCode: number | null;
  issuer: {
    name: string;
    tradeName: string | null;
    taxId: string;
    address: string | null;
    /** Municipality and province. */
    place: string | null;
  };
}

/** Filings adds the stamps of those of these documents that are signed. */
export const fillInFiscalStamps =
  hook<[ctx: TenantContext, documentIds: string[], stamps: Map<string, FiscalStamp>]>('invoicing.fillInFiscalStamps');

/** The amount due of a document is about to change, other than by its plan of instalments: refuse, or adapt. */
export const beforeDebtChanged = hook<[ctx: TenantContext, pendingRecordId: string]>('invoicing.beforeDebtChanged');

/** Goods of an invoice that left the stock together. */
export interface Shipment {
  /** The cause of the stock movements. */
  cause: Cause;
  /** The lines, in the order in which their goods left. */
  elementIds: string[];
}

/** Fulfilment adds the deliveries of a document. */
export const fillInShipments =
  hook<[ctx: TenantContext, pendingRecordId: string, shipments: Shipment[]]>('invoicing.fillInShipments');

/** Queries of the issued returns of documents, for the statements of reports. */
export interface ReturnQueries {
  /** `pending_record_id`, `date`, `base_net`, `base_tax`, `base_total`; `base_refunded`: the part of the net that was paid back. */
  returns: RowsQuery;
  /** `element_id`, `date`, `quantity`, and `net`, `tax` and `total` in the currency of the document. */
  lines: RowsQuery;
}

/** Fulfilment, which owns returns, sets the queries. */
export const fillInReturnQueries = hook<[ctx: TenantContext, queries: ReturnQueries]>('invoicing.fillInReturnQueries');

/** A payment by card that goes back to the card. */
interface RefundFacts {
  status: 'requested' | 'settled' | 'failed';
  /** Why it failed. */
  reason: string | null;
  recordId: string | null;
  createdAt: string;
}

/** A payment by card that the customer contests at their bank. */
interface DisputeFacts {
  id: string;
  state: DisputeState;
  evidenceDueAt: string | null;
}

export interface Reversals {
  refund?: RefundFacts;
  dispute?: DisputeFacts;
}

/** Adds the last refund and dispute of each of these payments by card, by payment. */
export const fillInReversals =
  hook<[ctx: TenantContext, payments: Pick<PendingPayment, 'id' | 'sourceId'>[], reversals: Map<string, Reversals>]>(
    'invoicing.fillInReversals',
  );

/** Adds what was paid in advance for these debts and is not used yet: by the customer, or by us to the supplier. */
export const fillInPrepaid =
  hook<[ctx: TenantContext, debts: Debts, prepaid: { amount: bigint }]>('invoicing.fillInPrepaid');

export interface PayLink {
  url: string | null;
}

/** Adds the address where a document can be paid online. */
export const fillInPayLink =
  hook<[ctx: TenantContext, document: PendingRecord, link: PayLink]>('invoicing.fillInPayLink');

export const TooManyPlansChanged = refusal(
  'too_many_plans_changed',
  'More than 10,000 plans of instalments have changed since that day: choose a later one.',
);

/** Adds the due dates on a past day of documents in instalments that are due on another day since, by document. */
export const fillInDueDates =
  hook<[ctx: TenantContext, day: Temporal.PlainDate, dueOn: Map<string, string>]>('invoicing.fillInDueDates');

/** Sets the due date of a document by its own terms, where a plan of instalments has moved it. */
export const fillInOwnDueDate =
  hook<[ctx: TenantContext, pendingRecordId: string, due: { on: string }]>('invoicing.fillInOwnDueDate');
