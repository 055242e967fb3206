/** Keys grow with every insert at the same spot. Longer ones are renumbered with their neighbours. */
export const KEY_LENGTH_MAX = 50;

/** Keys between two others; null is the beginning or the end. */
export { generateKeyBetween as keyBetween, generateNKeysBetween as keysBetween } from 'fractional-indexing';
