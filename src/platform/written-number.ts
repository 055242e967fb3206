import { plainDecimal } from './decimal.ts';

/** An amount as people write it, in `\d[\d.,]*`: `1,250.50`, `1.250,50`, `1250.5`, `1,250`. */
export const WRITTEN_NUMBER = String.raw`\d[\d.,]*`;

const SHAPES: [RegExp, thousands: string, decimals: string][] = [
  [/^\d{1,3}(,\d{3})+(\.\d{1,6})?$/, ',', '.'],
  [/^\d{1,3}(\.\d{3})+,\d{1,6}$/, '.', ','],
  [/^\d{1,3}(\.\d{3}){2,}$/, '.', ','],
  [/^\d{1,12}(\.\d{1,6})?$/, ',', '.'],
  [/^\d{1,12},\d{1,6}$/, '.', ','],
];

/** As a decimal; null: it cannot be read. A comma before three digits separates thousands; a single point never does. */
export function readNumber(written: string): string | null {
  const text = written.replace(/[.,]+$/, '');
  const [, thousands, decimals] = SHAPES.find(([shape]) => shape.test(text)) ?? [];
  if (thousands === undefined || text.length > 20) return null;
  return plainDecimal(text.replaceAll(thousands, '').replace(decimals!, '.'));
}
