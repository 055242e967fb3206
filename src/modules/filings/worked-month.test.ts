import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { lockPendingRecord, settle } from '#modules/invoicing/index.ts';
import { toMinor } from '#platform/money.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';

/**
 * One October with everything in it: withholdings, a legal tip, dollars, consumers above and below the legal total, an
 * export, petty expenses, an informal seller, what came back in time and too late, and what was paid in another month. The files and figures are counted by hand.
 */
let business: Business;
let accounts: { cash: string; bank: string; card: string };
let taxes: Map<string, string>;

const written = async (body: object) => {
  const { data, error } = await business.api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return data;
};

const pay = (id: string, amount: string, date: string, accountId: string) =>
  app.engine.within(business.id, async (ctx) => {
    const document = await lockPendingRecord(ctx, id);
    const paid = { source: 'account' as const, amount: toMinor(amount, document.currency), date, accountId };
    await settle(ctx, document, paid);
  });

const contact = async (name: string, taxId: string) => {
  const { data, error } = await business.api.POST('/v1/beneficiary', { body: { name, taxId } });
  assert.ok(data, JSON.stringify(error));
  return data.id;
};

interface Given {
  date: string;
  net: string;
  taxes: string[];
  paid?: [string, string, keyof typeof accounts][];
  [field: string]: unknown;
}

/** Writes a document of one line, with its taxes by code, and pays it. */
async function document({ net, taxes: codes, paid = [], ...head }: Given) {
  const taxIds = codes.map((code) => taxes.get(code)!);
  const elements = [{ description: 'Línea', unitPrice: net, taxIds }];
  const made = await written({ dueOn: '2026-12-31', ...head, elements });
  for (const [amount, date, account] of paid) await pay(made.id, amount, date, accounts[account]);
  return made;
}

/** Returns this quantity of the only line of a document. */
async function comesBack({ id, elements }: Awaited<ReturnType<typeof written>>, quantity: string, more: object) {
  const lines = [{ elementId: elements[0]!.id, quantity }];
  const { data, error } = await business.api.POST('/v1/resource/return', {
    body: { pendingRecordId: id, lines, ...more },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const fileOf = async (form: '606' | '607' | '608', period: string) => {
  const response = await fetch(`${app.publicUrl}/v1/taxes/${form}/file?period=${period}`, {
    headers: { authorization: `Bearer ${business.owner.token}` },
  });
  return { text: await response.text(), name: response.headers.get('content-disposition') };
};

before(async () => {
  business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId: '1-31-24679-6' } });
  const account = async (name: string, kind: 'bank' | 'card') =>
    (await business.api.POST('/v1/account', { body: { name, kind } })).data!.id;
  const cash = (await business.api.GET('/v1/account', { params: { query: { kind: 'cash' } } })).data!.data[0]!.id;
  accounts = { cash, bank: await account('Popular', 'bank'), card: await account('Tarjetas', 'card') };
  const { data } = await business.api.GET('/v1/taxes/list');
  taxes = new Map(data!.data.map(({ code, id }) => [code, id]));
  for (const type of ['E31', 'E32', 'E34', 'E41', 'E43', 'E44', 'E46'] as const) {
    const body = { type, start: 1, end: 100, authorizedOn: '2026-01-05' };
    assert.ok((await business.api.POST('/v1/taxes/numerals', { body })).data);
  }
  await sell();
  await buy();
});

