import type { CursorPage } from '../http/page.ts';
import type { Reading } from '../import/reading.ts';
import type { Language } from '../pages/language.ts';

/** One column of a table that leaves the service as a file. */
export interface Column<R> {
  title: string;
  /** Numbers and dates arrive in a spreadsheet as such, so that it can sum and sort them. */
  kind: 'text' | 'number' | 'date' | 'time';
  /** Text as it is, a decimal, `YYYY-MM-DD`, or a wall time `YYYY-MM-DD HH:MM:SS`; null leaves the cell empty. */
  value: (row: R) => string | null;
}

/** A text in each language, or one that is the same in all of them. */
type Words = string | Record<Language, string>;

/** A column whose title and values follow the language of the organization. */
export interface TranslatedColumn<R> extends Pick<Column<R>, 'kind'> {
  title: Words;
  value: (row: R, language: Language) => string | null;
  /** How an import reads it back. */
  reading?: Reading | undefined;
}

const yes = { es: 'Sí', en: 'Yes' };
const no = { es: 'No', en: 'No' };

/** The kinds of columns for rows of one type: `const { text, number, date, time } = columnsOf<Row>()`. */
export function columnsOf<R>() {
  const ofKind =
    (kind: Column<R>['kind']) =>
    (
      title: Words,
      value: (row: R, language: Language) => string | null | undefined,
      reading?: Reading,
    ): TranslatedColumn<R> => ({
      title,
      kind,
      value: (row, language) => value(row, language) ?? null,
      reading,
    });
  const text = ofKind('text');
  const yesNo = (title: Words, value: (row: R) => boolean | null, reading?: Reading) =>
    text(
      title,
      (row, language) => {
        const answer = value(row);
        return answer === null ? null : (answer ? yes : no)[language];
      },
      reading,
    );
  return { text, yesNo, number: ofKind('number'), date: ofKind('date'), time: ofKind('time') };
}

export const inLanguage = <R>(columns: TranslatedColumn<R>[], language: Language): Column<R>[] =>
  columns.map(({ title, kind, value }) => ({
    title: typeof title === 'string' ? title : title[language],
    kind,
    value: (row) => value(row, language),
  }));

/** An instant as the wall time of a zone, for a column of times. */
export const wallTime = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** The day of an instant in a zone, for a column of dates. */
export const wallDate = (instant: string, timeZone: string): string => wallTime(instant, timeZone).slice(0, 10);

/** The rows in batches: of those that are read one after the other, one is in memory at a time. */
export type RowBatches<R> = AsyncIterable<R[]> | R[][];

/** Reads a list by cursor, a page at a time, to its end. */
export async function* batchesByCursor<R>(
  read: (cursor: string | undefined) => Promise<CursorPage<R>>,
): AsyncIterable<R[]> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await read(cursor);
    if (data.length > 0) yield data;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
