import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { app, type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

const line = (description: string, unitPrice: string) => ({ description, unitPrice });

async function write({ api }: Business, body: object) {
  const { data, error } = await api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return data;
}

async function pay(business: Business, id: string, amount: string, date: string) {
  const { error } = await business.api.PATCH('/v1/record/pending/pay', {
    body: { id, date, payments: [{ accountId: await cashOf(business), amount }] },
  });
  assert.equal(error, undefined);
}

const report = async ({ api }: Business, query: object) => {
  const { data, error } = await api.GET('/v1/record/pending/report', { params: { query } });
  assert.ok(data, JSON.stringify(error));
  return data;
};

test('weeks begin on the day that the organization chose', async () => {
  const business = await newBusiness();
  // A Saturday, a Sunday and a Monday.
  for (const date of ['2026-10-03', '2026-10-04', '2026-10-05'])
    await write(business, { date, elements: [line('Arroz', '10')] });
  const weeks = async () => {
    const { groups } = await report(business, { groupBy: 'week' });
    return groups.map(({ key, documents }) => [key.week, documents]);
  };
  assert.deepEqual(await weeks(), [
    ['2026-09-28', 2],
    ['2026-10-05', 1],
  ]);
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'general', value: { weekStart: 'sunday' } },
  });
  assert.deepEqual(await weeks(), [
    ['2026-09-27', 1],
    ['2026-10-04', 2],
  ]);
});

test('documents are summed by contact, with the debt by age', async () => {
  const business = await newBusiness({ sandbox: true });
  const contactId = await newContact(business);
  const other = await newContact(business);
  const { today } = await todayOf(business);
  const ago = (days: number): string => today.subtract({ days }).toString();
  const invoice = (to: string, price: string, dueDaysAgo: number) =>
    write(business, {
      contactId: to,
      date: ago(120),
      dueOn: ago(dueDaysAgo),
      elements: [line('Arroz', price)],
    });
  const [first] = [await invoice(contactId, '100', -5), await invoice(contactId, '200', 10)];
  await invoice(contactId, '300', 45);
  await invoice(other, '400', 75);
  await invoice(other, '500', 100);
  await write(business, { contactId, status: 'draft', elements: [line('Borrador', '999')] });
  await write(business, { kind: 'quote', contactId, date: ago(120), elements: [line('Cotizado', '50')] });
  await pay(business, first.id, '40', ago(1));
  const { totals, groups, currency } = await report(business, { kind: 'invoice', groupBy: 'contact' });
  assert.equal(currency, 'DOP');
  assert.deepEqual(totals, {
    documents: 5,
    net: '1500.00',
    tax: '0.00',
    total: '1500.00',
    withheld: '0.00',
    paid: '40.00',
    balance: '1460.00',
    returned: { returns: 0, net: '0.00', tax: '0.00', total: '0.00' },
    afterReturns: { net: '1500.00', tax: '0.00', total: '1500.00' },
    aging: {
      notYetDue: '60.00',
      days1To30: '200.00',
      days31To60: '300.00',
      days61To90: '400.00',
      over90Days: '500.00',
    },
  });
  const own = groups.find(({ key }) => key.contact === contactId)!;
  assert.deepEqual([own.names[0], own.documents, own.balance], ['Ferretería Pérez', 3, '560.00']);
  // Ticks announce past due documents by themselves; wait until all are announced.
  await app.clock.move(business.id, Temporal.Now.instant());
  assert.equal((await report(business, { groupBy: 'kind,state' })).groups.length, 4);
});

async function todayOf(business: Business) {
  const { data } = await business.api.POST('/v1/record/pending', {
    body: { kind: 'order', elements: [line('Hoy', '1')] },
  });
  return { today: Temporal.PlainDate.from(data!.date) };
}