async function sell() {
  const company = await contact('Ferretería Ozama', '101850043');
  const person = await contact('Ana Rosario', '00113918205');
  const freeZone = await contact('Zona Franca Este', '401505967');
  const ours = ['ITBIS-18', 'RET-ITBIS-30'];
  // Of September, settled in October: it is reported again, with its withholding.
  const september = await document({
    date: '2026-09-20',
    fiscalType: 'E31',
    contactId: company,
    net: '5000',
    taxes: ours,
    paid: [['5630', '2026-10-08', 'bank']],
  });
  const both = [...ours, 'RET-ISR-EST'];
  await document({
    date: '2026-10-02',
    fiscalType: 'E31',
    contactId: company,
    net: '10000',
    taxes: both,
    paid: [['10760', '2026-10-20', 'bank']],
  });
  const tip = ['ITBIS-18', 'PROPINA'];
  const dinner: Given['paid'] = [
    ['1000', '2026-10-05', 'cash'],
    ['1560', '2026-11-03', 'bank'],
  ];
  await document({ date: '2026-10-05', fiscalType: 'E31', contactId: company, net: '2000', taxes: tip, paid: dinner });
  const bread = await document({
    date: '2026-10-06',
    fiscalType: 'E32',
    net: '500',
    taxes: ['ITBIS-18'],
    paid: [['590', '2026-10-06', 'cash']],
  });
  await document({
    date: '2026-10-07',
    fiscalType: 'E32',
    net: '1000',
    taxes: ['ITBIS-16'],
    paid: [['1160', '2026-10-07', 'card']],
  });
  await document({ date: '2026-10-10', fiscalType: 'E32', contactId: person, net: '211864.41', taxes: ['ITBIS-18'] });
  await document({
    date: '2026-10-12',
    fiscalType: 'E31',
    contactId: company,
    currency: 'USD',
    rate: '60.25',
    net: '100',
    taxes: ['ITBIS-18'],
  });
  await document({
    date: '2026-10-15',
    fiscalType: 'E46',
    contactName: 'Acme Inc',
    contactTaxId: 'X1234567',
    net: '3000',
    taxes: ['ITBIS-0'],
  });
  await document({ date: '2026-10-16', fiscalType: 'E44', contactId: freeZone, net: '4000', taxes: ['EXENTO'] });
  const wrong = await document({
    date: '2026-10-18',
    fiscalType: 'E31',
    contactId: company,
    net: '7',
    taxes: ['ITBIS-18'],
  });
  await business.api.DELETE('/v1/record/pending', { body: { id: wrong.id } as never });
  const rice = await written({
    date: '2026-10-19',
    dueOn: '2026-12-31',
    fiscalType: 'E31',
    contactId: company,
    elements: [{ description: 'Arroz', quantity: '4', unitPrice: '250', taxIds: [taxes.get('ITBIS-18')!] }],
  });
  // Returned by a consumer, refunded in cash; of an unpaid invoice; and after more than thirty days.
  await comesBack(bread, '0.5', { date: '2026-10-09', refund: { accountId: accounts.cash } });
  await comesBack(rice, '1', { date: '2026-10-25' });
  await comesBack(september, '0.5', { date: '2026-10-28', refund: { accountId: accounts.bank } });
}

async function buy() {
  const supplier = await contact('Suplidora Nacional', '122011226');
  const person = await contact('Licda. Carmen Díaz', '00113918213');
  const informal = await contact('Don Chepe', '00112345673');
  const purchase = (given: Given) => document({ direction: 'purchase', ...given });
  const goods = await purchase({
    date: '2026-10-03',
    contactId: supplier,
    fiscalNumber: 'E310000000123',
    expenseType: '09',
    net: '20000',
    taxes: ['ITBIS-18'],
    paid: [['23600', '2026-10-15', 'bank']],
  });
  const fees = ['ITBIS-18', 'RET-ITBIS-100', 'RET-ISR-HON'];
  await purchase({
    date: '2026-10-07',
    contactId: person,
    fiscalNumber: 'B0100000077',
    expenseType: '02',
    net: '30000',
    taxes: fees,
    paid: [['25500', '2026-10-30', 'bank']],
  });
  await purchase({
    date: '2026-10-10',
    contactId: person,
    fiscalNumber: 'B0100000078',
    expenseType: '03',
    net: '10000',
    taxes: ['ITBIS-18', 'RET-ISR-ALQ'],
    paid: [['10300', '2026-11-05', 'bank']],
  });
  await purchase({
    date: '2026-10-12',
    contactId: supplier,
    fiscalNumber: 'B0200000045',
    expenseType: '02',
    net: '1000',
    taxes: ['ITBIS-18'],
    paid: [['1180', '2026-10-12', 'cash']],
  });
  await purchase({
    date: '2026-10-16',
    fiscalType: 'E43',
    expenseType: '02',
    net: '300',
    taxes: ['EXENTO'],
    paid: [['300', '2026-10-16', 'cash']],
  });
  await purchase({
    date: '2026-10-17',
    fiscalType: 'E41',
    contactId: informal,
    expenseType: '09',
    net: '2000',
    taxes: ['ITBIS-18', 'RET-ITBIS-100-INF'],
    paid: [['2000', '2026-10-17', 'cash']],
  });
  await purchase({
    date: '2026-10-20',
    contactId: supplier,
    fiscalNumber: 'E310000000999',
    expenseType: '02',
    currency: 'USD',
    rate: '60',
    net: '200',
    taxes: ['ITBIS-18'],
  });
  await purchase({
    date: '2026-10-21',
    contactId: supplier,
    fiscalNumber: 'E310000000555',
    expenseType: '02',
    net: '1000',
    taxes: ['ITBIS-18', 'ISC-TELECOM', 'CDT'],
    paid: [['1300', '2026-10-21', 'card']],
  });
  await comesBack(goods, '0.1', { date: '2026-10-22', fiscalNumber: 'E340000000077' });
}

