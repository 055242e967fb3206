import { readNumber, WRITTEN_NUMBER } from '#platform/written-number.ts';
import { currencyIn, dateIn, emailsIn, phonesIn, taxIdsIn } from './text-fields.ts';

export interface ReadPayment {
  amount: string | null;
  currency: string | null;
  date: string | null;
  reference: string | null;
  payerName: string | null;
  taxId: string | null;
  emails: string[];
  phones: string[];
  method: 'transfer' | 'cash' | 'check' | 'card' | null;
}

const MONEY = String.raw`(?:RD\$|US\$|\$|DOP|USD)\s*(${WRITTEN_NUMBER})`;
const AMOUNTS = [
  new RegExp(
    String.raw`\b(?:monto|amount|importe|valor|por|de|of|pag\p{L}*|paid|recibid[oa]|deposit[\p{L}]*)(?!\p{L})[\s:]{1,5}${MONEY}`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:monto|amount|importe|valor)\b[\s:]{1,5}(${WRITTEN_NUMBER})`, 'i'),
  new RegExp(MONEY, 'i'),
  /\b(?:pag\p{L}*|paid|transf\p{L}*|dep[oó]sit\p{L}*)(?!\p{L})[^\d\n]{0,40}?(\d[\d.,]*)(?!\s*(?:facturas?|invoices?))/iu,
];
const REFERENCE =
  /\b(?:ref(?:erencia|erence)?|confirmaci[oó]n|confirmation|transacci[oó]n|transaction|no\. de aprobaci[oó]n)\b[\s.:#°ºno]{0,8}([A-Z-]{0,10}\d[A-Z0-9-]{3,29})\b/i;
const NAME = String.raw`(\p{Lu}[\p{L}\p{M}.&'’-]*(?:[ \t]+(?:de|del|la|y|&|\p{Lu}[\p{L}\p{M}.&'’-]*)){0,6})`;
const PAYERS = [
  new RegExp(
    String.raw`(?:^|\n)\s*(?:ordenante|origen|originador|remitente|titular|beneficiario de origen|payer|sender|from|de)\s*:\s*${NAME}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:[Rr]ecibid[oa]s?|[Rr]eceived|[Dd]ep[oó]sito|[Tt]ransferencia|[Pp]ago|payment|transfer)\s+(?:de|del cliente|from|by)\s+${NAME}`,
    'u',
  ),
  new RegExp(String.raw`\b(?:de|from|by)\s+${NAME}\s+(?:por|for|of|,)`, 'u'),
  new RegExp(String.raw`${NAME}\s+(?:pag[oó]|transfiri[oó]|deposit[oó]|abon[oó]|paid|sent|transferred)(?!\p{L})`, 'u'),
];
const METHODS: [RegExp, NonNullable<ReadPayment['method']>][] = [
  [/transfer|\bach\b|lbtr|dep[oó]sito|banco|bank/i, 'transfer'],
  [/cheque|check\b/i, 'check'],
  [/tarjeta|card\b/i, 'card'],
  [/efectivo|cash/i, 'cash'],
];

/** Reads the notice of a bank, or a message about a payment. In a thread, because the text may be long and patterns take time. */
export default function readPayment({ text }: { text: string }): ReadPayment {
  const first = (patterns: RegExp[]): string | null =>
    patterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean) ?? null;
  const amounts = AMOUNTS.map((pattern) => pattern.exec(text)?.[1]).flatMap(
    (written) => (written && readNumber(written)) || [],
  );
  return {
    amount: amounts[0] ?? null,
    currency: currencyIn(text),
    date: dateIn(text),
    reference: REFERENCE.exec(text)?.[1] ?? null,
    payerName: first(PAYERS)?.trim().replace(/[.,]$/, '') ?? null,
    taxId: taxIdsIn(text)[0] ?? null,
    emails: emailsIn(text),
    phones: phonesIn(text),
    method: METHODS.find(([pattern]) => pattern.test(text))?.[1] ?? null,
  };
}
