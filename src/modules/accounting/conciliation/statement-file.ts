import { refusal } from '#platform/refusal.ts';

export const STATEMENT_LINES_MAX = 20_000;

export const StatementTooLong = refusal(
  422,
  'statement_too_long',
  `A statement has at most ${STATEMENT_LINES_MAX} lines: import it in parts.`,
);
export const StatementUnreadable = refusal(
  422,
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
  /** Currencies that the statement says it is in. */
  currencies: string[];
}

export const dateFormats = ['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyyMMdd'] as const;
export type DateFormat = (typeof dateFormats)[number];

/** A column by its title, or by its place from 1. */
export type Column = string | number;

export interface CsvMapping {
  delimiter: ',' | ';' | '\t' | '|';
  skipRows: number;
  header: boolean;
  dateFormat: DateFormat;
  decimalSeparator: '.' | ',';
  columns: {
    date: Column;
    description?: Column | undefined;
    reference?: Column | undefined;
    id?: Column | undefined;
    /** Signed; or the two below. */
    amount?: Column | undefined;
    /** Outgoing and incoming amounts. */
    debit?: Column | undefined;
    credit?: Column | undefined;
  };
}

/** A file as it was given, and the currency of its account. */
export interface GivenFile {
  format: 'csv' | 'ofx' | 'camt.053';
  content?: string | undefined;
  contentBase64?: string | undefined;
  csv?: CsvMapping | undefined;
  currency: string;
}

/** A line with its identity. Two movements may look the same, so equal lines are numbered. */
export type NumberedLine = ParsedLine & { hash: string; nth: number };
