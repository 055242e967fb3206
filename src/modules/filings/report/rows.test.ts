import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FiscalDocument } from '#modules/invoicing/index.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { It1 } from '../declaration/it1.ts';
import { monthOf } from '../period.ts';
import { purchaseIssues, purchaseLine, purchaseOf } from './purchases-606.ts';
import type { ReportFacts } from './report.ts';
import { isSmallSale, saleIssues, saleLine, saleOf } from './sales-607.ts';

const [bank, service, goods] = [newId(), newId(), newId()];
const facts: ReportFacts = {
  month: monthOf({ today: Temporal.PlainDate.from('2026-11-15') }, '2026-10'),
  currency: 'DOP',
  ownTaxId: '131246796',
  accounts: new Map([[bank, 'bank']]),
  services: new Set([service]),
  cashLimit: 5_000_000n,
  consumerThreshold: 25_000_000n,
  reportElectronicSales: true,
  rowsMax: { '606': 10_000, '607': 65_000 },
  creditNoteDays: 30,
  creditOfTax: new Map(),
  itbisNotWithheld: '30',
  hasPaperReceipts: true,
  boxOfTax: new Map(),
};

/** A document with this net at 18 %, and the changes of a test. */
function documentOf(net: string, change: Partial<FiscalDocument>): FiscalDocument {
  const minor = toMinor(net, 'DOP');
  const itbis = (minor * 18n) / 100n;
  return {
    id: newId(),
    direction: 'sale',
    date: '2026-10-20',
    fiscalNumber: 'B0100000001',
    modifiesFiscalNumber: null,
    reversed: null,
    modifiedOn: null,
    contactId: null,
    contactName: 'Ferretería Ozama',
    contactTaxId: '101850043',
    contactTaxIdKind: null,
    expenseType: null,
    incomeType: null,
    paymentForm: null,
    currency: 'DOP',
    rate: null,
    net: minor,
    baseNet: minor,
    baseTax: itbis,
    baseTotal: minor + itbis,
    items: [{ resourceId: null, net: minor }],
    taxes: [{ taxId: newId(), kind: 'itbis', rate: '18', fiscalCode: '1', net: minor, base: minor, amount: itbis }],
    payments: [],
    settledOn: null,
    ...change,
  };
}

const note = (change: Partial<FiscalDocument> = {}) =>
  documentOf('1000', {
    fiscalNumber: 'B0400000009',
    modifiesFiscalNumber: 'B0100000001',
    modifiedOn: '2026-10-01',
    ...change,
  });

describe('credit notes', () => {
  test('are listed with positive amounts and the number that they modify', () => {
    assert.equal(
      saleLine(saleOf(note(), facts)),
      '101850043|1|B0400000009|B0100000001|01|20261020||1000.00|180.00|||||||||||1180.00|||\r\n',
    );
    const bought = note({ direction: 'purchase', expenseType: '09' });
    assert.equal(
      purchaseLine(purchaseOf(bought, facts)),
      '101850043|1|09|B0400000009|B0100000001|20261020|||1000.00|1000.00|180.00||||180.00||||||||04\r\n',
    );
  });

  test('are subtracted in the IT-1, from sales and from purchases', () => {
    const it1 = new It1(facts);
    it1.addSale(documentOf('10000', {}));
    it1.addSale(note());
    it1.addPurchase(documentOf('4000', { direction: 'purchase', expenseType: '09' }));
    it1.addPurchase(note({ direction: 'purchase', expenseType: '09' }));
    it1.finish({ imports: 0n, cardsWithheld: 0n, previousCredit: 0n, withheldCredit: 0n });
    const boxes = ['A1', 'A4', 'A11', '11', '16', '21', '25', '33'].map((box) => it1.boxes.get(box));
    assert.deepEqual(boxes, [1_000_000n, 100_000n, 900_000n, 900_000n, 162_000n, 162_000n, 54_000n, 108_000n]);
  });

  test('after thirty days reverse no ITBIS', () => {
    const it1 = new It1(facts);
    it1.addSale(documentOf('10000', {}));
    it1.addSale(note({ modifiedOn: '2026-09-19' }));
    it1.addSale(note({ modifiedOn: '2026-09-20' }));
    it1.finish({ imports: 0n, cardsWithheld: 0n, previousCredit: 0n, withheldCredit: 0n });
    assert.deepEqual(
      ['A4', 'A43', '11', '21'].map((box) => it1.boxes.get(box)),
      [200_000n, 100_000n, 900_000n, 162_000n],
    );
  });

  test('on petty expenses and payments abroad have the own tax id, as those have', () => {
    const isr = {
      taxId: newId(),
      kind: 'withheld-isr',
      rate: '27',
      fiscalCode: null,
      net: 100n,
      base: 100n,
      amount: 27n,
    };
    for (const modifiesFiscalNumber of ['B1300000001', 'B1700000001', 'E430000000001', 'E470000000001']) {
      const own = {
        expenseType: '02',
        contactTaxId: '987654321',
        modifiesFiscalNumber,
        taxes: [isr],
        settledOn: '2026-10-20',
      };
      const document = note({ direction: 'purchase', baseTax: 0n, ...own });
      const purchase = purchaseOf(document, facts);
      assert.deepEqual([purchase.taxId, purchase.idType], ['131246796', '1']);
      const codes = purchaseIssues(document, purchase, facts).map(({ code }) => code);
      assert.deepEqual(codes, /^.[14]7/.test(modifiesFiscalNumber) ? [] : ['withholding_type_missing']);
    }
  });

  test('on a consumer invoice are rows of the 607, whatever their size', () => {
    const onConsumer = note({ modifiesFiscalNumber: 'B0200000001' });
    assert.deepEqual(
      [onConsumer, note()].map((document) => isSmallSale(document, facts)),
      [false, false],
    );
  });
});

