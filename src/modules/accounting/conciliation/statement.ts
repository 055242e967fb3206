import { createHash } from 'node:crypto';
import { beginImport, finishImport } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { InvalidRequest, refusal } from '#platform/refusal.ts';
import { findAccount } from '../account/account.ts';
import { insertStatementLines } from './statement.sql.ts';
import {
  type CsvMapping,
  type ParsedLine,
  type ParsedStatement,
  parseCamt,
  parseCsv,
  parseOfx,
} from './statement-formats.ts';

const LINES_MAX = 20_000;
const ERRORS_TOLD_MAX = 100;

export const StatementTooLong = refusal(
  422,
  'statement_too_long',
  `A statement has at most ${LINES_MAX} lines: import it in parts.`,
);
export const StatementOtherCurrency = refusal(
  422,
  'statement_other_currency',
  'The statement is in another currency than the account.',
);

export interface GivenStatement {
  format: 'csv' | 'ofx' | 'camt.053';
  content?: string | undefined;
  contentBase64?: string | undefined;
  fileName?: string | undefined;
  csv?: CsvMapping | undefined;
}

/** Keeps the lines of a bank's statement. What is known already stays as it is, so the same file twice changes nothing. */
export async function importStatement(ctx: TenantContext, accountId: string, given: GivenStatement) {
  const account = await findAccount(ctx, accountId);
  const { lines, errors, currencies } = readStatement(given, account.currency);
  if (lines.length > LINES_MAX) throw StatementTooLong();
  const other = currencies.find((currency) => currency !== account.currency);
  if (other) throw StatementOtherCurrency(`The statement is in ${other} and the account in ${account.currency}.`);
  const importId = await beginImport(ctx, { kind: 'statement', fileName: given.fileName ?? null });
  const { organizationId } = ctx;
  const rows = numbered(lines).map((line) => ({ ...line, id: newId() }));
  const createdCount = await insertStatementLines(
    ctx.tx,
    { organizationId, accountId, importId, createdAt: ctx.now },
    rows,
  );
  await finishImport(ctx, importId, { createdCount, failedCount: errors.length, errors });
  return {
    importId,
    lineCount: lines.length,
    createdCount,
    knownCount: lines.length - createdCount,
    failedCount: errors.length,
    errors: errors.slice(0, ERRORS_TOLD_MAX),
  };
}

function readStatement(given: GivenStatement, currency: string): ParsedStatement {
  const text = given.content ?? decoded(Buffer.from(given.contentBase64 ?? '', 'base64'));
  if (given.format === 'ofx') return parseOfx(text, currency);
  if (given.format === 'camt.053') return parseCamt(text, currency);
  if (given.csv) return parseCsv(text, given.csv, currency);
  const message = 'A CSV file needs `csv`: which column is what.';
  throw InvalidRequest(message, { errors: [{ path: 'body.csv', code: 'required', message }] });
}

/** Banks send UTF-8, UTF-16 with its mark, or the old Western code page. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Two real lines may be equal: the second is known as the second of its like, in this file and in every later one. */
export function numbered(lines: ParsedLine[]): (ParsedLine & { hash: Buffer; nth: number })[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const hash = hashOf(line);
    const key = hash.toString('hex');
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return { ...line, hash, nth };
  });
}

/** The bank's own id says more than its words, which some banks change between two downloads; but some give one id twice. */
function hashOf({ date, amount, description, reference, bankId }: ParsedLine): Buffer {
  const said = bankId === null ? ['text', description.toLowerCase(), reference] : ['id', bankId];
  return createHash('sha256')
    .update(JSON.stringify([date, String(amount), ...said]))
    .digest();
}
