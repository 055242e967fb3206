import { readNumber, WRITTEN_NUMBER } from '#platform/written-number.ts';

const NUMBER = new RegExp(WRITTEN_NUMBER, 'g');

/** The numbers of a row in their order. Percents and parts of codes do not count. */
export const numbersIn = (row: string): string[] =>
  [...row.matchAll(NUMBER)].flatMap(({ 0: written, index }) => {
    const [before, after] = [row[index - 1] ?? ' ', row[index + written.length] ?? ' '];
    if (/[\p{L}\d/-]/u.test(before) || /[\p{L}\d%/-]/u.test(after)) return [];
    return readNumber(written) ?? [];
  });

/** The last number of the newest row that has the words. */
export function amountAfter(rows: string[], words: RegExp, unless = /(?!)/): string | null {
  const found = rows
    .filter((row) => words.test(row) && !unless.test(row))
    .flatMap((row) => numbersIn(row).at(-1) ?? []);
  return found.at(-1) ?? null;
}

const DAY = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b/;

/** The first date in a text, day before month as in the Dominican Republic. */
export function dateIn(text: string): string | null {
  const [, day, month, year, isoYear, isoMonth, isoDay] = DAY.exec(text) ?? [];
  const parts = isoYear ? [isoYear, isoMonth, isoDay] : [year, month, day];
  if (!parts[0]) return null;
  try {
    return Temporal.PlainDate.from(
      { year: Number(parts[0]), month: Number(parts[1]), day: Number(parts[2]) },
      { overflow: 'reject' },
    ).toString();
  } catch {
    return null;
  }
}

/** The first date that follows the words in a row. */
export const dateAfter = (rows: string[], words: RegExp): string | null =>
  rows
    .flatMap((row) => {
      const found = words.exec(row);
      return found ? dateIn(row.slice(found.index + found[0].length)) : null;
    })
    .find((day) => day !== null) ?? null;

export const emailsIn = (text: string): string[] =>
  [...new Set(text.match(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g) ?? [])].slice(0, 5);

export const phonesIn = (text: string): string[] =>
  [...new Set(text.match(/\b(?:\+?1[ -]?)?\(?8[024]9\)?[ -]?\d{3}[ -]?\d{4}\b/g) ?? [])].slice(0, 5);

/** Tax ids that follow their name, without dashes. */
export const taxIdsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:RNC|R\.N\.C\.?|c[eé]dula|tax id)[^\d\n]{0,25}(\d[\d-]{7,13}\d)/gi)]
    .map(([, written]) => written!.replaceAll('-', ''))
    .filter((id) => id.length === 9 || id.length === 11);

export const currencyIn = (text: string): string | null => (/US\$|\bUSD\b|d[oó]lares/i.test(text) ? 'USD' : null);
