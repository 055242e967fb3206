import { sql } from 'kysely';
import type { Tenant } from './table.ts';

/**
 * Keeps the plans of this transaction's statements, which are made for unknown values. A plan for the values of an organization
 * that the statistics do not know yet, for example in its first days, expects one row of each table and may read all rows of one
 * table for every row of another.
 */
export const keepPlans = ({ tx }: Tenant): Promise<unknown> =>
  sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);

/**
 * Makes this transaction's further statements join whole sets, whatever the planner expects: each table is read at most once, so rows
 * of a long period are not looked up one by one. Plans are made for the values, because one for unknown values expects a short period.
 */
export async function joinSets({ tx }: Tenant): Promise<void> {
  await sql`SET LOCAL enable_nestloop = off`.execute(tx);
  await sql`SET LOCAL plan_cache_mode = force_custom_plan`.execute(tx);
}

/** Ends `joinSets`: a few rows are looked up by their keys again. */
export const joinRows = ({ tx }: Tenant): Promise<unknown> => sql`SET LOCAL enable_nestloop = on`.execute(tx);
