import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';

export const productionStatuses = ['planned', 'started', 'applied', 'reversed', 'cancelled'] as const;
export type ProductionStatus = (typeof productionStatuses)[number];

export interface Production {
  id: string;
  resourceId: string;
  recipeVersion: number;
  divisionId: string;
  status: ProductionStatus;
  quantity: string;
  plannedOn: string | null;
  note: string | null;
  startedAt: string | null;
  appliedOn: string | null;
  produced: string | null;
  partsCost: bigint | null;
  labourCost: bigint | null;
  recordId: string | null;
  version: number;
  createdBy: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'resourceId',
  'recipeVersion',
  'divisionId',
  'status',
  'quantity',
  'plannedOn',
  'note',
  'startedAt',
  'appliedOn',
  'produced',
  'partsCost',
  'labourCost',
  'recordId',
  'version',
  'createdBy',
  'createdAt',
] as const;

export async function insertProduction(
  tx: Tx,
  production: Pick<
    Production,
    'id' | 'resourceId' | 'recipeVersion' | 'divisionId' | 'quantity' | 'plannedOn' | 'note' | 'createdBy'
  > & { organizationId: string; createdAt: Temporal.Instant },
): Promise<Production> {
  const row = await tx
    .insertInto('productions')
    .values({ ...production, status: 'planned' })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Production;
}

export async function selectProduction(tx: Tx, organizationId: string, id: string): Promise<Production | undefined> {
  const row = await chosen(tx, organizationId, id).executeTakeFirst();
  return row as Production | undefined;
}

export async function lockProduction(tx: Tx, organizationId: string, id: string): Promise<Production | undefined> {
  const row = await chosen(tx, organizationId, id).forUpdate().executeTakeFirst();
  return row as Production | undefined;
}

const chosen = (tx: Tx, organizationId: string, id: string) =>
  tx.selectFrom('productions').select(columns).where('organizationId', '=', organizationId).where('id', '=', id);

export type ProductionChange = Partial<
  Pick<
    Production,
    'status' | 'quantity' | 'plannedOn' | 'note' | 'appliedOn' | 'produced' | 'partsCost' | 'labourCost' | 'recordId'
  >
> & { startedAt?: Temporal.Instant };

export async function updateProduction(
  tx: Tx,
  organizationId: string,
  id: string,
  change: ProductionChange,
): Promise<Production> {
  const row = await tx
    .updateTable('productions')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Production;
}

export interface ProductionFilter {
  resourceId?: string | undefined;
  divisionId?: string | undefined;
  status?: ProductionStatus | undefined;
}

/** The newest first. */
export async function selectProductions(
  tx: Tx,
  organizationId: string,
  filter: ProductionFilter,
  page: { before: string | null; offset: number; limit: number; countLimit: number | null },
): Promise<{ rows: Production[]; counted: number }> {
  const matching = tx
    .selectFrom('productions')
    .where('organizationId', '=', organizationId)
    .$if(filter.resourceId !== undefined, (query) => query.where('resourceId', '=', filter.resourceId!))
    .$if(filter.divisionId !== undefined, (query) => query.where('divisionId', '=', filter.divisionId!))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status!));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .$if(page.before !== null, (query) => query.where('id', '<', page.before!))
      .orderBy('id', 'desc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    countRows(tx, matching.select('id'), page.countLimit),
  ]);
  return { rows: rows as Production[], counted };
}
