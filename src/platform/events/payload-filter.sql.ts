import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';
import type { PayloadFilter } from './payload-filter.ts';

const FILTER_TIMEOUT_MS = 5_000;

/** The conditions that the events `e` of a query must meet. */
export function payloadConditions(organizationId: string, filter: PayloadFilter): RawBuilder<unknown>[] {
  const conditions = filter.indexed.map(
    ([field, value]) => sql`e.seq IN (
      SELECT f.seq FROM event_fields f
      WHERE f.organization_id = ${organizationId} AND f.field = ${field} AND f.value = ${value})`,
  );
  if (filter.payload) conditions.push(sql`e.payload @> ${JSON.stringify(filter.payload)}::jsonb`);
  return conditions;
}

/** A filter that no index serves must not hold a connection for long. */
export const limitFilterTime = (tx: Tx): Promise<unknown> =>
  sql.raw(`SET LOCAL statement_timeout = ${FILTER_TIMEOUT_MS}`).execute(tx);
