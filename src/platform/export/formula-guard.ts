/**
 * A cell that begins with one of these signs is a formula to a spreadsheet, and this text comes from strangers. Full-width signs
 * count as well, and blank or invisible characters before them do not help.
 */
const SIGN = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]';
const FORMULA = new RegExp(`^(?:[\\s\\p{Cf}]*${SIGN}|[\\t\\r\\n])`, 'u');
/**
 * A spreadsheet with another separator than ours begins a cell in the middle of a text. The sign comes first and looks back: from
 * each of many tabs a pattern would look ahead over all the others.
 */
const INNER_FORMULA = new RegExp(`(?=${SIGN})(?<=[;,\\t|\\r\\n][\\s\\p{Cf}"]*)`, 'gu');
const GUARD = new RegExp(`(?<=(?:^|[;,\\t|\\r\\n])[\\s\\p{Cf}"]*)'(?=[\\s\\p{Cf}]*${SIGN}|[\\t\\r\\n])`, 'gu');

/** A text that no spreadsheet takes for a formula. */
export function guarded(text: string): string {
  const inner = text.replace(INNER_FORMULA, "'");
  return FORMULA.test(inner) ? `'${inner}` : inner;
}

/** The text as it was before. */
export const unguarded = (text: string): string => text.replace(GUARD, '');
