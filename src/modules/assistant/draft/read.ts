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
