import type { Transfer } from '#modules/accounting/index.ts';
import type { PaymentSource } from '#modules/invoicing/index.ts';
import type { Side } from '../bridge.ts';
import type { GivenPayment } from './pay.schema.ts';

/** The data that all payments of one request share. */
export interface Till {
  rules: Map<string, string>;
  date: string;
  /** The survivor of a merged contact. */
  contactId: string | null;
  divisionId: string | null | undefined;
  overpayment: GivenPayment['overpayment'];
}

/** One means of payment: where the money comes from, and how much of the document it settles. */
export interface Tender {
  source: PaymentSource;
  sourceId: string | null;
  settles: bigint;
  /** Its side in the books: debited for a sale, credited for a purchase. */
  side: Side;
  record: {
    amount: bigint;
    currency: string;
    accountId: string | null;
    method: string | null;
    reference: string | null;
    divisionId: string | null;
    /** The transfer of an overpayment, or of change from another account. */
    more?: Transfer;
  };
  change?: { amount: bigint; currency: string };
  /** Writes the history of a gift card or a balance, once the record is known. */
  keep?: (record: { id: string; date: string }) => Promise<unknown>;
}
