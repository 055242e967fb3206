import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import { configured } from '#platform/db/configured.ts';
import { type Row, rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { recountChain } from '#platform/events/events.sql.ts';
import {
  chartAccounts,
  ledgerDays,
  ledgerEntries,
  ledgerMonths,
  ledgerTail,
  ledgerTransfers,
  postingRules,
  records,
} from '../tables.ts';

/** Amounts are minor units: of the organization's currency, and of each account's own. */
export const postedColumns = [
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
] as const;
export type PostedTransfer = Pick<Row<typeof ledgerTransfers>, (typeof postedColumns)[number]>;

export interface PostedEntry {
  id: string;
  recordId: string;
  version: number;
  date: string;
  description: string;
  reversesId: string | null;
  postedBy: string | null;
  postedAt: Temporal.Instant;
}

/** A record that is written with its first entry. */
export type NewRecord = Parameters<typeof records.insertion>[1][number];

/** The version of `digest.ts`. */
const DIGEST_VERSION = 2;

export type WrittenTransfer = PostedTransfer & { debitCurrency: string; creditCurrency: string };

/** An entry with its transfers, and with the record that it is the first entry of. */
interface NewEntry extends PostedEntry {
  transfers: WrittenTransfer[];
  record: NewRecord | null;
}

/** Writes entries, their transfers and what they add to each account in the open tail, in one statement, with their new records. */
export function entriesToInsert(tenant: Tenant, entries: NewEntry[]): CompiledQuery {
  const { tx, organizationId } = tenant;
  const entry = <K extends keyof PostedEntry>(name: K) => entries.map((each) => each[name]);
  const transfers = entries.flatMap(({ id: entryId, date, transfers: own }) =>
    own.map((transfer, place) => ({ ...transfer, entryId, date, line: place + 1 })),
  );
  const transfer = <K extends keyof (typeof transfers)[number]>(name: K) => transfers.map((each) => each[name]);
  const added = entries.flatMap(tailOf);
  const tail = <K extends keyof TailRow>(name: K) => added.map((each) => each[name]);
  const newRecords = entries.flatMap(({ record }) => record ?? []);
  return sql`
    WITH ${newRecords.length > 0 ? sql`record AS (${records.insertion(tenant, newRecords)}),` : sql``} entry AS (
      INSERT INTO ledger_entries (organization_id, id, record_id, version, date, description, reverses_id, posted_by, posted_at,
        digest_version)
      SELECT ${organizationId}::uuid, e.*, ${sql.lit(DIGEST_VERSION)} FROM unnest(
        ${entry('id')}::uuid[], ${entry('recordId')}::uuid[], ${entry('version')}::int[], ${entry('date')}::date[],
        ${entry('description')}::text[], ${entry('reversesId')}::uuid[], ${entry('postedBy')}::uuid[],
        ${entry('postedAt').map(toTimestamp)}::timestamptz[]) AS e
    ), transfers AS (
      INSERT INTO ledger_transfers (organization_id, entry_id, line, debit_account_id, credit_account_id, amount, debit_amount,
        credit_amount, debit_currency, credit_currency, date, division_id, project_id, contact_id, tax_id, resource_id, purpose)
      SELECT ${organizationId}::uuid, t.* FROM unnest(
        ${transfer('entryId')}::uuid[], ${transfer('line')}::int[], ${transfer('debitAccountId')}::uuid[],
        ${transfer('creditAccountId')}::uuid[], ${transfer('amount')}::bigint[], ${transfer('debitAmount')}::bigint[],
        ${transfer('creditAmount')}::bigint[], ${transfer('debitCurrency')}::text[], ${transfer('creditCurrency')}::text[],
        ${transfer('date')}::date[], ${transfer('divisionId')}::uuid[], ${transfer('projectId')}::uuid[],
        ${transfer('contactId')}::uuid[], ${transfer('taxId')}::uuid[], ${transfer('resourceId')}::uuid[],
        ${transfer('purpose')}::text[]) AS t
    )
    INSERT INTO ledger_tail (organization_id, entry_id, line, account_id, division_id, date, debit, credit, own_debit, own_credit,
      currency)
    SELECT ${organizationId}::uuid, a.* FROM unnest(
      ${tail('entryId')}::uuid[], ${tail('line')}::int[], ${tail('accountId')}::uuid[], ${tail('divisionId')}::uuid[],
      ${tail('date')}::date[], ${tail('debit')}::bigint[], ${tail('credit')}::bigint[], ${tail('ownDebit')}::bigint[],
      ${tail('ownCredit')}::bigint[], ${tail('currency')}::text[]) AS a`.compile(tx);
}

type TailRow = Omit<Row<typeof ledgerTail>, 'postable'>;

/** The changes that an entry makes, by account and division. */
function tailOf({ id, date, transfers }: NewEntry): TailRow[] {
  const rows = new Map<string, TailRow>();
  const add = (
    side: Pick<TailRow, 'accountId' | 'divisionId' | 'currency'> & { line: number },
    amounts: Pick<TailRow, 'debit' | 'credit' | 'ownDebit' | 'ownCredit'>,
  ) => {
    const key = `${side.accountId} ${side.divisionId}`;
    const before = rows.get(key);
    rows.set(key, {
      ...(before ?? { ...side, entryId: id, date }),
      debit: (before?.debit ?? 0n) + amounts.debit,
      credit: (before?.credit ?? 0n) + amounts.credit,
      ownDebit: (before?.ownDebit ?? 0n) + amounts.ownDebit,
      ownCredit: (before?.ownCredit ?? 0n) + amounts.ownCredit,
    });
  };
  for (const [place, transfer] of transfers.entries()) {
    const { debitAccountId, creditAccountId, debitCurrency, creditCurrency, divisionId, amount } = transfer;
    const line = place + 1;
    add(
      { accountId: debitAccountId, divisionId, currency: debitCurrency, line },
      { debit: amount, credit: 0n, ownDebit: transfer.debitAmount, ownCredit: 0n },
    );
    add(
      { accountId: creditAccountId, divisionId, currency: creditCurrency, line },
      { debit: 0n, credit: amount, ownDebit: 0n, ownCredit: transfer.creditAmount },
    );
  }
  return [...rows.values()];
}

/** Locks the entry of a record that has not been reversed, so that only one caller reverses it. */
export const lockActiveEntry = (tenant: Tenant, recordId: string) =>
  rowOf<{ id: string; version: number; description: string }>(tenant.tx)`
    SELECT e.id, e.version, e.description FROM ${ledgerEntries.of(tenant)} e
    WHERE e.record_id = ${recordId} AND e.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ${ledgerEntries.of(tenant)} r WHERE r.reverses_id = e.id)
    ORDER BY e.version DESC LIMIT 1 FOR UPDATE OF e`;

export interface BookedNet {
  accountId: string;
  /** Debits less credits, in minor units of the organization's currency. */
  amount: bigint;
}

/** The price of a purchase by account, without taxes and without what its returns credited, as they are posted now. */
export async function selectBookedNet(
  tenant: Tenant,
  { bill, returned }: { bill: string; returned: string[] },
): Promise<BookedNet[]> {
  const isBill = sql`e.record_id = ${bill}::uuid`;
  return rowsOf<BookedNet>(tenant.tx)`
    SELECT account_id, sum(amount)::numeric(40,0) AS amount
    FROM (
      SELECT CASE WHEN ${isBill} THEN t.debit_account_id ELSE t.credit_account_id END AS account_id,
             CASE WHEN ${isBill} THEN t.amount ELSE -t.amount END AS amount
      FROM ${ledgerEntries.of(tenant)} e
      JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id AND t.purpose = 'net'
      WHERE e.record_id = ANY (${[bill, ...returned]}::uuid[]) AND e.reverses_id IS NULL
        AND NOT EXISTS (SELECT FROM ${ledgerEntries.of(tenant)} r WHERE r.reverses_id = e.id)
    ) AS prices
    GROUP BY account_id ORDER BY amount DESC, account_id`;
}

type PostableAccount = Pick<Row<typeof chartAccounts>, 'id' | 'currency' | 'postable' | 'archivedAt'>;

/** The accounts of the chart, by id, as far as postings depend on them. */
export const selectPostable = (tenant: Tenant): Promise<Map<string, PostableAccount>> =>
  configured(tenant, 'accounts of the chart', async () => {
    const rows = await chartAccounts.all(tenant, {}, { columns: ['id', 'currency', 'postable', 'archivedAt'] });
    return new Map(rows.map((account) => [account.id, account]));
  });

const TAIL_FOLDED_MAX = 20_000;

/**
 * Moves the open tail into the totals in one statement, so that a reader never counts it twice. Only rows that it deletes itself
 * count, so it needs no other locks. Returns whether more is left.
 */
export async function foldTail({ tx, organizationId }: Tenant): Promise<boolean> {
  const rows = await rowsOf<{ folded: number }>(tx)`
    WITH taken AS (
      DELETE FROM ledger_tail WHERE (organization_id, entry_id, line, account_id) IN (
        SELECT organization_id, entry_id, line, account_id FROM ledger_tail
        WHERE organization_id = ${organizationId} LIMIT ${TAIL_FOLDED_MAX})
      RETURNING account_id, division_id, date, debit, credit, own_debit, own_credit, currency
    ), days AS (
      INSERT INTO ledger_days AS d (organization_id, account_id, division_id, date, debit, credit, own_debit, own_credit)
      SELECT ${organizationId}::uuid, account_id, division_id, date, sum(debit), sum(credit), sum(own_debit), sum(own_credit)
      FROM taken GROUP BY account_id, division_id, date
      ON CONFLICT (organization_id, account_id, division_key, date) DO UPDATE
      SET debit = d.debit + excluded.debit, credit = d.credit + excluded.credit,
          own_debit = d.own_debit + excluded.own_debit, own_credit = d.own_credit + excluded.own_credit
    ), months AS (
      INSERT INTO ledger_months AS m (organization_id, account_id, division_id, month, debit, credit, own_debit, own_credit, currency)
      SELECT ${organizationId}::uuid, account_id, division_id, date_trunc('month', date)::date,
             sum(debit), sum(credit), sum(own_debit), sum(own_credit), max(currency)
      FROM taken GROUP BY account_id, division_id, date_trunc('month', date)
      ON CONFLICT (organization_id, account_id, division_key, month) DO UPDATE
      SET debit = m.debit + excluded.debit, credit = m.credit + excluded.credit,
          own_debit = m.own_debit + excluded.own_debit, own_credit = m.own_credit + excluded.own_credit
    )
    SELECT count(*)::int AS folded FROM taken`;
  return rows[0]!.folded === TAIL_FOLDED_MAX;
}

export interface Total {
  accountId: string;
  debit: bigint;
  credit: bigint;
  ownDebit: bigint;
  ownCredit: bigint;
}

interface TotalsFilter {
  /** Null: every account. */
  accountIds: string[] | null;
  divisionId: string | null;
  /** The last day that counts; null: everything. */
  until: string | null;
  /** Later postings do not count: the books as they were known at this moment. */
  knownAt?: string | null;
}

/**
 * The totals of accounts up to a day: whole months, the days of the last one, and the open tail. For a past moment, less
 * the transfers posted since. One statement, so that all parts show the same moment.
 */
export async function selectTotals(tenant: Tenant, filter: TotalsFilter): Promise<Total[]> {
  const { until, knownAt } = filter;
  const amounts = sql`account_id, debit, credit, own_debit, own_credit`;
  return rowsOf<Total>(tenant.tx)`
    SELECT ${sums}
    FROM (
      SELECT ${amounts} FROM ${ledgerMonths.of(tenant)} AS months
      WHERE ${matches(filter)} AND (${until}::date IS NULL OR month < date_trunc('month', ${until}::date))
      UNION ALL
      SELECT ${amounts} FROM ${ledgerDays.of(tenant)} AS days
      WHERE ${matches(filter)} AND date >= date_trunc('month', ${until}::date) AND date <= ${until}::date
      UNION ALL
      SELECT ${amounts} FROM ${ledgerTail.of(tenant)} AS tail
      WHERE ${matches(filter)} AND (${until}::date IS NULL OR date <= ${until}::date)
      ${
        knownAt
          ? sql`UNION ALL SELECT account_id, -debit, -credit, -own_debit, -own_credit
        FROM (${sides(tenant, sql`e.posted_at > ${knownAt}::timestamptz`)}) AS since
        WHERE ${matches(filter)} AND (${until}::date IS NULL OR date <= ${until}::date)`
          : sql``
      }
    ) AS parts GROUP BY account_id`;
}

const sums = sql`
  account_id, sum(debit)::numeric(40,0) AS debit, sum(credit)::numeric(40,0) AS credit, sum(own_debit)::numeric(40,0) AS own_debit,
  sum(own_credit)::numeric(40,0) AS own_credit`;

const matches = ({ accountIds, divisionId }: TotalsFilter) => sql`
  (${accountIds}::uuid[] IS NULL OR account_id = ANY (${accountIds}::uuid[]))
  AND (${divisionId}::uuid IS NULL OR division_id = ${divisionId}::uuid)`;

/** Both sides of the transfers of these entries `e`. */
const sides = (tenant: Tenant, condition: RawBuilder<unknown>) => sql`
  SELECT t.date, t.division_id, side.*
  FROM ${ledgerEntries.of(tenant)} e
  JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
  CROSS JOIN LATERAL (VALUES
    (t.debit_account_id, t.amount, 0::bigint, t.debit_amount, 0::bigint),
    (t.credit_account_id, 0, t.amount, 0, t.credit_amount)
  ) AS side (account_id, debit, credit, own_debit, own_credit)
  WHERE ${condition}`;

/** The same totals, summed from every transfer: slow, for tests to compare with. */
export async function recountTotals(tenant: Tenant, filter: TotalsFilter): Promise<Total[]> {
  const { until, knownAt = null } = filter;
  const known = sql`${knownAt}::timestamptz IS NULL OR e.posted_at <= ${knownAt}::timestamptz`;
  return rowsOf<Total>(tenant.tx)`
    SELECT ${sums} FROM (${sides(tenant, known)}) AS sides
    WHERE ${matches(filter)} AND (${until}::date IS NULL OR date <= ${until}::date)
    GROUP BY account_id`;
}

/** The account of each posting rule, by the name of the rule. */
export const selectPostingRules = (tenant: Tenant): Promise<Map<string, string>> =>
  configured(tenant, 'posting rules', async () => {
    const rows = await postingRules.all(tenant, {}, { columns: ['name', 'chartAccountId'] });
    return new Map(rows.map(({ name, chartAccountId }) => [name, chartAccountId]));
  });

/** Computes the hash chain over the events and the ledger entries again. The texts are those of `digest.ts`. */
export const recountLedgerChain = (tenant: Tenant) =>
  recountChain(
    tenant,
    sql`SELECT encode(sha256(convert_to(
          CASE e.digest_version
            WHEN 1 THEN string_agg(concat_ws('|', t.line, t.debit_account_id, t.credit_account_id, t.amount, t.debit_amount,
              t.credit_amount, t.date), chr(10) ORDER BY t.line)
            ELSE string_agg(array_to_string(ARRAY[t.line::text, t.debit_account_id::text, t.credit_account_id::text,
                t.amount::text, t.debit_amount::text, t.credit_amount::text, t.debit_currency, t.credit_currency, t.date::text,
                t.division_id::text, t.project_id::text, t.contact_id::text, t.tax_id::text, t.resource_id::text, t.purpose],
                '|', ''), chr(10) ORDER BY t.line) || chr(10) ||
              array_to_string(ARRAY[e.record_id::text, e.version::text, e.date::text, e.reverses_id::text, e.posted_by::text,
                e.description], '|', '')
          END, 'UTF8')), 'hex')
        FROM ${ledgerEntries.of(tenant)} e JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
        WHERE e.id = sealed.id GROUP BY e.id, e.digest_version, e.record_id, e.version, e.date, e.reverses_id, e.posted_by,
          e.description`,
  );
