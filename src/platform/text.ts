/** Cuts a text that is too long, at a whole character: half of a surrogate pair cannot be stored. */
export const shortened = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
