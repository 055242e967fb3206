/** The electronic fiscal documents (e-CF), as the tax authority numbers them. */
export const ecfTypes = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'] as const;
export type EcfType = (typeof ecfTypes)[number];

/** Whether companies send it to each other. The other types go to the authority alone. */
export const isExchanged = (type: string): boolean => ['31', '33', '34', '44'].includes(type);

/** How ITBIS treats a line. The authority numbers them 0 to 4. */
export type ItbisTreatment = 'not-billable' | 'general' | 'reduced' | 'zero' | 'exempt';
export type PaymentTerms = 'cash' | 'credit' | 'free';
export type PaymentForm =
  | 'cash'
  | 'transfer'
  | 'card'
  | 'credit'
  | 'gift-certificate'
  | 'barter'
  | 'credit-note'
  | 'other';
export type IncomeType = '01' | '02' | '03' | '04' | '05' | '06';

/**
 * The content of an e-CF, before it is XML. Amounts are decimal text in `currency`; dates are `YYYY-MM-DD`. Everything that
 * follows from the rest (amounts of lines, bases, ITBIS, totals) is derived and not asked for.
 */
export interface EcfDocument {
  type: EcfType;
  /** The e-NCF: `E310000000001`. */
  number: string;
  /** Until when its range may be used, exactly as authorised. Types 32 and 34 have none. */
  sequenceExpiresOn: string | null;
  issuedOn: string;
  incomeType: IncomeType;
  payment: EcfPayment;
  issuer: EcfIssuer;
  buyer: EcfBuyer | null;
  /** Whether prices already hold ITBIS. */
  pricesIncludeItbis: boolean;
  /** The percentages of `general` and `reduced` on that day: they are dated data, not constants. */
  itbisRates: { general: string; reduced: string };
  /** After so many days, on that day's law, a credit note no longer gives ITBIS back. */
  creditNoteDays: number;
  lines: EcfLine[];
  /** Discounts and surcharges on the whole document, one for each treatment they touch. */
  adjustments: EcfAdjustment[];
  /** The document that this one modifies or replaces. */
  reference: EcfReference | null;
  currency: string;
  /** Pesos for one unit of `currency`; null where it is the peso. */
  exchangeRate: string | null;
  /** The total as it is in the books, in `currency`: the XML must have the same. Left out: not compared. */
  bookedTotal?: string;
  /** The same in the books in pesos, without taxes and with them. Left out: converted at the rate. */
  bookedPesos?: { net: string; total: string };
}

interface EcfPayment {
  terms: PaymentTerms;
  dueOn: string | null;
  forms: { form: PaymentForm; amount: string }[];
}

export interface EcfIssuer {
  taxId: string;
  name: string;
  tradeName: string | null;
  branch: string | null;
  address: string;
  /** Codes of six digits of the statistics office. */
  municipality: string | null;
  province: string | null;
  phones: string[];
  email: string | null;
  website: string | null;
  sellerCode: string | null;
  /** The number that the business itself gave the document. */
  internalNumber: string | null;
}

/** In types 41 and 47 the one who sold: those are issued by the buyer. */
export interface EcfBuyer {
  taxId: string | null;
  foreignId: string | null;
  name: string | null;
  email: string | null;
  address: string | null;
  country: string | null;
}

export interface EcfLine {
  name: string;
  description: string | null;
  kind: 'goods' | 'service';
  codes: { type: string; code: string }[];
  quantity: string;
  /** A code of the authority's table of units; 43 is a unit. */
  unit: string | null;
  unitPrice: string;
  discount: string;
  surcharge: string;
  itbis: ItbisTreatment;
  /** The ITBIS that was charged for the line; null: it follows from the rate. */
  itbisAmount: string | null;
  /** The same in the books in pesos. Left out: its share of the taxes. */
  itbisPesos?: string;
  /** The rates of ITBIS that were charged for the line, in percent. Left out: that of its treatment. */
  itbisRates?: string[];
  /** Other taxes by their code in the authority's table: at most two. */
  otherTaxes: EcfOtherTax[];
  /** Withheld by the buyer, who pays it to the authority. */
  withheld: { itbis: string; isr: string } | null;
}

export interface EcfOtherTax {
  code: string;
  rate: string;
  /** Selective taxes (006 to 039) depend on more than the price, so they are given; the others follow from the rate. */
  amount: string | null;
  /** The same in the books in pesos. Left out: its share of the taxes. */
  pesos?: string;
}

export interface EcfAdjustment {
  kind: 'discount' | 'surcharge';
  description: string;
  percent: string | null;
  amount: string;
  itbis: Exclude<ItbisTreatment, 'not-billable'>;
}

