import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { SerialEventKind, SerialKey, SerialStatus } from '../stock/serials.sql.ts';

export interface Serial extends SerialKey {
  status: SerialStatus;
  divisionId: string | null;
  causeKind: string | null;
  causeId: string | null;
  note: string | null;
  warrantyUntil: string | null;
  createdAt: string;
  updatedAt: string;
}

const columns = [
  'resourceId',
  'serialNumber',
  'status',
  'divisionId',
  'causeKind',
  'causeId',
  'note',
  'warrantyUntil',
  'createdAt',
  'updatedAt',
] as const;

export interface SerialFilter {
  resourceId?: string | undefined;
  divisionId?: string | undefined;
  status?: SerialStatus | undefined;
  /** The beginning of the number. */
  search?: string | undefined;
}

const matching = (tx: Tx, organizationId: string, filter: SerialFilter) =>
  tx
    .selectFrom('serialNumbers')
    .where('organizationId', '=', organizationId)
    .$if(filter.resourceId !== undefined, (query) => query.where('resourceId', '=', filter.resourceId!))
    .$if(filter.divisionId !== undefined, (query) => query.where('divisionId', '=', filter.divisionId!))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status!))
    .$if(filter.search !== undefined, (query) =>
      query.where('serialNumber', '>=', filter.search!).where('serialNumber', '<', `${filter.search}\uffff`),
    );

/** By number. */
export async function selectSerials(
  tx: Tx,
  organizationId: string,
  filter: SerialFilter,
  page: { after: SerialKey | null; offset: number; limit: number },
): Promise<Serial[]> {
  const { after } = page;
  const rows = await matching(tx, organizationId, filter)
    .select(columns)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(serial_number, resource_id) > (${after?.serialNumber}, ${after?.resourceId}::uuid)`),
    )
    .orderBy('serialNumber')
    .orderBy('resourceId')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return rows as Serial[];
}

export const countSerials = (
  tx: Tx,
  organizationId: string,
  filter: SerialFilter,
  limit: number | null,
): Promise<number> => countRows(tx, matching(tx, organizationId, filter).select('serialNumber'), limit);

export async function selectSerial(tx: Tx, organizationId: string, key: SerialKey): Promise<Serial | undefined> {
  const row = await tx
    .selectFrom('serialNumbers')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', key.resourceId)
    .where('serialNumber', '=', key.serialNumber)
    .executeTakeFirst();
  return row as Serial | undefined;
}

export interface LivedEvent {
  kind: SerialEventKind;
  divisionId: string | null;
  movementId: string | null;
  causeKind: string;
  causeId: string;
  userId: string | null;
  createdAt: string;
}

const HISTORY_MAX = 1_000;

/** What happened to a unit, the oldest first. */
export async function selectSerialHistory(tx: Tx, organizationId: string, key: SerialKey): Promise<LivedEvent[]> {
  const rows = await tx
    .selectFrom('serialEvents')
    .select(['kind', 'divisionId', 'movementId', 'causeKind', 'causeId', 'userId', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', key.resourceId)
    .where('serialNumber', '=', key.serialNumber)
    .orderBy('number', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  return rows.reverse() as LivedEvent[];
}

export const updateSerial = (
  tx: Tx,
  organizationId: string,
  key: SerialKey,
  change: { note?: string | null | undefined; warrantyUntil?: string | null | undefined; updatedAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .updateTable('serialNumbers')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', key.resourceId)
    .where('serialNumber', '=', key.serialNumber)
    .execute();
