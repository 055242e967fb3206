import { sql } from 'kysely';
import type { Tenant } from './table.ts';

/**
 * Keeps the plans of this transaction's statements, which are made for unknown values. A plan for the values of an organization
 * that the statistics do not know yet, for example in its first days, expects one row of each table and may read all rows of one
 * table for every row of another.
 */
export const keepPlans = ({ tx }: Tenant): Promise<unknown> =>
  sql`SET LOCAL plan_cache_mode = force_generic_plan`.execute(tx);
