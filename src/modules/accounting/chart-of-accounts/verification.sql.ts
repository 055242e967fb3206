import { onlyRowOf, type Tenant } from '#platform/db/table.ts';
import { ledgerDays, ledgerMonths, ledgerTail, ledgerTransfers, type TotalDifference } from '../tables.ts';

const DIFFERENCES_KEPT_MAX = 100;

/**
 * Sums all transfers, less the totals and the open tail, by account, division, day and month: the differences that are not
 * zero. One statement, so that both sides are read at the same moment while others go on posting.
 */
export const recountBooks = (tenant: Tenant) =>
  onlyRowOf<{ transfers: bigint; differences: TotalDifference[] }>(tenant.tx)`
    WITH sides AS (
      SELECT side.account_id, t.division_id, t.date, side.debit, side.credit, side.own_debit, side.own_credit
      FROM ${ledgerTransfers.of(tenant)} t
      CROSS JOIN LATERAL (VALUES
        (t.debit_account_id, t.amount, 0::bigint, t.debit_amount, 0::bigint),
        (t.credit_account_id, 0, t.amount, 0, t.credit_amount)
      ) AS side (account_id, debit, credit, own_debit, own_credit)
      UNION ALL
      SELECT account_id, division_id, date, -debit, -credit, -own_debit, -own_credit
      FROM ${ledgerTail.of(tenant)} AS tail
    ), compared AS (
      SELECT 'day' AS period, account_id, division_id, date AS "from", debit, credit, own_debit, own_credit FROM sides
      UNION ALL
      SELECT 'month', account_id, division_id, date_trunc('month', date)::date, debit, credit, own_debit, own_credit FROM sides
      UNION ALL
      SELECT 'day', account_id, division_id, date, -debit, -credit, -own_debit, -own_credit
      FROM ${ledgerDays.of(tenant)} AS days
      UNION ALL
      SELECT 'month', account_id, division_id, month, -debit, -credit, -own_debit, -own_credit
      FROM ${ledgerMonths.of(tenant)} AS months
    ), wrong AS (
      SELECT period, account_id, division_id, "from", sum(debit) AS debit, sum(credit) AS credit,
             sum(own_debit) AS own_debit, sum(own_credit) AS own_credit
      FROM compared GROUP BY period, account_id, division_id, "from"
      HAVING sum(debit) <> 0 OR sum(credit) <> 0 OR sum(own_debit) <> 0 OR sum(own_credit) <> 0
      ORDER BY "from", account_id, period LIMIT ${DIFFERENCES_KEPT_MAX}
    )
    SELECT (SELECT count(*) FROM ${ledgerTransfers.of(tenant)} AS t) AS transfers,
           coalesce((SELECT jsonb_agg(jsonb_build_object(
             'period', period, 'accountId', account_id, 'divisionId', division_id, 'from', "from", 'debit', debit::text,
             'credit', credit::text, 'ownDebit', own_debit::text, 'ownCredit', own_credit::text)) FROM wrong), '[]') AS differences
    `;
