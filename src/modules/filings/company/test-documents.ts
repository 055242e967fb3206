import { fromScaled, toScaled } from '#platform/decimal.ts';
import type { EcfBuyer, EcfDocument, EcfIssuer, EcfLine, EcfType } from '../ecf/ecf-document.ts';
import { ecfTotals } from '../ecf/ecf-totals.ts';

/** The fields that all documents of a test set share. */
export interface Trial {
  issuer: EcfIssuer;
  itbisRates: EcfDocument['itbisRates'];
  consumerThreshold: string;
  creditNoteDays: number;
  today: string;
  /** The first numbers of ranges expire with the year after the next. */
  sequenceExpiresOn: string;
  numberOf(type: EcfType): string;
}

/**
 * The documents of a certification run, in the order in which the authority wants them: whole documents first, then the
 * notes that modify them, then the consumer invoice that is only summarised. Together they show every type and most of what
 * a document can contain: discounts, withholdings, other taxes, another currency, prices with ITBIS.
 */
export function trialDocuments(trial: Trial): EcfDocument[] {
  const credit = document(trial, '31', [
    line('Servicio de consultoría', '10', '1500.0000', {
      kind: 'service',
      discount: '500.00',
      withheld: { itbis: '783.00', isr: '290.00' },
    }),
    line('Café molido 454 g', '24', '285.5', { itbis: 'reduced', codes: [{ type: 'Interna', code: 'CAF-454' }] }),
    line('Libro de texto', '3', '650', { itbis: 'exempt' }),
  ]);
  const consumer = document(trial, '32', [line('Planta eléctrica 30 kW', '1', trial.consumerThreshold)]);
  return [
    { ...credit, payment: { terms: 'credit', dueOn: trial.sequenceExpiresOn, forms: [] } },
    consumer,
    document(trial, '41', [
      line('Reparación de techo', '1', '12000', { kind: 'service', withheld: { itbis: '2160.00', isr: '360.00' } }),
    ]),
    {
      ...document(trial, '43', [line('Peaje y parqueo', '2', '150', { itbis: 'exempt', kind: 'service' })]),
      buyer: null,
    },
    document(trial, '44', [line('Materia prima para zona franca', '100', '95.25', { itbis: 'exempt' })]),
    document(trial, '45', [
      line('Almuerzo institucional', '50', '350', {
        kind: 'service',
        otherTaxes: [{ code: '001', rate: '10', amount: null }],
      }),
    ]),
    abroad(document(trial, '46', [line('Cacao orgánico en grano', '1000', '3.2', { itbis: 'zero', unit: '21' })])),
    abroad(
      document(trial, '47', [
        line('Alojamiento de datos', '1', '480', {
          itbis: 'exempt',
          kind: 'service',
          withheld: { itbis: '0', isr: '72.00' },
        }),
      ]),
    ),
    {
      ...document(trial, '33', [line('Diferencia de precio', '1', '1000')]),
      reference: {
        number: credit.number,
        issuedOn: trial.today,
        code: 3,
        reason: 'Corrección de precio',
        otherTaxId: null,
      },
    },
    {
      ...document(trial, '34', [line('Devolución de café molido 454 g', '4', '285.5', { itbis: 'reduced' })]),
      reference: {
        number: credit.number,
        issuedOn: trial.today,
        code: 3,
        reason: 'Mercancía devuelta',
        otherTaxId: null,
      },
    },
    summarised(trial),
  ];
}

/** A small sale over the counter, with prices that hold ITBIS. */
function summarised(trial: Trial): EcfDocument {
  const sold = {
    ...document(trial, '32', [line('Cerveza fría', '6', '175'), line('Pan de agua', '10', '10', { itbis: 'exempt' })]),
    buyer: null,
    pricesIncludeItbis: true,
  };
  const amount = fromScaled(ecfTotals(sold).total, 2);
  return { ...sold, payment: { ...sold.payment, forms: [{ form: 'cash', amount }] } };
}

function document(trial: Trial, type: EcfType, lines: EcfLine[]): EcfDocument {
  return {
    type,
    number: trial.numberOf(type),
    sequenceExpiresOn: type === '32' || type === '34' ? null : trial.sequenceExpiresOn,
    issuedOn: trial.today,
    incomeType: '01',
    payment: { terms: 'cash', dueOn: null, forms: [] },
    issuer: trial.issuer,
    buyer,
    pricesIncludeItbis: false,
    itbisRates: trial.itbisRates,
    creditNoteDays: trial.creditNoteDays,
    lines,
    adjustments: [],
    reference: null,
    currency: 'DOP',
    exchangeRate: null,
  };
}

/** The authority's own number: it exists in every environment. */
const buyer: EcfBuyer = {
  taxId: '401506254',
  foreignId: null,
  name: 'Dirección General de Impuestos Internos',
  email: null,
  address: 'Av. México 48, Gazcue, Santo Domingo',
  country: null,
};

const abroad = (issued: EcfDocument): EcfDocument => ({
  ...issued,
  buyer: {
    ...buyer,
    taxId: null,
    foreignId: '98-7654321',
    name: 'Island Cocoa Traders LLC',
    country: 'Estados Unidos',
  },
  currency: 'USD',
  exchangeRate: '59.7500',
});

function line(name: string, quantity: string, unitPrice: string, details: Partial<EcfLine> = {}): EcfLine {
  return {
    name,
    description: null,
    kind: 'goods',
    codes: [],
    quantity: fromScaled(toScaled(quantity, 2), 2),
    unit: '43',
    unitPrice,
    discount: '0',
    surcharge: '0',
    itbis: 'general',
    itbisAmount: null,
    otherTaxes: [],
    withheld: null,
    ...details,
  };
}
