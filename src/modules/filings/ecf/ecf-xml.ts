import { fromScaled, toScaled } from '#platform/decimal.ts';
import { block, cut, ecfDate, ecfTime, field, xmlDeclaration } from '../xml/xml.ts';
import {
  type EcfAdjustment,
  type EcfBuyer,
  type EcfDocument,
  type EcfIssuer,
  type EcfLine,
  type EcfReference,
  type EcfTypeRules,
  ecfTypeRules,
  type ItbisTreatment,
  isLateNote,
  type PaymentForm,
  type PaymentTerms,
} from './ecf-document.ts';
import {
  type EcfLineAmounts,
  type EcfTotals,
  ecfTotals,
  inPesos,
  isSelective,
  itbisRateOf,
  pesoTotals,
  taxedTreatments,
} from './ecf-totals.ts';

const treatmentCodes: Record<ItbisTreatment, number> = {
  'not-billable': 0,
  general: 1,
  reduced: 2,
  zero: 3,
  exempt: 4,
};
export const termsCodes: Record<PaymentTerms, number> = { cash: 1, credit: 2, free: 3 };
export const formCodes: Record<PaymentForm, number> = {
  cash: 1,
  transfer: 2,
  card: 3,
  credit: 4,
  'gift-certificate': 5,
  barter: 6,
  'credit-note': 7,
  other: 8,
};
const NAME_MAX = 80;
const LAST_SPECIFIC_CODE = 22;
/** The authority's own word for the yuan. */
export const ecfCurrency = (currency: string): string => (currency === 'CNY' ? 'CHY' : currency);
export const NO_BUYER = 'CONSUMIDOR FINAL';

/** The document by the schema of its type, which also sets the order of elements. The signature comes last. */
export function ecfXml(document: EcfDocument, signedAt: Temporal.Instant): string {
  const rules = ecfTypeRules[document.type];
  const pesos = inPesos(document);
  const totals = pesoTotals(document);
  const foreign = document.exchangeRate === null ? null : ecfTotals(document);
  return `${xmlDeclaration}${block(
    'ECF',
    block(
      'Encabezado',
      field('Version', '1.0'),
      identification(pesos, rules),
      issuer(document, rules),
      rules.buyer === 'none' ? '' : buyer(document),
      totalsBlock(pesos, totals),
      foreign ? foreignTotals(document, foreign) : '',
    ),
    block('DetallesItems', ...pesos.lines.map((line, place) => item(document, line, place, totals, foreign))),
    block('DescuentosORecargos', ...pesos.adjustments.map(adjustment)),
    document.reference ? reference(document.reference, rules) : '',
    field('FechaHoraFirma', ecfTime(signedAt)),
  )}`;
}

const money = (cents: bigint | undefined): string | null => (cents === undefined ? null : fromScaled(cents, 2));
const decimal = (text: string): string => fromScaled(toScaled(text, 2), 2);
const date = (name: string, value: string | null): string => field(name, value && ecfDate(value));

function identification(document: EcfDocument, rules: EcfTypeRules): string {
  const { payment, type } = document;
  const paid = payment.forms.map(({ form, amount }) =>
    block('FormaDePago', field('FormaPago', formCodes[form]), field('MontoPago', decimal(amount))),
  );
  return block(
    'IdDoc',
    field('TipoeCF', type),
    field('eNCF', document.number),
    rules.sequenceExpiry ? date('FechaVencimientoSecuencia', document.sequenceExpiresOn) : '',
    type === '34' ? field('IndicadorNotaCredito', isLateNote(document) ? 1 : 0) : '',
    rules.pricesIncludeItbis ? field('IndicadorMontoGravado', document.pricesIncludeItbis ? 1 : 0) : '',
    rules.incomeType ? field('TipoIngresos', document.incomeType) : '',
    field('TipoPago', termsCodes[payment.terms]),
    rules.dueDate ? date('FechaLimitePago', payment.dueOn) : '',
    rules.paymentForms ? block('TablaFormasPago', ...paid) : '',
  );
}

function issuer(document: EcfDocument, rules: EcfTypeRules): string {
  const from: EcfIssuer = document.issuer;
  return block(
    'Emisor',
    field('RNCEmisor', from.taxId),
    field('RazonSocialEmisor', cut(from.name, 150)),
    field('NombreComercial', cut(from.tradeName, 150)),
    field('Sucursal', cut(from.branch, 20)),
    field('DireccionEmisor', cut(from.address, 100)),
    field('Municipio', from.municipality),
    field('Provincia', from.province),
    block('TablaTelefonoEmisor', ...from.phones.slice(0, 3).map((number) => field('TelefonoEmisor', phone(number)))),
    field('CorreoEmisor', email(from.email)),
    field('WebSite', cut(from.website, 50)),
    rules.incomeType ? field('CodigoVendedor', cut(from.sellerCode, 60)) : '',
    field('NumeroFacturaInterna', cut(from.internalNumber, 20)),
    date('FechaEmision', document.issuedOn),
  );
}

