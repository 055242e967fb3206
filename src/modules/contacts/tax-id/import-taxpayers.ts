import { isUtf8 } from 'node:buffer';
import { realNow } from '#platform/date.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { dateOf } from '../contact-data/normalise.ts';
import { type Taxpayer, upsertTaxpayers } from './taxpayers.sql.ts';

const BATCH = 2_000;
const LINE_BYTES_MAX = 64 * 1024;
const NEWLINE = 0x0a;

interface TaxpayerImport {
  read: number;
  written: number;
  /** Lines that hold no taxpayer. */
  skipped: number;
}

/**
 * Imports the registry file of the tax authority while it is read, each batch in a transaction of its own. Importing it
 * again writes only changes. Taxpayers that are missing from it stay, so that a truncated file does no harm.
 */
export async function importTaxpayers(
  file: AsyncIterable<Buffer>,
  inTransaction: <T>(work: (ctx: { tx: Tx }) => Promise<T>) => Promise<T>,
  onProgress: (progress: TaxpayerImport) => void = () => {},
): Promise<TaxpayerImport> {
  const progress: TaxpayerImport = { read: 0, written: 0, skipped: 0 };
  // By number: one statement cannot write the same row twice, and the file repeats some.
  const batch = new Map<string, Taxpayer>();
  const write = async (): Promise<void> => {
    if (batch.size === 0) return;
    const rows = [...batch.values()];
    batch.clear();
    progress.written += await inTransaction(({ tx }) => upsertTaxpayers(tx, rows, realNow()));
    onProgress(progress);
  };
  for await (const line of linesOf(file)) {
    const taxpayer = parseTaxpayer(line);
    if (!taxpayer) {
      progress.skipped++;
      continue;
    }
    progress.read++;
    batch.set(taxpayer.taxId, taxpayer);
    if (batch.size >= BATCH) await write();
  }
  await write();
  return progress;
}

/** The lines of a file, in UTF-8 or in the old encoding of the tax authority (Latin-1). */
async function* linesOf(file: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end);
      yield decode(rest.length > 0 ? Buffer.concat([rest, line]) : line);
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
    if (rest.length > LINE_BYTES_MAX) throw new Error('A line is longer than 64 KiB: this is not the registry file.');
  }
  if (rest.length > 0) yield decode(rest);
}

const decode = (line: Buffer): string => line.toString(isUtf8(line) ? 'utf8' : 'latin1');

/** RNC | name | trade name | activity | … | date | status | regime. The cells of an address may be between them. */
function parseTaxpayer(line: string): Taxpayer | null {
  const cells = line.split('|').map((cell) => cell.replaceAll('\0', '').replace(/\s+/g, ' ').trim());
  const [taxId, name, tradeName, activity] = cells;
  const [started, status, regime] = cells.slice(-3);
  if (cells.length < 7 || !/^\d{8,11}$/.test(taxId!) || !name || !status) return null;
  const startedOn = dateOf(started!.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1'));
  return {
    taxId: taxId!,
    name,
    tradeName: tradeName || null,
    activity: activity || null,
    status,
    regime: regime || null,
    startedOn: startedOn?.toString() ?? null,
  };
}
