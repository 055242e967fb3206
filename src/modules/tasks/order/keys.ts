import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Keys grow with every insert at the same spot. Longer ones are renumbered with their neighbours. */
export const KEY_LENGTH_MAX = 50;

/** A key between two others; null is the beginning or the end. */
export const keyBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after);

export const keysBetween = (before: string | null, after: string | null, count: number): string[] =>
  generateNKeysBetween(before, after, count);
