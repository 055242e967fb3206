import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Cause, MovementType } from '../stock/stock.sql.ts';

export interface Movement {
  id: string;
  resourceId: string;
  divisionId: string;
  type: MovementType;
  date: string;
  quantity: string;
  value: bigint;
  quantityAfter: string;
  valueAfter: bigint;
  counterpartId: string | null;
  counterpartDivisionId: string | null;
  reversesId: string | null;
  causeKind: string;
  causeId: string;
  serialNumbers: string[];
  note: string | null;
  userId: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'resourceId',
  'divisionId',
  'type',
  'date',
  'quantity',
  'value',
  'quantityAfter',
  'valueAfter',
  'counterpartId',
  'counterpartDivisionId',
  'reversesId',
  'causeKind',
  'causeId',
  'serialNumbers',
  'note',
  'userId',
  'createdAt',
] as const;

export interface MovementFilter {
  resourceId?: string | undefined;
  divisionId?: string | undefined;
  type?: MovementType | undefined;
  causeKind?: string | undefined;
  causeId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The newest first. */
export async function selectMovements(
  tx: Tx,
  organizationId: string,
  filter: MovementFilter,
  page: { after: { date: string; id: string } | null; offset: number; limit: number; countLimit: number | null },
): Promise<{ rows: Movement[]; counted: number }> {
  const { after } = page;
  const matching = tx
    .selectFrom('stockMovements')
    .where('organizationId', '=', organizationId)
    .$if(filter.resourceId !== undefined, (query) => query.where('resourceId', '=', filter.resourceId!))
    .$if(filter.divisionId !== undefined, (query) => query.where('divisionId', '=', filter.divisionId!))
    .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type!))
    .$if(filter.causeKind !== undefined, (query) => query.where('causeKind', '=', filter.causeKind!))
    .$if(filter.causeId !== undefined, (query) => query.where('causeId', '=', filter.causeId!))
    .$if(filter.from !== undefined, (query) => query.where('date', '>=', filter.from!))
    .$if(filter.to !== undefined, (query) => query.where('date', '<=', filter.to!));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(date, id) < (${after?.date}::date, ${after?.id}::uuid)`),
      )
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    countRows(tx, matching.select('id'), page.countLimit),
  ]);
  return { rows: rows as Movement[], counted };
}

/** What a cause has moved, in its order. */
export async function selectMovementsOf(tx: Tx, organizationId: string, cause: Cause): Promise<Movement[]> {
  const rows = await tx
    .selectFrom('stockMovements')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('causeKind', '=', cause.kind)
    .where('causeId', '=', cause.id)
    .orderBy('createdAt')
    .orderBy('line')
    .execute();
  return rows as Movement[];
}

export async function selectMovement(tx: Tx, organizationId: string, id: string): Promise<Movement | undefined> {
  const row = await tx
    .selectFrom('stockMovements')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Movement | undefined;
}

/** Whether another movement takes this one back. */
export async function isReversed(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stockMovements')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('reversesId', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of a transfer both halves say the same. */
export const updateMovements = (
  tx: Tx,
  organizationId: string,
  ids: string[],
  change: { note?: string | null; serialNumbers?: string[] },
): Promise<unknown> =>
  tx
    .updateTable('stockMovements')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();
