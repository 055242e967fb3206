export interface FiscalType {
  code: string;
  /** `B`: on paper, 8 digits. `E`: electronic, 10 digits. */
  series: 'B' | 'E';
  /** The electronic twin of a paper type, and the other way round. */
  twin: string | null;
  /** As the tax authority calls it. */
  name: string;
  /** Which side numbers it: the seller, or the buyer (informal sellers, petty expenses, payments abroad). */
  issuedBy: 'seller' | 'buyer';
  /**
   * When the buyer's tax id is required: always, above the legal total of a consumer invoice, as on the modified document, or
   * never.
   */
  needsBuyerTaxId: 'always' | 'above-threshold' | 'as-modified' | 'never';
  /** Whether its ranges expire. */
  expires: boolean;
  /** Whether it modifies another document, whose number it must name. */
  note: 'debit' | 'credit' | null;
  /** The one treatment of ITBIS that its lines have, whatever their taxes; null: that of their taxes. */
  treatment: 'zero' | 'exempt' | null;
}

type Common = Omit<FiscalType, 'code' | 'series' | 'twin'>;

const sold = { issuedBy: 'seller', needsBuyerTaxId: 'always', expires: true, note: null, treatment: null } as const;
const expense = { ...sold, issuedBy: 'buyer', needsBuyerTaxId: 'never', treatment: 'exempt' } as const;

/** Paper code, electronic code, and what both share. */
const kinds: [string, string | null, Common][] = [
  ['B01', 'E31', { ...sold, name: 'Factura de crédito fiscal' }],
  ['B02', 'E32', { ...sold, name: 'Factura de consumo', needsBuyerTaxId: 'above-threshold', expires: false }],
  ['B03', 'E33', { ...sold, name: 'Nota de débito', needsBuyerTaxId: 'as-modified', note: 'debit' }],
  ['B04', 'E34', { ...sold, name: 'Nota de crédito', needsBuyerTaxId: 'as-modified', note: 'credit', expires: false }],
  ['B11', 'E41', { ...sold, name: 'Comprobante de compras', issuedBy: 'buyer' }],
  ['B12', null, { ...sold, name: 'Registro único de ingresos', needsBuyerTaxId: 'never', expires: false }],
  ['B13', 'E43', { ...expense, name: 'Gastos menores' }],
  ['B14', 'E44', { ...sold, name: 'Regímenes especiales', treatment: 'exempt' }],
  ['B15', 'E45', { ...sold, name: 'Gubernamental' }],
  ['B16', 'E46', { ...sold, name: 'Exportaciones', needsBuyerTaxId: 'never', treatment: 'zero' }],
  ['B17', 'E47', { ...expense, name: 'Pagos al exterior' }],
];

export const fiscalTypes: ReadonlyMap<string, FiscalType> = new Map(
  [
    ...kinds.map(([code, twin, common]): FiscalType => ({ code, series: 'B', twin, ...common })),
    ...kinds.flatMap(([twin, code, common]): FiscalType[] => (code ? [{ code, series: 'E', twin, ...common }] : [])),
  ].map((type) => [type.code, type]),
);

/** The titles of special receipts after the word `Comprobante`, by their paper code. */
const specialTitles: Record<string, string> = {
  B11: 'de compras',
  B13: 'para gastos menores',
  B14: 'para regímenes especiales',
  B15: 'gubernamental',
  B16: 'para exportaciones',
  B17: 'para pagos al exterior',
};

/** The title of a receipt on paper, as the tax authority requires it. */
export function receiptTitle({ code, series, twin, name }: FiscalType): string {
  const isElectronic = series === 'E';
  const special = specialTitles[isElectronic ? twin! : code];
  if (special) return `Comprobante ${isElectronic ? 'electrónico ' : ''}${special}`;
  return isElectronic ? `${name} electrónica` : name;
}

export const fiscalTypeCodes = [...fiscalTypes.keys()] as [string, ...string[]];

const digitsOf = { B: 8, E: 10 } as const;

export const fiscalDigits = (type: string): number => digitsOf[type[0] as 'B' | 'E'];

/** `B01` and 7 is `B0100000007`. */
export const formatFiscalNumber = (type: string, number: bigint): string =>
  `${type}${String(number).padStart(fiscalDigits(type), '0')}`;

export const highestNumber = (type: string): number => 10 ** digitsOf[type[0] as 'B' | 'E'] - 1;

const SHAPES = /^(B\d{10}|E\d{12}|[AP]\d{18})$/;

/** In the form used in filings; null: not a fiscal number. Numbers of 19 characters date from before May 2018. */
export function normalizeFiscalNumber(text: string): string | null {
  const number = text.toUpperCase().replace(/[\s.-]/g, '');
  return SHAPES.test(number) && (number.length === 19 || fiscalTypes.has(number.slice(0, 3))) ? number : null;
}

/** The type of the document with this number; undefined for numbers from before May 2018. */
export const fiscalTypeOf = (number: string): FiscalType | undefined =>
  number.length < 19 ? fiscalTypes.get(number.slice(0, 3)) : undefined;

/** Splits a number: `B0100000007` is 7 of `B01`. */
export const partsOf = (number: string): { type: string; number: bigint } => ({
  type: number.slice(0, 3),
  number: BigInt(number.slice(3)),
});
