import { findOrganization, generalSettings, readLogo, readSettings } from '#modules/organization/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pdfAnswer } from '#platform/pdf/pdf-answer.ts';
import { divisions } from '../tables.ts';
import { type ReportQuery, readReport } from './report.ts';
import { composeReport } from './report-paper.ts';
import { columnsFor, type Report, rowsOf } from './report-table.ts';

const names: Record<Report['type'], string> = {
  'trial-balance': 'balanza-de-comprobacion',
  'profit-and-loss': 'estado-de-resultados',
  'balance-sheet': 'balance-general',
  'cash-flow': 'flujo-de-efectivo',
};

/** A report of the books as a file. */
export async function downloadReport(
  ctx: TenantSteps,
  { format, ...query }: ReportQuery & { format: 'csv' | 'xlsx' | 'pdf' },
): Promise<RawAnswer> {
  if (format === 'pdf') return printReport(ctx, query);
  const report = await ctx.transaction((unit) => readReport(unit, query));
  return tableDownload(ctx, {
    format,
    fileName: fileNameOf(report),
    columns: columnsFor(report),
    batches: [rowsOf(report)],
  });
}

/** A report on paper, to be signed. */
async function printReport(ctx: TenantSteps, query: ReportQuery): Promise<RawAnswer> {
  const [report, organization, settings, division] = await ctx.transaction((unit) =>
    Promise.all([
      readReport(unit, query),
      findOrganization(unit.tx, unit.organizationId),
      readSettings(unit, generalSettings),
      query.divisionId === undefined ? undefined : divisions.find(unit, query.divisionId),
    ]),
  );
  const paper = composeReport(report, { organization, settings, division: division?.name });
  const { logoKey } = paper.issuer;
  const logo = logoKey === null ? null : await readLogo(ctx, logoKey);
  return pdfAnswer(await ctx.compute(drawTable, { paper, logo }), `${fileNameOf(report)}.pdf`);
}

const fileNameOf = (report: Report): string =>
  [names[report.type], ...('from' in report ? [report.from, report.to] : [report.to])].join('-');
