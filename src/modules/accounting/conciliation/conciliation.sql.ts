import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** What a record that stands adds to an account, in minor units of the account's currency. */
export interface OpenMovement {
  recordId: string;
  date: string;
  description: string;
  reference: string | null;
  paymentMethod: string | null;
  contactId: string | null;
  amount: bigint;
}

/** The records of an account that no conciliation holds, by date. */
export async function selectOpenMovements(
  { tx, organizationId }: Tenant,
  filter: {
    accountId: string;
    chartAccountId: string;
    recordIds?: string[] | null;
    from?: string | null;
    until?: string | null;
    limit: number;
  },
): Promise<OpenMovement[]> {
  const { recordIds = null, from = null, until = null } = filter;
  const entries = recordIds
    ? sql`entry_id IN (SELECT id FROM ledger_entries WHERE organization_id = ${organizationId} AND record_id = ANY (${recordIds}::uuid[]))`
    : sql`(${from}::date IS NULL OR date >= ${from}::date) AND (${until}::date IS NULL OR date <= ${until}::date)`;
  const { rows } = await sql<OpenMovement>`
    SELECT r.id AS record_id, r.date, r.description, r.reference, r.payment_method, r.contact_id, sum(s.amount)::bigint AS amount
    FROM (
      SELECT entry_id, debit_amount AS amount FROM ledger_transfers
      WHERE organization_id = ${organizationId} AND debit_account_id = ${filter.chartAccountId} AND ${entries}
      UNION ALL
      SELECT entry_id, -credit_amount FROM ledger_transfers
      WHERE organization_id = ${organizationId} AND credit_account_id = ${filter.chartAccountId} AND ${entries}
    ) AS s
    JOIN ledger_entries e ON e.organization_id = ${organizationId} AND e.id = s.entry_id AND e.reverses_id IS NULL
    JOIN records r ON r.organization_id = ${organizationId} AND r.id = e.record_id AND r.version = e.version AND r.status = 'posted'
    WHERE NOT EXISTS (SELECT FROM conciliated_records c
      WHERE c.organization_id = ${organizationId} AND c.account_id = ${filter.accountId} AND c.record_id = r.id)
    GROUP BY r.organization_id, r.id HAVING sum(s.amount) <> 0
    ORDER BY r.date, r.id LIMIT ${filter.limit}`.execute(tx);
  return rows;
}

/** Keeps records from changing until the transaction ends; always in the same order. */
export const lockRecords = ({ tx, organizationId }: Tenant, ids: string[]): Promise<unknown> =>
  tx
    .selectFrom('records')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute();

/** Which of the records a conciliation holds: of one account, or of any. */
export async function selectConciliated(
  { tx, organizationId }: Tenant,
  recordIds: string[],
  accountId: string | null,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('conciliatedRecords')
    .select('recordId')
    .where('organizationId', '=', organizationId)
    .where('recordId', '=', sql<string>`ANY (${recordIds}::uuid[])`)
    .$if(accountId !== null, (query) => query.where('accountId', '=', accountId!))
    .execute();
  return rows.map(({ recordId }) => recordId);
}

export interface Conciliation {
  id: string;
  accountId: string;
  number: number;
  until: string;
  details: string | null;
  totalIn: bigint;
  totalOut: bigint;
  recordCount: number;
  lastRecordId: string;
  previousUntil: string | null;
  createdBy: string | null;
  createdAt: string;
  canceledBy: string | null;
  canceledAt: string | null;
}

const columns = [
  'id',
  'accountId',
  'number',
  'until',
  'details',
  'totalIn',
  'totalOut',
  'recordCount',
  'lastRecordId',
  'previousUntil',
  'createdBy',
  'createdAt',
  'canceledBy',
  'canceledAt',
] as const;

export const insertConciliation = (
  { tx, organizationId }: Tenant,
  conciliation: Omit<Conciliation, 'createdAt' | 'canceledBy' | 'canceledAt'>,
  at: Temporal.Instant,
): Promise<Conciliation> =>
  tx
    .insertInto('conciliations')
    .values({ ...conciliation, organizationId, createdAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const insertConciliatedRecords = (
  tx: Tx,
  conciliation: { organizationId: string; accountId: string; id: string },
  records: { recordId: string; amount: bigint; match: number | null }[],
): Promise<unknown> => {
  const column = <K extends keyof (typeof records)[number]>(name: K) => records.map((record) => record[name]);
  return sql`
    INSERT INTO conciliated_records (organization_id, account_id, conciliation_id, record_id, amount, match)
    SELECT ${conciliation.organizationId}::uuid, ${conciliation.accountId}::uuid, ${conciliation.id}::uuid, r.*
    FROM unnest(${column('recordId')}::uuid[], ${column('amount')}::bigint[], ${column('match')}::int[]) AS r`.execute(
    tx,
  );
};

/** The number that a conciliation gets next, the last one that stands, and what all that stand come to. */
export async function selectStanding({ tx, organizationId }: Tenant, accountId: string) {
  const [last, { next, balance }] = await Promise.all([
    tx
      .selectFrom('conciliations')
      .select(columns)
      .where('organizationId', '=', organizationId)
      .where('accountId', '=', accountId)
      .where('canceledAt', 'is', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('conciliations')
      .select([
        sql<number>`coalesce(max(number), 0) + 1`.as('next'),
        sql<bigint>`coalesce(sum(total_in - total_out) FILTER (WHERE canceled_at IS NULL), 0)::bigint`.as('balance'),
      ])
      .where('organizationId', '=', organizationId)
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow(),
  ]);
  return { last, next, balance };
}

export const updateCanceled = (
  { tx, organizationId }: Tenant,
  id: string,
  canceled: { canceledBy: string | null; canceledAt: Temporal.Instant },
): Promise<Conciliation> =>
  tx
    .updateTable('conciliations')
    .set(canceled)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Lets the records of a conciliation go, and answers them as they are: they could not change meanwhile. */
export async function releaseRecords({ tx, organizationId }: Tenant, conciliationId: string): Promise<OpenMovement[]> {
  const { rows } = await sql<OpenMovement>`
    WITH released AS (
      DELETE FROM conciliated_records WHERE organization_id = ${organizationId} AND conciliation_id = ${conciliationId}
      RETURNING record_id, amount
    )
    SELECT r.id AS record_id, r.date, r.description, r.reference, r.payment_method, r.contact_id, released.amount
    FROM released JOIN records r ON r.organization_id = ${organizationId} AND r.id = released.record_id
    ORDER BY r.date, r.id`.execute(tx);
  return rows;
}

export async function selectConciliations(
  tx: Tx,
  filter: { organizationId: string; accountId: string; canceled?: boolean | undefined },
  window: PageWindow,
): Promise<{ rows: (Conciliation & { lineCount: number })[]; counted: number }> {
  const chosen = tx
    .selectFrom('conciliations')
    .where('organizationId', '=', filter.organizationId)
    .where('accountId', '=', filter.accountId)
    .$if(filter.canceled !== undefined, (query) => query.where('canceledAt', filter.canceled ? 'is not' : 'is', null));
  const [rows, counted] = await Promise.all([
    chosen
      .select(columns)
      .select(({ selectFrom }) =>
        selectFrom('statementLines as l')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('l.organizationId', '=', 'conciliations.organizationId')
          .whereRef('l.conciliationId', '=', 'conciliations.id')
          .$asScalar()
          .$notNull()
          .as('lineCount'),
      )
      .orderBy('number', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, chosen.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}
