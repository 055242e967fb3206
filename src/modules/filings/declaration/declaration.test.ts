import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockPendingRecord, settle } from '#modules/invoicing/index.ts';
import { newId } from '#platform/id.ts';
import { cashOf } from '#test/accounts.ts';
import { newReturn } from '#test/fulfilment.ts';
import { app, type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';

const pay = (business: Business, accountId: string, body: object) =>
  business.api.POST('/v1/taxes/monthly-payment', { body: { accountId, date: '2026-11-10', ...body } as never });

/** A business with a range of invoices and its ITBIS. */
async function newTaxpayer() {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  for (const type of ['E32', 'E34'] as const)
    await business.api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 50 } });
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const taxOf = (wanted: string) => data!.data.find(({ code }) => code === wanted)!.id;
  const itbis = taxOf('ITBIS-18');
  const sell = (date: string, unitPrice: string, fiscalType: 'E32' | null = 'E32') =>
    business.api.POST('/v1/record/pending', {
      body: { date, dueOn: '2026-12-31', fiscalType, elements: [{ description: 'Arroz', unitPrice, taxIds: [itbis] }] },
    });
  return { business, sell, taxOf, accountId: await cashOf(business) };
}

test('unused tax credit of a month lowers the next', async () => {
  const { business, sell, accountId } = await newTaxpayer();
  await sell('2026-09-10', '1000');
  await sell('2026-10-10', '1000');
  const first = await pay(business, accountId, { period: '2026-09', imports: '300' });
  assert.deepEqual([first.data!.amount, first.data!.credit], ['0.00', '120.00']);
  const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', {
    params: { query: { period: '2026-10' } },
  });
  assert.deepEqual([data!.totals.previousCredit, data!.totals.toPay], ['120.00', '60.00']);
  const second = await pay(business, accountId, { period: '2026-10' });
  assert.equal(second.data!.amount, '60.00');
  const takeBack = (id: string) => business.api.DELETE('/v1/taxes/monthly-payment', { body: { id } });
  assert.equal(codeOf(await takeBack(first.data!.id)), 'later_filing_paid');
  assert.equal((await takeBack(second.data!.id)).data!.status, 'void');
  assert.equal((await takeBack(first.data!.id)).data!.status, 'void');
});

test('unused tax credit waits while earlier months are unpaid, and is used once', async () => {
  const { business, sell, accountId } = await newTaxpayer();
  for (const date of ['2026-08-10', '2026-09-10', '2026-10-10']) await sell(date, '1000');
  const august = await pay(business, accountId, { period: '2026-08', imports: '300' });
  const october = await pay(business, accountId, { period: '2026-10' });
  assert.deepEqual([august.data!.credit, october.data!.amount], ['120.00', '60.00']);
  assert.equal(codeOf(await pay(business, accountId, { period: '2026-09' })), 'later_filing_paid');
  const takeBack = (id: string) => business.api.DELETE('/v1/taxes/monthly-payment', { body: { id } });
  assert.equal(codeOf(await takeBack(august.data!.id)), 'later_filing_paid');
  assert.equal((await takeBack(october.data!.id)).data!.status, 'void');
  const both = await Promise.all(['2026-09', '2026-10'].map((period) => pay(business, accountId, { period })));
  const previous = both.map(({ data }) => (data?.figures.totals as { previousCredit: string })?.previousCredit);
  assert.equal(previous.filter((credit) => credit === '120.00').length, 1);
});

test('a sale without a fiscal number that corrects a receipt is a sale all the same', async () => {
  const { business, sell, taxOf } = await newTaxpayer();
  const { fiscalNumber } = (await sell('2026-10-10', '1000')).data!;
  const elements = [{ description: 'Flete', unitPrice: '100', taxIds: [taxOf('ITBIS-18')] }];
  await business.api.POST('/v1/record/pending', {
    body: { date: '2026-10-11', modifiesFiscalNumber: fiscalNumber, elements },
  });
  const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', {
    params: { query: { period: '2026-10' } },
  });
  assert.equal(data!.totals.collected, '198.00');
});