test('an electronic invoice that replaces a paper one modifies nothing, and is asked about while both are declared', () => {
  const replacing = { fiscalNumber: 'E310000000001', modifiesFiscalNumber: 'B0100000001' };
  for (const [modifiedOn, codes] of [
    ['2026-10-01', ['replaced_receipt_declared']],
    [null, []],
  ] as const) {
    const document = documentOf('1000', { ...replacing, modifiedOn });
    const sale = saleOf(document, facts);
    assert.match(saleLine(sale), /^101850043\|1\|E310000000001\|\|01\|/);
    assert.deepEqual(
      saleIssues(document, sale).map(({ code }) => code),
      codes,
    );
  }
});

test('a consumer invoice of exactly the legal total is listed by itself', () => {
  const sold = (baseTotal: bigint) => isSmallSale(documentOf('1', { fiscalNumber: 'E320000000001', baseTotal }), facts);
  assert.deepEqual([sold(24_999_999n), sold(25_000_000n)], [true, false]);
});

test('purchases are split into services and goods, also in dollars', () => {
  const bought = documentOf('300', {
    direction: 'purchase',
    expenseType: '02',
    currency: 'USD',
    rate: '60.25',
    baseNet: 1_807_500n,
    baseTax: 325_350n,
    items: [
      { resourceId: service, net: 10_000n },
      { resourceId: goods, net: 20_000n },
    ],
  });
  const { services, goods: things, net, itbis } = purchaseOf(bought, facts);
  assert.deepEqual([services, things, net, itbis], [602_500n, 1_205_000n, 1_807_500n, 325_350n]);
});

test('a purchase that is partly paid, or paid in two ways, is mixed; an advance at the supplier is a credit note', () => {
  const paid = (baseAmount: bigint, method: string | null, date = '2026-10-21', source = 'account') => ({
    date,
    source,
    method,
    accountId: bank,
    baseAmount,
  });
  const formOf = (payments: FiscalDocument['payments'], settledOn: string | null) =>
    purchaseOf(documentOf('1000', { direction: 'purchase', payments, settledOn }), facts).paymentForm;
  assert.equal(formOf([], null), '04');
  assert.equal(formOf([paid(118_000n, null)], '2026-10-21'), '02');
  assert.equal(formOf([paid(1_000n, null)], null), '07');
  assert.equal(formOf([paid(60_000n, 'cash'), paid(58_000n, 'card')], '2026-10-21'), '07');
  assert.equal(formOf([paid(118_000n, 'cash', '2026-11-02')], '2026-11-02'), '04');
  assert.equal(formOf([paid(118_000n, 'balance', '2026-10-21', 'balance')], '2026-10-21'), '06');
});

test('the ITBIS of a note is a cost where that of the purchase is', () => {
  const creditOf = (document: FiscalDocument) => {
    const { itbisToCost, itbisToAdvance } = purchaseOf(document, facts);
    return [itbisToCost, itbisToAdvance];
  };
  const bought = (change: Partial<FiscalDocument>) => documentOf('50000', { direction: 'purchase', ...change });
  const noteOn = (modified: string, fiscalNumber = 'B0400000009') =>
    note({ direction: 'purchase', fiscalNumber, modifiesFiscalNumber: modified });
  for (const modified of ['B0200000001', 'E320000000001', 'B1300000001']) {
    assert.deepEqual(creditOf(noteOn(modified)), [18_000n, 0n]);
    assert.deepEqual(creditOf(noteOn(modified, 'B0300000009')), [18_000n, 0n]);
  }
  assert.deepEqual(creditOf(noteOn('B0100000001')), [0n, 18_000n]);
  const returnOf = (reversed: FiscalDocument) => creditOf({ ...noteOn(reversed.fiscalNumber), reversed });
  assert.deepEqual(returnOf(bought({ fiscalNumber: 'B0200000001' })), [18_000n, 0n]);
  assert.deepEqual(returnOf(bought({ paymentForm: '01' })), [18_000n, 0n]);
  assert.deepEqual(returnOf(bought({ paymentForm: '02' })), [0n, 18_000n]);
  // Paid in cash after the month in which it was declared on credit.
  const cash = { date: '2026-10-02', source: 'account', method: 'cash', accountId: bank, baseAmount: 5_900_000n };
  const paid = { payments: [cash], settledOn: '2026-10-02' };
  assert.deepEqual(returnOf(bought({ ...paid, date: '2026-09-20' })), [0n, 18_000n]);
  assert.deepEqual(returnOf(bought({ ...paid, date: '2026-10-01' })), [18_000n, 0n]);
});

