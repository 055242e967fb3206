import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ListKey } from '../list-key.ts';
import { type ReturnRow, returnColumns } from './return.sql.ts';

export interface ReturnFilter {
  organizationId: string;
  status?: string | undefined;
  direction?: string | undefined;
  pendingRecordId?: string | undefined;
  contactId?: string | undefined;
  divisionId?: string | undefined;
  fiscalNumber?: string | undefined;
  number?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

function matching(tx: Tx, filter: ReturnFilter) {
  let query = tx.selectFrom('returns').where('organizationId', '=', filter.organizationId);
  if (filter.status) query = query.where('status', '=', filter.status as never);
  if (filter.direction) query = query.where('direction', '=', filter.direction as never);
  if (filter.pendingRecordId) query = query.where('pendingRecordId', '=', filter.pendingRecordId);
  if (filter.contactId) query = query.where('contactId', '=', filter.contactId);
  if (filter.divisionId) query = query.where('divisionId', '=', filter.divisionId);
  if (filter.fiscalNumber) query = query.where('fiscalNumber', '=', filter.fiscalNumber);
  if (filter.number) query = query.where('number', '=', BigInt(filter.number));
  if (filter.from) query = query.where('date', '>=', filter.from);
  if (filter.to) query = query.where('date', '<=', filter.to);
  return query;
}

/** The newest first. */
export async function selectReturns(
  tx: Tx,
  filter: ReturnFilter,
  { after, offset, limit }: { after: ListKey | null; offset: number; limit: number },
): Promise<ReturnRow[]> {
  let query = matching(tx, filter).select(returnColumns);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('date', 'id'), '<', tuple(after.date, after.id)));
  const rows = await query.orderBy('date', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute();
  return rows as ReturnRow[];
}

export const countReturns = (tx: Tx, filter: ReturnFilter, limit: number | null): Promise<number> =>
  countRows(tx, matching(tx, filter).select('id'), limit);