test('the report and the documents are downloaded as tables', async () => {
  const business = await newBusiness();
  await write(business, { date: '2026-11-02', dueOn: '2026-11-30', elements: [line('Arroz', '100')] });
  const download = async (path: string): Promise<string[]> => {
    const response = await fetch(`${baseUrl}/v1/record/pending/${path}`, {
      headers: { authorization: `Bearer ${business.owner.token}` },
    });
    assert.match(response.headers.get('content-type')!, /^text\/csv/);
    return (await response.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
  };
  const [titles, row] = await download('report/download?groupBy=month,direction');
  assert.match(titles!, /^"?Mes"?,"?Sentido"?,"?Documentos"?/);
  assert.match(row!, /2026-11-01.*Venta.*1.*100\.00/);
  const rows = await download('export?direction=sale');
  assert.equal(rows.length, 2);
  assert.match(rows[1]!, /Factura.*Venta.*Abierto|Factura.*Venta.*Vencido/);
});

test('the funnel counts open, won and lost documents by stage and by seller', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  const quote = (stage: string, price: string) =>
    write(business, {
      kind: 'quote',
      date: '2026-11-01',
      dueOn: '2026-11-30',
      stage,
      sellerId: seller.id,
      elements: [line('Instalación', price)],
    });
  const [won, lost] = [await quote('Propuesta', '1000'), await quote('Propuesta', '500')];
  await quote('Contacto', '250');
  const converted = await business.api.POST('/v1/record/pending/create-from', {
    body: { id: won.id, kind: 'invoice', date: '2026-11-05' },
  });
  if (converted.error) throw new Error(JSON.stringify(converted.error));
  await business.api.DELETE('/v1/record/pending', { body: { id: lost.id } });
  const { data } = await business.api.GET('/v1/record/pending/crm/metrics');
  assert.deepEqual(
    [data?.totals.open, data?.totals.won, data?.totals.lost, data?.totals.winRate, data?.totals.averageDaysToWin],
    [1, 1, 1, '50.0', '4.0'],
  );
  const proposed = data!.stages.find(({ stage }) => stage === 'Propuesta')!;
  assert.deepEqual([proposed.wonTotal, proposed.lostTotal, proposed.openTotal], ['1000.00', '500.00', '0.00']);
  assert.equal(data!.sellers[0]?.sellerId, seller.id);
});

test('commissions are a percentage of paid sales without taxes, less posted commissions', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'sales', value: { commissionPercent: '5' } },
  });
  const sold = await write(business, {
    sellerId: seller.id,
    date: '2026-10-20',
    dueOn: '2026-12-20',
    elements: [line('Nevera', '20000')],
  });
  await pay(business, sold.id, '5000', '2026-10-25');
  await pay(business, sold.id, '15000', '2026-11-03');
  await business.api.POST('/v1/record/commission', {
    body: { sellerId: seller.id, amount: '100', date: '2026-11-04' },
  });
  const read = async () => {
    const { data } = await business.api.GET('/v1/record/pending/sales/comissions', {
      params: { query: { from: '2026-10-01', to: '2026-11-30' } },
    });
    return data!.data.map(({ month, sales, percent, earned, posted, left }) => [
      month,
      sales,
      percent,
      earned,
      posted,
      left,
    ]);
  };
  assert.deepEqual(await read(), [
    ['2026-10', '5000.00', '5', '250.00', '0.00', '250.00'],
    ['2026-11', '15000.00', '5', '750.00', '100.00', '650.00'],
  ]);
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'sales', value: { commissionOn: 'invoiced' } },
  });
  assert.deepEqual(await read(), [
    ['2026-10', '20000.00', '5', '1000.00', '0.00', '1000.00'],
    ['2026-11', '0.00', '5', '0.00', '100.00', '-100.00'],
  ]);
});

test('a part that is written off earns no commission', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'sales', value: { commissionPercent: '5', commissionOn: 'paid' } },
  });
  const { id } = await write(business, { sellerId: seller.id, elements: [line('Nevera', '20000')] });
  await pay(business, id, '15000', Temporal.Now.plainDateISO('America/Santo_Domingo').toString());
  await business.api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ writeOff: true }] } });
  const { data } = await business.api.GET('/v1/record/pending/sales/comissions', {
    params: { query: { from: '2020-01-01', to: '2099-12-31' } },
  });
  assert.deepEqual(
    data!.data.map(({ sales, earned }) => [sales, earned]),
    [['15000.00', '750.00']],
  );
});

