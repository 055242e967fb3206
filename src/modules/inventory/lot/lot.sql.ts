import { sql } from 'kysely';
import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { dates, filter, list, listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { type Lot, lotMovements, lotPositions, lots, type Movement, stockMovements } from '../tables.ts';

export const lotList = listOf(lots, {
  filters: {
    resourceId: oneOf('resourceId', z.uuid()),
    divisionId: filter(
      z.uuid().optional().describe('Where it is now.'),
      (divisionId, ctx) =>
        sql`t.id IN (SELECT p.lot_id FROM ${lotPositions.of(ctx)} p WHERE p.division_id = ${divisionId})`,
    ),
    lot: filter(z.string().trim().max(60).optional().describe('Exactly this lot.'), (lot) => sql`t.lot = ${lot}`),
    expiresBefore: filter(
      CalendarDate.optional().describe('Whose last day is before this one.'),
      (day) => sql`coalesce(t.expires_on, '9999-12-31'::date) < ${day}::date`,
    ),
    expired: filter(z.boolean().optional().describe('Only expired ones, or only the others.'), (expired, ctx) =>
      expired
        ? sql`coalesce(t.expires_on, '9999-12-31'::date) < ${ctx.today}::date`
        : sql`coalesce(t.expires_on, '9999-12-31'::date) >= ${ctx.today}::date`,
    ),
    blocked: filter(
      z.boolean().optional().describe('Only blocked ones, or only the others.'),
      (blocked) => sql`t.blocked = ${blocked}`,
    ),
    inStock: filter(
      z.boolean().optional().describe('Only those of which there is stock, or only the others.'),
      (inStock, ctx) => {
        const isHeld = sql`EXISTS (SELECT FROM ${lotPositions.of(ctx)} p WHERE p.lot_id = t.id)`;
        return inStock ? isHeld : sql`NOT ${isHeld}`;
      },
    ),
    search: filter(
      z.string().trim().min(1).max(200).optional().describe('The beginning of the lot, or words of the product.'),
      (words, { organizationId }) =>
        sql`(t.lot >= ${words} AND t.lot < ${endOfPrefix(words)}
          OR ${isFound(organizationId, 'resource', sql`t.resource_id`, words)})`,
    ),
  },
  sort: { expiry: { by: sql`coalesce(t.expires_on, '9999-12-31'::date)`, type: 'date' }, lot: 'lot' },
  order: 'expiry',
});

export type TracedMovement = Pick<
  Movement,
  | 'id'
  | 'type'
  | 'date'
  | 'divisionId'
  | 'counterpartDivisionId'
  | 'quantity'
  | 'causeKind'
  | 'causeId'
  | 'reversesId'
  | 'note'
> & { reversedById: string | null };

/** The movements of a lot. */
export const tracedList = list<TracedMovement>()({
  from: (tenant) => sql`${lotMovements.of(tenant)} t
    JOIN ${stockMovements.of(tenant)} m ON m.id = t.movement_id
    LEFT JOIN ${stockMovements.of(tenant)} r ON r.reverses_id = t.movement_id`,
  select: sql`m.id, m.type, t.date, t.division_id, m.counterpart_division_id, trim_scale(t.quantity) AS quantity,
    m.cause_kind, m.cause_id, m.reverses_id, r.id AS reversed_by_id, m.note`,
  filters: { divisionId: oneOf('divisionId', z.uuid()), ...dates('date') },
  scope: { lotId: oneOf('lotId', z.uuid()) },
  sort: { date: { by: sql`t.date`, type: 'date' } },
  order: '-date',
  key: [{ by: sql`t.movement_id`, type: 'uuid' }],
});

export type ExpiringLot = Pick<Lot, 'id' | 'resourceId' | 'lot'> & { expiresOn: string; quantity: string };

/** The lots in stock that expire by a day and were not warned about, the first to expire first. */
export const selectUnwarned = (tenant: Tenant, until: string, limit: number) =>
  rowsOf<ExpiringLot>(tenant.tx)`
    SELECT l.id, l.resource_id, l.lot, l.expires_on, trim_scale(held.quantity) AS quantity
    FROM ${lots.of(tenant)} l
    CROSS JOIN LATERAL (
      SELECT sum(p.quantity) AS quantity FROM ${lotPositions.of(tenant)} p WHERE p.lot_id = l.id) AS held
    WHERE coalesce(l.expires_on, '9999-12-31'::date) <= ${until}::date AND l.warned_of IS DISTINCT FROM l.expires_on
      AND held.quantity > 0
    ORDER BY coalesce(l.expires_on, '9999-12-31'::date), l.id LIMIT ${limit}`;

/** Remembers of which expiry of these lots the members were warned. */
export const updateWarned = ({ tx, organizationId }: Tenant, ids: string[]): Promise<unknown> =>
  sql`UPDATE lots SET warned_of = expires_on
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`.execute(tx);
