import type pg from 'pg';

/** Where tickets are paid: a division, the money accounts and the income account. */
export interface Till {
  organizationId: string;
  divisionId: string;
  /** Money accounts with their chart accounts; tickets use them in turn. */
  accounts: { id: string; chartAccountId: string }[];
  salesId: string;
}

/** The latest postings are not folded into the totals yet, as in production. */
const IN_TAIL = 50;
const BATCH = 100_000;

/** Inserts so many paid tickets for a till directly, spread over the past days. */
export async function fillTickets(owner: pg.Client, till: Till, count: number, days: number): Promise<void> {
  // Skip foreign key checks: the references are right by construction, and checking millions takes minutes.
  await owner.query('SET session_replication_role = replica; SET synchronous_commit = off');
  for (let from = 1; from <= count; from += BATCH) {
    const last = Math.min(count, from + BATCH - 1);
    await fillBatch(owner, till, { from, last, folded: last === count ? last - IN_TAIL : last, days });
  }
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  await owner.query('ANALYZE records, ledger_entries, ledger_transfers, ledger_tail, ledger_days, ledger_months');
}

async function fillBatch(
  owner: pg.Client,
  till: Till,
  { from, last, folded, days }: { from: number; last: number; folded: number; days: number },
): Promise<void> {
  await owner.query('DROP TABLE IF EXISTS pg_temp.tickets');
  await owner.query(
    `CREATE TEMP TABLE tickets AS
     SELECT n, uuidv7() AS record_id, uuidv7() AS entry_id, 100 + n % 9000 AS amount,
            (now() AT TIME ZONE 'America/Santo_Domingo')::date - (n % $3::bigint)::int AS date,
            ($4::uuid[])[1 + n % cardinality($4)] AS account_id, ($5::uuid[])[1 + n % cardinality($5)] AS chart_account_id
     FROM generate_series($1::bigint, $2::bigint) AS n`,
    [from, last, days, till.accounts.map(({ id }) => id), till.accounts.map(({ chartAccountId }) => chartAccountId)],
  );
  const place = [till.organizationId, till.divisionId];
  await owner.query(
    `INSERT INTO records (organization_id, id, status, kind, date, amount, currency, base_amount, account_id,
       chart_account_id, division_id, created_at, updated_at)
     SELECT $1, record_id, 'posted', 'payment', date, amount, 'DOP', amount, account_id, $3, $2, now(), now() FROM tickets`,
    [...place, till.salesId],
  );
  await owner.query(
    `INSERT INTO ledger_entries (organization_id, id, record_id, version, date, posted_at)
     SELECT $1, entry_id, record_id, 1, date, now() FROM tickets`,
    [till.organizationId],
  );
  await owner.query(
    `INSERT INTO ledger_transfers (organization_id, entry_id, line, debit_account_id, credit_account_id, amount, debit_amount,
       credit_amount, debit_currency, credit_currency, date, division_id, purpose)
     SELECT $1, entry_id, 1, chart_account_id, $3, amount, amount, amount, 'DOP', 'DOP', date, $2, 'payment' FROM tickets`,
    [...place, till.salesId],
  );
  const sides = `
    SELECT n, entry_id, chart_account_id AS account_id, date, amount AS debit, 0 AS credit FROM tickets
    UNION ALL SELECT n, entry_id, $3::uuid, date, 0, amount FROM tickets`;
  await owner.query(
    `INSERT INTO ledger_tail (organization_id, entry_id, line, account_id, division_id, date, debit, credit, own_debit, own_credit)
     SELECT $1, entry_id, 1, account_id, $2, date, debit, credit, debit, credit FROM (${sides}) AS s WHERE n > $4`,
    [...place, till.salesId, folded],
  );
  for (const [table, column, span] of [
    ['ledger_days', 'date', 'date'],
    ['ledger_months', 'month', "date_trunc('month', date)::date"],
  ] as const) {
    await owner.query(
      `INSERT INTO ${table} AS t (organization_id, account_id, division_id, ${column}, debit, credit, own_debit, own_credit)
       SELECT $1, account_id, $2, ${span}, sum(debit), sum(credit), sum(debit), sum(credit)
       FROM (${sides}) AS s WHERE n <= $4 GROUP BY account_id, ${span}
       ON CONFLICT (organization_id, account_id, division_key, ${column}) DO UPDATE
       SET debit = t.debit + excluded.debit, credit = t.credit + excluded.credit,
           own_debit = t.own_debit + excluded.own_debit, own_credit = t.own_credit + excluded.own_credit`,
      [...place, till.salesId, folded],
    );
  }
}