test('an invoice without a fiscal number owes its ITBIS and not its tip, and is missed in the 607', async () => {
  const { business, taxOf } = await newTaxpayer();
  const write = (taxIds: string[], incomeType?: '05') =>
    business.api.POST('/v1/record/pending', {
      body: {
        date: '2026-10-10',
        fiscalType: null,
        incomeType,
        elements: [{ description: 'Cena', unitPrice: '1000', taxIds }],
      },
    });
  await write([taxOf('ITBIS-18'), taxOf('PROPINA')]);
  await business.api.POST('/v1/record/pending', {
    body: {
      date: '2026-10-11',
      fiscalType: 'E32',
      incomeType: '05',
      elements: [{ description: 'Nevera usada', unitPrice: '500', taxIds: [taxOf('ITBIS-18')] }],
    },
  });
  const query = { period: '2026-10' };
  const { data: it1 } = await business.api.GET('/v1/taxes/monthly-payment-summary', { params: { query } });
  const { data: sales } = await business.api.GET('/v1/taxes/607', { params: { query } });
  const box = (name: string) => [...it1!.annex, ...it1!.boxes].find(({ box: of }) => of === name)!.amount;
  assert.deepEqual(['A9', 'A11', 'A26', '10', '11', '16', '15', '20', '21'].map(box), [
    '1000.00',
    '1500.00',
    '1500.00',
    '1500.00',
    '1000.00',
    '180.00',
    '500.00',
    '90.00',
    '270.00',
  ]);
  assert.deepEqual(
    sales!.issues.map(({ code, severity }) => [code, severity]),
    [['fiscal_number_missing', 'warning']],
  );
});

test('a return of an invoice without a fiscal number owes no ITBIS, unless it is too late', async () => {
  const { business, sell } = await newTaxpayer();
  const [early, late] = [await sell('2026-10-10', '1000', null), await sell('2026-09-10', '500', null)];
  await newReturn(business, early.data!.id, { date: '2026-10-30' });
  await newReturn(business, late.data!.id, { date: '2026-10-30' });
  const collectedIn = async (period: string) =>
    (await business.api.GET('/v1/taxes/monthly-payment-summary', { params: { query: { period } } })).data!.totals
      .collected;
  assert.deepEqual([await collectedIn('2026-09'), await collectedIn('2026-10')], ['90.00', '0.00']);
});

test('ITBIS on a selective tax is declared with the net of its sale', async () => {
  const { business, taxOf } = await newTaxpayer();
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } });
  const { data: alcohol } = await business.api.POST('/v1/taxes', {
    body: {
      code: 'ISC',
      name: 'ISC',
      kind: 'isc',
      fiscalCode: '023',
      rates: [{ validFrom: '2020-01-01', rate: '10' }],
    },
  });
  const taxIds = [taxOf('ITBIS-18'), alcohol!.id];
  for (const taxed of [taxIds, []])
    await business.api.POST('/v1/record/pending', {
      body: {
        date: '2026-10-10',
        fiscalType: 'B02',
        elements: [{ description: 'Ron', unitPrice: '1000', taxIds: taxed }],
      },
    });
  const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', {
    params: { query: { period: '2026-10' } },
  });
  const box = (wanted: string) => data!.boxes.find((each) => each.box === wanted)!.amount;
  assert.deepEqual(['1', '4', '10', '11', '16'].map(box), ['2000.00', '1000.00', '1000.00', '1000.00', '198.00']);
});

test('notes of exports and of sales to special regimes count in the boxes of those sales', async () => {
  const { business, taxOf } = await newTaxpayer();
  for (const type of ['B03', 'B04', 'B14', 'B16'] as const)
    await business.api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 50 } });
  const { data: contact } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Zona Franca', taxId: '101007151' },
  });
  const write = async (date: string, fiscalType: 'B03' | 'B14' | 'B16', unitPrice: string, more: object = {}) => {
    const taxIds = [taxOf(fiscalType === 'B16' ? 'ITBIS-0' : 'EXENTO')];
    const elements = [{ description: 'Café', unitPrice, taxIds }];
    const body = { date, fiscalType, contactId: contact!.id, elements, ...more };
    return (await business.api.POST('/v1/record/pending', { body })).data!;
  };
  const exported = await write('2026-10-01', 'B16', '1000');
  const special = await write('2026-10-01', 'B14', '500');
  const raised = await write('2026-10-02', 'B03', '200', { modifiesFiscalNumber: exported.fiscalNumber });
  await newReturn(business, raised.id, { date: '2026-10-20' });
  await newReturn(business, exported.id, { date: '2026-11-05' });
  await newReturn(business, special.id, { date: '2026-11-05' });
  const boxesOf = async (period: string) => {
    const query = { period };
    const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', { params: { query } });
    return ['2', '4', '5', '10'].map((name) => data!.boxes.find(({ box }) => box === name)!.amount);
  };
  assert.deepEqual(await boxesOf('2026-10'), ['1000.00', '0.00', '500.00', '0.00']);
  assert.deepEqual(await boxesOf('2026-11'), ['-1000.00', '0.00', '-500.00', '0.00']);
});

