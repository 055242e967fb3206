import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';

export interface PostedTransfer {
  debitAccountId: string;
  creditAccountId: string;
  /** Minor units of the organization's currency. */
  amount: bigint;
  /** Minor units of each account's own currency. */
  debitAmount: bigint;
  creditAmount: bigint;
  divisionId: string | null;
  projectId: string | null;
  contactId: string | null;
  taxId: string | null;
  resourceId: string | null;
  purpose: string;
}

export interface PostedEntry {
  organizationId: string;
  id: string;
  recordId: string;
  version: number;
  date: string;
  description: string;
  reversesId: string | null;
  postedBy: string | null;
  postedAt: Temporal.Instant;
}

/** Writes an entry, its transfers and what they add to each account in the open tail, in one statement. */
export async function insertEntry(tx: Tx, entry: PostedEntry, transfers: PostedTransfer[]): Promise<void> {
  const column = <K extends keyof PostedTransfer>(name: K) => transfers.map((transfer) => transfer[name]);
  await sql`
    WITH entry AS (
      INSERT INTO ledger_entries (organization_id, id, record_id, version, date, description, reverses_id, posted_by, posted_at)
      VALUES (${entry.organizationId}, ${entry.id}, ${entry.recordId}, ${entry.version}, ${entry.date}, ${entry.description},
              ${entry.reversesId}, ${entry.postedBy}, ${entry.postedAt})
    ), given AS (
      SELECT * FROM unnest(
        ${column('debitAccountId')}::uuid[], ${column('creditAccountId')}::uuid[], ${column('amount')}::bigint[],
        ${column('debitAmount')}::bigint[], ${column('creditAmount')}::bigint[], ${column('divisionId')}::uuid[],
        ${column('projectId')}::uuid[], ${column('contactId')}::uuid[], ${column('taxId')}::uuid[],
        ${column('resourceId')}::uuid[], ${column('purpose')}::text[]
      ) WITH ORDINALITY AS t (debit_account_id, credit_account_id, amount, debit_amount, credit_amount, division_id,
                              project_id, contact_id, tax_id, resource_id, purpose, line)
    ), transfers AS (
      INSERT INTO ledger_transfers (organization_id, entry_id, line, debit_account_id, credit_account_id, amount, debit_amount,
        credit_amount, debit_currency, credit_currency, date, division_id, project_id, contact_id, tax_id, resource_id, purpose)
      SELECT ${entry.organizationId}::uuid, ${entry.id}::uuid, line, debit_account_id, credit_account_id, amount, debit_amount,
        credit_amount, d.currency, c.currency, ${entry.date}::date, division_id, project_id, contact_id, tax_id, resource_id,
        purpose
      FROM given
      JOIN chart_accounts d ON d.organization_id = ${entry.organizationId} AND d.id = debit_account_id
      JOIN chart_accounts c ON c.organization_id = ${entry.organizationId} AND c.id = credit_account_id
    )
    INSERT INTO ledger_tail (organization_id, entry_id, line, account_id, division_id, date, debit, credit, own_debit, own_credit)
    SELECT ${entry.organizationId}::uuid, ${entry.id}::uuid, min(line), account_id, division_id, ${entry.date}::date,
           sum(debit)::bigint, sum(credit)::bigint, sum(own_debit)::bigint, sum(own_credit)::bigint
    FROM (
      SELECT line, debit_account_id AS account_id, division_id, amount AS debit, 0 AS credit, debit_amount AS own_debit,
             0 AS own_credit
      FROM given
      UNION ALL SELECT line, credit_account_id, division_id, 0, amount, 0, credit_amount FROM given
    ) AS side
    GROUP BY account_id, division_id`.execute(tx);
}

/** Takes the whole entry back: the same transfers in the other direction. */
export async function selectTransfers({ tx, organizationId }: Tenant, entryId: string): Promise<PostedTransfer[]> {
  return tx
    .selectFrom('ledgerTransfers')
    .select([
      'debitAccountId',
      'creditAccountId',
      'amount',
      'debitAmount',
      'creditAmount',
      'divisionId',
      'projectId',
      'contactId',
      'taxId',
      'resourceId',
      'purpose',
    ])
    .where('organizationId', '=', organizationId)
    .where('entryId', '=', entryId)
    .orderBy('line')
    .execute();
}

