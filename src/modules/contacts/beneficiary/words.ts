const WORDS_MAX = 60;
const WORD_LENGTH_MAX = 60;

/** A text as it is compared: without accents, case and needless blanks. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** The distinct words of some texts, as they are searched. */
export const wordsOf = (...texts: (string | null)[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => folded(text ?? '').match(/[\p{L}\p{N}]+/gu) ?? [])
      .slice(0, WORDS_MAX)
      .map((word) => [...word].slice(0, WORD_LENGTH_MAX).join('')),
  ),
];

/** The first text in byte order that no longer begins with this one. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;
