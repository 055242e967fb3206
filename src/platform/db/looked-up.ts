import { type RawBuilder, sql } from 'kysely';

/**
 * The rows that belong to a row before them in FROM, found by their key for each such row: `CROSS JOIN ${lookedUp(…)}`. A plain
 * JOIN leaves the choice to PostgreSQL. Of an organization that is much larger than the average one it expects a few rows, and may
 * read all rows of one table for every row of another. OFFSET keeps it from making a join of this. A plan for the values of an
 * organization that the statistics do not know chooses a wrong index even so: see `keepPlans`.
 */
export const lookedUp = (rows: RawBuilder<unknown>, alias: string, matches: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`LATERAL (SELECT ${sql.ref(alias)}.* FROM ${rows} AS ${sql.ref(alias)} WHERE ${matches} OFFSET 0) AS ${sql.ref(alias)}`;
