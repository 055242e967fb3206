import { withoutAccents } from './folded.ts';

const WORD_LENGTH_MAX = 60;
const WORDS_INDEXED_MAX = 200;
export const WORDS_SEARCHED_MAX = 8;

/** The words of a text as they are compared: lower case, without accents; `FAC-0012` is `fac` and `0012`. */
export function wordsOf(text: string): string[] {
  const plain = withoutAccents(text).toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => Array.from(word).slice(0, WORD_LENGTH_MAX).join('')))];
}

export const wordsToIndex = (texts: (string | null | undefined)[]): string[] =>
  wordsOf(texts.filter(Boolean).join(' ')).slice(0, WORDS_INDEXED_MAX);

export const wordsToSearch = (text: string): string[] => wordsOf(text).slice(0, WORDS_SEARCHED_MAX);

/** Numbers that are written with dashes, such as `1-31-12345-6`, without them: most are stored like that. */
export const withJoinedNumbers = (text: string): string =>
  text.replace(/\d+(?:-\d+)+/g, (number) => number.replaceAll('-', ''));