export interface EcfReference {
  number: string;
  issuedOn: string;
  /** 1 voids, 2 corrects texts, 3 corrects amounts, 4 replaces one issued in contingency, 5 refers to a consumer invoice. */
  code: 1 | 2 | 3 | 4 | 5;
  reason: string | null;
  otherTaxId: string | null;
}

type Presence = 'required' | 'optional' | 'none';

/** The parts that the XML schema of each type allows. One table instead of ten generators. */
export interface EcfTypeRules {
  name: string;
  sequenceExpiry: boolean;
  incomeType: boolean;
  paymentForms: boolean;
  dueDate: boolean;
  buyer: Presence;
  buyerTaxId: Presence;
  buyerForeignId: boolean;
  buyerName: Presence;
  treatments: ItbisTreatment[];
  pricesIncludeItbis: boolean;
  otherTaxes: boolean;
  withholding: Presence;
  withholdsItbis: boolean;
  /** Discounts and surcharges, of lines and of the document. */
  adjustments: boolean;
  linesMax: number;
  reference: Presence;
}

const sale: EcfTypeRules = {
  name: 'Factura de Crédito Fiscal Electrónica',
  sequenceExpiry: true,
  incomeType: true,
  paymentForms: true,
  dueDate: true,
  buyer: 'required',
  buyerTaxId: 'required',
  buyerForeignId: false,
  buyerName: 'required',
  treatments: ['not-billable', 'general', 'reduced', 'zero', 'exempt'],
  pricesIncludeItbis: true,
  otherTaxes: true,
  withholding: 'optional',
  withholdsItbis: true,
  adjustments: true,
  linesMax: 1_000,
  reference: 'optional',
};
const note: EcfTypeRules = {
  ...sale,
  buyer: 'optional',
  buyerTaxId: 'optional',
  buyerForeignId: true,
  buyerName: 'optional',
  linesMax: 10_000,
  reference: 'required',
};
const expense: EcfTypeRules = { ...sale, incomeType: false, otherTaxes: false };

export const ecfTypeRules: Record<EcfType, EcfTypeRules> = {
  '31': sale,
  '32': {
    ...sale,
    name: 'Factura de Consumo Electrónica',
    sequenceExpiry: false,
    buyerTaxId: 'optional',
    buyerForeignId: true,
    buyerName: 'optional',
    withholding: 'none',
  },
  '33': { ...note, name: 'Nota de Débito Electrónica' },
  '34': { ...note, name: 'Nota de Crédito Electrónica', sequenceExpiry: false, paymentForms: false },
  '41': {
    ...expense,
    name: 'Comprobante Electrónico de Compras',
    treatments: ['general', 'reduced', 'zero', 'exempt'],
    withholding: 'required',
  },
  '43': {
    ...expense,
    name: 'Comprobante Electrónico para Gastos Menores',
    paymentForms: false,
    dueDate: false,
    buyer: 'none',
    buyerTaxId: 'none',
    buyerName: 'none',
    treatments: ['exempt'],
    pricesIncludeItbis: false,
    withholding: 'none',
    adjustments: false,
  },
  '44': {
    ...sale,
    name: 'Comprobante Electrónico para Regímenes Especiales',
    buyerTaxId: 'optional',
    buyerForeignId: true,
    treatments: ['exempt'],
    pricesIncludeItbis: false,
    withholding: 'none',
  },
  '45': { ...sale, name: 'Comprobante Electrónico Gubernamental', withholding: 'none' },
  '46': {
    ...sale,
    name: 'Comprobante Electrónico para Exportaciones',
    buyerTaxId: 'optional',
    buyerForeignId: true,
    treatments: ['zero'],
    pricesIncludeItbis: false,
    otherTaxes: false,
    withholding: 'none',
  },
  '47': {
    ...expense,
    name: 'Comprobante Electrónico para Pagos al Exterior',
    buyer: 'optional',
    buyerTaxId: 'none',
    buyerForeignId: true,
    buyerName: 'optional',
    treatments: ['exempt'],
    pricesIncludeItbis: false,
    withholding: 'required',
    withholdsItbis: false,
    adjustments: false,
  },
};

/** `E310000000001` has type 31; null: not an e-NCF. */
export function ecfTypeOf(number: string): EcfType | null {
  const type = /^E(\d\d)\d{10}$/.exec(number)?.[1];
  return ecfTypes.find((known) => known === type) ?? null;
}

/** Whether a credit note is too late to give ITBIS back: it returns the price only. */
export function isLateNote({ type, issuedOn, reference, creditNoteDays }: EcfDocument): boolean {
  if (type !== '34' || !reference) return false;
  return Temporal.PlainDate.from(reference.issuedOn).until(issuedOn, { largestUnit: 'days' }).days > creditNoteDays;
}
