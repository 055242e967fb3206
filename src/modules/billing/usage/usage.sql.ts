import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { usageDays } from '../tables.ts';
import { type AddedMeter, countedMeters, type DayCount, type Meter } from './meters.ts';

export interface UsageDay {
  day: string;
  meter: Meter;
  quantity: bigint;
}

export const hasDays = (tenant: Tenant): Promise<boolean> => usageDays.exists(tenant, {});

/** Replaces the counted meters of the days from one on. */
export async function replaceDays({ tx, organizationId }: Tenant, from: string, counts: DayCount[]): Promise<void> {
  await sql`
    DELETE FROM usage_days
    WHERE organization_id = ${organizationId} AND day >= ${from}::date AND meter = ANY (${[...countedMeters]})`.execute(
    tx,
  );
  await usageDays.insertMany(
    { tx, organizationId },
    counts.map(({ quantity, ...count }) => ({ ...count, quantity: BigInt(quantity) })),
  );
}

/** Adds to a meter of today. */
export const addUsage = (
  { tx, organizationId, today }: Pick<TenantContext, 'tx' | 'organizationId' | 'today'>,
  meter: AddedMeter,
  quantity: number,
): Promise<unknown> =>
  sql`
    INSERT INTO usage_days AS known (organization_id, day, meter, quantity)
    VALUES (${organizationId}, ${today.toString()}::date, ${meter}, ${quantity})
    ON CONFLICT (organization_id, day, meter) DO UPDATE SET quantity = known.quantity + excluded.quantity`.execute(tx);

export const selectDays = (
  tenant: Tenant,
  { from, to, meters }: { from: string; to: string; meters: readonly Meter[] },
) =>
  rowsOf<UsageDay>(tenant.tx)`
    SELECT d.day, d.meter, d.quantity FROM ${usageDays.of(tenant)} d
    WHERE d.day BETWEEN ${from}::date AND ${to}::date AND d.meter = ANY (${meters as string[]})
    ORDER BY d.day, d.meter`;

/** The rows of a statement by day of the organization, as counts of one meter. */
export async function countByDay(
  { tx, timeZone }: Pick<TenantContext, 'tx' | 'timeZone'>,
  meter: DayCount['meter'],
  { from, at }: { from: RawBuilder<unknown>; at: RawBuilder<unknown> },
): Promise<DayCount[]> {
  const rows = await rowsOf<{ day: string; quantity: number }>(tx)`
    SELECT (${at} AT TIME ZONE ${timeZone})::date AS day, count(*)::int AS quantity FROM ${from} GROUP BY 1`;
  return rows.map((row) => ({ meter, ...row }));
}
