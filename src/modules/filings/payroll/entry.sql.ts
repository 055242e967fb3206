import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { filter, isOneOf, listOf, oneOf, several } from '#platform/db/list.ts';
import { mapOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { Period } from '../period.ts';
import { payrollEntries } from '../tables.ts';
import { PayrollEntryKind } from './entry.schema.ts';

const firstDayOf = (period: string): string => `${period}-01`;

export const entryList = listOf(payrollEntries, {
  filters: {
    employeeId: oneOf('employeeId', z.uuid()),
    period: filter(several(Period).optional().describe('Only of these months.'), (period) =>
      isOneOf(sql`t.period`, Array.isArray(period) ? period.map(firstDayOf) : firstDayOf(period)),
    ),
    kind: oneOf('kind', PayrollEntryKind),
  },
  sort: { period: 'period' },
  order: '-period',
});

/** Keeps the entries of a month as they are while it is paid: others who enter or pay something in it wait. */
export const lockMonth = ({ tx, organizationId }: TenantContext, firstDay: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} payroll ${firstDay}`}, 0))`.execute(tx);

/** How many entries employees have in months, by `employeeId month`. */
export async function selectCounts(
  tenant: Tenant,
  employeeIds: string[],
  months: string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ employeeId: string; period: string; count: number }>(tenant.tx)`
    SELECT t.employee_id, t.period, count(*)::int AS count FROM ${payrollEntries.of(tenant)} t
    WHERE t.employee_id = ANY (${employeeIds}::uuid[]) AND t.period = ANY (${months}::date[])
    GROUP BY t.employee_id, t.period`;
  return new Map(rows.map(({ employeeId, period, count }) => [`${employeeId} ${period}`, count]));
}

/** The commissions of each employee between two months, both included. */
export const selectCommissionsOf = (tenant: Tenant, from: string, to: string) =>
  mapOf<bigint>(tenant.tx)`
    SELECT t.employee_id, sum(t.amount)::numeric(40,0) AS amount FROM ${payrollEntries.of(tenant)} t
    WHERE t.period BETWEEN ${from} AND ${to} AND t.kind = 'commission' GROUP BY t.employee_id`;
