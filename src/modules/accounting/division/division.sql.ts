import { sql } from 'kysely';
import { archived, containing, listOf, oneOf } from '#platform/db/list.ts';
import type { Lock, Tenant } from '#platform/db/table.ts';
import { configurationOf, type Tx } from '#platform/db/transaction.ts';
import { type Division, divisions } from '../tables.ts';
import { DivisionKind } from './division.schema.ts';

export const divisionList = listOf(divisions, {
  filters: {
    kind: oneOf('kind', DivisionKind),
    archived,
    search: containing(['name', 'code', 'address'], 'In name, code and address.'),
  },
  sort: { name: 'name', created: 'createdAt' },
  order: 'name',
});

/**
 * Locks divisions in a fixed order. A posting takes `FOR KEY SHARE`: many at once. Counting or moving money takes
 * `FOR NO KEY UPDATE`: one at a time, while sales go on. A close takes `FOR UPDATE`: it waits for postings, and they for it.
 */
export const lockDivisions = (tenant: Tenant, ids: string[], lock: Lock): Promise<Division[]> =>
  divisions.all(tenant, { id: ids }, { orderBy: ['id'], lock });

const held = new WeakMap<Tx, Map<string, Promise<Division[]>>>();

/** Locks divisions for a posting, each set once per transaction: they cannot be closed or archived until it ends. */
export function holdDivisions(tenant: Tenant, ids: string[]): Promise<Division[]> {
  const lock = () => lockDivisions(tenant, ids, 'FOR KEY SHARE');
  // A transaction that changes a division must see it as it is now.
  if (configurationOf(tenant.tx).isChanged) return lock();
  const known = held.get(tenant.tx) ?? new Map<string, Promise<Division[]>>();
  held.set(tenant.tx, known);
  const key = ids.toSorted().join();
  const locked = known.get(key) ?? lock();
  known.set(key, locked);
  return locked;
}

/** Records the last count and the last close of a division. These are no changes of its fields: its version stays. */
export const updateMoments = (
  tenant: Tenant,
  id: string,
  moments: {
    countedAt?: Temporal.Instant;
    closedAt?: Temporal.Instant | string | null;
    closedOn?: string | null;
  },
): Promise<unknown> => divisions.update(tenant, id, { ...moments, version: sql`version` });

export async function selectDivisionNames(tenant: Tenant): Promise<Map<string, string>> {
  const rows = await divisions.all(tenant, {}, { columns: ['id', 'name'] });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findDivisions(tenant: Tenant, ids: string[]): Promise<Map<string, Division>> {
  const rows = await divisions.all(tenant, { id: ids });
  return new Map(rows.map((division) => [division.id, division]));
}
