import type { z } from 'zod';
import { refusal } from '#platform/refusal.ts';
import type { NewStatement } from './conciliation.schema.ts';

export const STATEMENT_LINES_MAX = 20_000;

export const StatementTooLong = refusal(
  'statement_too_long',
  `A statement has at most ${STATEMENT_LINES_MAX} lines: import it in parts.`,
);
export const StatementUnreadable = refusal(
  'statement_unreadable',
  'The file cannot be read as a statement of this format: check `format`, and the columns of a CSV file.',
);

/** A line as the bank wrote it; the amount in minor units, negative where it leaves the account. */
export interface ParsedLine {
  date: string;
  amount: bigint;
  description: string;
  reference: string | null;
  /** The bank's own name for the movement, where it gives one. */
  bankId: string | null;
}

export interface ParsedStatement {
  lines: ParsedLine[];
  /** The first hundred. */
  errors: { row: number; message: string }[];
  errorCount: number;
  /** The currencies that the statement names. */
  currencies: string[];
}

/** A file as it was given, and its account. */
export type GivenFile = Omit<z.output<typeof NewStatement>, 'fileName'> & {
  currency: string;
  accountNumber: string | null;
};
export type CsvMapping = NonNullable<GivenFile['csv']>;
export type DateFormat = CsvMapping['dateFormat'];
/** A column by its title, or by its place from 1. */
export type Column = CsvMapping['columns']['date'];

/** A line with its identity. Two movements may look the same, so equal lines are numbered. */
export type NumberedLine = ParsedLine & { hash: string; nth: number };