test('a month in which more came back than was sold leaves its ITBIS over', async () => {
  const { business, sell, accountId } = await newTaxpayer();
  const sale = await sell('2026-09-20', '1000');
  await newReturn(business, sale.data!.id, { date: '2026-10-05' });
  assert.equal((await pay(business, accountId, { period: '2026-09', date: '2026-10-10' })).data!.amount, '180.00');
  const { data } = await pay(business, accountId, { period: '2026-10' });
  assert.deepEqual([data!.amount, data!.credit], ['0.00', '180.00']);
  const { data: chart } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } },
  });
  const balanceOf = (code: string) => chart!.data.find((account) => account.code === code)!.balance;
  // Nothing is owed, and what was paid too much waits for the months after.
  assert.deepEqual([balanceOf('2102'), balanceOf('1109')], ['0.00', '180.00']);
});

test('reversed withholdings beyond a month’s amount lower the following months', async () => {
  const { business, taxOf, accountId } = await newTaxpayer();
  const person = await business.api.POST('/v1/beneficiary', { body: { name: 'Licda. Díaz', taxId: '00113918213' } });
  /** Fees of a person, of which all the ITBIS and 15 % are withheld, paid on the day. */
  const buy = async (date: string, fiscalNumber: string, unitPrice: string) => {
    const taxIds = ['ITBIS-18', 'RET-ITBIS-100', 'RET-ISR-HON'].map(taxOf);
    const { data, error } = await business.api.POST('/v1/record/pending', {
      body: {
        direction: 'purchase',
        date,
        dueOn: date,
        fiscalNumber,
        expenseType: '02',
        contactId: person.data!.id,
        elements: [{ description: 'Honorarios', unitPrice, taxIds }],
      },
    });
    assert.ok(data, JSON.stringify(error));
    await app.engine.within(business.id, async (ctx) => {
      const document = await lockPendingRecord(ctx, data.id);
      await settle(ctx, document, { source: 'account', amount: document.balance, date, accountId });
    });
    return data;
  };
  const payBoth = async (period: string, date: string) => {
    const body = { period, accountId, date };
    const ir17 = await business.api.POST('/v1/taxes/ir17/monthly-payment', { body });
    const it1 = await pay(business, accountId, { period, date });
    assert.ok(ir17.data && it1.data, JSON.stringify([ir17.error, it1.error]));
    return [ir17.data, it1.data] as const;
  };
  const first = await buy('2026-08-12', 'B0100000001', '10000');
  const [august] = await payBoth('2026-08', '2026-09-10');
  assert.equal(august.amount, '1500.00');
  await newReturn(business, first.id, { date: '2026-09-05', fiscalNumber: 'B0400000001', refund: { accountId } });
  const [september, vat] = await payBoth('2026-09', '2026-10-09');
  assert.deepEqual([september.amount, september.credit, vat.amount], ['0.00', '1500.00', '0.00']);
  assert.equal((vat.figures.totals as { newWithheldCredit: string }).newWithheldCredit, '1800.00');
  await buy('2026-10-12', 'B0100000002', '20000');
  const [october, later] = await payBoth('2026-10', '2026-11-10');
  // 3,000.00 and 3,600.00 were withheld.
  assert.equal(october.amount, '1500.00');
  assert.equal((later.figures.totals as { withheldFromOthers: string }).withheldFromOthers, '1800.00');
  const { data: chart } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } },
  });
  assert.equal(chart!.data.find(({ code }) => code === '2103')!.balance, '0.00');
  for (const { id } of [september, vat])
    assert.equal(codeOf(await business.api.DELETE('/v1/taxes/monthly-payment', { body: { id } })), 'later_filing_paid');
});

