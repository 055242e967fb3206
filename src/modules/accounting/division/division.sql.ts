import { sql } from 'kysely';
import { RetryTransaction, type Tx, violates } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { containsFolded } from '#platform/search/search.sql.ts';

export const divisionKinds = ['branch', 'warehouse', 'pos'] as const;
export type DivisionKind = (typeof divisionKinds)[number];

export interface Division {
  id: string;
  name: string;
  kind: DivisionKind;
  code: string | null;
  address: string | null;
  phone: string | null;
  /** The moment and the business day of the last standing close. */
  closedAt: string | null;
  closedOn: string | null;
  /** The last moment at which its accounts were counted. */
  countedAt: string | null;
  conversionsAdapter: string | null;
  conversionsConfig: Buffer | null;
  archivedAt: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'name',
  'kind',
  'code',
  'address',
  'phone',
  'closedAt',
  'closedOn',
  'countedAt',
  'conversionsAdapter',
  'conversionsConfig',
  'archivedAt',
  'version',
  'createdAt',
] as const;

export interface DivisionFields {
  name: string;
  kind: DivisionKind;
  code: string | null;
  address: string | null;
  phone: string | null;
  conversionsAdapter: string | null;
  conversionsConfig: Buffer | null;
}

/** Undefined where another division has the code. */
export async function insertDivision(
  tx: Tx,
  division: DivisionFields & { organizationId: string; id: string; createdAt: Temporal.Instant },
): Promise<Division | undefined> {
  const row = await tx
    .insertInto('divisions')
    .values(division)
    .onConflict((conflict) => conflict.columns(['organizationId', 'code']).where('code', 'is not', null).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row as Division | undefined;
}

export async function updateDivision(
  { tx, organizationId }: Tenant,
  id: string,
  change: { [K in keyof DivisionFields]?: DivisionFields[K] | undefined } & {
    archivedAt?: Temporal.Instant | null | undefined;
  },
): Promise<Division> {
  const row = await tx
    .updateTable('divisions')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    // Another took the code meanwhile: run again, and see it.
    .catch((error: unknown) => {
      throw violates(error, 'divisions_code') ? new RetryTransaction() : error;
    });
  return row as Division;
}

/** Where the division stands now: its last count, and its last close if there is one. */
export const updateMoments = (
  { tx, organizationId }: Tenant,
  id: string,
  moments: {
    countedAt?: Temporal.Instant;
    closedAt?: Temporal.Instant | string | null;
    closedOn?: string | null;
  },
): Promise<unknown> =>
  tx.updateTable('divisions').set(moments).where('organizationId', '=', organizationId).where('id', '=', id).execute();

export async function selectDivision({ tx, organizationId }: Tenant, id: string): Promise<Division | undefined> {
  const row = await tx
    .selectFrom('divisions')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Division | undefined;
}

const chosen = (tx: Tx, organizationId: string, ids: string[]) =>
  tx
    .selectFrom('divisions')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id');

/** Whoever posts in a division holds it: many at once, but nobody while its balances are being closed. */
export const holdDivisions = async ({ tx, organizationId }: Tenant, ids: string[]): Promise<Division[]> =>
  (await chosen(tx, organizationId, ids).forKeyShare().execute()) as Division[];

/** One at a time among those who count or move its money; sales go on. */
export const lockDivisions = async ({ tx, organizationId }: Tenant, ids: string[]): Promise<Division[]> =>
  (await chosen(tx, organizationId, ids).forNoKeyUpdate().execute()) as Division[];

/** Alone: waits for every sale on its way, and lets none begin. */
export const lockDivisionsAlone = async ({ tx, organizationId }: Tenant, ids: string[]): Promise<Division[]> =>
  (await chosen(tx, organizationId, ids).forUpdate().execute()) as Division[];

/** All that are in use, alone: for what depends on how many there are. */
export async function lockDivisionsInUse({ tx, organizationId }: Tenant): Promise<string[]> {
  const rows = await tx
    .selectFrom('divisions')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function countDivisions({ tx, organizationId }: Tenant): Promise<number> {
  const { count } = await tx
    .selectFrom('divisions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectDivisionNames({ tx, organizationId }: Tenant): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('divisions')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The division that has the code. */
export async function selectByCode({ tx, organizationId }: Tenant, code: string): Promise<string | null> {
  const row = await tx
    .selectFrom('divisions')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('code', '=', code)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** By name. There are few enough to count and search them all. */
export async function selectDivisions(
  { tx, organizationId }: Tenant,
  filter: { kind: DivisionKind | null; archived: boolean; search: string | null },
  window: PageWindow,
): Promise<{ rows: Division[]; counted: number }> {
  const wanted = tx
    .selectFrom('divisions')
    .where('organizationId', '=', organizationId)
    .where('archivedAt', filter.archived ? 'is not' : 'is', null)
    .$if(filter.kind !== null, (query) => query.where('kind', '=', filter.kind!))
    .$if(filter.search !== null, (query) =>
      query.where(containsFolded(sql`concat_ws(' ', name, code, address)`, filter.search!)),
    );
  const [rows, { counted }] = await Promise.all([
    wanted.select(columns).orderBy('name').orderBy('id').offset(window.offset).limit(window.limit).execute(),
    wanted.select(sql<number>`count(*)::int`.as('counted')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as Division[], counted };
}

export async function selectActiveDivision({ tx, organizationId }: Tenant, sessionId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('activeDivisions')
    .select('divisionId')
    .where('organizationId', '=', organizationId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row?.divisionId ?? null;
}

export const upsertActiveDivision = (
  tx: Tx,
  row: { organizationId: string; sessionId: string; divisionId: string },
): Promise<unknown> =>
  tx
    .insertInto('activeDivisions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'sessionId']).doUpdateSet({ divisionId: row.divisionId }),
    )
    .execute();

export const deleteActiveDivision = ({ tx, organizationId }: Tenant, sessionId: string): Promise<unknown> =>
  tx
    .deleteFrom('activeDivisions')
    .where('organizationId', '=', organizationId)
    .where('sessionId', '=', sessionId)
    .execute();

/** An archived division is nobody's any more. */
export const deleteActiveDivisions = ({ tx, organizationId }: Tenant, divisionId: string): Promise<unknown> =>
  tx
    .deleteFrom('activeDivisions')
    .where('organizationId', '=', organizationId)
    .where('divisionId', '=', divisionId)
    .execute();
