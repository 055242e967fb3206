import type { Language } from './language.ts';

/** The unit of goods for which nobody chose another one. */
const PIECE = 'unidad';
const isPiece = (unit: string): boolean => unit.toLowerCase() === PIECE;

/** A unit in the language of the reader. Only the usual one is known; others stay as they were written. */
export const unitIn = (unit: string, language: Language): string =>
  language === 'en' && isPiece(unit) ? 'unit' : unit;

/** The unit after a price. A price is for one, so pieces are not named. */
export const perUnit = (unit: string): string => (isPiece(unit) ? '' : ` / ${unit}`);

/** A quantity with its unit. Pieces are only counted: "12", not "12 unidad". */
export const withUnit = (quantity: string, unit: string | null): string =>
  unit === null || isPiece(unit) ? quantity : `${quantity} ${unit}`;
