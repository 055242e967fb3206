import { sql } from 'kysely';
import { z } from 'zod';
import { correctedUnits, type UnitCorrection } from '#modules/inventory/index.ts';
import { awaitedGoods, orderedGoods } from '#modules/invoicing/index.ts';
import { dates, filter, isOneOf, list, listOf, oneOf, several } from '#platform/db/list.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { type Row, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { type Delivery, deliveries, deliveryCancellations, deliveryLines } from '../tables.ts';

export const deliveryKinds = ['sale', 'purchase', 'transfer'] as const;
const deliveryStatuses = ['sent', 'received', 'canceled'] as const;
export const fixes = ['restock', 'write-off', 'accept'] as const;
export type Fix = (typeof fixes)[number];

export const TrackingNumber = z.string().trim().min(1).max(100);

/** A line of a delivery. `resourceId` is null for a pack, which the invoice line names; `received` until it is confirmed. */
export type DeliveryLine = Pick<
  Row<typeof deliveryLines>,
  | 'id'
  | 'elementId'
  | 'resourceId'
  | 'quantity'
  | 'serialNumbers'
  | 'received'
  | 'receivedSerialNumbers'
  | 'fix'
  | 'fixedAt'
  | 'cost'
>;

export const deliveryList = listOf(deliveries, {
  filters: {
    kind: oneOf('kind', z.enum(deliveryKinds)),
    status: oneOf('status', z.enum(deliveryStatuses)),
    pendingRecordId: oneOf('pendingRecordId', z.uuid(), 'Deliveries of this document.'),
    fromDivisionId: oneOf('fromDivisionId', z.uuid()),
    toDivisionId: oneOf('toDivisionId', z.uuid()),
    trackingNumber: filter(
      TrackingNumber.optional().describe('Exactly this number of the carrier.'),
      (value) => sql`t.tracking_number = ${value}`,
    ),
    resourceId: filter(
      several(z.uuid()).optional().describe('Deliveries that contain this product.'),
      (value, ctx) =>
        sql`t.id IN (SELECT l.delivery_id FROM ${deliveryLines.of(ctx)} l WHERE ${isOneOf(sql`l.resource_id`, value)})`,
    ),
    ...dates('date'),
  },
  sort: { date: 'date' },
  order: '-date',
});

/** The counter row stays locked until the transaction ends, so numbers have no gaps: call it late. */
export const takeDeliveryNumber = ({ tx, organizationId }: Tenant) =>
  scalarOf<bigint>(tx)`
    INSERT INTO delivery_counters AS c (organization_id, number) VALUES (${organizationId}, 1)
    ON CONFLICT (organization_id) DO UPDATE SET number = c.number + 1
    RETURNING number`;

export const insertDeliveryLines = (tenant: Tenant, deliveryId: string, lines: DeliveryLine[]): Promise<void> =>
  deliveryLines.insertMany(
    tenant,
    lines.map(({ fix: _, fixedAt: __, ...line }, position) => ({ ...line, deliveryId, position })),
  );

