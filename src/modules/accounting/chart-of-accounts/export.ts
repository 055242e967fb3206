import { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import { ChartFilter, matches } from './chart-list.ts';
import { columns, exportedChart } from './columns.ts';

export const ExportQuery = z.strictObject({ format: TableFormat.default('csv'), ...ChartFilter });

/** The accounts that match, with the columns that an import reads. */
export async function exportChart(ctx: TenantSteps, { format, ...filter }: z.output<typeof ExportQuery>) {
  const chart = await ctx.transaction(exportedChart);
  const rows = chart.filter((account) => matches(account, filter));
  return tableDownload(ctx, { format, fileName: 'catalogo-de-cuentas', columns, batches: [rows] });
}