/** `809-555-0123`; a number of another form is left out, because it is not worth a rejection. */
function phone(number: string): string | null {
  const digits = number.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3') : null;
}

/** Stricter than the standard, as the schema is. */
const email = (address: string | null): string | null =>
  address && address.length <= 80 && /^\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$/.test(address) ? address : null;

function buyer({ buyer: to, type }: EcfDocument): string {
  if (!to) return type === '32' ? block('Comprador', field('RazonSocialComprador', NO_BUYER)) : '';
  const known = { ...to, name: to.name ?? (type === '32' ? NO_BUYER : null) };
  return block('Comprador', ...buyerIdentity(known, type), ...(type === '47' ? [] : buyerDetails(known, type)));
}

const buyerIdentity = (to: EcfBuyer, type: string): string[] => [
  type === '47' ? '' : field('RNCComprador', to.taxId),
  to.taxId && type !== '47' ? '' : field('IdentificadorExtranjero', cut(to.foreignId, 20)),
  field('RazonSocialComprador', cut(to.name, 150)),
];

const buyerDetails = (to: EcfBuyer, type: string): string[] => [
  field('CorreoComprador', email(to.email)),
  field('DireccionComprador', cut(to.address, 100)),
  type === '46' ? field('PaisComprador', cut(to.country, 60)) : '',
];

function totalsBlock(document: EcfDocument, totals: EcfTotals): string {
  const { bases, itbis } = totals;
  const isTaxed = taxedTreatments.some((treatment) => bases[treatment] !== undefined);
  const rate = (treatment: ItbisTreatment): string | null =>
    bases[treatment] === undefined ? null : String(itbisRateOf(document, treatment) / 100n);
  const other = totals.otherTaxes.filter(({ amount }) => amount > 0n);
  const notBillable = bases['not-billable'];
  return block(
    'Totales',
    isTaxed ? field('MontoGravadoTotal', money(totals.taxedTotal)) : '',
    field('MontoGravadoI1', money(bases.general)),
    field('MontoGravadoI2', money(bases.reduced)),
    field('MontoGravadoI3', money(bases.zero)),
    field('MontoExento', money(bases.exempt)),
    field('ITBIS1', rate('general')),
    field('ITBIS2', rate('reduced')),
    field('ITBIS3', rate('zero')),
    isTaxed ? field('TotalITBIS', money(totals.itbisTotal)) : '',
    field('TotalITBIS1', money(itbis.general)),
    field('TotalITBIS2', money(itbis.reduced)),
    field('TotalITBIS3', money(itbis.zero)),
    other.length > 0 ? field('MontoImpuestoAdicional', money(totals.otherTaxesTotal)) : '',
    block('ImpuestosAdicionales', ...other.map((tax) => otherTax(tax, ''))),
    field('MontoTotal', money(totals.total)),
    field('MontoNoFacturable', money(notBillable)),
    notBillable === undefined ? '' : field('MontoPeriodo', money(totals.total + notBillable)),
    totals.withheldItbis > 0n ? field('TotalITBISRetenido', money(totals.withheldItbis)) : '',
    totals.withheldIsr > 0n ? field('TotalISRRetencion', money(totals.withheldIsr)) : '',
  );
}

/** Codes 006 to 022 are amounts per quantity, 023 to 039 a share of the value, the others are neither. */
export function otherTax(tax: EcfTotals['otherTaxes'][number], suffix: '' | 'OtraMoneda', withRate = true): string {
  const amountName = !isSelective(tax.code)
    ? 'OtrosImpuestosAdicionales'
    : Number(tax.code) <= LAST_SPECIFIC_CODE
      ? 'MontoImpuestoSelectivoConsumoEspecifico'
      : 'MontoImpuestoSelectivoConsumoAdvalorem';
  return block(
    `ImpuestoAdicional${suffix}`,
    field(`TipoImpuesto${suffix}`, tax.code),
    withRate ? field(`TasaImpuestoAdicional${suffix}`, decimal(tax.rate)) : '',
    field(`${amountName}${suffix}`, money(tax.amount)),
  );
}

