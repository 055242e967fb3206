import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from './table.ts';

/** Rows of another table that name rows of a list by their ids. */
interface Names {
  /** The column with the id. */
  id: RawBuilder<unknown>;
  /** Their FROM and WHERE clauses. */
  from: RawBuilder<unknown>;
}

/**
 * The condition that rows `t` are named by another table. A few are cheapest to follow to their rows, and many to look up for each row
 * of the page. PostgreSQL cannot choose between the two, because it knows only averages over all organizations: for a product that was
 * sold long ago it would read all documents since.
 */
export async function isNamed({ tx }: Tenant, { id, from }: Names, fewMax = 10_000): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ areFew: boolean }>`
    SELECT count(*) <= ${sql.lit(fewMax)} AS are_few
    FROM (SELECT FROM ${from} LIMIT ${sql.lit(fewMax + 1)}) AS named`.execute(tx);
  return rows[0]!.areFew
    ? sql`t.id = ANY (ARRAY(SELECT ${id} FROM ${from}))`
    : sql`EXISTS (SELECT FROM ${from} AND ${id} = t.id)`;
}
