import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { pendingRecords } from '../tables.ts';

/** Issued sales invoices by month, in the currency of the books. */
export const invoicedByMonth = (tenant: Tenant, since: string | null) =>
  rowsOf<{ month: string; documents: bigint; amount: bigint }>(tenant.tx)`
    SELECT date_trunc('month', t.date)::date AS month, count(*) AS documents, sum(t.base_total)::numeric(40,0) AS amount
    FROM ${pendingRecords.of(tenant)} t
    WHERE t.kind = 'invoice' AND t.direction = 'sale' AND t.status = 'issued' AND t.date >= coalesce(${since}::date, '1900-01-01')
    GROUP BY 1`;
