/** The digit that makes an EAN-13 of twelve digits: weights 1 and 3 in turns, up to the next ten. */
export function checkDigit(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isEan13 = (code: string): boolean => /^\d{13}$/.test(code) && checkDigit(code.slice(0, 12)) === code[12];

/** The barcode of a number in a prefix that shops use among themselves: 20 to 29. */
export function internalEan13(prefix: string, number: bigint): string {
  const twelve = prefix + String(number).padStart(10, '0');
  return twelve + checkDigit(twelve);
}
