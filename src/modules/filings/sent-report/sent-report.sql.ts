import { listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { periodFilter } from '../payment/filing.sql.ts';
import { type SentReport, sentReports } from '../tables.ts';
import { ReportForm } from './sent-report.schema.ts';

export const sentReportList = listOf(sentReports, {
  filters: { form: oneOf('form', ReportForm), period: periodFilter },
  sort: { period: 'period' },
  order: '-period',
});

/** The next ones by id. */
export const selectSentAfter = (tenant: Tenant, after: string | null, limit: number): Promise<SentReport[]> =>
  rowsOf<SentReport>(tenant.tx)`
    SELECT ${sentReports.columns('s')} FROM ${sentReports.of(tenant)} s
    WHERE ${after}::uuid IS NULL OR s.id > ${after}::uuid ORDER BY s.id LIMIT ${limit}`;
