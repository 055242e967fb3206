import { gatheredWrite } from '#platform/db/gathered.ts';
import { type PendingPayment, type PendingRecord, pendingPayments, pendingRecords } from '../tables.ts';

/** Payments of one transaction are one statement, as far as nothing reads them in between. */
export const writePayment = gatheredWrite<PendingPayment>(
  (tenant, payments) => pendingPayments.insertion(tenant, payments).compile(tenant.tx),
  { refersToOthers: true },
);

/** The same for what is paid of locked documents; of one that is paid several times only the end is written. */
export const writePaid = gatheredWrite<PendingRecord>(
  (tenant, documents) => {
    const ends = documents.map(({ id, version, paid, basePaid, paidAt, updatedAt }) => ({
      id,
      version,
      paid,
      basePaid,
      paidAt,
      updatedAt,
    }));
    return pendingRecords.changing(tenant, [...new Map(ends.map((end) => [end.id, end])).values()]);
  },
  { refersToOthers: true },
);
