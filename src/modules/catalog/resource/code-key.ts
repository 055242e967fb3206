/** A code as it is compared: case and blanks do not matter. */
export const codeKeyOf = (code: string): string =>
  Array.from(code.normalize('NFC').toUpperCase().replace(/\s+/g, ' ').trim()).slice(0, 60).join('');
