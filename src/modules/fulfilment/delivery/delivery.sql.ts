import { sql } from 'kysely';
import { correctedUnits, type UnitCorrection } from '#modules/inventory/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ListKey } from '../list-key.ts';

export const deliveryKinds = ['sale', 'purchase', 'transfer'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
export const fixes = ['restock', 'write-off', 'accept'] as const;
export type Fix = (typeof fixes)[number];

export interface DeliveryRow {
  id: string;
  version: number;
  kind: DeliveryKind;
  status: 'sent' | 'received' | 'canceled';
  number: bigint;
  /** The invoice; null: a transfer. */
  pendingRecordId: string | null;
  fromDivisionId: string | null;
  toDivisionId: string | null;
  date: string;
  address: string | null;
  carrier: string | null;
  notes: string;
  receivedBy: string | null;
  receivedAt: string | null;
  recordId: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface DeliveryLine {
  id: string;
  elementId: string | null;
  /** Null: a pack, which the line of the invoice names. */
  resourceId: string | null;
  quantity: string;
  serialNumbers: string[];
  /** Null: nobody has confirmed it yet. */
  received: string | null;
  receivedSerialNumbers: string[];
  fix: Fix | null;
  fixedAt: string | null;
  /** In minor units of the organization's currency. */
  cost: bigint;
}

const columns = [
  'id',
  'version',
  'kind',
  'status',
  'number',
  'pendingRecordId',
  'fromDivisionId',
  'toDivisionId',
  'date',
  'address',
  'carrier',
  'notes',
  'receivedBy',
  'receivedAt',
  'recordId',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const;

export async function insertDelivery(
  tx: Tx,
  organizationId: string,
  given: Omit<DeliveryRow, 'version' | 'createdAt' | 'updatedAt' | 'receivedAt'> & {
    receivedAt: Temporal.Instant | null;
  },
  at: Temporal.Instant,
): Promise<DeliveryRow> {
  const row = await tx
    .insertInto('deliveries')
    .values({ ...given, organizationId, createdAt: at, updatedAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as DeliveryRow;
}

/** Every change makes a new version. */
export async function updateDelivery(
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<DeliveryRow, 'status' | 'notes' | 'receivedBy' | 'address' | 'carrier'>> & {
    receivedAt?: Temporal.Instant | null;
  },
  at: Temporal.Instant,
): Promise<DeliveryRow> {
  const row = await tx
    .updateTable('deliveries')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as DeliveryRow;
}

export async function selectDelivery(tx: Tx, organizationId: string, id: string): Promise<DeliveryRow | undefined> {
  const row = await chosen(tx, organizationId, id).executeTakeFirst();
  return row as DeliveryRow | undefined;
}

export async function lockDelivery(tx: Tx, organizationId: string, id: string): Promise<DeliveryRow | undefined> {
  const row = await chosen(tx, organizationId, id).forUpdate().executeTakeFirst();
  return row as DeliveryRow | undefined;
}

const chosen = (tx: Tx, organizationId: string, id: string) =>
  tx.selectFrom('deliveries').select(columns).where('organizationId', '=', organizationId).where('id', '=', id);

/** The row is held until the transaction ends, so there is no gap: call it late. */
export async function takeDeliveryNumber(tx: Tx, organizationId: string): Promise<bigint> {
  const { rows } = await sql<{ number: bigint }>`
    INSERT INTO delivery_counters AS c (organization_id, number) VALUES (${organizationId}, 1)
    ON CONFLICT (organization_id) DO UPDATE SET number = c.number + 1
    RETURNING number`.execute(tx);
  return rows[0]!.number;
}

export async function insertDeliveryLines(
  tx: Tx,
  organizationId: string,
  deliveryId: string,
  lines: DeliveryLine[],
): Promise<void> {
  const column = <K extends keyof DeliveryLine>(name: K) => lines.map((line) => line[name]);
  const json = (name: 'serialNumbers' | 'receivedSerialNumbers') =>
    column(name).map((serials) => JSON.stringify(serials));
  await sql`
    INSERT INTO delivery_lines (organization_id, delivery_id, position, id, element_id, resource_id, quantity,
      serial_numbers, received, received_serial_numbers, cost)
    SELECT ${organizationId}::uuid, ${deliveryId}::uuid, place - 1, id, element_id, resource_id, quantity,
      ARRAY (SELECT jsonb_array_elements_text(serial_numbers)), received,
      ARRAY (SELECT jsonb_array_elements_text(received_serial_numbers)), cost
    FROM unnest(
      ${column('id')}::uuid[], ${column('elementId')}::uuid[], ${column('resourceId')}::uuid[],
      ${column('quantity')}::numeric[], ${json('serialNumbers')}::jsonb[], ${column('received')}::numeric[],
      ${json('receivedSerialNumbers')}::jsonb[], ${column('cost')}::bigint[]
    ) WITH ORDINALITY AS given (id, element_id, resource_id, quantity, serial_numbers, received,
      received_serial_numbers, cost, place)`.execute(tx);
}

/** Says of lines what arrived, how a difference was put right, and what they cost now. */
export async function updateDeliveryLines(
  tx: Tx,
  organizationId: string,
  lines: DeliveryLine[],
  at: Temporal.Instant,
): Promise<void> {
  const column = <K extends keyof DeliveryLine>(name: K) => lines.map((line) => line[name]);
  await sql`
    UPDATE delivery_lines l SET received = given.received, fix = given.fix, cost = given.cost,
      received_serial_numbers = ARRAY (SELECT jsonb_array_elements_text(given.serials)),
      fixed_at = CASE WHEN given.fix IS NULL THEN NULL ELSE coalesce(l.fixed_at, ${at}::timestamptz) END
    FROM unnest(
      ${column('id')}::uuid[], ${column('received')}::numeric[], ${column('fix')}::text[], ${column('cost')}::bigint[],
      ${column('receivedSerialNumbers').map((serials) => JSON.stringify(serials))}::jsonb[]
    ) AS given (id, received, fix, cost, serials)
    WHERE l.organization_id = ${organizationId} AND l.id = given.id`.execute(tx);
}

const lineColumns = sql`l.id, l.element_id, l.resource_id, trim_scale(l.quantity) AS quantity, l.serial_numbers,
  trim_scale(l.received) AS received, l.received_serial_numbers, l.fix, l.fixed_at, l.cost`;

export async function selectDeliveryLines(
  tx: Tx,
  organizationId: string,
  deliveryIds: string[],
): Promise<Map<string, DeliveryLine[]>> {
  const { rows } = await sql<DeliveryLine & { deliveryId: string }>`
    SELECT l.delivery_id, ${lineColumns} FROM delivery_lines l
    WHERE l.organization_id = ${organizationId} AND l.delivery_id = ANY (${deliveryIds}::uuid[])
    ORDER BY l.delivery_id, l.position`.execute(tx);
  const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return new Map([...byDelivery].map(([id, own]) => [id, own.map(({ deliveryId: _, ...line }) => line)]));
}

export const insertCancellations = (
  tx: Tx,
  organizationId: string,
  deliveryId: string,
  canceled: { id: string; elementId: string; quantity: string }[],
  { userId, at }: { userId: string | null; at: Temporal.Instant },
): Promise<unknown> =>
  sql`
    INSERT INTO delivery_cancellations (organization_id, delivery_id, created_by, created_at, id, element_id, quantity)
    SELECT ${organizationId}::uuid, ${deliveryId}::uuid, ${userId}::uuid, ${at}::timestamptz, given.* FROM unnest(
      ${canceled.map(({ id }) => id)}::uuid[], ${canceled.map(({ elementId }) => elementId)}::uuid[],
      ${canceled.map(({ quantity }) => quantity)}::numeric[]) AS given`.execute(tx);

export interface DeliveryFilter {
  organizationId: string;
  kind?: string | undefined;
  status?: string | undefined;
  pendingRecordId?: string | undefined;
  fromDivisionId?: string | undefined;
  toDivisionId?: string | undefined;
  resourceId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

function matching(tx: Tx, filter: DeliveryFilter) {
  let query = tx.selectFrom('deliveries').where('organizationId', '=', filter.organizationId);
  for (const name of ['kind', 'status', 'pendingRecordId', 'fromDivisionId', 'toDivisionId'] as const) {
    const value = filter[name];
    if (value) query = query.where(name, '=', value);
  }
  if (filter.from) query = query.where('date', '>=', filter.from);
  if (filter.to) query = query.where('date', '<=', filter.to);
  if (filter.resourceId) {
    query = query.where(
      'id',
      'in',
      tx
        .selectFrom('deliveryLines')
        .select('deliveryId')
        .where('organizationId', '=', filter.organizationId)
        .where('resourceId', '=', filter.resourceId),
    );
  }
  return query;
}

/** The newest first. */
export async function selectDeliveries(
  tx: Tx,
  filter: DeliveryFilter,
  { after, offset, limit }: { after: ListKey | null; offset: number; limit: number },
): Promise<DeliveryRow[]> {
  let query = matching(tx, filter).select(columns);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('date', 'id'), '<', tuple(after.date, after.id)));
  const rows = await query.orderBy('date', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute();
  return rows as DeliveryRow[];
}

export const countDeliveries = (tx: Tx, filter: DeliveryFilter, limit: number | null): Promise<number> =>
  countRows(tx, matching(tx, filter).select('id'), limit);

export type Mismatch = Pick<DeliveryLine, 'id' | 'elementId' | 'resourceId' | 'quantity'> &
  Pick<DeliveryRow, 'kind' | 'pendingRecordId' | 'fromDivisionId' | 'toDivisionId' | 'date' | 'receivedBy'> & {
    deliveryId: string;
    deliveryNumber: bigint;
    received: string;
    difference: string;
  };

/** Lines of which something else arrived than was sent, and nobody has put that right; the newest first. */
export async function selectMismatches(
  tx: Tx,
  organizationId: string,
  filter: { deliveryId?: string | undefined; resourceId?: string | undefined },
  {
    after,
    offset,
    limit,
    countLimit,
  }: { after: string | null; offset: number; limit: number; countLimit: number | null },
): Promise<{ rows: Mismatch[]; counted: number }> {
  let query = tx
    .selectFrom('deliveryLines as l')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.organizationId', '=', 'l.organizationId').onRef('d.id', '=', 'l.deliveryId'),
    )
    .where('l.organizationId', '=', organizationId)
    .where('l.isMismatch', '=', true);
  if (filter.deliveryId) query = query.where('l.deliveryId', '=', filter.deliveryId);
  if (filter.resourceId) query = query.where('l.resourceId', '=', filter.resourceId);
  const page = after === null ? query : query.where('l.id', '<', after);
  const [rows, counted] = await Promise.all([
    page
      .select(['l.id', 'l.elementId', 'l.resourceId', 'l.deliveryId', 'd.number as deliveryNumber', 'd.kind'])
      .select(['d.pendingRecordId', 'd.fromDivisionId', 'd.toDivisionId', 'd.date', 'd.receivedBy'])
      .select(sql<string>`trim_scale(l.quantity)`.as('quantity'))
      .select(sql<string>`trim_scale(l.received)`.as('received'))
      .select(sql<string>`trim_scale(l.received - l.quantity)`.as('difference'))
      .orderBy('l.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    countRows(tx, query.select('l.id'), countLimit),
  ]);
  return { rows: rows as Mismatch[], counted };
}

/** The lines of a delivery name the units that really left, and arrived. */
export const correctDeliveryUnits = (
  tx: Tx,
  organizationId: string,
  deliveryId: string,
  elementIds: string[],
  correction: UnitCorrection,
): Promise<unknown> =>
  tx
    .updateTable('deliveryLines')
    .set({
      serialNumbers: correctedUnits('serial_numbers', correction),
      receivedSerialNumbers: correctedUnits('received_serial_numbers', correction),
    })
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', deliveryId)
    .where(sql<boolean>`(resource_id = ${correction.resourceId} OR element_id = ANY (${elementIds}::uuid[]))`)
    .execute();
