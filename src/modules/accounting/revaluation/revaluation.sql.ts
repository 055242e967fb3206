import { dates, listOf } from '#platform/db/list.ts';
import { rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { type RevaluationLine, revaluationLines, revaluations } from '../tables.ts';

export const revaluationList = listOf(revaluations, {
  filters: dates('date'),
  sort: { date: 'date' },
  order: '-date',
});

export const selectLastSequence = (tenant: Tenant, date: string) =>
  scalarOf<number>(tenant.tx)`
    SELECT coalesce(max(r.sequence), 0)::int AS last FROM ${revaluations.of(tenant)} r WHERE r.date = ${date}::date`;

type Place = Pick<RevaluationLine, 'kind' | 'chartAccountId' | 'contactId' | 'divisionId' | 'currency'>;

/** The differences that revaluations of a day have posted, by place. */
export const selectPostedOn = (tenant: Tenant, date: string) =>
  rowsOf<Place & { posted: bigint }>(tenant.tx)`
    SELECT l.kind, l.chart_account_id, l.contact_id, l.division_id, l.currency, sum(l.difference)::numeric(40,0) AS posted
    FROM ${revaluations.of(tenant)} r JOIN ${revaluationLines.of(tenant)} l ON l.revaluation_id = r.id
    WHERE r.date = ${date}::date
    GROUP BY 1, 2, 3, 4, 5`;

/** The part of the book value of a money account that revaluations of a day have added. */
export const selectRevalued = (tenant: Tenant, chartAccountId: string, date: string) =>
  scalarOf<bigint>(tenant.tx)`
    SELECT coalesce(sum(l.difference), 0)::numeric(40,0) AS revalued
    FROM ${revaluations.of(tenant)} r JOIN ${revaluationLines.of(tenant)} l ON l.revaluation_id = r.id
    WHERE r.date = ${date}::date AND l.kind = 'account' AND l.chart_account_id = ${chartAccountId}`;