function foreignTotals(document: EcfDocument, totals: EcfTotals): string {
  const { bases, itbis } = totals;
  const isTaxed = taxedTreatments.some((treatment) => bases[treatment] !== undefined);
  const other = totals.otherTaxes.filter(({ amount }) => amount > 0n);
  const amount = (name: string, cents: bigint | undefined): string => field(`${name}OtraMoneda`, money(cents));
  return block(
    'OtraMoneda',
    field('TipoMoneda', ecfCurrency(document.currency)),
    field('TipoCambio', fromScaled(toScaled(document.exchangeRate!, 4), 4)),
    isTaxed ? amount('MontoGravadoTotal', totals.taxedTotal) : '',
    amount('MontoGravado1', bases.general),
    amount('MontoGravado2', bases.reduced),
    amount('MontoGravado3', bases.zero),
    amount('MontoExento', bases.exempt),
    isTaxed ? amount('TotalITBIS', totals.itbisTotal) : '',
    amount('TotalITBIS1', itbis.general),
    amount('TotalITBIS2', itbis.reduced),
    amount('TotalITBIS3', itbis.zero),
    other.length > 0 ? amount('MontoImpuestoAdicional', totals.otherTaxesTotal) : '',
    block('ImpuestosAdicionalesOtraMoneda', ...other.map((tax) => otherTax(tax, 'OtraMoneda'))),
    amount('MontoTotal', totals.total),
  );
}

function item(
  document: EcfDocument,
  line: EcfLine,
  place: number,
  totals: EcfTotals,
  foreign: EcfTotals | null,
): string {
  const amounts = totals.lines[place]!;
  const isLong = [...line.name].length > NAME_MAX;
  const description = [isLong ? line.name : null, line.description].filter(Boolean).join('. ');
  return block(
    'Item',
    field('NumeroLinea', place + 1),
    block(
      'TablaCodigosItem',
      ...line.codes
        .slice(0, 5)
        .map(({ type, code }) =>
          block('CodigosItem', field('TipoCodigo', cut(type, 14)), field('CodigoItem', cut(code, 35))),
        ),
    ),
    field('IndicadorFacturacion', treatmentCodes[line.itbis]),
    withheld(document, line),
    field('NombreItem', cut(line.name, NAME_MAX)),
    field('IndicadorBienoServicio', line.kind === 'goods' ? 1 : 2),
    field('DescripcionItem', cut(description, 1_000)),
    field('CantidadItem', decimal(line.quantity)),
    field('UnidadMedida', line.unit),
    field('PrecioUnitarioItem', fromScaled(amounts.unitPrice, 4)),
    ...lineAdjustment('Descuento', amounts.discount),
    ...lineAdjustment('Recargo', amounts.surcharge),
    block(
      'TablaImpuestoAdicional',
      ...line.otherTaxes.map(({ code }) => block('ImpuestoAdicional', field('TipoImpuesto', code))),
    ),
    foreign ? foreignItem(foreign.lines[place]!) : '',
    field('MontoItem', money(amounts.amount)),
  );
}

/** A discount or surcharge is written together with the table that details it. */
const lineAdjustment = (kind: 'Descuento' | 'Recargo', amount: bigint): string[] =>
  amount === 0n
    ? []
    : [
        field(`${kind}Monto`, money(amount)),
        block(
          `TablaSub${kind}`,
          block(`Sub${kind}`, field(`TipoSub${kind}`, '$'), field(`MontoSub${kind}`, money(amount))),
        ),
      ];

function withheld(document: EcfDocument, { withheld: kept }: EcfLine): string {
  const rules = ecfTypeRules[document.type];
  if (!kept || rules.withholding === 'none') return '';
  return block(
    'Retencion',
    field('IndicadorAgenteRetencionoPercepcion', 1),
    rules.withholdsItbis ? field('MontoITBISRetenido', decimal(kept.itbis)) : '',
    field('MontoISRRetenido', decimal(kept.isr)),
  );
}

const foreignItem = ({ unitPrice, discount, surcharge, amount }: EcfLineAmounts): string =>
  block(
    'OtraMonedaDetalle',
    field('PrecioOtraMoneda', fromScaled(unitPrice, 4)),
    discount === 0n ? '' : field('DescuentoOtraMoneda', money(discount)),
    surcharge === 0n ? '' : field('RecargoOtraMoneda', money(surcharge)),
    field('MontoItemOtraMoneda', money(amount)),
  );

const adjustment = (each: EcfAdjustment, place: number): string =>
  block(
    'DescuentoORecargo',
    field('NumeroLinea', place + 1),
    field('TipoAjuste', each.kind === 'discount' ? 'D' : 'R'),
    field('DescripcionDescuentooRecargo', cut(each.description, 45)),
    field('TipoValor', each.percent === null ? '$' : '%'),
    field('ValorDescuentooRecargo', each.percent && decimal(each.percent)),
    field('MontoDescuentooRecargo', decimal(each.amount)),
    field('IndicadorFacturacionDescuentooRecargo', treatmentCodes[each.itbis]),
  );

const reference = (to: EcfReference, rules: EcfTypeRules): string =>
  block(
    'InformacionReferencia',
    field('NCFModificado', to.number),
    field('RNCOtroContribuyente', to.otherTaxId),
    date('FechaNCFModificado', to.issuedOn),
    field('CodigoModificacion', to.code),
    rules.reference === 'required' ? field('RazonModificacion', cut(to.reason, 90)) : '',
  );
