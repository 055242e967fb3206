import { readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type PublishedRate, type Rates, rates } from '#modules/accounting/index.ts';
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
 * Rates from a CSV file with the columns `date,base,currency,rate` that whoever runs the service puts there; a central
 * bank's daily list, for example. It is read again each time, so a new file needs no restart.
 */
export function fileRatesAdapter(options: { path: string; fallbackPath: string | null }): Adapter<Rates> {
  const publisher: Rates = {
    publishedSince: async (date) => {
      const text = (await textOf(options.path)) ?? (options.fallbackPath && (await textOf(options.fallbackPath)));
      return text ? ratesIn(text).filter((rate) => date === null || rate.date >= date) : [];
    },
  };
  return adapter({ port: rates, name: 'file-rates', config: z.object({}), connect: () => publisher });
}

async function textOf(path: string): Promise<string | null> {
  try {
    if ((await stat(path)).size > FILE_BYTES_MAX) throw ProviderRefused(`${path} is larger than 10 MiB.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** A file with one wrong row is a wrong file: half a day's rates would be worse than yesterday's. */
function ratesIn(text: string): PublishedRate[] {
  const rows = parse(text, { bom: true, columns: true, trim: true, skip_empty_lines: true, to: ROWS_MAX });
  return z.array(Row).parse(rows);
}
