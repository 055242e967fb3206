import type { Transfer } from '#modules/accounting/index.ts';
import type { PaymentSource } from '#modules/invoicing/index.ts';
import type { Side } from '../bridge.ts';
import type { GivenPayment } from './pay.schema.ts';

/** What the payments of one request have in common. */
export interface Till {
  base: string;
  rules: Map<string, string>;
  date: string;
  /** The contact that stands today. */
  contactId: string | null;
  divisionId: string | null | undefined;
  overpayment: GivenPayment['overpayment'];
}

/** Money on its way to a document: where it comes from, and how much of the document it settles. */
export interface Tender {
  source: PaymentSource;
  sourceId: string | null;
  settles: bigint;
  /** Where it is in the books: for a sale the side that is debited, for a purchase the one that is credited. */
  side: Side;
  record: {
    amount: bigint;
    currency: string;
    accountId: string | null;
    method: string | null;
    reference: string | null;
    divisionId: string | null;
    /** What goes beyond the document. */
    more?: Transfer;
  };
  change?: bigint;
  /** Writes the histories of what was used, once the record is known. */
  keep?: (record: { id: string; date: string }) => Promise<unknown>;
}
