import { Readable } from 'node:stream';
import { z } from 'zod';
import { RawAnswer } from '../http/route.ts';
import { writeCsv } from './csv.ts';
import type { Column, RowBatches } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const contentTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The query and the answer of a route that exports a table. */
export const TableFormat = z.enum(['csv', 'xlsx']);
export const tableAnswer = { contentType: Object.values(contentTypes) };

/** A table as a file, sent while it is read. The route declares `downloads`. */
export function tableDownload<R>(table: {
  format: z.output<typeof TableFormat>;
  fileName: string;
  columns: Column<R>[];
  batches: RowBatches<R>;
}): RawAnswer {
  const write = table.format === 'csv' ? writeCsv : writeXlsx;
  return new RawAnswer(
    Readable.from(write(table.columns, table.batches), { objectMode: false }),
    tableHeaders(table.format, `${table.fileName}.${table.format}`),
  );
}

export const tableHeaders = (format: z.output<typeof TableFormat>, fileName: string): Record<string, string> => ({
  'content-type': format === 'csv' ? `${contentTypes.csv}; charset=utf-8; header=present` : contentTypes.xlsx,
  'content-disposition': `attachment; filename="${fileName}"`,
});
