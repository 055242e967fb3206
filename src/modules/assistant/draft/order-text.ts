import { readNumber, WRITTEN_NUMBER } from '#platform/written-number.ts';

interface OrderLine {
  quantity: string;
  name: string;
  /** For one unit. Null: the text names no price. */
  price: string | null;
}

interface OrderText {
  contactName: string | null;
  lines: OrderLine[];
}

const MONEY = String.raw`(?:RD\$|US\$|\$|DOP|USD)?\s*(${WRITTEN_NUMBER})`;
const EACH = String.raw`(?:\s*(?:c\/u|cada un[oa]|each|pesos|DOP|RD\$))*`;
const PRICE = new RegExp(String.raw`\s+(?:a|@|at|por|precio:?|price:?|=)\s*${MONEY}${EACH}\s*\.?$`, 'i');
const UNITS = String.raw`(?:x|unidad(?:es)?|uds?\.?|und\.?|units?)`;
const QUANTITY_FIRST = new RegExp(String.raw`^(${WRITTEN_NUMBER})\s*(?:${UNITS}\s+)?(?:de\s+|of\s+)?(\p{L}.*)$`, 'iu');
const QUANTITY_LAST = new RegExp(String.raw`^(\p{L}.*?)\s*(?:[x×*:]\s*|\s)(${WRITTEN_NUMBER})\s*${UNITS}?$`, 'iu');
const CONTACT =
  /(?:\b(?:para|for|cliente:?|customer:?|a nombre de)\s+)(?!\d)([\p{L}][\p{L}\p{M}\d .&'’-]{1,99}?)(?=\s+(?:de|con|of|with|por)\s+(?:un[oa]?s?\s+)?\d|\s*[:;,\n]|\s*\.?\s*$|\s+\d)/iu;
const LEAD =
  /^.{0,60}?\b(?:cotizaci[oó]n|factura|pedido|orden|quote|invoice|order)\b\s*(?:de\b|con\b|of\b|with\b|:)?\s*/iu;
const LINES_MAX = 100;

/** Reads "3 arroz selecto a 50 para Juan Pérez": for whom, and how much of what at which price. */
export function readOrder(text: string): OrderText {
  const found = CONTACT.exec(text);
  const contactName = found ? found[1]!.trim() : null;
  const rest = (found ? text.replace(found[0], found.index === 0 ? '' : ' ') : text).replace(LEAD, '');
  const pieces = rest.split(/[\n;]|,(?!\d{3}\b)|\s+(?:y|and|más|mas|plus)\s+(?=\d)/i);
  const lines = pieces.flatMap((piece) => readLine(piece) ?? []);
  return { contactName, lines: lines.slice(0, LINES_MAX) };
}

function readLine(piece: string): OrderLine | null {
  const tidy = piece
    .replace(/^[\s\-•*:.]+|\s+$/g, '')
    .replace(/^(?:de|con|of|with)\s+/i, '')
    .replace(/\s+/g, ' ');
  const priced = PRICE.exec(tidy);
  const price = priced ? readNumber(priced[1]!) : null;
  const rest = priced ? tidy.slice(0, priced.index) : tidy;
  const first = QUANTITY_FIRST.exec(rest);
  const last = first ? null : QUANTITY_LAST.exec(rest);
  const quantity = readNumber(first?.[1] ?? last?.[2] ?? (price && /^\p{L}/u.test(rest) ? '1' : ''));
  const name = (first?.[2] ?? last?.[1] ?? rest).replace(/[.:,]+$/, '').trim();
  return quantity && Number(quantity) > 0 && name.length > 1 ? { quantity, name: name.slice(0, 200), price } : null;
}
