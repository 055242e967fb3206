/** The fields of a text or document, before anything is matched. Amounts are decimals. */
export interface ReadDocument {
  direction: 'sale' | 'purchase' | null;
  contactName: string | null;
  /** Of the other side. */
  taxId: string | null;
  emails: string[];
  phones: string[];
  fiscalNumber: string | null;
  date: string | null;
  dueOn: string | null;
  reference: string | null;
  currency: string | null;
  total: string | null;
  tax: string | null;
  lines: ReadLine[];
}

export interface ReadLine {
  name: string;
  code: string | null;
  quantity: string;
  price: string | null;
}

const SUM =
  /^(?:(?:sub-?\s*|gran )?total(?: general| a pagar| neto| due)?|(?:total )?itbis|impuestos?|tax|taxes)(?: \(?\d{1,2} ?%\)?)?[\s:$]*(?:RD\$|US\$)?$/i;

/** Lines without those that only sum up the others. */
export const withoutSums = <L extends { name: string }>(lines: L[]): L[] => lines.filter(({ name }) => !SUM.test(name));

export const nothingRead: ReadDocument = {
  direction: null,
  contactName: null,
  taxId: null,
  emails: [],
  phones: [],
  fiscalNumber: null,
  date: null,
  dueOn: null,
  reference: null,
  currency: null,
  total: null,
  tax: null,
  lines: [],
};