const lines = (...rows: string[]): string => rows.map((row) => `${row}\r\n`).join('');

describe('a worked month', () => {
  test('its 607 is the file counted by hand', async () => {
    const { text, name } = await fileOf('607', '2026-10');
    assert.equal(name, 'attachment; filename="DGII_F_607_131246796_202610.TXT"');
    assert.equal(
      text,
      lines(
        '607|131246796|202610|11',
        '101850043|1|E310000000001||01|20260920|20261008|5000.00|900.00|270.00||||||||5900.00|||||',
        '101850043|1|E310000000002||01|20261002|20261020|10000.00|1800.00|540.00||500.00||||||11800.00|||||',
        '101850043|1|E310000000003||01|20261005||2000.00|360.00|||||||200.00|1000.00|||1560.00|||',
        '||E340000000001|E320000000001|01|20261009||250.00|45.00||||||||295.00||||||',
        '00113918205|2|E320000000003||01|20261010||211864.41|38135.59|||||||||||250000.00|||',
        '101850043|1|E310000000004||01|20261012||6025.00|1084.50|||||||||||7109.50|||',
        'X1234567|3|E460000000001||01|20261015||3000.00|0.00|||||||||||3000.00|||',
        '401505967|1|E440000000001||01|20261016||4000.00|0.00|||||||||||4000.00|||',
        '101850043|1|E310000000006||01|20261019||1000.00|180.00|||||||||||1180.00|||',
        '101850043|1|E340000000002|E310000000006|01|20261025||250.00|45.00|||||||||||295.00|||',
        // After more than thirty days: the price only.
        '101850043|1|E340000000003|E310000000001|01|20261028||2500.00|0.00|||||||||2500.00|||||',
      ),
    );
  });

  test('its 606 is the file counted by hand', async () => {
    const { text, name } = await fileOf('606', '2026-10');
    assert.equal(name, 'attachment; filename="DGII_F_606_131246796_202610.TXT"');
    assert.equal(
      text,
      lines(
        '606|131246796|202610|9',
        '122011226|1|09|E310000000123||20261003|20261015||20000.00|20000.00|3600.00||||3600.00||||||||02',
        '00113918213|2|02|B0100000077||20261007|20261030|30000.00||30000.00|5400.00|5400.00|||5400.00||02|4500.00|||||02',
        '00113918213|2|03|B0100000078||20261010||10000.00||10000.00|1800.00||||1800.00||||||||04',
        '122011226|1|02|B0200000045||20261012|20261012|1000.00||1000.00|180.00|||180.00|||||||||01',
        '131246796|1|02|E430000000001||20261016|20261016|300.00||300.00|0.00||||||||||||01',
        '00112345673|2|09|E410000000001||20261017|20261017||2000.00|2000.00|360.00|360.00|||360.00||||||||01',
        '122011226|1|02|E310000000999||20261020||12000.00||12000.00|2160.00||||2160.00||||||||04',
        '122011226|1|02|E310000000555||20261021|20261021|1000.00||1000.00|180.00||||180.00|||||100.00|20.00||03',
        '122011226|1|09|E340000000077|E310000000123|20261022|20261022||2000.00|2000.00|360.00||||360.00||||||||06',
      ),
    );
  });

  test('an invoice paid in November with a withholding is reported again in November', async () => {
    const { text } = await fileOf('606', '2026-11');
    assert.equal(
      text,
      lines(
        '606|131246796|202611|1',
        '00113918213|2|03|B0100000078||20261010|20261105|10000.00||10000.00|1800.00||||1800.00||01|1500.00|||||02',
      ),
    );
    assert.equal((await fileOf('607', '2026-11')).text, lines('607|131246796|202611|0'));
  });

  test('the voided invoice is in the 608 of its own month, with its own date', async () => {
    assert.equal((await fileOf('608', '2026-10')).text, lines('608|131246796|202610|1', 'E310000000005|20261018|04'));
    assert.equal((await fileOf('608', '2026-11')).text, lines('608|131246796|202611|0'));
  });

  test('consumer invoices below the legal total are one sum', async () => {
    const { data } = await business.api.GET('/v1/taxes/607', { params: { query: { period: '2026-10' } } });
    const { count, net, itbis, forms } = data!.consumerSummary;
    assert.deepEqual([count, net, itbis, forms.cash, forms.card], [2, '1500.00', '250.00', '590.00', '1160.00']);
    assert.deepEqual([data!.total, data!.totals.net, data!.totals.itbis], [11, '239889.41', '42370.09']);
    assert.deepEqual([data!.rejectedCount, data!.warningCount], [0, 0]);
  });

  test('the 606 has its totals and warnings', async () => {
    const { data } = await business.api.GET('/v1/taxes/606', { params: { query: { period: '2026-10' } } });
    const read = async (query: object) =>
      (await business.api.GET('/v1/taxes/606', { params: { query: { period: '2026-10', itemsPerPage: 2, ...query } } }))
        .data!;
    const { nextCursor } = await read({});
    assert.deepEqual((await read({ cursor: nextCursor })).data, data!.data.slice(2, 4));
    assert.deepEqual(data!.totals, {
      services: '54300.00',
      goods: '20000.00',
      net: '74300.00',
      itbis: '13320.00',
      itbisWithheld: '5760.00',
      itbisToCost: '180.00',
      itbisToAdvance: '13140.00',
      isrWithheld: '4500.00',
      isc: '100.00',
      other: '20.00',
      tip: '0.00',
    });
    assert.deepEqual(
      data!.issues.map(({ fiscalNumber, code, severity }) => [fiscalNumber, code, severity]),
      [['B0200000045', 'consumer_invoice', 'warning']],
    );
  });

  test('the IT-1 is the one counted by hand', async () => {
    const query = { period: '2026-10' };
    const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', { params: { query } });
    const box = (name: string) => [...data!.annex, ...data!.boxes].find(({ box: of }) => of === name)!.amount;
    const boxes = ['A1', 'A2', 'A4', 'A6', 'A8', 'A11', 'A12', 'A13', 'A14', 'A15', 'A19', 'A20', 'A33', 'A43'];
    assert.deepEqual(boxes.map(box), [
      '19025.00',
      '213364.41',
      '3000.00',
      '4000.00',
      '3000.00',
      '236389.41',
      '1295.00',
      '9300.00',
      '1160.00',
      '266554.50',
      '278309.50',
      '236389.41',
      '810.00',
      '2500.00',
    ]);
    assert.deepEqual(['1', '2', '4', '5', '9', '10', '11', '12', '16', '17', '21'].map(box), [
      '236389.41',
      '3000.00',
      '0.00',
      '4000.00',
      '7000.00',
      '229389.41',
      '230889.41',
      '1000.00',
      '41560.09',
      '160.00',
      '41720.09',
    ]);
    assert.deepEqual(['22', '23', '25', '26', '30', '33', '34', '60', '68'].map(box), [
      '3600.00',
      '9540.00',
      '13140.00',
      '28580.09',
      '810.00',
      '27770.09',
      '0.00',
      '5760.00',
      '33530.09',
    ]);
    assert.deepEqual(
      data!.withheld.filter(({ amount }) => amount !== '0.00').map(({ box: of, amount }) => [of, amount]),
      [
        ['39', '30000.00'],
        ['41', '30000.00'],
        ['47', '2000.00'],
        ['49', '2000.00'],
        ['50', '5400.00'],
        ['56', '360.00'],
        ['58', '360.00'],
      ],
    );
    assert.equal(data!.dueOn, '2026-11-20');
  });

  test('the IR-17 is the one counted by hand', async () => {
    const ir17 = async (period: string) =>
      (await business.api.GET('/v1/taxes/ir17/monthly-payment-summary', { params: { query: { period } } })).data!;
    const rowsOf = ({ boxes }: Awaited<ReturnType<typeof ir17>>) =>
      boxes.map(({ box, base, tax, count }) => [box, base, tax, count]);
    const october = await ir17('2026-10');
    assert.deepEqual(rowsOf(october), [['2', '30000.00', '4500.00', 1]]);
    assert.deepEqual([october.totals.withheld, october.boxes[0]!.documents[0]!.isOdd], ['4500.00', false]);
    assert.deepEqual(rowsOf(await ir17('2026-11')), [['1', '10000.00', '1500.00', 1]]);
  });

  test('both are paid once, posted, and can be voided', async () => {
    const balanceOf = async (code: string) => {
      const query = { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } as const;
      const { data } = await business.api.GET('/v1/chart-of-accounts', { params: { query } });
      return data!.data.find((account) => account.code === code)!.balance;
    };
    const body = { period: '2026-10', accountId: accounts.bank, date: '2026-11-10' };
    const balances = async () => Promise.all(['2102', '1109', '1110', '2103'].map(balanceOf));
    const before_ = await balances();
    // ITBIS of both months; ITBIS of purchases; withheld by and from others. The tip, ISC and CDT have their own accounts.
    assert.deepEqual(before_, ['42620.09', '13320.00', '1310.00', '11760.00']);
    assert.deepEqual(await Promise.all(['2110', '6107', '6108'].map(balanceOf)), ['200.00', '100.00', '20.00']);
    const paid = await business.api.POST('/v1/taxes/monthly-payment', { body });
    assert.deepEqual([paid.data!.amount, paid.data!.credit], ['33530.09', '0.00']);
    const withheld = await business.api.POST('/v1/taxes/ir17/monthly-payment', { body });
    assert.equal(withheld.data!.amount, '4500.00');
    // Left are the ITBIS of September, the income tax that customers withheld, and that of a purchase paid in November.
    assert.deepEqual(await balances(), ['900.00', '0.00', '500.00', '1500.00']);
    assert.equal((await business.api.POST('/v1/taxes/monthly-payment', { body })).error!.code, 'filing_already_paid');
    const { data: calendar } = await business.api.GET('/v1/taxes/calendar', {
      params: { query: { period: '2026-10' } },
    });
    assert.deepEqual(
      calendar!.data.map(({ filing, dueOn, amount, rows }) => [filing, dueOn, amount, rows]),
      [
        ['tss', '2026-11-04', '0.00', null],
        ['ir3', '2026-11-10', '0.00', null],
        ['ir17', '2026-11-10', '4500.00', null],
        ['606', '2026-11-16', null, 9],
        ['607', '2026-11-16', null, 11],
        ['608', '2026-11-16', null, null],
        ['609', '2026-11-16', null, 0],
        ['it1', '2026-11-20', '33530.09', null],
      ],
    );
    for (const id of [paid.data!.id, withheld.data!.id]) {
      assert.equal((await business.api.DELETE('/v1/taxes/monthly-payment', { body: { id } })).data!.status, 'void');
    }
    assert.deepEqual(await balances(), before_);
  });
});