/** The entry that holds a version of a record, unless it has been taken back; locked, so that only one caller can. */
export const lockStandingEntry = ({ tx, organizationId }: Tenant, recordId: string) =>
  tx
    .selectFrom('ledgerEntries as e')
    .select(['e.id', 'e.version', 'e.date', 'e.description'])
    .where('e.organizationId', '=', organizationId)
    .where('e.recordId', '=', recordId)
    .where('e.reversesId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledgerEntries as r')
            .select('r.id')
            .whereRef('r.organizationId', '=', 'e.organizationId')
            .whereRef('r.reversesId', '=', 'e.id'),
        ),
      ),
    )
    .orderBy('e.version', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Held until the transaction ends: an account that is being posted to can neither become a heading nor be deleted. */
export const lockPostable = ({ tx, organizationId }: Tenant, ids: string[]) =>
  tx
    .selectFrom('chartAccounts')
    .select(['id', 'currency', 'postable', 'archivedAt'])
    .select(
      sql<boolean>`id = (SELECT chart_account_id FROM posting_rules WHERE organization_id = ${organizationId} AND name = 'inventory')`.as(
        'isInventory',
      ),
    )
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .forKeyShare()
    .execute();

const TAIL_FOLDED_MAX = 20_000;

/** Brings the totals up to date: what leaves the tail arrives in them, in one statement, so a reader never sees it twice. */
export async function foldTail({ tx, organizationId }: Tenant): Promise<boolean> {
  const { rows } = await sql<{ folded: number }>`
    WITH taken AS (
      DELETE FROM ledger_tail WHERE (organization_id, entry_id, line, account_id) IN (
        SELECT organization_id, entry_id, line, account_id FROM ledger_tail
        WHERE organization_id = ${organizationId} LIMIT ${TAIL_FOLDED_MAX} FOR UPDATE SKIP LOCKED)
      RETURNING account_id, division_id, date, debit, credit, own_debit, own_credit
    ), days AS (
      INSERT INTO ledger_days AS d (organization_id, account_id, division_id, date, debit, credit, own_debit, own_credit)
      SELECT ${organizationId}::uuid, account_id, division_id, date, sum(debit), sum(credit), sum(own_debit), sum(own_credit)
      FROM taken GROUP BY account_id, division_id, date
      ON CONFLICT (organization_id, account_id, division_key, date) DO UPDATE
      SET debit = d.debit + excluded.debit, credit = d.credit + excluded.credit,
          own_debit = d.own_debit + excluded.own_debit, own_credit = d.own_credit + excluded.own_credit
    ), months AS (
      INSERT INTO ledger_months AS m (organization_id, account_id, division_id, month, debit, credit, own_debit, own_credit)
      SELECT ${organizationId}::uuid, account_id, division_id, date_trunc('month', date)::date,
             sum(debit), sum(credit), sum(own_debit), sum(own_credit)
      FROM taken GROUP BY account_id, division_id, date_trunc('month', date)
      ON CONFLICT (organization_id, account_id, division_key, month) DO UPDATE
      SET debit = m.debit + excluded.debit, credit = m.credit + excluded.credit,
          own_debit = m.own_debit + excluded.own_debit, own_credit = m.own_credit + excluded.own_credit
    )
    SELECT count(*)::int AS folded FROM taken`.execute(tx);
  return rows[0]!.folded === TAIL_FOLDED_MAX;
}

export interface Total {
  accountId: string;
  debit: bigint;
  credit: bigint;
  ownDebit: bigint;
  ownCredit: bigint;
}

export interface TotalsFilter {
  /** Null: every account. */
  accountIds: string[] | null;
  divisionId: string | null;
  /** The last day that counts; null: everything. */
  until: string | null;
  /** What was posted after this moment does not count: the books as they were known then. */
  knownAt?: string | null;
}

/**
 * The totals of accounts up to a day: whole months, the days of the last one, and the open tail. For a past moment, less
 * what was posted since. All in one statement, so that it is one look at the books.
 */
export async function selectTotals({ tx, organizationId }: Tenant, filter: TotalsFilter): Promise<Total[]> {
  const chosen = sql`
    organization_id = ${organizationId}
    AND (${filter.accountIds}::uuid[] IS NULL OR account_id = ANY (${filter.accountIds}::uuid[]))
    AND (${filter.divisionId}::uuid IS NULL OR division_id = ${filter.divisionId}::uuid)`;
  const { rows } = await sql<Total>`
    SELECT account_id, sum(debit)::bigint AS debit, sum(credit)::bigint AS credit,
           sum(own_debit)::bigint AS own_debit, sum(own_credit)::bigint AS own_credit
    FROM (
      SELECT account_id, debit, credit, own_debit, own_credit FROM ledger_months
      WHERE ${chosen} AND (${filter.until}::date IS NULL OR month < date_trunc('month', ${filter.until}::date))
      UNION ALL
      SELECT account_id, debit, credit, own_debit, own_credit FROM ledger_days
      WHERE ${chosen} AND date >= date_trunc('month', ${filter.until}::date) AND date <= ${filter.until}::date
      UNION ALL
      SELECT account_id, debit, credit, own_debit, own_credit FROM ledger_tail
      WHERE ${chosen} AND (${filter.until}::date IS NULL OR date <= ${filter.until}::date)
      ${filter.knownAt ? postedSince(organizationId, filter, filter.knownAt, chosen) : sql``}
    ) AS parts GROUP BY account_id`.execute(tx);
  return rows;
}

const postedSince = (organizationId: string, filter: TotalsFilter, knownAt: string, chosen: RawBuilder<unknown>) => sql`
  UNION ALL
  SELECT account_id, -debit, -credit, -own_debit, -own_credit
  FROM (
    SELECT t.organization_id, t.date, t.division_id, side.*
    FROM ledger_entries e
    JOIN ledger_transfers t ON t.organization_id = e.organization_id AND t.entry_id = e.id
    CROSS JOIN LATERAL (VALUES
      (t.debit_account_id, t.amount, 0::bigint, t.debit_amount, 0::bigint),
      (t.credit_account_id, 0, t.amount, 0, t.credit_amount)
    ) AS side (account_id, debit, credit, own_debit, own_credit)
    WHERE e.organization_id = ${organizationId} AND e.posted_at > ${knownAt}::timestamptz
  ) AS since
  WHERE ${chosen} AND (${filter.until}::date IS NULL OR date <= ${filter.until}::date)`;

/** The same totals counted from every transfer: slow, and what the others must equal. */
export async function recountTotals({ tx, organizationId }: Tenant, filter: TotalsFilter): Promise<Total[]> {
  const knownAt = filter.knownAt ?? null;
  const { rows } = await sql<Total>`
    SELECT account_id, sum(debit)::bigint AS debit, sum(credit)::bigint AS credit,
           sum(own_debit)::bigint AS own_debit, sum(own_credit)::bigint AS own_credit
    FROM (
      SELECT t.debit_account_id AS account_id, t.amount AS debit, 0 AS credit, t.debit_amount AS own_debit, 0 AS own_credit,
             t.date, t.division_id, t.entry_id
      FROM ledger_transfers t WHERE t.organization_id = ${organizationId}
      UNION ALL
      SELECT t.credit_account_id, 0, t.amount, 0, t.credit_amount, t.date, t.division_id, t.entry_id
      FROM ledger_transfers t WHERE t.organization_id = ${organizationId}
    ) AS sides
    WHERE (${filter.accountIds}::uuid[] IS NULL OR account_id = ANY (${filter.accountIds}::uuid[]))
      AND (${filter.divisionId}::uuid IS NULL OR division_id = ${filter.divisionId}::uuid)
      AND (${filter.until}::date IS NULL OR date <= ${filter.until}::date)
      AND (${knownAt}::timestamptz IS NULL OR EXISTS (
        SELECT FROM ledger_entries e
        WHERE e.organization_id = ${organizationId} AND e.id = entry_id AND e.posted_at <= ${knownAt}::timestamptz))
    GROUP BY account_id`.execute(tx);
  return rows;
}
