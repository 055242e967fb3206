import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface NewStatementLine {
  id: string;
  hash: Buffer;
  nth: number;
  date: string;
  amount: bigint;
  description: string;
  reference: string | null;
}

/** Answers how many of the lines were new. */
export async function insertStatementLines(
  tx: Tx,
  owner: { organizationId: string; accountId: string; importId: string; createdAt: Temporal.Instant },
  lines: NewStatementLine[],
): Promise<number> {
  const column = <K extends keyof NewStatementLine>(name: K) => lines.map((line) => line[name]);
  const hashes = lines.map(({ hash }) => hash.toString('hex'));
  const { rows } = await sql<{ created: number }>`
    WITH created AS (
      INSERT INTO statement_lines (organization_id, account_id, import_id, created_at, id, hash, nth, date, amount, description, reference)
      SELECT ${owner.organizationId}::uuid, ${owner.accountId}::uuid, ${owner.importId}::uuid, ${owner.createdAt}::timestamptz,
             l.id, decode(l.hash, 'hex'), l.nth, l.date, l.amount, l.description, l.reference
      FROM unnest(${column('id')}::uuid[], ${hashes}::text[], ${column('nth')}::int[], ${column('date')}::date[],
                  ${column('amount')}::bigint[], ${column('description')}::text[], ${column('reference')}::text[])
        AS l (id, hash, nth, date, amount, description, reference)
      ON CONFLICT (organization_id, account_id, hash, nth) DO NOTHING
      RETURNING 1
    ) SELECT count(*)::int AS created FROM created`.execute(tx);
  return rows[0]!.created;
}

export interface StatementLine {
  id: string;
  date: string;
  amount: bigint;
  description: string;
  reference: string | null;
  conciliationId: string | null;
}

const columns = ['id', 'date', 'amount', 'description', 'reference', 'conciliationId'] as const;

export const selectLines = (
  { tx, organizationId }: Tenant,
  accountId: string,
  ids: string[],
): Promise<StatementLine[]> =>
  tx
    .selectFrom('statementLines')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('accountId', '=', accountId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

/** The lines that no conciliation has found in the books, the oldest first. */
export async function selectOpenLines(
  tx: Tx,
  filter: { organizationId: string; accountId: string; from?: string | undefined; to?: string | undefined },
  window: PageWindow,
): Promise<{ rows: StatementLine[]; counted: number }> {
  const open = tx
    .selectFrom('statementLines')
    .where('organizationId', '=', filter.organizationId)
    .where('accountId', '=', filter.accountId)
    .where('conciliationId', 'is', null)
    .$if(filter.from !== undefined, (query) => query.where('date', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('date', '<=', filter.to!));
  const [rows, counted] = await Promise.all([
    open.select(columns).orderBy('date').orderBy('id').offset(window.offset).limit(window.limit).execute(),
    countRows(tx, open.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** Ties lines to a conciliation; each to the match at the same place of the other list. */
export const conciliateLines = (
  tx: Tx,
  conciliation: { organizationId: string; accountId: string; id: string },
  lines: { id: string; match: number }[],
): Promise<unknown> =>
  sql`
    UPDATE statement_lines AS l SET conciliation_id = ${conciliation.id}, match = m.match
    FROM unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ match }) => match)}::int[]) AS m (id, match)
    WHERE l.organization_id = ${conciliation.organizationId} AND l.account_id = ${conciliation.accountId}
      AND l.id = m.id`.execute(tx);

export const releaseLines = ({ tx, organizationId }: Tenant, conciliationId: string): Promise<unknown> =>
  tx
    .updateTable('statementLines')
    .set({ conciliationId: null, match: null })
    .where('organizationId', '=', organizationId)
    .where('conciliationId', '=', conciliationId)
    .execute();
