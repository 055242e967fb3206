import { readOrder } from './order-text.ts';
import { nothingRead, type ReadDocument, type ReadLine, withoutSums } from './read.ts';
import { amountAfter, currencyIn, dateAfter, dateIn, emailsIn, numbersIn, phonesIn, taxIdsIn } from './text-fields.ts';

const FISCAL_NUMBER = /\b(?:E\d{12}|B\d{10})\b/;
const LINES_MAX = 300;
const SUMS = /\b(sub-?\s*total|total|itbis|impuesto|tax|descuento|discount|balance|pagad|efectivo|cambio)\b/i;

/** Reads the text of an invoice, or an order as people write it. */
export function readText(text: string, ownTaxId: string | null): ReadDocument {
  const rows = text
    .split('\n')
    .map((row) => row.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const common = {
    ...nothingRead,
    emails: emailsIn(text),
    phones: phonesIn(text),
    currency: currencyIn(text),
  };
  const fiscalNumber = FISCAL_NUMBER.exec(text)?.[0] ?? null;
  const total = amountAfter(rows, /\btotal\b/i, /\bsub-?\s*total|itbis\b/i);
  const tax = amountAfter(rows, /\bitbis\b|\bimpuestos?\b|\btax\b/i, /\btax id\b|\btotal\b/i);
  if (!fiscalNumber && (total === null || invoiceLines(rows).length === 0)) {
    const { contactName, lines } = readOrder(text);
    const [taxId = null] = taxIdsIn(text);
    const ordered = withoutSums(lines).map((line) => ({ ...line, code: null }));
    return { ...common, direction: 'sale', contactName, taxId, total, tax, lines: ordered };
  }
  const taxIds = taxIdsIn(text);
  const buyers = rows.filter((row) => BUYER.test(row)).flatMap(taxIdsIn);
  // The issuer is named first.
  const isOwn = ownTaxId !== null && taxIds[0] === ownTaxId && !buyers.includes(ownTaxId);
  const taxId = taxIds.find((id) => id !== ownTaxId) ?? null;
  return {
    ...common,
    direction: isOwn ? 'sale' : 'purchase',
    contactName: isOwn ? nameAfter(rows) : issuerIn(rows),
    taxId,
    fiscalNumber,
    date: dateAfter(rows, /fecha|date/i) ?? dateIn(text),
    dueOn: dateAfter(rows, /vence|vencimiento|due/i),
    total,
    tax,
    lines: invoiceLines(rows),
  };
}

const NOT_A_NAME =
  /\b(factura|invoice|cotizaci[oó]n|quote|pedido|orden|order|rnc|ncf|e-?cf|fecha|date|tel|c[eé]dula|comprobante|p[aá]gina|page|www|@)\b|\d{4,}/i;
/** The name of the issuer is usually in the first rows. */
const issuerIn = (rows: string[]): string | null =>
  rows.slice(0, 5).find((row) => /\p{L}{3,}/u.test(row) && !NOT_A_NAME.test(row) && row.length <= 100) ?? null;

const BUYER = /\b(?:cliente|customer|comprador|buyer|se[ñn]or(?:es)?|bill to)\b/i;
const BUYER_NAME = /^(?:cliente|customer|comprador|buyer|se[ñn]or(?:es)?|raz[oó]n social|bill to)\s*:?\s+(.{2,100})$/i;
/** Words that may follow the name in its row. */
const AFTER_NAME = /[\s,(|-]+(?:rnc|r\.n\.c|c[eé]dula|tax id|tel|e-?mail|correo)\b.*$/i;
const nameAfter = (rows: string[]): string | null =>
  rows.flatMap((row) => BUYER_NAME.exec(row)?.[1]?.replace(AFTER_NAME, '') || [])[0] ?? null;

/** Rows in which quantity times price is the amount: that is no coincidence. */
function invoiceLines(rows: string[]): ReadLine[] {
  const lines = rows.flatMap((row) => {
    if (SUMS.test(row)) return [];
    const name = row
      .replace(/(?:RD\$|US\$|\$)/g, ' ')
      .match(/\p{L}[\p{L}\p{M}\d .,'/%()-]*\p{L}[\p{L}\p{M}\d.)]*/u)?.[0]
      ?.replace(/\s[\d.,\s]+$/, '')
      .trim();
    const product = productIn(numbersIn(row));
    return name && product ? [{ name: name.slice(0, 200), code: null, ...product }] : [];
  });
  return lines.slice(0, LINES_MAX);
}

/** A quantity and a price whose product is a later number of the row. */
function productIn(numbers: string[]): { quantity: string; price: string } | null {
  for (const [at, quantity] of numbers.entries())
    for (const [next, price] of numbers.slice(at + 1).entries()) {
      const product = Number(quantity) * Number(price);
      const isAmount = (amount: string): boolean => product > 0 && Math.abs(product - Number(amount)) < 0.011;
      if (numbers.slice(at + next + 2).some(isAmount)) return { quantity, price };
    }
  return null;
}
