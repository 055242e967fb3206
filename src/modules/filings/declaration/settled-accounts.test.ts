import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { changeReturn, newReturn } from '#test/fulfilment.ts';
import { type Business, newBusiness } from '#test/harness.ts';

/** The same numbers in every run, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    chance: (share: number): boolean => next() < share,
  };
}

async function newTaxpayer() {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  for (const type of ['B01', 'B02', 'B04', 'B11'] as const)
    await business.api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 500, authorizedOn: '2026-01-02' } });
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const taxes = Object.fromEntries(data!.data.map(({ code, id }) => [code, id]));
  const contact = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Ferretería Ozama', taxId: '101850043' },
  });
  const bank = await business.api.POST('/v1/account', { body: { name: 'Popular', kind: 'bank' } });
  return { business, taxes, contactId: contact.data!.id, cash: await cashOf(business), bank: bank.data!.id };
}

async function issue({ api }: Business, body: object) {
  const { data, error } = await api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return data;
}

async function pay({ api }: Business, id: string, date: string, payments: object[]) {
  const { data, error } = await api.PATCH('/v1/record/pending/pay', { body: { id, date, payments } as never });
  assert.ok(data, JSON.stringify(error));
}

async function balances({ api }: Business, ...codes: string[]) {
  const query = { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } as const;
  const { data } = await api.GET('/v1/chart-of-accounts', { params: { query } });
  return codes.map((code) => data!.data.find((account) => account.code === code)!.balance);
}

const summary = async ({ api }: Business, period: string) => {
  const { data } = await api.GET('/v1/taxes/monthly-payment-summary', { params: { query: { period } } });
  return (box: string) => [...data!.annex, ...data!.boxes, ...data!.withheld].find((each) => each.box === box)!.amount;
};

const salesOf = async ({ api }: Business, period: string) =>
  (await api.GET('/v1/taxes/607', { params: { query: { period } } })).data!;

describe('tax that a customer withholds when paying', () => {
  test('is in the 607 and the IT-1 of the month of the payment, with its date', async () => {
    const { business, taxes, contactId, bank } = await newTaxpayer();
    const elements = [{ description: 'Servicio', unitPrice: '30000', taxIds: [taxes['ITBIS-18']] }];
    const sale = { contactId, fiscalType: 'B01', date: '2026-08-10', dueOn: '2026-12-31', elements };
    const { id } = await issue(business, sale);
    await pay(business, id, '2026-09-05', [{ withheld: 'itbis', amount: '1000' }]);
    await pay(business, id, '2026-10-07', [
      { withheld: 'itbis', amount: '620' },
      { withheld: 'isr', amount: '500' },
    ]);
    await pay(business, id, '2026-10-08', [{ accountId: bank }]);
    const rows = await Promise.all(['2026-08', '2026-09', '2026-10'].map((period) => salesOf(business, period)));
    assert.deepEqual(
      rows.map(({ data: [row] }) => [row!.withheldOn, row!.itbisWithheld, row!.isrWithheld]),
      [
        [null, '0.00', '0.00'],
        ['2026-09-05', '1000.00', '0.00'],
        ['2026-10-07', '620.00', '500.00'],
      ],
    );
    // It is no other tax, and counts as the form in which the rest was paid.
    const { totals } = rows[2]!;
    assert.deepEqual([totals.other, totals.forms.other, totals.forms.transfer], ['0.00', '0.00', '35400.00']);
    const boxes = await Promise.all(
      ['2026-08', '2026-09', '2026-10'].map(async (period) => (await summary(business, period))('30')),
    );
    assert.deepEqual(boxes, ['0.00', '1000.00', '620.00']);
  });

  test('is declared once if it is paid in the month of the sale', async () => {
    const { business, taxes, contactId, cash } = await newTaxpayer();
    const elements = [{ description: 'Servicio', unitPrice: '30000', taxIds: [taxes['ITBIS-18']] }];
    const { id } = await issue(business, { contactId, fiscalType: 'B01', date: '2026-10-10', elements });
    await pay(business, id, '2026-10-12', [{ withheld: 'itbis', amount: '1620' }, { accountId: cash }]);
    const { data, totals } = await salesOf(business, '2026-10');
    assert.deepEqual([data[0]!.withheldOn, data[0]!.itbisWithheld], ['2026-10-12', '1620.00']);
    assert.deepEqual([totals.itbisWithheld, totals.other, totals.forms.cash], ['1620.00', '0.00', '35400.00']);
    assert.equal((await summary(business, '2026-10'))('30'), '1620.00');
    assert.deepEqual((await salesOf(business, '2026-11')).data, []);
  });

  test('from a small consumer invoice of an earlier month declares no more than that tax again', async () => {
    const { business, taxes, contactId, bank } = await newTaxpayer();
    const elements = [{ description: 'Servicio', unitPrice: '1000', taxIds: [taxes['ITBIS-18']] }];
    const sale = { contactId, fiscalType: 'B02', dueOn: '2026-12-31', elements };
    const { id } = await issue(business, { ...sale, date: '2026-08-10' });
    await issue(business, { ...sale, date: '2026-10-10' });
    await pay(business, id, '2026-10-07', [{ withheld: 'itbis', amount: '54' }, { accountId: bank }]);
    const { consumerSummary } = await salesOf(business, '2026-10');
    const { count, net, itbis, itbisWithheld, forms } = consumerSummary;
    assert.deepEqual([count, net, itbis, itbisWithheld], [1, '1000.00', '180.00', '54.00']);
    assert.deepEqual([forms.credit, forms.transfer], ['1180.00', '0.00']);
  });

  test('is reversed and not refunded when the sale is returned, also in parts', async () => {
    const { business, taxes, contactId, cash } = await newTaxpayer();
    const elements = [{ description: 'Servicio', quantity: 2, unitPrice: '15000', taxIds: [taxes['ITBIS-18']] }];
    const sale = await issue(business, { contactId, fiscalType: 'B01', date: '2026-10-10', elements });
    const withheld = [
      { withheld: 'itbis', amount: '1620' },
      { withheld: 'isr', amount: '500.01' },
    ];
    await pay(business, sale.id, '2026-10-12', [...withheld, { accountId: cash }]);
    assert.deepEqual(await balances(business, '1101', '1110'), ['33279.99', '2120.01']);
    const refund = { accountId: cash };
    const lines = [{ elementId: sale.elements[0]!.id, quantity: 1 }];
    const first = await newReturn(business, sale.id, { date: '2026-10-20', lines, refund });
    assert.deepEqual([first.refunded, first.reversedItbis, first.reversedIsr], ['17700.00', '810.00', '250.01']);
    assert.deepEqual(await balances(business, '1101', '1110'), ['16640.00', '1060.00']);
    assert.equal((await summary(business, '2026-10'))('30'), '810.00');
    await newReturn(business, sale.id, { date: '2026-10-21', refund });
    assert.deepEqual(await balances(business, '1101', '1110', '1105'), ['0.00', '0.00', '0.00']);
    const { data } = await salesOf(business, '2026-10');
    assert.deepEqual(
      data.map((row) => [row.itbisWithheld, row.isrWithheld]),
      [
        ['1620.00', '500.01'],
        ['810.00', '250.01'],
        ['810.00', '250.00'],
      ],
    );
    assert.equal((await summary(business, '2026-10'))('30'), '0.00');
    const { data: voided } = await changeReturn(business, { id: first.id, status: 'void' });
    assert.equal(voided!.status, 'void');
    assert.deepEqual(await balances(business, '1101', '1110'), ['16639.99', '1060.01']);
  });
});

test('ITBIS that an acquirer withheld from card sales lowers the IT-1 and leaves its account', async () => {
  const { business, taxes, contactId, bank } = await newTaxpayer();
  const { api } = business;
  const elements = [{ description: 'Servicio', unitPrice: '10000', taxIds: [taxes['ITBIS-18']] }];
  const { id } = await issue(business, { contactId, fiscalType: 'B01', date: '2026-10-10', elements });
  const card = await api.POST('/v1/account', { body: { name: 'Azul', kind: 'card' } });
  await pay(business, id, '2026-10-10', [{ accountId: card.data!.id }]);
  const { data: chart } = await api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', itemsPerPage: 200 } },
  });
  const chartAccountId = chart!.data.find(({ code }) => code === '1110')!.id;
  const lines = [
    { chartAccountId, debit: '236' },
    { chartAccountId: card.data!.chartAccountId, credit: '236' },
  ];
  await api.POST('/v1/record', { body: { kind: 'journal', date: '2026-10-12', description: 'Azul', lines } });
  const query = { period: '2026-10', cardsWithheld: '236' };
  const { data } = await api.GET('/v1/taxes/monthly-payment-summary', { params: { query } });
  const box = (name: string) => [...data!.annex, ...data!.boxes].find((each) => each.box === name)!.amount;
  assert.deepEqual(['A27', 'A33', '30', '33'].map(box), ['236.00', '236.00', '236.00', '1564.00']);
  await api.POST('/v1/taxes/monthly-payment', { body: { ...query, accountId: bank, date: '2026-11-10' } });
  assert.deepEqual(await balances(business, '1110', '2102'), ['0.00', '0.00']);
});

test('ITBIS of a purchase without a receipt gives no credit: the IT-1 makes it an expense', async () => {
  const { business, taxes, contactId, bank } = await newTaxpayer();
  const elements = [{ description: 'Pintura', quantity: 2, unitPrice: '500', taxIds: [taxes['ITBIS-18']] }];
  const purchase = { direction: 'purchase', contactId, expenseType: '02', date: '2026-10-10', elements };
  const bought = await issue(business, purchase);
  await newReturn(business, bought.id, {
    date: '2026-10-12',
    lines: [{ elementId: bought.elements[0]!.id, quantity: 1 }],
  });
  assert.deepEqual(await balances(business, '1109'), ['90.00']);
  const params = { query: { period: '2026-10' } };
  const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', { params });
  assert.deepEqual([data!.totals.deductible, data!.totals.toCost], ['0.00', '90.00']);
  await business.api.POST('/v1/taxes/monthly-payment', { body: { period: '2026-10', accountId: bank } });
  assert.deepEqual(await balances(business, '1109'), ['0.00']);
});

test('a purchase above the limit that is paid in cash gives no credit', async () => {
  const { business, taxes, contactId, cash, bank } = await newTaxpayer();
  const elements = [{ description: 'Equipo', unitPrice: '50000', taxIds: [taxes['ITBIS-18']] }];
  const body = { direction: 'purchase', contactId, expenseType: '02', date: '2026-10-10', elements };
  const buy = async (fiscalNumber: string, accountId: string) => {
    const { id } = await issue(business, { ...body, fiscalNumber });
    await pay(business, id, '2026-10-11', [{ accountId }]);
  };
  await buy('B0100000001', cash);
  await buy('B0100000002', bank);
  const { data } = await business.api.GET('/v1/taxes/606', { params: { query: { period: '2026-10' } } });
  assert.deepEqual(
    data!.data.map((row) => [row.paymentForm, row.itbisToCost, row.itbisToAdvance]),
    [
      ['01', '9000.00', '0.00'],
      ['02', '0.00', '9000.00'],
    ],
  );
  assert.equal((await summary(business, '2026-10'))('25'), '9000.00');
});

test('the IT-1 states withheld ITBIS with the amount on which it was charged', async () => {
  const { business, taxes, contactId, bank } = await newTaxpayer();
  const buy = async (fiscalNumber: string, ...lines: string[][]) => {
    const taxIdsOf = (codes: string[]) => codes.map((code) => taxes[code]);
    const elements = lines.map((codes) => ({ description: 'Servicio', unitPrice: '10000', taxIds: taxIdsOf(codes) }));
    const body = { direction: 'purchase', contactId, expenseType: '02', date: '2026-10-10', fiscalNumber, elements };
    const { id } = await issue(business, body);
    await pay(business, id, '2026-10-11', [{ accountId: bank }]);
  };
  await buy('B0100000001', ['ITBIS-18', 'RET-ITBIS-100']);
  await buy('B0100000002', ['ITBIS-18', 'RET-ITBIS-30']);
  await buy('B0100000003', ['ITBIS-16', 'RET-ITBIS-100-INF']);
  const box = await summary(business, '2026-10');
  const boxes = ['39', '41', '43', '47', '48', '49', '50', '52', '56', '57', '58', '60'];
  assert.deepEqual(boxes.map(box), [
    ...['10000.00', '10000.00', '10000.00', '0.00', '10000.00', '10000.00'],
    ...['1800.00', '540.00', '0.00', '1600.00', '1600.00', '3940.00'],
  ]);
  await buy('B0100000004', ['ITBIS-18', 'RET-ITBIS-100-INF'], ['ITBIS-16', 'RET-ITBIS-100-INF'], ['EXENTO']);
  await buy('B0100000005', ['ITBIS-18', 'RET-ITBIS-100-RST'], ['ITBIS-16', 'RET-ITBIS-100-RST']);
  const mixed = await summary(business, '2026-10');
  assert.deepEqual(['44', '45', '47', '48', '53', '54', '56', '57', '60'].map(mixed), [
    ...['10000.00', '10000.00', '10000.00', '20000.00'],
    ...['1800.00', '1600.00', '1800.00', '3200.00', '10740.00'],
  ]);
});

test('a return to a supplier is in the 606 and the IT-1 once the number of the credit note is given, also later', async () => {
  const { business, taxes, contactId } = await newTaxpayer();
  const elements = [{ description: 'Servicio', unitPrice: '1000', taxIds: [taxes['ITBIS-18']] }];
  const bill = {
    direction: 'purchase',
    contactId,
    expenseType: '02',
    date: '2026-10-10',
    dueOn: '2026-12-31',
    elements,
  };
  const purchase = await issue(business, { ...bill, fiscalNumber: 'B0100000001' });
  const { id } = await newReturn(business, purchase.id, { date: '2026-10-12' });
  const purchases = async () => {
    const { data } = await business.api.GET('/v1/taxes/606', { params: { query: { period: '2026-10' } } });
    const issues = data!.issues.map((each) => [each.code, each.documentId]);
    return [data!.data.map((row) => row.number), issues, (await summary(business, '2026-10'))('25')];
  };
  assert.deepEqual(await purchases(), [['B0100000001'], [['credit_note_number_missing', id]], '180.00']);
  const refused = await changeReturn(business, { id, fiscalNumber: 'B0100000009' });
  assert.equal(refused.error?.code, 'credit_note_unsuitable');
  const changed = await changeReturn(business, { id, fiscalNumber: 'b04-00000009' });
  assert.deepEqual([changed.data?.fiscalType, changed.data?.fiscalNumber], ['B04', 'B0400000009']);
  assert.deepEqual(await purchases(), [['B0100000001', 'B0400000009'], [], '0.00']);
  const sale = await issue(business, { contactId, fiscalType: 'B01', elements });
  const ours = await newReturn(business, sale.id);
  const own = await changeReturn(business, { id: ours.id, fiscalNumber: 'B0400000010' });
  assert.equal(own.error?.code, 'credit_note_unsuitable');
});

test('paying the IT-1 and the IR-17 also clears the accounts of taxes that have their own', async () => {
  const { business, contactId, bank } = await newTaxpayer();
  const { api } = business;
  const { data: chart } = await api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', itemsPerPage: 200 } },
  });
  const taxWithAccount = async (code: string, kind: string, rate: string, usual: string) => {
    const { parentId } = chart!.data.find((account) => account.code === usual)!;
    const account = await api.POST('/v1/chart-of-accounts', { body: { code, name: code, parentId: parentId! } });
    const rates = [{ validFrom: '2026-01-01', rate }];
    const body = { code, name: code, kind, rates, chartAccountId: account.data!.id };
    return (await api.POST('/v1/taxes', { body: body as never })).data!.id;
  };
  const taxIds = (codes: Parameters<typeof taxWithAccount>[]) =>
    Promise.all(codes.map((tax) => taxWithAccount(...tax)));
  const sold = await taxIds([
    ['2190', 'itbis', '18', '2102'],
    ['1191', 'withheld-itbis', '30', '1110'],
  ]);
  const bought = await taxIds([
    ['1190', 'itbis', '18', '1109'],
    ['2191', 'withheld-itbis', '100', '2103'],
    ['2192', 'withheld-isr', '10', '2103'],
  ]);
  const trade = async (body: object) => {
    const { id } = await issue(business, { contactId, date: '2026-10-05', ...body });
    await pay(business, id, '2026-10-06', [{ accountId: bank }]);
    return id;
  };
  const line = (price: string, taxes: string[]) => [
    { description: 'Algo', unitPrice: price, quantity: '2', taxIds: taxes },
  ];
  const sale = await trade({ fiscalType: 'B01', elements: line('10000', sold) });
  await newReturn(business, sale, { date: '2026-10-07', lines: undefined, refund: { accountId: bank } });
  await trade({ fiscalType: 'B01', elements: line('20000', sold) });
  await trade({ fiscalType: null, direction: 'purchase', elements: line('300', bought.slice(0, 1)) });
  const purchase = { direction: 'purchase', expenseType: '02', elements: line('3000', bought) };
  await trade({ ...purchase, fiscalNumber: 'B0100000001' });
  const own = ['2190', '1191', '1190', '2191', '2192'];
  const month = { period: '2026-10', accountId: bank, date: '2026-11-05' };
  const before = await balances(business, ...own);
  assert.deepEqual(before, ['7200.00', '2160.00', '1188.00', '1080.00', '600.00']);
  assert.ok((await api.POST('/v1/taxes/monthly-payment', { body: month })).data);
  assert.ok((await api.POST('/v1/taxes/ir17/monthly-payment', { body: month })).data);
  const after = await balances(business, ...own, '2102', '1109', '1110', '2103');
  assert.deepEqual(new Set(after), new Set(['0.00']));
});

const months = ['2026-07', '2026-08', '2026-09', '2026-10'];

for (const seed of [7, 2_026])
  test(`after the returns of random months are paid, the accounts of ITBIS are at zero (${seed})`, async () => {
    const { business, taxes, contactId, cash, bank } = await newTaxpayer();
    const { below, pick, chance } = random(seed);
    const price = () => `${1 + below(90_000)}.${String(below(100)).padStart(2, '0')}`;
    const day = (month: string) => `${month}-${String(1 + below(28)).padStart(2, '0')}`;
    const extras = [[], ['PROPINA'], ['CDT', 'ISC-TELECOM'], ['ISC-SEGUROS']];
    const abroad = () => (chance(0.3) ? { currency: 'USD', rate: `59.${100_000 + below(899_999)}` } : {});
    for (const month of months) {
      for (let count = 0; count < 4; count++) {
        const date = day(month);
        const line = () => ({
          description: 'Algo',
          quantity: String(1 + below(3)),
          unitPrice: price(),
          taxIds: [pick(['ITBIS-18', 'ITBIS-16', 'EXENTO']), ...pick(extras)].map((code) => taxes[code]),
        });
        const elements = [line(), ...(chance(0.5) ? [line()] : [])];
        const common = { contactId, date, dueOn: '2026-12-31', elements, ...abroad() };
        const sale = await issue(business, { ...common, fiscalType: 'B01' });
        const itbis = sale.elements[0]!.taxes.filter(({ kind }) => kind === 'itbis');
        const withheld = Math.floor(Number(itbis[0]?.amount ?? 0) * 0.3 * 100) / 100;
        if (chance(0.5) && withheld > 0)
          await pay(business, sale.id, month === '2026-10' ? '2026-10-30' : `${month}-29`, [
            { withheld: 'itbis', amount: withheld.toFixed(2) },
          ]);
        if (chance(0.3)) await newReturn(business, sale.id, { date: `${month}-30` });
        const number = `B01${String(1 + below(99_999_999)).padStart(8, '0')}`;
        const fiscalNumber = chance(0.8) ? number : null;
        const bought = { direction: 'purchase', expenseType: pick(['02', '09']), fiscalNumber };
        // Cheaper than the sales, so that no month leaves a credit in the end.
        const cheap = elements.map((each) => ({ ...each, quantity: '1', unitPrice: `${1 + below(9_000)}.07` }));
        const purchase = await issue(business, { ...common, ...bought, elements: cheap });
        if (chance(0.6)) await pay(business, purchase.id, `${month}-30`, [{ accountId: pick([cash, bank]) }]);
      }
    }
    for (const period of months)
      for (const path of ['/v1/taxes/monthly-payment', '/v1/taxes/ir17/monthly-payment'] as const) {
        const { error } = await business.api.POST(path, { body: { period, accountId: bank, date: '2026-11-10' } });
        assert.equal(error, undefined, JSON.stringify(error));
      }
    assert.deepEqual(await balances(business, '2102', '1109', '1110'), ['0.00', '0.00', '0.00']);
  });

test('tax withheld from a purchase without a receipt is declared when the purchase is settled, and a return reverses it', async () => {
  const { business, taxes, contactId, bank } = await newTaxpayer();
  const { api } = business;
  const purchase = await issue(business, {
    direction: 'purchase',
    contactId,
    fiscalType: null,
    date: '2026-08-10',
    dueOn: '2026-12-31',
    elements: [
      {
        description: 'Reparación',
        quantity: 4,
        unitPrice: '1000',
        taxIds: [taxes['ITBIS-18'], taxes['RET-ITBIS-30'], taxes['RET-ISR-HON']],
      },
    ],
  });
  const lines = [{ elementId: purchase.elements[0]!.id, quantity: '1' }];
  await newReturn(business, purchase.id, { date: '2026-08-20', lines });
  await pay(business, purchase.id, '2026-09-05', [{ accountId: bank }]);
  const withheldIn = async (period: string) => {
    const { data } = await api.GET('/v1/taxes/ir17/monthly-payment-summary', { params: { query: { period } } });
    return [(await summary(business, period))('60'), data!.totals.withheld];
  };
  assert.deepEqual(await withheldIn('2026-08'), ['0.00', '0.00']);
  assert.deepEqual(await withheldIn('2026-09'), ['162.00', '450.00']);
  const query = { beneficiaryId: contactId, from: '2026-08-01', to: '2026-10-31' };
  const { data } = await api.GET('/v1/taxes/withholding', { params: { query } });
  assert.deepEqual([data!.itbis, data!.isr], ['162.00', '450.00']);
  for (const path of ['/v1/taxes/monthly-payment', '/v1/taxes/ir17/monthly-payment'] as const)
    for (const period of ['2026-08', '2026-09']) await api.POST(path, { body: { period, accountId: bank } });
  assert.deepEqual(await balances(business, '2103', '1109'), ['0.00', '0.00']);
});
