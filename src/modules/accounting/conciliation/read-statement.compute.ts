import { createHash } from 'node:crypto';
import { InvalidRequest } from '#platform/refusal.ts';
import { decoded } from '#platform/text.ts';
import type { GivenFile, NumberedLine, ParsedLine, ParsedStatement } from './statement-file.ts';
import { parseCamt, parseCsv, parseMt940, parseOfx } from './statement-formats.ts';

/** Parses a statement of any format, and gives each line its identity. */
export default function readStatement(given: GivenFile) {
  const { lines, ...rest } = parsed(given);
  return { ...rest, lines: numbered(lines) };
}

function parsed(given: GivenFile): ParsedStatement {
  const { format, content, contentBase64, csv } = given;
  const text = content ?? decoded(Buffer.from(contentBase64 ?? '', 'base64'));
  if (format === 'ofx') return parseOfx(text, given);
  if (format === 'camt.053') return parseCamt(text, given);
  if (format === 'mt940') return parseMt940(text, given);
  if (csv) return parseCsv(text, csv, given.currency);
  const message = 'A CSV file needs `csv`, which maps its columns.';
  throw InvalidRequest.at('body.csv', 'required', message);
}

/** Two movements may look the same, so equal lines are numbered: 1, 2, … in this file and in every later one. */
export function numbered(lines: ParsedLine[]): NumberedLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const hash = hashOf(line);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return { ...line, hash, nth };
  });
}

/** Some banks change the text between two downloads, so the bank's id is used where there is one. It need not be unique. */
function hashOf({ date, amount, description, reference, bankId }: ParsedLine): string {
  const identity = bankId === null ? ['text', description.toLowerCase(), reference] : ['id', bankId];
  return createHash('sha256')
    .update(JSON.stringify([date, String(amount), ...identity]))
    .digest('hex');
}
