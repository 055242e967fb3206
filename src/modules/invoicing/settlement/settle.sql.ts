import { sql } from 'kysely';
import { batchedWrite } from '#platform/db/batched.ts';
import { type PendingPayment, type PendingRecord, pendingPayments } from '../tables.ts';

/** Payments of one transaction are one statement, as far as nothing reads them in between. */
export const writePayment = batchedWrite<PendingPayment>(
  (tenant, payments) => pendingPayments.insertion(tenant, payments).compile(tenant.tx),
  { refersToOthers: true },
);

/** The same for what is paid of locked documents. One that is paid several times is written once, with a version for each payment. */
export const writePaid = batchedWrite<PendingRecord>(
  ({ tx, organizationId }, documents) => {
    const payments = [...Map.groupBy(documents, ({ id }) => id).values()];
    const last = payments.map((each) => each.at(-1)!);
    const of = <K extends keyof PendingRecord>(name: K) => last.map((document) => document[name]);
    return sql`
      UPDATE pending_records d
      SET paid = g.paid, base_paid = g.base_paid, paid_at = g.paid_at, updated_at = g.updated_at, version = d.version + g.payments
      FROM unnest(${of('id')}::uuid[], ${of('paid')}::bigint[], ${of('basePaid')}::bigint[], ${of('paidAt')}::timestamptz[],
        ${of('updatedAt')}::timestamptz[], ${payments.map(({ length }) => length)}::int[])
        AS g (id, paid, base_paid, paid_at, updated_at, payments)
      WHERE d.organization_id = ${organizationId} AND d.id = g.id`.compile(tx);
  },
  { refersToOthers: true },
);
