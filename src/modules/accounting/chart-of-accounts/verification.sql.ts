import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export interface Verification {
  checkedAt: string | null;
  verifiedAt: string | null;
  differences: number;
}

export async function selectVerification({ tx, organizationId }: Tenant): Promise<Verification> {
  const row = await tx
    .selectFrom('ledgerVerifications')
    .select(['checkedAt', 'verifiedAt', sql<number>`jsonb_array_length(differences)`.as('differences')])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? { checkedAt: null, verifiedAt: null, differences: 0 };
}

/** Where a total is not what the transfers say: by how much it should be more. Minor units, as text. */
export interface Difference {
  period: 'day' | 'month';
  accountId: string;
  divisionId: string | null;
  from: string;
  debit: string;
  credit: string;
  ownDebit: string;
  ownCredit: string;
}

const DIFFERENCES_KEPT_MAX = 100;

/**
 * Counts every transfer anew and takes away what the totals and the open tail say, by account, division, day and month:
 * nothing must be left. One statement, so both are seen at the same moment while others go on posting.
 */
export async function recountBooks({
  tx,
  organizationId,
}: Tenant): Promise<{ transfers: bigint; differences: Difference[] }> {
  const { rows } = await sql<{ transfers: bigint; differences: Difference[] }>`
    WITH sides AS (
      SELECT side.account_id, t.division_id, t.date, side.debit, side.credit, side.own_debit, side.own_credit
      FROM ledger_transfers t
      CROSS JOIN LATERAL (VALUES
        (t.debit_account_id, t.amount, 0::bigint, t.debit_amount, 0::bigint),
        (t.credit_account_id, 0, t.amount, 0, t.credit_amount)
      ) AS side (account_id, debit, credit, own_debit, own_credit)
      WHERE t.organization_id = ${organizationId}
      UNION ALL
      SELECT account_id, division_id, date, -debit, -credit, -own_debit, -own_credit
      FROM ledger_tail WHERE organization_id = ${organizationId}
    ), compared AS (
      SELECT 'day' AS period, account_id, division_id, date AS "from", debit, credit, own_debit, own_credit FROM sides
      UNION ALL
      SELECT 'month', account_id, division_id, date_trunc('month', date)::date, debit, credit, own_debit, own_credit FROM sides
      UNION ALL
      SELECT 'day', account_id, division_id, date, -debit, -credit, -own_debit, -own_credit
      FROM ledger_days WHERE organization_id = ${organizationId}
      UNION ALL
      SELECT 'month', account_id, division_id, month, -debit, -credit, -own_debit, -own_credit
      FROM ledger_months WHERE organization_id = ${organizationId}
    ), wrong AS (
      SELECT period, account_id, division_id, "from", sum(debit) AS debit, sum(credit) AS credit,
             sum(own_debit) AS own_debit, sum(own_credit) AS own_credit
      FROM compared GROUP BY period, account_id, division_id, "from"
      HAVING sum(debit) <> 0 OR sum(credit) <> 0 OR sum(own_debit) <> 0 OR sum(own_credit) <> 0
      ORDER BY "from", account_id, period LIMIT ${DIFFERENCES_KEPT_MAX}
    )
    SELECT (SELECT count(*) FROM ledger_transfers WHERE organization_id = ${organizationId}) AS transfers,
           coalesce((SELECT jsonb_agg(jsonb_build_object(
             'period', period, 'accountId', account_id, 'divisionId', division_id, 'from', "from", 'debit', debit::text,
             'credit', credit::text, 'ownDebit', own_debit::text, 'ownCredit', own_credit::text)) FROM wrong), '[]') AS differences
    `.execute(tx);
  return rows[0]!;
}

/** Keeps what came out. Answers whether it is other than the last time. */
export async function upsertVerification(
  { tx, organizationId }: Tenant,
  at: Temporal.Instant,
  found: { transfers: bigint; differences: Difference[] },
): Promise<{ isNews: boolean }> {
  const differences = JSON.stringify(found.differences);
  const verifiedAt = found.differences.length === 0 ? at : null;
  const { rows } = await sql<{ isNews: boolean }>`
    WITH before AS (SELECT differences FROM ledger_verifications WHERE organization_id = ${organizationId})
    INSERT INTO ledger_verifications AS v (organization_id, checked_at, verified_at, transfers, differences)
    VALUES (${organizationId}, ${at}, ${verifiedAt}, ${found.transfers}, ${differences}::jsonb)
    ON CONFLICT (organization_id) DO UPDATE
    SET checked_at = excluded.checked_at, verified_at = coalesce(excluded.verified_at, v.verified_at),
        transfers = excluded.transfers, differences = excluded.differences
    RETURNING differences <> coalesce((SELECT differences FROM before), '[]'::jsonb) AS is_news`.execute(tx);
  return rows[0]!;
}
