/** The check digit of EAN-13: weights 1 and 3 alternate, and it completes the sum to a multiple of ten. */
export function checkDigit(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isEan13 = (code: string): boolean => /^\d{13}$/.test(code) && checkDigit(code.slice(0, 12)) === code[12];

/** The barcode of a number in a prefix for internal use: 20 to 29. */
export function internalEan13(prefix: string, number: bigint): string {
  const twelve = prefix + String(number).padStart(10, '0');
  return twelve + checkDigit(twelve);
}