test('a seller reads their own commissions, and an accountant those of everybody', async () => {
  const business = await newBusiness();
  const [ana, luis] = [await newMember(business, 'seller'), await newMember(business, 'seller')];
  const accountant = await newMember(business, 'accountant');
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'sales', value: { commissionPercent: '5', commissionOn: 'invoiced' } },
  });
  for (const { id } of [ana, luis]) await write(business, { sellerId: id, elements: [line('Nevera', '20000')] });
  const sellersFor = async ({ api }: typeof ana, sellerId?: string) => {
    const { data, error } = await api.GET('/v1/record/pending/sales/comissions', {
      params: { query: { from: '2020-01-01', to: '2099-12-31', ...(sellerId && { sellerId }) } },
    });
    return error?.code ?? data!.data.map((each) => each.sellerId).toSorted();
  };
  assert.deepEqual(await sellersFor(ana), [ana.id]);
  assert.equal(await sellersFor(ana, luis.id), 'forbidden');
  assert.deepEqual(await sellersFor(accountant), [ana.id, luis.id].toSorted());
});

test('an invoice with withheld tax earns its whole commission once it is paid, and nothing once it came back', async () => {
  const business = await newBusiness();
  const { api } = business;
  const seller = await newMember(business, 'seller');
  const contactId = await newContact(business);
  await api.PATCH('/v1/organization/settings', { body: { section: 'sales', value: { commissionPercent: '10' } } });
  const { data: taxes } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 100 } } });
  const taxIds = ['ITBIS-18', 'RET-ITBIS-30'].map((code) => taxes!.data.find((tax) => tax.code === code)!.id);
  const elements = [{ ...line('Flete', '10000'), taxIds }];
  const sold = await write(business, { contactId, sellerId: seller.id, fiscalType: null, elements });
  const read = async () => {
    const { data } = await api.GET('/v1/record/pending/sales/comissions', {
      params: { query: { from: '2026-01-01', to: '2099-12-31' } },
    });
    return data!.data.reduce((sum, { earned }) => sum + Number(earned), 0);
  };
  // 10,000 and 1,800 of ITBIS, of which 540 are withheld.
  await pay(business, sold.id, '5630', sold.date);
  assert.equal(await read(), 500);
  await pay(business, sold.id, '5630', sold.date);
  assert.equal(await read(), 1000);
  await api.POST('/v1/resource/return', { body: { pendingRecordId: sold.id } });
  assert.equal(await read(), 0);
});

test('a paid instalment earns a commission, and the rest that is written off does not', async () => {
  const business = await newBusiness();
  const { api } = business;
  const seller = await newMember(business, 'seller');
  await api.PATCH('/v1/organization/settings', { body: { section: 'sales', value: { commissionPercent: '10' } } });
  const sold = await write(business, {
    contactId: await newContact(business),
    sellerId: seller.id,
    fiscalType: null,
    elements: [line('Nevera', '20000')],
  });
  const credit = await api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: sold.id, plan: { instalments: 4 } },
  });
  const creditId = credit.data!.id;
  const accountId = await cashOf(business);
  await api.POST('/v1/record/pending/credit/makeCreditPayment', { body: { creditId, accountId, amount: '5000' } });
  await api.POST('/v1/record/pending/credit/{creditId}/cancel', {
    params: { path: { creditId } },
    body: { remainder: 'write-off' },
  });
  const { data } = await api.GET('/v1/record/pending/sales/comissions', {
    params: { query: { from: '2026-01-01', to: '2099-12-31' } },
  });
  assert.deepEqual(
    data!.data.map(({ sales, earned }) => [sales, earned]),
    [['5000.00', '500.00']],
  );
});

test('earlier purchases of a contact are listed with their last price', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const sell = (date: string, unitPrice: string, description = 'Arroz') =>
    write(business, { contactId, date, dueOn: '2026-12-31', elements: [line(description, unitPrice)] });
  await sell('2026-09-01', '90');
  await sell('2026-10-01', '95');
  await sell('2026-10-02', '10', 'Sal');
  const { data } = await business.api.GET('/v1/record/pending/previousItems/{contactId}', {
    params: { path: { contactId } },
  });
  assert.deepEqual(
    data?.data.map(({ description, times, quantity, lastOn, lastUnitPrice }) => [
      description,
      times,
      quantity,
      lastOn,
      lastUnitPrice,
    ]),
    [
      ['Arroz', 2, '2', '2026-10-01', '95.00'],
      ['Sal', 1, '1', '2026-10-02', '10.00'],
    ],
  );
  const pageAfter = async (cursor?: string) => {
    const query = { itemsPerPage: 1, ...(cursor && { cursor }) };
    const path = { contactId };
    return (await business.api.GET('/v1/record/pending/previousItems/{contactId}', { params: { path, query } })).data!;
  };
  const page = await pageAfter();
  const next = await pageAfter(page.nextCursor!);
  assert.deepEqual([page.total, page.data[0]!.description, next.data[0]!.description], [2, 'Arroz', 'Sal']);
  assert.equal(next.nextCursor, null);
  const unknown = await business.api.GET('/v1/record/pending/previousItems/{contactId}', {
    params: { path: { contactId: crypto.randomUUID() } },
  });
  assert.equal(unknown.error?.code, 'not_found');
});