test('ITBIS of purchases is deducted in full, in proportion to the taxed sales, or not at all, as its tax says', async () => {
  const { business, sell, taxOf, accountId } = await newTaxpayer();
  const supplier = await business.api.POST('/v1/beneficiary', { body: { name: 'Edesur', taxId: '101850043' } });
  const taxWith = async (credit: 'proportional' | 'none') => {
    const rates = [{ validFrom: '2026-01-01', rate: '18' }];
    const body = { code: `ITBIS-${credit.toUpperCase()}`, name: credit, kind: 'itbis' as const, credit, rates };
    return (await business.api.POST('/v1/taxes', { body })).data!.id;
  };
  const buy = async (fiscalNumber: string, unitPrice: string, taxId: string) => {
    const elements = [{ description: 'Compra', unitPrice, taxIds: [taxId] }];
    const document = { direction: 'purchase' as const, date: '2026-10-12', contactId: supplier.data!.id, elements };
    const { data, error } = await business.api.POST('/v1/record/pending', {
      body: { ...document, fiscalNumber, expenseType: '02' },
    });
    assert.ok(data, JSON.stringify(error));
    return data.id;
  };
  await sell('2026-10-10', '10000');
  await business.api.POST('/v1/record/pending', {
    body: { date: '2026-10-10', fiscalType: 'E32', elements: [{ description: 'Plátanos', unitPrice: '20000' }] },
  });
  const [proportional, none] = [await taxWith('proportional'), await taxWith('none')];
  await buy('B0100000001', '1000', taxOf('ITBIS-18'));
  await buy('B0100000002', '500', proportional);
  await buy('B0100000003', '200', none);
  const returned = await buy('B0100000004', '300', proportional);
  await newReturn(business, returned, { date: '2026-10-20', fiscalNumber: 'B0400000001' });
  const query = { period: '2026-10' };
  const { data: it1 } = await business.api.GET('/v1/taxes/monthly-payment-summary', { params: { query } });
  const box = (name: string) => [...it1!.annex, ...it1!.boxes].find(({ box: of }) => of === name)!.amount;
  // A third of the sales is taxed.
  assert.deepEqual(['A48', 'A52', 'A53', 'A55', 'A56', '25'].map(box), [
    '36.00',
    '180.00',
    '90.00',
    '30.00',
    '210.00',
    '210.00',
  ]);
  const { proportion, toCost, toPay } = it1!.totals;
  assert.deepEqual([proportion, toCost, toPay], ['0.333333', '96.00', '1590.00']);
  const { data: purchases } = await business.api.GET('/v1/taxes/606', { params: { query } });
  assert.deepEqual(
    purchases!.data.map((row) => [row.number, row.itbisProportional, row.itbisToCost, row.itbisToAdvance]),
    [
      ['B0100000001', '0.00', '0.00', '180.00'],
      ['B0100000002', '90.00', '0.00', '90.00'],
      ['B0100000003', '0.00', '36.00', '0.00'],
      ['B0100000004', '54.00', '0.00', '54.00'],
      ['B0400000001', '54.00', '0.00', '54.00'],
    ],
  );
  assert.equal((await pay(business, accountId, query)).data!.amount, '1590.00');
  const { data: chart } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } },
  });
  const balanceOf = (code: string) => chart!.data.find((account) => account.code === code)!.balance;
  assert.deepEqual([balanceOf('2102'), balanceOf('1109')], ['0.00', '0.00']);
});

test('a purchase without credit for its ITBIS and its full return leave nothing in the IT-1', async () => {
  const { business, taxOf, accountId } = await newTaxpayer();
  const { data: supplier } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Ferretería Ozama', taxId: '101850043' },
  });
  const buy = async (fiscalNumber: string, unitPrice: string) => {
    const elements = [{ description: 'Pintura', unitPrice, taxIds: [taxOf('ITBIS-18')] }];
    const { data } = await business.api.POST('/v1/record/pending', {
      body: {
        direction: 'purchase',
        date: '2026-08-05',
        contactId: supplier!.id,
        fiscalNumber,
        expenseType: '02',
        elements,
      },
    });
    return data!.id;
  };
  const consumed = await buy('B0200000001', '1000');
  const inCash = await buy('B0100000001', '100000');
  await business.api.PATCH('/v1/record/pending/pay', {
    body: { id: inCash, date: '2026-08-06', payments: [{ accountId }] },
  });
  const totals = async () => {
    const query = { period: '2026-08' };
    const { data } = await business.api.GET('/v1/taxes/monthly-payment-summary', { params: { query } });
    return [data!.totals.deductible, data!.totals.toCost, data!.totals.toPay];
  };
  assert.deepEqual(await totals(), ['0.00', '18180.00', '0.00']);
  for (const [pendingRecordId, fiscalNumber] of [
    [consumed, 'B0400000001'],
    [inCash, 'B0400000002'],
  ] as const) {
    const body = { pendingRecordId, fiscalNumber, date: '2026-08-20' };
    assert.ok((await business.api.POST('/v1/resource/return', { body })).data);
  }
  assert.deepEqual(await totals(), ['0.00', '0.00', '0.00']);
});

