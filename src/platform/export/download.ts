import { Readable } from 'node:stream';
import { z } from 'zod';
import type { TenantSteps } from '../context.ts';
import { RawAnswer } from '../http/route.ts';
import { generalSettings } from '../settings/general.ts';
import { readSettings } from '../settings/settings.ts';
import { writeCsv } from './csv.ts';
import { inLanguage, type RowBatches, type TranslatedColumn } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const contentTypes = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

/** The query and the answer of a route that exports a table. */
export const TableFormat = z.enum(['csv', 'xlsx']).describe('`xlsx` is a spreadsheet.');
export const tableAnswer = { contentType: Object.values(contentTypes) };

/** A table as a file in the language of the organization, sent while it is read. The route declares `downloads`. */
export async function tableDownload<R>(
  ctx: TenantSteps,
  table: {
    format: z.output<typeof TableFormat>;
    fileName: string;
    columns: TranslatedColumn<R>[];
    batches: RowBatches<R>;
  },
): Promise<RawAnswer> {
  const { language } = await ctx.transaction((unit) => readSettings(unit, generalSettings));
  const write = table.format === 'csv' ? writeCsv : writeXlsx;
  return new RawAnswer(
    Readable.from(write(inLanguage(table.columns, language), table.batches), { objectMode: false }),
    tableHeaders(table.format, `${table.fileName}.${table.format}`),
  );
}

export const tableHeaders = (format: z.output<typeof TableFormat>, fileName: string): Record<string, string> => ({
  'content-type': format === 'csv' ? `${contentTypes.csv}; charset=utf-8; header=present` : contentTypes.xlsx,
  'content-disposition': `attachment; filename="${fileName}"`,
});
