import { sql } from 'kysely';
import { z } from 'zod';
import { dates, listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { numerals, voidedNumbers } from '../tables.ts';
import { fiscalTypeCodes } from './fiscal-type.ts';
import type { VoidReason } from './void-reason.ts';

export const voidedList = listOf(voidedNumbers, {
  filters: { type: oneOf('type', z.enum(fiscalTypeCodes)), ...dates('voidedOn') },
  sort: { date: 'voidedOn' },
  order: '-date',
});

interface VoidedNumber {
  type: string;
  number: bigint;
  voidedOn: string;
  reason: VoidReason;
}

/** One number a row, by type and number. */
export const selectVoidedNumbers = (
  tenant: Tenant,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<VoidedNumber[]> =>
  rowsOf<VoidedNumber>(tenant.tx)`
    SELECT v.type, n.number, v.voided_on, v.reason
    FROM ${voidedNumbers.of(tenant)} v CROSS JOIN LATERAL generate_series(v.first_number, v.last_number) AS n (number)
    WHERE v.voided_on BETWEEN ${from}::date AND ${to}::date
    ORDER BY v.type, n.number LIMIT ${limit}`;

/**
 * Whether a number of this span belongs to a range and was not voided. Neither ranges nor voided spans overlap, so comparing
 * how many numbers of the span each covers is enough.
 */
export async function isAnyInUse(
  tenant: Tenant,
  { type, first, last }: { type: string; first: bigint; last: bigint },
): Promise<boolean> {
  const covered = (spans: typeof numerals | typeof voidedNumbers) => sql`
    SELECT coalesce(sum(least(last_number, ${last}::bigint) - greatest(first_number, ${first}::bigint) + 1), 0)
    FROM ${spans.of(tenant)} s
    WHERE type = ${type} AND first_number <= ${last}::bigint AND last_number >= ${first}::bigint`;
  const rows = await rowsOf<{ inUse: boolean }>(tenant.tx)`
    SELECT (${covered(numerals)}) > (${covered(voidedNumbers)}) AS in_use`;
  return rows[0]!.inUse;
}