test('a payment after its day costs surcharge and interest for each month begun', async () => {
  const { business, sell, accountId } = await newTaxpayer();
  await sell('2026-08-10', '10000');
  // Due on 21 September: 20 is a Sunday. 3 % and 1.10 %, twice, of 1,800.00.
  const { data } = await pay(business, accountId, { period: '2026-08', date: '2026-10-22' });
  assert.equal(data!.amount, '1947.60');
});

test('files and payments are refused where they cannot be', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const file = await fetch(`${app.publicUrl}/v1/taxes/607/file?period=2026-10`, {
    headers: { authorization: `Bearer ${business.owner.token}` },
  });
  const problem = (await file.json()) as { code: string };
  assert.deepEqual([file.status, problem.code], [422, 'organization_tax_id_missing']);
  assert.equal(codeOf(await pay(business, accountId, { period: '2998-01' })), 'period_not_begun');
  assert.equal(codeOf(await pay(business, accountId, { period: '202610' })), 'invalid_request');
  assert.equal(codeOf(await pay(business, newId(), { period: '2026-10' })), 'reference_not_found');
  const dollars = await business.api.POST('/v1/account', { body: { name: 'USD', kind: 'bank', currency: 'USD' } });
  assert.equal(codeOf(await pay(business, dollars.data!.id, { period: '2026-10' })), 'account_not_in_currency');
  const viewer = await newMember(business);
  assert.equal(codeOf(await pay({ ...business, api: viewer.api }, accountId, { period: '2026-10' })), 'forbidden');
  const other = await newBusiness();
  assert.equal(codeOf(await pay(other, accountId, { period: '2026-10' })), 'reference_not_found');
});

test('obligations from before the organization existed are not late', async () => {
  const { business, sell } = await newTaxpayer();
  const statuses = async (period: string) => {
    const { data } = await business.api.GET('/v1/taxes/calendar', { params: { query: { period } } });
    return Object.fromEntries(data!.data.map(({ filing, status }) => [filing, status]));
  };
  assert.deepEqual(Object.values(await statuses('2026-07')).includes('late'), false);
  await sell('2026-07-10', '1000');
  assert.equal((await statuses('2026-07')).it1, 'late');
});

test('the reports look at the organization’s own tax id', async () => {
  const { business } = await newTaxpayer();
  const codes = async (taxId: string | null) => {
    await business.api.PATCH('/v1/organization', { body: { taxId } });
    const { data } = await business.api.GET('/v1/taxes/607', { params: { query: { period: '2026-10' } } });
    return data!.issues.map(({ code, severity }) => [code, severity]);
  };
  assert.deepEqual(await codes('1-31-24679-6'), []);
  assert.deepEqual(await codes('131246797'), [['own_tax_id_check_digit', 'warning']]);
  assert.deepEqual(await codes('13124679'), [['own_tax_id_invalid', 'rejected']]);
  assert.deepEqual(await codes(null), [['own_tax_id_missing', 'rejected']]);
});

test('documents dated into a month that was paid are shown as changes of its declaration', async () => {
  const { business, sell, accountId } = await newTaxpayer();
  const { api } = business;
  const sold = (await sell('2026-10-10', '1000')).data!;
  const given = { period: '2026-10', imports: '30', cardsWithheld: '12', previousCredit: '5' };
  const paid = await pay(business, accountId, { ...given, date: '2026-11-25' });
  assert.equal(codeOf(paid), undefined);
  const query = { period: '2026-10' };
  const changes = async () => (await api.GET('/v1/taxes/monthly-payment-summary', { params: { query } })).data!.changes;
  const marked = async () => {
    const { data } = await api.GET('/v1/taxes/calendar', { params: { query } });
    return data!.data.filter(({ changed }) => changed).map(({ filing }) => filing);
  };
  assert.deepEqual([await changes(), await marked()], [[], []]);
  const late = (await sell('2026-10-20', '500')).data!;
  const found = await changes();
  const of = (wanted: string) => found.find(({ box }) => box === wanted);
  assert.deepEqual(of('21'), { box: '21', declared: '180.00', now: '270.00' });
  assert.equal(of('24'), undefined);
  assert.deepEqual(await marked(), ['it1']);
  await api.DELETE('/v1/record/pending', { body: { id: late.id } as never });
  assert.deepEqual([await changes(), await marked()], [[], []]);
  await newReturn(business, sold.id, { date: '2026-10-30' });
  assert.deepEqual(
    (await changes()).find(({ box }) => box === '21'),
    { box: '21', declared: '180.00', now: '0.00' },
  );
  await api.DELETE('/v1/taxes/monthly-payment', { body: { id: paid.data!.id } });
  assert.deepEqual([await changes(), await marked()], [[], []]);
});
