import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type PublishedRate, type Rates, rates, SAMPLE_RATES } from '#modules/accounting/index.ts';
import { Currency } from '#platform/money.ts';
import { type Adapter, adapter, ProviderRefused } from '#platform/ports/port.ts';

const FILE_BYTES_MAX = 10 * 1024 * 1024;
const ROWS_MAX = 100_000;

const Row = z.object({
  date: z.iso.date(),
  base: Currency,
  currency: Currency,
  rate: z.string().regex(/^\d{1,9}(\.\d{1,10})?$/),
});

/**
 * Rates from a CSV file of the operator with the columns `date,base,currency,rate`, for example a central bank's daily
 * list. It is read every time, so a new file needs no restart.
 */
export function fileRatesAdapter({ name = 'file-rates', path }: { name?: string; path: string }): Adapter<Rates> {
  const publisher: Rates = {
    publishedSince: async (date) => {
      const text = await textOf(path);
      return text ? ratesIn(text).filter((rate) => date === null || rate.date >= date) : [];
    },
  };
  return adapter({ port: rates, name, config: z.object({}), connect: () => publisher });
}

/** Examples for trying the service without a source of rates. */
export const sampleRatesAdapter = (): Adapter<Rates> =>
  fileRatesAdapter({ name: SAMPLE_RATES, path: fileURLToPath(new URL('./sample.csv', import.meta.url)) });

async function textOf(path: string): Promise<string | null> {
  try {
    if ((await stat(path)).size > FILE_BYTES_MAX) throw ProviderRefused(`${path} is larger than 10 MiB.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reject the whole file if a row is wrong: an incomplete day would be worse than yesterday's rates. */
function ratesIn(text: string): PublishedRate[] {
  const rows = parse(text, { bom: true, columns: true, trim: true, skip_empty_lines: true, to: ROWS_MAX });
  return z.array(Row).parse(rows);
}