/** Stores what arrived, how a difference was resolved, and the cost of each line. */
export async function updateDeliveryLines({ tx, organizationId }: Tenant, lines: DeliveryLine[], at: Temporal.Instant) {
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

export const selectDeliveryLines = (tenant: Tenant, deliveryId: string) =>
  rowsOf<DeliveryLine>(tenant.tx)`
    SELECT l.id, l.element_id, l.resource_id, trim_scale(l.quantity) AS quantity, l.serial_numbers,
           trim_scale(l.received) AS received, l.received_serial_numbers, l.fix, l.fixed_at, l.cost
    FROM ${deliveryLines.of(tenant)} l WHERE l.delivery_id = ${deliveryId} ORDER BY l.position`;

type Mismatch = Pick<DeliveryLine, 'id' | 'elementId' | 'resourceId' | 'quantity'> &
  Pick<Delivery, 'kind' | 'pendingRecordId' | 'fromDivisionId' | 'toDivisionId' | 'date' | 'receivedBy'> & {
    deliveryId: string;
    deliveryNumber: bigint;
    received: string;
    difference: string;
  };

/** Lines whose confirmed quantity differs from what was sent, until someone resolves the difference. */
export const mismatchList = list<Mismatch>()({
  from: (tenant) => sql`${deliveryLines.of(tenant)} t JOIN ${deliveries.of(tenant)} d ON d.id = t.delivery_id`,
  select: sql`t.id, t.element_id, t.resource_id, t.delivery_id, d.number AS delivery_number, d.kind, d.pending_record_id,
    d.from_division_id, d.to_division_id, d.date, d.received_by, trim_scale(t.quantity) AS quantity,
    trim_scale(t.received) AS received, trim_scale(t.received - t.quantity) AS difference`,
  where: () => sql`t.is_mismatch`,
  filters: { deliveryId: oneOf('deliveryId', z.uuid()), resourceId: oneOf('resourceId', z.uuid()) },
  sort: { id: { by: sql`t.id`, type: 'uuid' } },
  order: '-id',
  key: [],
});

/** Replaces serial numbers in the lines of a delivery with the units that really left and arrived. */
export const correctDeliveryUnits = (
  { tx, organizationId }: Tenant,
  deliveryId: string,
  elementIds: string[],
  correction: UnitCorrection,
): Promise<unknown> =>
  sql`
    UPDATE delivery_lines SET serial_numbers = ${correctedUnits('serial_numbers', correction)},
      received_serial_numbers = ${correctedUnits('received_serial_numbers', correction)}
    WHERE organization_id = ${organizationId} AND delivery_id = ${deliveryId}
      AND (resource_id = ${correction.resourceId} OR element_id = ANY (${elementIds}::uuid[]))`.execute(tx);

type Organization = Pick<Tenant, 'organizationId'>;

/**
 * Goods that are ordered, bought and not delivered yet, or on their way from another division: `resource_id`, `division_id` (null: the
 * document names none) and `quantity`. Reads only documents and deliveries that are open.
 */
export const incomingGoods = (tenant: Organization): RowsQuery => sql`
  ${orderedGoods(tenant)}
  UNION ALL
  SELECT a.resource_id, a.division_id, a.quantity - coalesce((
      SELECT sum(l.counted) FROM ${deliveryLines.of(tenant)} l
      CROSS JOIN ${lookedUp(deliveries.of(tenant), 'd', sql`d.id = l.delivery_id`)}
      WHERE l.element_id = a.element_id AND d.status <> 'canceled'), 0) - coalesce((
      SELECT sum(c.quantity) FROM ${deliveryCancellations.of(tenant)} c WHERE c.element_id = a.element_id), 0)
  FROM (${awaitedGoods(tenant)}) a
  UNION ALL
  SELECT l.resource_id, d.to_division_id, l.quantity
  FROM ${deliveries.of(tenant)} d CROSS JOIN ${lookedUp(deliveryLines.of(tenant), 'l', sql`l.delivery_id = d.id`)}
  WHERE d.kind = 'transfer' AND d.status = 'sent' AND l.received IS NULL`;

/** The deliveries of purchases, each with its `pending_record_id`. */
export const purchaseDeliveries = (tenant: Organization): RowsQuery => sql`
  SELECT d.id, d.pending_record_id FROM ${deliveries.of(tenant)} d WHERE d.kind = 'purchase'`;

/** How much of an invoice line was delivered, and how much never will be. The rest is open. */
interface Fulfilled {
  delivered: string;
  canceled: string;
  /** The delivered units. */
  serialNumbers: string[];
}

export const nothingFulfilled: Fulfilled = { delivered: '0', canceled: '0', serialNumbers: [] };

/** By invoice line, summed over its deliveries that are not canceled. */
export async function selectFulfilled(tenant: Tenant, pendingRecordId: string): Promise<Map<string, Fulfilled>> {
  const [lines, cancellations] = await Promise.all([
    sql<{ elementId: string; delivered: string; serials: string[][] }>`
      SELECT l.element_id, trim_scale(sum(l.counted)) AS delivered,
        jsonb_agg(to_jsonb(CASE WHEN l.fix IS NULL THEN l.serial_numbers ELSE l.received_serial_numbers END)) AS serials
      FROM ${deliveries.of(tenant)} d JOIN ${deliveryLines.of(tenant)} l ON l.delivery_id = d.id
      WHERE d.pending_record_id = ${pendingRecordId} AND d.status <> 'canceled'
      GROUP BY l.element_id`.execute(tenant.tx),
    sql<{ elementId: string; canceled: string }>`
      SELECT c.element_id, trim_scale(sum(c.quantity)) AS canceled
      FROM ${deliveries.of(tenant)} d JOIN ${deliveryCancellations.of(tenant)} c ON c.delivery_id = d.id
      WHERE d.pending_record_id = ${pendingRecordId}
      GROUP BY c.element_id`.execute(tenant.tx),
  ]);
  const fulfilled = new Map<string, Fulfilled>();
  for (const { elementId, delivered, serials } of lines.rows)
    fulfilled.set(elementId, { delivered, canceled: '0', serialNumbers: serials.flat() });
  for (const { elementId, canceled } of cancellations.rows)
    fulfilled.set(elementId, { ...(fulfilled.get(elementId) ?? nothingFulfilled), canceled });
  return fulfilled;
}

/** The deliveries of an invoice that are not canceled. */
export async function selectDeliveryIds(tenant: Tenant, pendingRecordId: string): Promise<string[]> {
  const match = { pendingRecordId, status: ['sent', 'received'] } as const;
  return (await deliveries.all(tenant, match, { columns: ['id'] })).map(({ id }) => id);
}