test('items bought together are recommended, the most frequent first', async () => {
  const business = await newBusiness();
  const ids: string[] = [];
  for (const name of ['Café', 'Azúcar', 'Leche']) {
    ids.push((await newResource(business.api, { name, kind: 'service' })).id);
  }
  const [coffee, sugar, milk] = ids as [string, string, string];
  const sell = (...resourceIds: string[]) =>
    write(business, { elements: resourceIds.map((resourceId) => ({ resourceId, description: 'x', unitPrice: '10' })) });
  await sell(coffee, sugar);
  await sell(coffee, sugar, milk);
  await sell(milk);
  const { data } = await business.api.GET('/v1/record/pending/recommendedItems', {
    params: { query: { resourceIds: coffee } },
  });
  assert.deepEqual(
    [data?.documents, data?.data.map(({ name, together }) => [name, together])],
    [
      2,
      [
        ['Azúcar', 2],
        ['Leche', 1],
      ],
    ],
  );
});

test('the commission of a returned sale is subtracted, and a new rate does not change past months', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  const seller = await newMember(business, 'seller');
  const contactId = await newContact(business);
  const setRate = (commissionPercent: string, more: object = {}) =>
    api.PATCH('/v1/organization/settings', { body: { section: 'sales', value: { commissionPercent, ...more } } });
  const move = (local: string) =>
    moveClock(business, Temporal.PlainDateTime.from(local).toZonedDateTime('America/Santo_Domingo').toInstant());
  const sell = (date: string) =>
    write(business, { contactId, sellerId: seller.id, date, dueOn: '2028-01-01', elements: [line('Nevera', '20000')] });
  const read = async () => {
    const { data } = await api.GET('/v1/record/pending/sales/comissions', {
      params: { query: { from: '2027-01-01', to: '2027-12-31' } },
    });
    return data!.data.map(({ month, sales, percent, earned }) => [month, sales, percent, earned]);
  };
  await move('2027-01-20T12:00');
  await setRate('5');
  const [kept, returned] = [await sell('2027-01-15'), await sell('2027-01-16')];
  for (const { id } of [kept, returned]) await pay(business, id, '20000', '2027-01-18');
  assert.deepEqual(await read(), [['2027-01', '40000.00', '5', '2000.00']]);
  await api.POST('/v1/resource/return', { body: { pendingRecordId: returned.id } });
  assert.deepEqual(await read(), [['2027-01', '20000.00', '5', '1000.00']]);
  // A sale that was not paid and came back wholly earns nothing.
  const unpaid = await sell('2027-01-17');
  await api.POST('/v1/resource/return', { body: { pendingRecordId: unpaid.id } });
  assert.deepEqual(await read(), [['2027-01', '20000.00', '5', '1000.00']]);
  await move('2027-02-10T12:00');
  await setRate('8');
  await pay(business, (await sell('2027-02-01')).id, '20000', '2027-02-10');
  assert.deepEqual(await read(), [
    ['2027-01', '20000.00', '5', '1000.00'],
    ['2027-02', '20000.00', '8', '1600.00'],
  ]);
  const own = { section: 'sales', userId: seller.id, value: { commissionPercent: '10' } };
  await api.PATCH('/v1/organization/settings/user', { body: own });
  await setRate('8', { commissionOn: 'invoiced' });
  assert.deepEqual(await read(), [
    ['2027-01', '20000.00', '5', '1000.00'],
    ['2027-02', '20000.00', '10', '2000.00'],
  ]);
});
