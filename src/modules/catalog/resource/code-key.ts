/** A code in the form in which codes are compared: case and repeated blanks do not matter. */
export const codeKeyOf = (code: string): string =>
  Array.from(code.normalize('NFC').toUpperCase().replace(/\s+/g, ' ').trim()).slice(0, 60).join('');
