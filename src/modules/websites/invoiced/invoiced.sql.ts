import { sql } from 'kysely';
import { rowsOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

interface Month {
  month: string;
  documents: bigint;
  amount: bigint;
}

export async function hasMonths(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM invoiced_months WHERE organization_id = ${organizationId} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Replaces the months of an organization from one on. */
export async function replaceMonths(
  tx: Tx,
  organizationId: string,
  { since, currency, months }: { since: string | null; currency: string; months: Month[] },
): Promise<void> {
  await sql`
    DELETE FROM invoiced_months
    WHERE organization_id = ${organizationId} AND month >= coalesce(${since}::date, '1900-01-01')`.execute(tx);
  const rows = months.map(({ month, documents, amount }) => ({
    month,
    documents: String(documents),
    amount: String(amount),
  }));
  await sql`
    INSERT INTO invoiced_months (organization_id, month, currency, documents, amount)
    SELECT ${organizationId}::uuid, g.month, ${currency}, g.documents, g.amount
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (month date, documents bigint, amount numeric)`.execute(
    tx,
  );
}

/** Sums what enough organizations have invoiced in a currency, unless one of them is most of it. */
export async function publishTotals(tx: Tx, organizationsMin: number, now: Temporal.Instant): Promise<void> {
  await sql`DELETE FROM invoiced_published`.execute(tx);
  await sql`
    INSERT INTO invoiced_published (currency, organizations, documents, amount, counted_at)
    SELECT currency, count(*), sum(documents), sum(amount), ${now}::timestamptz FROM (
      SELECT currency, organization_id, sum(documents) AS documents, sum(amount) AS amount
      FROM invoiced_months GROUP BY currency, organization_id HAVING sum(amount) > 0) AS each
    GROUP BY currency HAVING count(*) >= ${organizationsMin} AND max(amount) * 2 <= sum(amount)`.execute(tx);
}

export const selectPublished = (tx: Tx) =>
  rowsOf<{
    currency: string;
    organizations: number;
    documents: bigint;
    amount: bigint;
    countedAt: string;
  }>(tx)`
    SELECT currency, organizations, documents, amount::numeric(40,0) AS amount, counted_at FROM invoiced_published
    ORDER BY currency`;
