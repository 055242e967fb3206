import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { askedOnce } from '#platform/db/batched.ts';
import { filter, isOneOf, listOf, oneOf, several } from '#platform/db/list.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { affectedBy, columnOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { violates } from '#platform/db/violation.ts';
import { type Numerals, numerals } from '../tables.ts';
import { fiscalTypeCodes } from './fiscal-type.ts';

export const statuses = ['active', 'exhausted', 'expired', 'archived'] as const;
export type Status = (typeof statuses)[number];

/** The same rule as `statusOf`. */
const statusOn = (today: Temporal.PlainDate) => sql`
  CASE WHEN t.archived_at IS NOT NULL THEN 'archived'
       WHEN t.next_number > t.last_number THEN 'exhausted'
       WHEN t.expires_on < ${today}::date THEN 'expired'
       ELSE 'active' END`;

export const numeralsList = listOf(numerals, {
  filters: {
    type: oneOf('type', z.enum(fiscalTypeCodes)),
    divisionId: oneOf('divisionId', z.uuid()),
    status: filter(several(z.enum(statuses)).optional().describe('Only ranges in these states.'), (value, { today }) =>
      isOneOf(statusOn(today), value),
    ),
  },
  sort: { type: 'type', authorized: 'authorizedOn' },
  order: 'type',
  key: [
    { by: sql.ref('t.type'), type: 'text' },
    { by: sql.ref('t.firstNumber'), type: 'bigint' },
  ],
});

/** Every range, or those of one type, in the order in which they are used up. */
export const selectRanges = (tenant: Tenant, type?: string): Promise<Numerals[]> =>
  numerals.all(tenant, { type }, { orderBy: ['type', 'firstNumber'] });

export interface OfferedType {
  type: string;
  divisionId: string | null;
  /** The last day for which a number is left. Null: none is left. */
  usableUntil: string | null;
}

/** The types that the organization has ranges of. */
export const selectOffered = askedOnce(
  (tenant: Tenant) => rowsOf<OfferedType>(tenant.tx)`
    SELECT n.type, n.division_id,
           max(coalesce(n.expires_on, '9999-12-31')) FILTER (WHERE n.next_number <= n.last_number) AS usable_until
    FROM ${numerals.of(tenant)} n WHERE n.archived_at IS NULL GROUP BY 1, 2`,
);

/** Locks the ranges of a type against changes and against taking numbers from them. */
export const lockRanges = (tenant: Tenant, type: string): Promise<Numerals[]> =>
  numerals.all(tenant, { type }, { orderBy: ['firstNumber'], lock: 'FOR UPDATE' });

/** When two requests add the first range of a type at the same time, the second starts over and sees the other. */
export const insertRange: typeof numerals.insert = (tenant, range) =>
  numerals.insert(tenant, range).catch((error: unknown) => {
    const isTaken = violates(error, 'numerals_chain') || violates(error, 'numerals_last');
    throw isTaken ? new RetryTransaction() : error;
  });

export type RangePlace = Pick<Numerals, 'id' | 'firstNumber' | 'lastNumber' | 'nextNumber' | 'afterNumber'>;

/** Moves ranges within their type in one statement, so that the chain of ranges is whole before and after it. */
export async function updatePlaces({ tx, organizationId }: Tenant, places: RangePlace[]): Promise<void> {
  const column = <K extends keyof RangePlace>(name: K) => places.map((place) => place[name]);
  await sql`
    UPDATE numerals n
    SET first_number = p.first_number, last_number = p.last_number, next_number = p.next_number, after_number = p.after_number
    FROM unnest(${column('id')}::uuid[], ${column('firstNumber')}::bigint[], ${column('lastNumber')}::bigint[],
                ${column('nextNumber')}::bigint[], ${column('afterNumber')}::bigint[])
      AS p (id, first_number, last_number, next_number, after_number)
    WHERE n.organization_id = ${organizationId} AND n.id = p.id`.execute(tx);
}

export interface WantedNumber {
  type: string;
  divisionId: string | null;
  /** The last day on which the range must be valid. */
  date: string;
  /** The range must have been authorised by this day. */
  authorizedBy: string | null;
}

interface TakenNumber {
  id: string;
  /** The first of the numbers taken. */
  number: bigint;
  expiresOn: string | null;
  /** Few numbers are left, and no warning was sent yet. */
  isLow: boolean;
}

/**
 * Takes the next numbers of the first range that has one, as a part of the caller's statement. Concurrent callers wait for the
 * row, so numbers have neither duplicates nor gaps. No row: there is no range, it was used up while waiting, or it has fewer
 * numbers than wanted.
 */
export const nextNumerals = (
  { organizationId }: Pick<Tenant, 'organizationId'>,
  { type, divisionId, date, authorizedBy }: WantedNumber,
  count: number,
): RawBuilder<TakenNumber> => sql<TakenNumber>`
  UPDATE numerals AS n SET next_number = n.next_number + ${count}::int
  WHERE n.organization_id = ${organizationId} AND n.next_number + ${count}::int - 1 <= n.last_number AND n.archived_at IS NULL
    AND n.id = (
      SELECT id FROM numerals
      WHERE organization_id = ${organizationId} AND type = ${type}
        AND next_number <= last_number AND archived_at IS NULL
        AND (expires_on IS NULL OR expires_on >= ${date}::date)
        AND (${authorizedBy}::date IS NULL OR usable_from <= ${authorizedBy}::date)
        AND (division_id IS NULL OR division_id = ${divisionId}::uuid)
      ORDER BY division_id IS NULL, first_number LIMIT 1)
  RETURNING n.id, n.next_number - ${count}::int AS number, n.expires_on,
    n.warned_at IS NULL AND n.last_number - n.next_number < n.warn_at AS is_low`;

/** Marks the ranges with few numbers left whose owner was not warned yet. */
export const markLowRanges = ({ tx, organizationId }: Tenant, ids: string[], at: Temporal.Instant) =>
  columnOf<string>(tx)`
    UPDATE numerals SET warned_at = ${at}::timestamptz
    WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[]) AND warned_at IS NULL
      AND last_number - next_number < warn_at
    RETURNING id`;

/** Skips unused numbers, from the next one of the range on. False: one of them has been taken meanwhile. */
export async function skipNumbers(
  { tx, organizationId }: Tenant,
  id: string,
  { first, last }: { first: bigint; last: bigint },
): Promise<boolean> {
  const affected = await affectedBy(tx)`
    UPDATE numerals SET next_number = ${last + 1n}, version = version + 1
    WHERE organization_id = ${organizationId} AND id = ${id} AND next_number = ${first} AND last_number >= ${last}`;
  return affected === 1;
}
