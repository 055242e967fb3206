import { fromMillionths, toMillionths } from '../decimal.ts';
import { isUuid } from '../id.ts';
import type { Language } from '../pages/language.ts';
import { folded } from '../search/folded.ts';
import { readNumber } from '../written-number.ts';

/** How a column of a file is read: into which field, and under which other headings. */
export interface Reading {
  field: string;
  also: string[];
  /** Several columns of a file may hold parts of the same list. */
  isList: boolean;
  /** The value of a cell that is not empty; undefined: it cannot be read. */
  read(cell: string): unknown;
  /** A valid value in the words of the error, such as `a number`. */
  expects: string;
}

const reading =
  (read: Reading['read'], expects = '', isList = false) =>
  (field: string, ...also: string[]): Reading => ({ field, also, isList, read, expects });

export const asId = reading((cell) => (isUuid(cell) ? cell.toLowerCase() : undefined), 'an id of an export');
export const asText = reading((cell) => cell);
export const asList = reading(partsOf, '', true);
export const asNumber = reading(decimalOf, 'a number');
export const asWholeNumber = reading((cell) => {
  const decimal = decimalOf(cell);
  return decimal !== undefined && /^\d{1,9}$/.test(decimal) ? Number(decimal) : undefined;
}, 'a whole number');

const answers: Record<string, boolean> = {
  ...Object.fromEntries(['si', 's', 'yes', 'y', 'true', 'verdadero', '1', 'x'].map((word) => [word, true])),
  ...Object.fromEntries(['no', 'n', 'false', 'falso', '0'].map((word) => [word, false])),
};
export const asYesNo = reading((cell) => answers[folded(cell)], 'yes or no');

/** One of the words that an export writes for the values of a field, or another word for it. */
export function asWord(words: Record<Language, Record<string, string>>, others: Record<string, string> = {}) {
  const known = new Map(Object.entries(others));
  for (const [value, word] of Object.values(words).flatMap(Object.entries)) {
    known.set(folded(word), value).set(folded(value), value);
  }
  return reading((cell) => known.get(folded(cell)), `one of ${Object.values(words.es).join(', ')}`);
}

/** A list whose parts are each read by a function. */
export const asListOf = (read: (part: string) => unknown, expects: string) =>
  reading(
    (cell) => {
      const parts = partsOf(cell).map(read);
      return parts.includes(undefined) ? undefined : parts;
    },
    expects,
    true,
  );

function partsOf(cell: string): string[] {
  return cell.split(/[;\n]/).flatMap((part) => part.trim() || []);
}

/** As people and spreadsheets write it: `RD$ 1,250.50`, `1250.5`, `84.7457627118`. */
function decimalOf(cell: string): string | undefined {
  const text = cell.replace(/^(RD|US)?\$|\s/gi, '');
  if (/^\d{1,12}\.\d{7,}$/.test(text)) return fromMillionths(toMillionths(text));
  return readNumber(text) ?? undefined;
}

/** Whether a cell has what an export writes. Spreadsheets write numbers in their own way. */
export function saysTheSame(cell: string, exported: string, kind: string): boolean {
  if (cell === exported.trim()) return true;
  return kind === 'number' && decimalOf(cell) !== undefined && decimalOf(cell) === decimalOf(exported);
}
