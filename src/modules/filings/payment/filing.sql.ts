import { sql } from 'kysely';
import { filter, isOneOf, listOf, oneOf, several } from '#platform/db/list.ts';
import { rowOf, type Tenant } from '#platform/db/table.ts';
import { Period } from '../period.ts';
import { type Filing, type FilingKind, taxFilings } from '../tables.ts';
import { TaxPaymentKind, TaxPaymentStatus } from './filing.schema.ts';

const firstDayOf = (period: string): string => `${period}-01`;

export const periodFilter = filter(several(Period).optional().describe('Only of these months: YYYY-MM.'), (period) =>
  isOneOf(sql`t.period`, Array.isArray(period) ? period.map(firstDayOf) : firstDayOf(period)),
);

export const filingList = listOf(taxFilings, {
  filters: {
    kind: oneOf('kind', TaxPaymentKind),
    period: periodFilter,
    status: oneOf('status', TaxPaymentStatus),
  },
  sort: { period: 'period' },
  order: '-period',
});

/** The last payment of a kind for an earlier month. With a lock nobody else can void it or use its credit meanwhile. */
export const selectPaidBefore = (
  tenant: Tenant,
  kind: FilingKind,
  period: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
) =>
  rowOf<Filing>(tenant.tx)`
    SELECT ${taxFilings.columns('f')} FROM ${taxFilings.of(tenant)} f
    WHERE f.kind = ${kind} AND f.period < ${period} AND f.status = 'paid'
    ORDER BY f.period DESC LIMIT 1 ${sql.raw(lock)}`;

export async function isPaidAfter(tenant: Tenant, kind: FilingKind, period: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${taxFilings.of(tenant)} f
    WHERE f.kind = ${kind} AND f.period > ${period} AND f.status = 'paid' LIMIT 1`.execute(tenant.tx);
  return rows.length > 0;
}
