import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';
import { refusal } from '#platform/refusal.ts';
import type { PostingRule } from './ledger/chart-seed.ts';

/** Posting rules of these names are about to point at other accounts: refuse with `PostingRuleInUse`. */
export const beforePostingRulesChanged = hook<[ctx: TenantContext, names: string[]]>(
  'accounting.beforePostingRulesChanged',
);

/** A transfer that moves no stock is about to post to the inventory account: refuse where stock is kept. */
export const beforePostingToInventory = hook<[ctx: TenantContext]>('accounting.beforePostingToInventory');

/** A division is about to be archived: refuse with `DivisionInUse` while it holds something. */
export const beforeDivisionArchived = hook<[ctx: TenantContext, divisionId: string]>(
  'accounting.beforeDivisionArchived',
);

/** Adds why something posts to accounts of the chart that are about to be archived or to become headings. */
export const fillInUsesOfAccounts = hook<[ctx: TenantContext, chartAccountIds: string[], uses: Map<string, string>]>(
  'accounting.fillInUsesOfAccounts',
);

/** A debt of a contact or to one in another currency. Amounts are minor units: positive is ours, negative is owed. */
export interface OpenAmount {
  kind: 'documents' | 'balance';
  /** The posting rule of the account that holds it. */
  rule: PostingRule;
  contactId: string | null;
  divisionId: string | null;
  currency: string;
  amount: bigint;
  /** Its value in the books, in the organization's currency. */
  booked: bigint;
  documents: number;
}

/** Adds the amounts in other currencies that were open at the end of a day, each place once. */
export const fillInOpenAmounts =
  hook<[ctx: TenantContext, day: Temporal.PlainDate, open: OpenAmount[]]>('accounting.fillInOpenAmounts');

/** A payment of a document (invoice) that the bank shows. */
export interface BankPayment {
  accountId: string;
  documentId: string;
  /** In the currency of the account; without one, all that is due. */
  amount?: string | undefined;
  /** In the currency of the document, if the account has another one; without it, at the rate of the day. */
  settles?: string | undefined;
  date: string;
  reference: string | undefined;
  /** The field of the request that names it. */
  path: string;
  /** Filled in: the records that book it. */
  recordIds: string[];
}

export const PaymentRefused = refusal(
  'payment_refused',
  'An invoice of a match cannot be paid: `errors` says which one and why.',
);

/** Pays documents, or refuses with `PaymentRefused`. */
export const payFromBank = hook<[ctx: TenantContext, payments: BankPayment[]]>('accounting.payFromBank');

/** An open invoice that a line of a bank statement may pay. */
export interface OpenInvoice {
  documentId: string;
  number: bigint | null;
  fiscalNumber: string | null;
  date: string;
  contactId: string | null;
  contactName: string | null;
  /** In minor units: positive is owed to us. */
  balance: bigint;
}

/** A contact whose open invoices together may be what a line of a bank statement pays. */
export interface OpenContact {
  contactId: string;
  contactName: string | null;
  documentIds: string[];
  balance: bigint;
}

export interface OpenDebts {
  invoices: OpenInvoice[];
  contacts: OpenContact[];
}

/** Adds the open invoices, and the contacts with several, that have one of these balances, in minor units of this currency. */
export const fillInOpenInvoices = hook<
  [ctx: TenantContext, wanted: { currency: string; balances: bigint[] }, open: OpenDebts]
>('accounting.fillInOpenInvoices');
