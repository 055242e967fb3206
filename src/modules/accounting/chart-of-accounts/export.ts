import { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { ChartFilter, matches } from './chart-list.ts';
import { columns, exportedChart } from './columns.ts';

export const ExportQuery = z.strictObject({ format: TableFormat.default('csv'), ...ChartFilter });

/** The accounts that match, with the columns that an import reads. */
export const exportChart = (
  ctx: TenantSteps,
  { format, ...filter }: z.output<typeof ExportQuery>,
): Promise<RawAnswer> =>
  tableDownload(ctx, {
    format,
    fileName: 'catalogo-de-cuentas',
    columns,
    batches: (async function* () {
      const chart = await ctx.transaction(exportedChart);
      yield chart.filter((account) => matches(account, filter));
    })(),
  });
