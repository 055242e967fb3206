import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StockKey } from '../stock/stock.sql.ts';

export interface StoredPosition extends StockKey {
  quantity: string;
  reserved: string;
  value: bigint;
  minimum: string | null;
  resourceMinimum: string | null;
  low: boolean;
  location: string | null;
  negativeRule: boolean | null;
  lastMovedOn: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'resourceId',
  'divisionId',
  'quantity',
  'reserved',
  'value',
  'minimum',
  'resourceMinimum',
  'low',
  'location',
  'negativeRule',
  'lastMovedOn',
  'version',
  'createdAt',
] as const;

export const selectPosition = (tx: Tx, organizationId: string, key: StockKey): Promise<StoredPosition | undefined> =>
  tx
    .selectFrom('stockPositions')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', key.resourceId)
    .where('divisionId', '=', key.divisionId)
    .executeTakeFirst();

/** Alone: whoever moves this stock meanwhile waits. */
export const lockPosition = (tx: Tx, organizationId: string, key: StockKey): Promise<StoredPosition | undefined> =>
  tx
    .selectFrom('stockPositions')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', key.resourceId)
    .where('divisionId', '=', key.divisionId)
    .forUpdate()
    .executeTakeFirst();

/** Whether there is any of a resource, or any promised; it stays so until the transaction ends. */
export async function lockStockOf(tx: Tx, organizationId: string, resourceId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('stockPositions')
    .select(sql<boolean>`quantity <> 0 OR reserved <> 0`.as('isHeld'))
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', resourceId)
    .orderBy('divisionId')
    .forUpdate()
    .execute();
  return rows.some(({ isHeld }) => isHeld);
}

/** In the order in which everyone locks positions. */
export async function lockStoredPositions(tx: Tx, organizationId: string, keys: StockKey[]): Promise<StoredPosition[]> {
  return tx
    .selectFrom('stockPositions')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where(
      sql<boolean>`(resource_id, division_id) IN (SELECT * FROM unnest(
        ${keys.map(({ resourceId }) => resourceId)}::uuid[], ${keys.map(({ divisionId }) => divisionId)}::uuid[]))`,
    )
    .orderBy('resourceId')
    .orderBy('divisionId')
    .forNoKeyUpdate()
    .execute();
}

export interface PositionRules extends StockKey {
  minimum: string | null;
  resourceMinimum: string | null;
  location: string | null;
  negativeRule: boolean | null;
  allowsNegative: boolean;
  version: number;
}

/** Sets the rules. A position below zero may stay there until what is missing has arrived. */
export async function updateRules(tx: Tx, organizationId: string, rules: PositionRules[]): Promise<StoredPosition[]> {
  const column = <K extends keyof PositionRules>(name: K) => rules.map((rule) => rule[name]);
  const { rows } = await sql<StoredPosition>`
    UPDATE stock_positions p
    SET minimum = r.minimum, resource_minimum = r.resource_minimum, location = r.location,
        negative_rule = r.negative_rule, allows_negative = r.allows_negative OR p.quantity < p.reserved,
        version = r.version
    FROM unnest(${column('resourceId')}::uuid[], ${column('divisionId')}::uuid[], ${column('minimum')}::numeric[],
                ${column('resourceMinimum')}::numeric[], ${column('location')}::text[],
                ${column('negativeRule')}::boolean[], ${column('allowsNegative')}::boolean[],
                ${column('version')}::int[])
      AS r (resource_id, division_id, minimum, resource_minimum, location, negative_rule, allows_negative, version)
    WHERE p.organization_id = ${organizationId} AND p.resource_id = r.resource_id AND p.division_id = r.division_id
    RETURNING ${sql.join(columns.map((name) => sql.ref(`p.${name}`)))}`.execute(tx);
  return rows;
}

export const deletePosition = (tx: Tx, organizationId: string, key: StockKey): Promise<unknown> =>
  tx
    .deleteFrom('stockPositions')
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', key.resourceId)
    .where('divisionId', '=', key.divisionId)
    .execute();

export interface PositionFilter {
  resourceId?: string | undefined;
  divisionId?: string | undefined;
  low?: boolean | undefined;
}

/** By resource and division: the order of the key. */
export async function selectPositions(
  tx: Tx,
  organizationId: string,
  filter: PositionFilter,
  page: { after: StockKey | null; offset: number; limit: number; countLimit: number | null },
): Promise<{ rows: StoredPosition[]; counted: number }> {
  const { after } = page;
  const matching = tx
    .selectFrom('stockPositions')
    .where('organizationId', '=', organizationId)
    .$if(filter.resourceId !== undefined, (query) => query.where('resourceId', '=', filter.resourceId!))
    .$if(filter.divisionId !== undefined, (query) => query.where('divisionId', '=', filter.divisionId!))
    .$if(filter.low === true, (query) => query.where('low', 'is', true))
    .$if(filter.low === false, (query) => query.where('low', 'is', false));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(resource_id, division_id) > (${after?.resourceId}::uuid, ${after?.divisionId}::uuid)`,
        ),
      )
      .orderBy('resourceId')
      .orderBy('divisionId')
      .offset(page.offset)
      .limit(page.limit)
      .execute(),
    countRows(tx, matching.select('resourceId'), page.countLimit),
  ]);
  return { rows, counted };
}

export interface DivisionValue {
  divisionId: string;
  value: bigint;
  positions: number;
}

/** What the stock of each division is worth. */
export async function selectValues(
  tx: Tx,
  organizationId: string,
  divisionId: string | null,
): Promise<DivisionValue[]> {
  const { rows } = await sql<DivisionValue>`
    SELECT division_id, sum(value)::bigint AS value, count(*) FILTER (WHERE value <> 0)::int AS positions
    FROM stock_positions
    WHERE organization_id = ${organizationId} AND (${divisionId}::uuid IS NULL OR division_id = ${divisionId}::uuid)
    GROUP BY division_id ORDER BY division_id`.execute(tx);
  return rows;
}

/** The resource says another minimum: positions without one of their own follow. */
export const updateResourceMinimum = (
  tx: Tx,
  organizationId: string,
  resourceId: string,
  resourceMinimum: string | null,
): Promise<unknown> =>
  tx
    .updateTable('stockPositions')
    .set({ resourceMinimum })
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', resourceId)
    .execute();
