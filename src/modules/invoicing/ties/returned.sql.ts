import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { rowsOf } from '#platform/db/table.ts';
import { fillInReturnQueries, type ReturnQueries } from '../hooks.ts';

export async function returnQueries(ctx: TenantContext): Promise<ReturnQueries> {
  const queries = {} as ReturnQueries;
  await fillInReturnQueries(ctx, queries);
  return queries;
}

/** The net of everything that came back of a document, in minor units of the organization's currency. */
export const returnedNetOf = ({ returns }: ReturnQueries, pendingRecordId: string): RowsQuery => sql`
  SELECT coalesce(sum(r.base_net), 0)::numeric(40,0) FROM (${returns}) r WHERE r.pending_record_id = ${pendingRecordId}`;

export async function selectReturnedNet(ctx: TenantContext, pendingRecordId: string): Promise<bigint> {
  const query = returnedNetOf(await returnQueries(ctx), pendingRecordId);
  const rows = await rowsOf<{ net: bigint }>(ctx.tx)`SELECT (${query}) AS net`;
  return rows[0]!.net;
}
