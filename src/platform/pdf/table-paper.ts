import type { Letterhead } from './sheet.ts';

/** A letter with a table, already formatted. */
export interface TablePaper extends Letterhead {
  party: { name: string; facts: string[] };
  /** Above the table. */
  text?: string;
  /** The one without a width takes what the others leave. */
  columns: { title: string; width?: number; align?: 'right' }[];
  rows: string[][];
  totals: { label: string; amount: string; strong?: boolean }[];
  signatures?: string[];
  landscape?: boolean;
}
