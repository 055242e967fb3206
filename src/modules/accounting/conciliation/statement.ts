import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { beginImport, finishImport } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { InvalidRequest, refusal } from '#platform/refusal.ts';
import { accounts } from '../tables.ts';
import type { NewStatement } from './conciliation.schema.ts';
import { insertStatementLines } from './statement.sql.ts';
import { type ParsedLine, type ParsedStatement, parseCamt, parseCsv, parseOfx } from './statement-formats.ts';

const LINES_MAX = 20_000;
const ERRORS_SHOWN_MAX = 100;

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

type GivenStatement = z.output<typeof NewStatement>;

/** Stores the lines of a bank statement. Known lines are skipped, so importing a file again changes nothing. */
export async function importStatement(ctx: TenantContext, accountId: string, given: GivenStatement) {
  const account = await accounts.get(ctx, accountId);
  const { lines, errors, currencies } = readStatement(given, account.currency);
  if (lines.length > LINES_MAX) throw StatementTooLong();
  const other = currencies.find((currency) => currency !== account.currency);
  if (other) throw StatementOtherCurrency(`The statement is in ${other} and the account in ${account.currency}.`);
  const importId = await beginImport(ctx, { kind: 'statement', fileName: given.fileName ?? null });
  const rows = numbered(lines).map((line) => ({ ...line, id: newId() }));
  const createdCount = await insertStatementLines(ctx, { accountId, importId, createdAt: ctx.now }, rows);
  await finishImport(ctx, importId, { createdCount, failedCount: errors.length, errors });
  return {
    importId,
    lineCount: lines.length,
    createdCount,
    knownCount: lines.length - createdCount,
    failedCount: errors.length,
    errors: errors.slice(0, ERRORS_SHOWN_MAX),
  };
}

function readStatement(given: GivenStatement, currency: string): ParsedStatement {
  const text = given.content ?? decoded(Buffer.from(given.contentBase64 ?? '', 'base64'));
  if (given.format === 'ofx') return parseOfx(text, currency);
  if (given.format === 'camt.053') return parseCamt(text, currency);
  if (given.csv) return parseCsv(text, given.csv, currency);
  const message = 'A CSV file needs `csv`, which maps its columns.';
  throw InvalidRequest(message, { errors: [{ path: 'body.csv', code: 'required', message }] });
}

/** Banks send UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Two movements may look the same, so equal lines are numbered: 1, 2, … in this file and in every later one. */
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

/** Some banks change the text between two downloads, so the bank's id is used where there is one. It need not be unique. */
function hashOf({ date, amount, description, reference, bankId }: ParsedLine): Buffer {
  const identity = bankId === null ? ['text', description.toLowerCase(), reference] : ['id', bankId];
  return createHash('sha256')
    .update(JSON.stringify([date, String(amount), ...identity]))
    .digest();
}
