import { fromScaled, toScaled } from '#platform/decimal.ts';
import { block, cut, ecfDate, ecfTime, field, xmlDeclaration } from '../xml/xml.ts';
import type { EcfDocument, EcfType, PaymentForm } from './ecf-document.ts';
import { inPesos, pesoTotals, taxedTreatments } from './ecf-totals.ts';
import { formCodes, NO_BUYER, otherTax, termsCodes } from './ecf-xml.ts';

/** The other documents of the protocol. All are signed like an e-CF. */

const money = (cents: bigint | undefined): string | null => (cents === undefined ? null : fromScaled(cents, 2));

/** RFCE: all that the authority gets of a consumer invoice below the threshold. The invoice itself stays with its issuer. */
export function summaryXml(document: EcfDocument, securityCode: string): string {
  const pesos = inPesos(document);
  const totals = pesoTotals(document);
  const { bases, itbis } = totals;
  const { issuer, buyer, payment } = pesos;
  const isTaxed = taxedTreatments.some((treatment) => bases[treatment] !== undefined);
  const other = totals.otherTaxes.filter(({ amount }) => amount > 0n);
  const notBillable = bases['not-billable'];
  return `${xmlDeclaration}${block(
    'RFCE',
    block(
      'Encabezado',
      field('Version', '1.0'),
      block(
        'IdDoc',
        field('TipoeCF', pesos.type),
        field('eNCF', pesos.number),
        field('TipoIngresos', pesos.incomeType),
        field('TipoPago', termsCodes[payment.terms]),
        block('TablaFormasPago', ...payment.forms.map(paymentForm)),
      ),
      block(
        'Emisor',
        field('RNCEmisor', issuer.taxId),
        field('RazonSocialEmisor', cut(issuer.name, 150)),
        field('FechaEmision', ecfDate(pesos.issuedOn)),
      ),
      // The schema requires the element, and an empty one may be rejected.
      block(
        'Comprador',
        field('RNCComprador', buyer?.taxId),
        buyer?.taxId ? '' : field('IdentificadorExtranjero', cut(buyer?.foreignId, 20)),
        field('RazonSocialComprador', cut(buyer?.name, 150) ?? NO_BUYER),
      ),
      block(
        'Totales',
        isTaxed ? field('MontoGravadoTotal', money(totals.taxedTotal)) : '',
        field('MontoGravadoI1', money(bases.general)),
        field('MontoGravadoI2', money(bases.reduced)),
        field('MontoGravadoI3', money(bases.zero)),
        field('MontoExento', money(bases.exempt)),
        isTaxed ? field('TotalITBIS', money(totals.itbisTotal)) : '',
        field('TotalITBIS1', money(itbis.general)),
        field('TotalITBIS2', money(itbis.reduced)),
        field('TotalITBIS3', money(itbis.zero)),
        other.length > 0 ? field('MontoImpuestoAdicional', money(totals.otherTaxesTotal)) : '',
        block('ImpuestosAdicionales', ...other.map((tax) => otherTax(tax, '', false))),
        field('MontoTotal', money(totals.total)),
        field('MontoNoFacturable', money(notBillable)),
        notBillable === undefined ? '' : field('MontoPeriodo', money(totals.total + notBillable)),
      ),
      field('CodigoSeguridadeCF', securityCode),
    ),
  )}`;
}

const paymentForm = ({ form, amount }: { form: PaymentForm; amount: string }): string =>
  block('FormaDePago', field('FormaPago', formCodes[form]), field('MontoPago', fromScaled(toScaled(amount, 2), 2)));

/** Numbers of one type that will never be used, both ends included. */
interface UnusedNumbers {
  type: EcfType;
  from: string;
  to: string;
}

export const countOf = ({ from, to }: UnusedNumbers): number => Number(to.slice(3)) - Number(from.slice(3)) + 1;

/** ANECF: voids authorised numbers that were never used. */
export function annulmentXml(taxId: string, ranges: UnusedNumbers[], signedAt: Temporal.Instant): string {
  const byType = [...Map.groupBy(ranges, ({ type }) => type)];
  const count = (of: UnusedNumbers[]): number => of.reduce((sum, range) => sum + countOf(range), 0);
  return `${xmlDeclaration}${block(
    'ANECF',
    block(
      'Encabezado',
      field('Version', '1.0'),
      field('RncEmisor', taxId),
      field('CantidadeNCFAnulados', count(ranges)),
      field('FechaHoraAnulacioneNCF', ecfTime(signedAt)),
    ),
    block(
      'DetalleAnulacion',
      ...byType.map(([type, ofType], place) =>
        block(
          'Anulacion',
          field('NoLinea', place + 1),
          field('TipoeCF', type),
          block(
            'TablaRangoSecuenciasAnuladaseNCF',
            ...ofType.map(({ from, to }) =>
              block('Secuencias', field('SecuenciaeNCFDesde', from), field('SecuenciaeNCFHasta', to)),
            ),
          ),
          field('CantidadeNCFAnulados', count(ofType)),
        ),
      ),
    ),
  )}`;
}

/** Why a document that came was not received. */
export const notReceivedCodes = { malformed: 1, signature: 2, duplicate: 3, 'other-buyer': 4 } as const;
export type NotReceived = keyof typeof notReceivedCodes;

/** ARECF: confirms to the sender that a document was received, or says why it was rejected. */
export const receiptXml = (receipt: {
  issuerTaxId: string;
  buyerTaxId: string;
  number: string;
  refused: NotReceived | null;
  at: Temporal.Instant;
}): string =>
  `${xmlDeclaration}${block(
    'ARECF',
    block(
      'DetalleAcusedeRecibo',
      field('Version', '1.0'),
      field('RNCEmisor', receipt.issuerTaxId),
      field('RNCComprador', receipt.buyerTaxId),
      field('eNCF', receipt.number),
      field('Estado', receipt.refused ? 1 : 0),
      receipt.refused ? field('CodigoMotivoNoRecibido', notReceivedCodes[receipt.refused]) : '',
      field('FechaHoraAcuseRecibo', ecfTime(receipt.at)),
    ),
  )}`;

/** ACECF: the buyer agrees to a document, or does not. */
export const approvalXml = (approval: {
  issuerTaxId: string;
  buyerTaxId: string;
  number: string;
  issuedOn: string;
  /** Decimal text with two decimals. */
  total: string;
  reason: string | null;
  approved: boolean;
  at: Temporal.Instant;
}): string =>
  `${xmlDeclaration}${block(
    'ACECF',
    block(
      'DetalleAprobacionComercial',
      field('Version', '1.0'),
      field('RNCEmisor', approval.issuerTaxId),
      field('eNCF', approval.number),
      field('FechaEmision', ecfDate(approval.issuedOn)),
      field('MontoTotal', approval.total),
      field('RNCComprador', approval.buyerTaxId),
      field('Estado', approval.approved ? 1 : 2),
      approval.approved ? '' : field('DetalleMotivoRechazo', approval.reason),
      field('FechaHoraAprobacionComercial', ecfTime(approval.at)),
    ),
  )}`;
