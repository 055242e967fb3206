const SORT_NAME_LENGTH_MAX = 60;

/** Its own marks are removed first: to normalize a long run of them means to sort it, which takes quadratic time. */
export const withoutAccents = (text: string): string =>
  text.replace(/\p{M}/gu, '').normalize('NFKD').replace(/\p{M}/gu, '');

/** A text as it is compared: without accents, case and repeated blanks. */
export const folded = (text: string): string => withoutAccents(text).toLowerCase().replace(/\s+/g, ' ').trim();

/** The sort key of a name. Short, because cursors contain it. */
export const sortNameOf = (name: string): string =>
  Array.from(folded(name).replace(/\p{C}/gu, '')).slice(0, SORT_NAME_LENGTH_MAX).join('');

/** The first text in byte order that no longer begins with this one. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;
