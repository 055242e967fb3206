import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { isFound } from '#platform/search/search.sql.ts';

export interface Project {
  id: string;
  version: number;
  name: string;
  description: string;
  /** Minor units of the organization's currency. */
  budget: bigint | null;
  startsOn: string | null;
  endsOn: string | null;
  archivedAt: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'version',
  'name',
  'description',
  'budget',
  'startsOn',
  'endsOn',
  'archivedAt',
  'createdAt',
] as const;

export const insertProject = (
  tx: Tx,
  project: Pick<Project, 'id' | 'name' | 'description' | 'budget' | 'startsOn' | 'endsOn'> & {
    organizationId: string;
    createdAt: Temporal.Instant;
  },
): Promise<Project> => tx.insertInto('projects').values(project).returning(columns).executeTakeFirstOrThrow();

export const selectProject = (tx: Tx, organizationId: string, id: string): Promise<Project | undefined> =>
  tx
    .selectFrom('projects')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

export const lockProject = (tx: Tx, organizationId: string, id: string): Promise<Project | undefined> =>
  tx
    .selectFrom('projects')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateProject = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<Project, 'name' | 'description' | 'budget' | 'startsOn' | 'endsOn'>> & {
    archivedAt?: Temporal.Instant | null;
  },
): Promise<Project> =>
  tx
    .updateTable('projects')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The newest first. */
export async function selectProjects(
  tx: Tx,
  organizationId: string,
  filter: { search?: string | undefined; archived: boolean },
  window: PageWindow,
): Promise<{ rows: Project[]; counted: number }> {
  const matching = tx
    .selectFrom('projects')
    .where('organizationId', '=', organizationId)
    .where('archivedAt', filter.archived ? 'is not' : 'is', null)
    .$if(filter.search !== undefined, (query) =>
      query.where(isFound(organizationId, 'project', sql`projects.id`, filter.search!)),
    );
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

export interface ProjectResult {
  projectId: string;
  income: bigint;
  expense: bigint;
}

/** What these projects have earned and cost, from their transfers. */
export async function selectProjectResults(tx: Tx, organizationId: string, ids: string[]): Promise<ProjectResult[]> {
  const { rows } = await sql<ProjectResult>`
    SELECT t.project_id,
           coalesce(sum(s.credit - s.debit) FILTER (WHERE a.kind = 'income'), 0)::bigint AS income,
           coalesce(sum(s.debit - s.credit) FILTER (WHERE a.kind = 'expense'), 0)::bigint AS expense
    FROM ledger_transfers t
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount))
      AS s (account_id, debit, credit)
    JOIN chart_accounts a ON a.organization_id = t.organization_id AND a.id = s.account_id
    WHERE t.organization_id = ${organizationId} AND t.project_id = ANY (${ids}::uuid[])
    GROUP BY t.project_id`.execute(tx);
  return rows;
}

/** Every project by its name, those that are over as well. */
export async function selectProjectNames(tx: Tx, organizationId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
