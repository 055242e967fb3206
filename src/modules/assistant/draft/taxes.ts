import type { Look } from './match.ts';
import type { ReadDocument } from './read.ts';

interface ListedTax {
  id: string;
  code: string;
}

interface Treated {
  /** Undefined: as the products say. */
  taxIds: string[] | undefined;
  pricesIncludeTax: boolean;
  problem: string | null;
}

const ITBIS_CODE = 'ITBIS-18';
const ITBIS_RATE = 0.18;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.06;

/** Finds out from the sums of a read invoice whether its prices have tax, and which. Orders have no sums. */
export async function treatTaxes(
  look: Look,
  { total, tax, lines }: ReadDocument,
  elements: { quantity: string; unitPrice?: string }[],
): Promise<Treated> {
  const asUsual = { taxIds: undefined, pricesIncludeTax: false, problem: null };
  if (total === null) return asUsual;
  if (lines.length === 0)
    return { taxIds: [], pricesIncludeTax: false, problem: Number(tax ?? 0) > 0 ? UNCLEAR : null };
  const sum = elements.reduce((all, { quantity, unitPrice = '0' }) => all + Number(quantity) * Number(unitPrice), 0);
  const charged = Number(tax ?? 0);
  if (charged === 0) return { taxIds: [], pricesIncludeTax: false, problem: null };
  const found = await look<{ data: ListedTax[] }>('taxes.list', { query: { itemsPerPage: 200 } });
  const itbis = found?.data.find(({ code }) => code === ITBIS_CODE);
  const isAdded = near(sum + charged, Number(total)) && near(sum * ITBIS_RATE, charged);
  const isIncluded = near(sum, Number(total)) && near(sum - sum / (1 + ITBIS_RATE), charged);
  if (itbis && (isAdded || isIncluded)) return { taxIds: [itbis.id], pricesIncludeTax: isIncluded, problem: null };
  return { ...asUsual, problem: UNCLEAR };
}

const UNCLEAR = 'It has tax, and it is not clear on which lines.';