describe('a row would be sent back', () => {
  const codesOf = (document: FiscalDocument) => {
    const found =
      document.direction === 'sale'
        ? saleIssues(document, saleOf(document, facts))
        : purchaseIssues(document, purchaseOf(document, facts), facts);
    return found.map(({ code, severity = 'rejected' }) => `${severity} ${code}`);
  };
  const purchase = (change: Partial<FiscalDocument>) =>
    codesOf(documentOf('1000', { direction: 'purchase', expenseType: '02', ...change }));
  const sale = (change: Partial<FiscalDocument>) => codesOf(documentOf('1000', change));

  test('without the tax id that its type needs, or with one of a wrong shape', () => {
    assert.deepEqual(purchase({}), []);
    assert.deepEqual(purchase({ contactTaxId: null }), ['rejected supplier_tax_id_missing']);
    assert.deepEqual(purchase({ contactTaxId: 'X123' }), ['rejected supplier_tax_id_invalid']);
    assert.deepEqual(purchase({ contactTaxId: '101850042' }), ['warning supplier_tax_id_check_digit']);
    assert.deepEqual(sale({ contactTaxId: null }), ['rejected buyer_tax_id_missing']);
    assert.deepEqual(sale({ contactTaxId: null, fiscalNumber: 'B1600000001' }), []);
    assert.deepEqual(purchase({ contactTaxId: null, fiscalNumber: 'B1300000001' }), []);
  });

  test('without items, with a wrong number, or a note without the number it modifies', () => {
    assert.deepEqual(purchase({ expenseType: null }), ['rejected expense_type_missing']);
    assert.deepEqual(purchase({ fiscalNumber: 'F123' }), ['rejected fiscal_number_invalid']);
    assert.deepEqual(purchase({ fiscalNumber: 'B0400000001' }), ['rejected modified_number_missing']);
    assert.deepEqual(sale({ fiscalNumber: 'B0300000001', modifiesFiscalNumber: 'B01' }), [
      'rejected modified_number_invalid',
    ]);
    assert.deepEqual(sale({ incomeType: '09' }), ['rejected income_type_invalid']);
    assert.deepEqual(sale({ baseNet: 100_000_000_000n }), ['rejected amount_too_long']);
  });

  test('or asked about: consumer receipts, registered sellers without a receipt, and much paid in cash', () => {
    for (const fiscalNumber of ['B1100000001', 'E410000000001']) {
      assert.deepEqual(purchase({ fiscalNumber }), ['warning supplier_registered']);
      assert.deepEqual(purchase({ fiscalNumber, contactTaxId: '00113918205' }), []);
    }
    assert.deepEqual(purchase({ fiscalNumber: 'B0200000001' }), ['warning consumer_invoice']);
    const held = { kind: 'withheld-itbis', fiscalCode: null, net: 100_000n, base: 18_000n };
    const withheld = (fiscalNumber: string, rate: string, amount: bigint, change: Partial<FiscalDocument> = {}) => {
      const taxes = [{ ...held, taxId: newId(), rate, amount }];
      return purchase({ fiscalNumber, taxes, settledOn: '2026-10-25', ...change });
    };
    assert.deepEqual(withheld('E310000000001', '30', 5_400n), ['warning withheld_from_electronic']);
    assert.deepEqual(withheld('E310000000001', '30', 5_400n, { settledOn: null }), []);
    assert.deepEqual(withheld('E310000000001', '100', 18_000n), []);
    assert.deepEqual(withheld('B0100000001', '30', 5_400n), []);
  });

  test('or asked about: paper receipts of suppliers once electronic ones are mandatory', () => {
    const november = { ...facts, hasPaperReceipts: false };
    const codes = (fiscalNumber: string, date = '2026-10-20') => {
      const bought = documentOf('1000', { direction: 'purchase', expenseType: '02', fiscalNumber, date });
      return purchaseIssues(bought, purchaseOf(bought, november), november).map(({ code }) => code);
    };
    assert.deepEqual(codes('B0100000001'), ['paper_receipt']);
    assert.deepEqual(codes('B0100000001', '2026-09-20'), []);
    assert.deepEqual(codes('E310000000001'), []);
    assert.deepEqual(codes('B1200000001'), []);
    assert.deepEqual(codes('B1300000001'), []);
  });

  test('or asked about: purchases paid in cash above the limit', () => {
    assert.deepEqual(codesOf(documentOf('50000', { direction: 'purchase', expenseType: '02', paymentForm: '01' })), [
      'warning paid_in_cash',
    ]);
  });
});
