import type { Notation } from '#platform/format.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';

export type Format = 'letter' | 'receipt';

/** The content of a printed document, already formatted. */
export interface Voucher {
  language: Language;
  notation: Notation;
  title: string;
  /** Our own number; drafts have none. */
  number: string | null;
  fiscal: { number: string; expiresOn: string | null; modifies: string | null; modification: string | null } | null;
  /** Printed across the page: a draft, an expired quote, a void document. */
  stamp: string | null;
  issuer: Party & { logoKey: string | null };
  /** The other side: a customer, a supplier, a branch. */
  party: (Party & { role: string }) | null;
  date: string;
  dueOn: string | null;
  /** Seller, branch, reference and the like, each with its name. */
  details: Labelled[];
  lines: VoucherLine[];
  pricesIncludeTax?: boolean;
  /** Explains the marks on lines. */
  legend: string | null;
  totals: (Labelled & { strong?: boolean })[];
  payments: Labelled[];
  notes: string | null;
  terms: string | null;
  /** Where anyone can check an electronic document with the tax authority. */
  electronic: { url: string; securityCode: string; signedAt: string | null } | null;
  /** Who signs, each below a line. */
  signatures: string[];
  appearance: Appearance;
}

export interface Party {
  name: string;
  /** The trade name, if it is another one. */
  tradeName?: string | null;
  taxId: string | null;
  /** Default: that of an RNC. */
  taxIdLabel?: string;
  address: string | null;
  /** Municipality and province. */
  place?: string | null;
  phone: string | null;
  email: string | null;
}

export interface Labelled {
  label: string;
  value: string;
}

/** A column that no line fills in is left out. */
export interface VoucherLine {
  code: string | null;
  description: string;
  /** Serial numbers and lots, below the description. */
  notes: string[];
  quantity: string | null;
  unit: string | null;
  unitPrice: string | null;
  discount: string | null;
  tax: string | null;
  total: string | null;
}

/** The appearance of papers that the organization has set. */
interface Appearance {
  /** `#rrggbb` */
  accentColor: string;
  header: string | null;
  footer: string | null;
  showCodes: boolean;
  showDiscounts: boolean;
}

const words = bilingual({
  taxId: ['RNC', 'Tax id'],
  customer: ['Cliente', 'Customer'],
  supplier: ['Proveedor', 'Supplier'],
  date: ['Fecha', 'Date'],
  dueOn: ['Vence', 'Due'],
  number: ['No.', 'No.'],
  fiscalNumber: ['NCF', 'NCF'],
  electronicNumber: ['e-NCF', 'e-NCF'],
  validUntil: ['Válido hasta', 'Valid until'],
  modifies: ['Modifica a', 'Modifies'],
  modification: ['Modificación', 'Modification'],
  exempt: ['E: exento de ITBIS', 'E: exempt from ITBIS'],
  code: ['Código', 'Code'],
  description: ['Descripción', 'Description'],
  quantity: ['Cant.', 'Qty'],
  unitPrice: ['Precio', 'Price'],
  discount: ['Desc.', 'Disc.'],
  tax: ['Impuestos', 'Taxes'],
  taxShort: ['imp.', 'tax'],
  total: ['Total', 'Total'],
  payments: ['Pagos', 'Payments'],
  securityCode: ['Código de seguridad', 'Security code'],
  signedAt: ['Fecha de firma digital', 'Digitally signed'],
  phone: ['Tel.', 'Tel.'],
  serials: [
    (numbers: string, more: number) => `Serie: ${numbers}${more > 0 ? ` y ${more} más` : ''}`,
    (numbers: string, more: number) => `Serial: ${numbers}${more > 0 ? ` and ${more} more` : ''}`,
  ],
  lot: [
    (lot: string, expiresOn: string | null) => `Lote: ${lot}${expiresOn ? `, vence ${expiresOn}` : ''}`,
    (lot: string, expiresOn: string | null) => `Lot: ${lot}${expiresOn ? `, expires ${expiresOn}` : ''}`,
  ],
  page: [
    (page: number, pages: number) => `Página ${page} de ${pages}`,
    (page: number, pages: number) => `Page ${page} of ${pages}`,
  ],
});

export const wordsOf = (language: Language): (typeof words)['es'] => words[language];

export const numberLine = ({ fiscal, language }: Voucher): Labelled | null =>
  fiscal && {
    label: fiscal.number.startsWith('E') ? wordsOf(language).electronicNumber : wordsOf(language).fiscalNumber,
    value: fiscal.number,
  };
