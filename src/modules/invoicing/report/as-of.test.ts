import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { fromMinor } from '#platform/money.ts';
import { cashOf, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { changeDocument, newDocument } from '#test/documents.ts';
import { changeReturn, newReturn, newShop as newReturnShop, returnOf, sell } from '#test/fulfilment.ts';
import { app, type Business, baseUrl, newBusiness } from '#test/harness.ts';
import { download } from '#test/imports.ts';
import { moveToDay } from '#test/sandbox-clock.ts';
import { newShop, savePayprocCard } from '#test/saved-cards.ts';

type Query = Record<string, string>;

const report = async ({ api }: Business, query: Query) => {
  const { data, error } = await api.GET('/v1/record/pending/report', { params: { query } });
  assert.ok(data, JSON.stringify(error));
  return data;
};
const balanceOn = async (business: Business, asOf: string, query: Query = {}) =>
  (await report(business, { asOf, ...query })).totals.balance;

async function pay(business: Business, id: string, amount: string, date: string): Promise<string> {
  const { data, error } = await business.api.PATCH('/v1/record/pending/pay', {
    body: { id, date, payments: [{ accountId: await cashOf(business), amount }] },
  });
  assert.ok(data, JSON.stringify(error));
  return data.payments[0]!.id;
}

const undo = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending/payment', { params: { query: { id } } });

/** The receivables and payables of the books on a day, as the report writes them. */
async function booksOn(business: Business, day: string | null) {
  const [receivable, payable] = [
    await ruleBalance(business, 'receivable', day),
    await ruleBalance(business, 'payable', day),
  ];
  return { sale: fromMinor(receivable, 'DOP'), purchase: fromMinor(-payable, 'DOP') };
}

const reportOn = async (business: Business, day: string) => ({
  sale: await balanceOn(business, day, { direction: 'sale' }),
  purchase: await balanceOn(business, day, { direction: 'purchase' }),
});

for (const direction of ['sale', 'purchase'] as const) {
  test(`the report of a past day has what was owed and how old it was then: ${direction}`, async () => {
    const business = await newBusiness({ sandbox: true });
    const { api } = business;
    const contactId = await newContact(business);
    await moveToDay(business, '2027-01-20');
    const invoice = (date: string, dueOn: string, unitPrice: string) =>
      newDocument(api, { direction, contactId, date, dueOn, elements: [{ description: 'Arroz', unitPrice }] });
    const first = await invoice('2026-11-01', '2026-11-20', '100');
    await invoice('2026-12-10', '2027-01-09', '200');
    const returned = await invoice('2026-12-31', '2026-12-31', '40');
    const voided = await invoice('2026-12-15', '2026-12-15', '500');
    await invoice('2027-01-01', '2027-01-31', '1000');
    await pay(business, first.id, '30', '2026-12-31');
    await pay(business, first.id, '70', '2027-01-05');
    await undo(business, await pay(business, returned.id, '15', '2026-12-31'));
    await newReturn(business, returned.id, { date: '2027-01-08' });
    await api.DELETE('/v1/record/pending', { body: { id: voided.id } });

    const query = { direction, groupBy: 'contact', asOf: '2026-12-31' };
    const { asOf, totals, groups } = await report(business, query);
    assert.deepEqual([asOf, groups.length], ['2026-12-31', 1]);
    assert.deepEqual(totals, {
      documents: 3,
      ...{ net: '340.00', tax: '0.00', total: '340.00', withheld: '0.00', paid: '30.00', balance: '310.00' },
      returned: { returns: 0, net: '0.00', tax: '0.00', total: '0.00' },
      afterReturns: { net: '340.00', tax: '0.00', total: '340.00' },
      aging: {
        ...{ notYetDue: '240.00', days1To30: '0.00', days31To60: '70.00', days61To90: '0.00', over90Days: '0.00' },
      },
    });
    assert.equal(await balanceOn(business, '2026-12-30', { direction }), '300.00');
    assert.equal(await balanceOn(business, '2026-10-31', { direction }), '0.00');
    const today = await report(business, { direction, groupBy: 'contact' });
    assert.deepEqual([today.asOf, today.totals.balance], ['2027-01-20', '1200.00']);
    const file = await fetch(
      `${baseUrl}/v1/record/pending/report/download?${new URLSearchParams({ ...query, format: 'csv' })}`,
      { headers: { authorization: `Bearer ${business.owner.token}` } },
    );
    assert.match(file.headers.get('content-disposition')!, /resumen-de-documentos-2026-12-31/);
    assert.match(await file.text(), /340\.00.*30\.00.*310\.00.*240\.00/);
  });
}

test('the open documents of a day are listed by contact and due date, also as a file', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  await moveToDay(business, '2027-01-20');
  const [contactId, paid] = [await newContact(business), await newContact(business, 'Al día')];
  await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } });
  const invoice = (dueOn: string, unitPrice: string, more: object = {}) =>
    newDocument(api, {
      contactId,
      date: '2026-11-01',
      dueOn,
      elements: [{ description: 'Arroz', unitPrice }],
      ...more,
    });
  const late = await invoice('2026-11-10', '100', { fiscalType: 'B02' });
  const soon = await invoice('2026-12-31', '70', { fiscalType: null });
  await pay(business, (await invoice('2026-11-05', '40')).id, '40', '2026-12-01');
  await pay(business, (await invoice('2026-11-05', '30', { contactId: paid })).id, '30', '2026-11-02');
  await pay(business, late.id, '60', '2026-12-05');
  const query = { groupBy: 'contact,dueOn,document', withBalance: 'true', direction: 'sale' };
  const openOn = async (asOf: string) =>
    (await report(business, { ...query, asOf })).groups.map(({ key, names, balance, aging }) => [
      ...[key.contact, key.dueOn, key.document, names[2], balance],
      Object.entries(aging).find(([, amount]) => amount !== '0.00')![0],
    ]);
  assert.deepEqual(await openOn('2026-12-15'), [
    [contactId, '2026-11-10', late.id, late.fiscalNumber, '40.00', 'days31To60'],
    [contactId, '2026-12-31', soon.id, String(soon.number), '70.00', 'notYetDue'],
  ]);
  assert.deepEqual(
    (await openOn('2026-11-20')).map((group) => group[4]),
    ['40.00', '100.00', '70.00'],
  );
  const { totals, groups } = await report(business, { groupBy: 'contact', withBalance: 'true', asOf: '2026-12-15' });
  assert.deepEqual([groups.length, groups[0]!.balance, totals.balance, totals.documents], [1, '110.00', '110.00', 4]);
  const file = await download(
    business,
    `/v1/record/pending/report/download?${new URLSearchParams({ ...query, asOf: '2026-12-15' })}`,
  );
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(
    rows.map((row) => [row.Vence, row.Número, row.Pendiente, row['31 a 60 días']]),
    [
      ['2026-11-10', late.fiscalNumber, '40.00', '40.00'],
      ['2026-12-31', String(soon.number), '70.00', '0.00'],
    ],
  );
});

test('what a return takes from a document is in the group of the document', async () => {
  const shop = await newReturnShop();
  const { business, contactId } = shop;
  const sold = await sell(shop, 2, { contactId });
  await newReturn(business, sold.id, { lines: [{ elementId: sold.elements[0]!.id, quantity: '1' }] });
  const { groups } = await report(business, { groupBy: 'document,dueOn', direction: 'sale' });
  assert.deepEqual(
    groups.map(({ key, documents, returned, balance }) => [key.document, documents, returned.returns, balance]),
    [[sold.id, 1, 1, '117.99']],
  );
});

test('the state of documents is refused with a day', async () => {
  const business = await newBusiness();
  for (const query of [{ state: 'paid' }, { groupBy: 'kind,state' }] as Query[]) {
    await report(business, query);
    const { error } = await business.api.GET('/v1/record/pending/report', {
      params: { query: { ...query, asOf: '2026-10-31' } },
    });
    assert.equal(error?.code, 'state_of_past_day');
  }
});

test('without a day a document of a later date counts, and on today it does not', async () => {
  const business = await newBusiness();
  const today = Temporal.PlainDate.from((await report(business, {})).asOf);
  const date = today.add({ days: 3 }).toString();
  const elements = [{ description: 'Arroz', unitPrice: '100' }];
  await newDocument(business.api, { contactId: await newContact(business), date, dueOn: date, elements });
  assert.equal((await report(business, {})).totals.balance, '100.00');
  assert.equal(await balanceOn(business, today.toString()), '0.00');
});

/** A business in a sandbox, with a customer who has saved a card. */
async function newCardShop(day: string) {
  const { business, contactId } = await newShop({ sandbox: true });
  const paymentMethodId = await savePayprocCard(business, contactId);
  await moveToDay(business, day);
  const charge = async (id: string, amount?: string): Promise<string | undefined> => {
    const { data } = await business.api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId, amount } });
    const path = { pendingRecordId: id };
    const detail = await business.api.GET('/v1/record/pending/{pendingRecordId}', { params: { path } });
    return detail.data!.payments.find(({ sourceId }) => sourceId === data?.id)?.id;
  };
  return { business, contactId, charge };
}

test('a payment by card counts until the day of its refund, less what a return had refunded before', async () => {
  const { business, contactId, charge } = await newCardShop('2027-01-10');
  const elements = [{ description: 'Arroz', quantity: '4', unitPrice: '100' }];
  const { id, elements: lines } = await newDocument(business.api, { contactId, elements });
  await moveToDay(business, '2027-01-12');
  const paymentId = await charge(id);
  await moveToDay(business, '2027-01-14');
  await newReturn(business, id, { lines: [{ elementId: lines[0]!.id, quantity: '1' }], refund: { toCard: true } });
  await moveToDay(business, '2027-01-16');
  const { data } = await undo(business, paymentId!);
  assert.equal(data?.payment.refund?.status, 'settled');
  await moveToDay(business, '2027-01-18');
  const owed = { '2027-01-11': '400.00', '2027-01-13': '0.00', '2027-01-15': '0.00', '2027-01-17': '300.00' };
  for (const [day, balance] of Object.entries(owed)) {
    assert.equal(await balanceOn(business, day), balance, day);
    assert.equal((await booksOn(business, day)).sale, balance, day);
  }
});

test('a void document counts with its payment by card until the day of the refund', async () => {
  const { business, contactId, charge } = await newCardShop('2027-01-10');
  const { id } = await newDocument(business.api, { contactId, elements: [{ description: 'Arroz', unitPrice: '100' }] });
  await moveToDay(business, '2027-01-12');
  const paymentId = await charge(id);
  await moveToDay(business, '2027-01-14');
  await undo(business, paymentId!);
  await moveToDay(business, '2027-01-16');
  const { error } = await business.api.DELETE('/v1/record/pending', { body: { id } });
  assert.equal(error, undefined);
  const owed = { '2027-01-11': '0.00', '2027-01-13': '-100.00', '2027-01-15': '0.00' };
  for (const [day, balance] of Object.entries(owed)) {
    const { totals } = await report(business, { asOf: day });
    assert.deepEqual([totals.balance, totals.documents, totals.total], [balance, 0, '0.00'], day);
    assert.equal((await booksOn(business, day)).sale, balance, day);
    assert.equal(await balanceOn(business, day, { status: 'void' }), '0.00', day);
  }
});

interface Step {
  kind: 'invoice' | 'pay' | 'charge' | 'undo' | 'return' | 'unreturn' | 'void' | 'reprice' | 'wait';
  which: number;
  size: number;
  daysAgo: number;
}

const step = (weight: number, ...kinds: Step['kind'][]) => ({
  weight,
  arbitrary: fc.record<Step>({
    kind: fc.constantFrom(...kinds),
    which: fc.nat(),
    size: fc.integer({ min: 1, max: 9_999 }),
    daysAgo: fc.nat(5),
  }),
});
const history = fc.array(
  fc.oneof(
    step(3, 'invoice', 'pay', 'wait'),
    step(2, 'undo', 'return', 'charge'),
    step(1, 'unreturn', 'void', 'reprice'),
  ),
  { minLength: 10, maxLength: 20 },
);

test('in any history, the report of any day equals the receivables and payables in the books on that day', async () => {
  const start = Temporal.PlainDate.from('2027-01-10');
  const { business, contactId, charge } = await newCardShop(start.toString());
  const { api } = business;
  let today = start;
  const documents: { id: string; date: string; elements: { id: string }[] }[] = [];
  const payments: string[] = [];
  const returns: string[] = [];
  const pick = <T>(from: T[], which: number): T | undefined => from[which % Math.max(1, from.length)];
  const act = async ({ kind, which, size, daysAgo }: Step): Promise<void> => {
    const amount = (size / 100).toFixed(2);
    const day = today.subtract({ days: daysAgo }).toString();
    if (kind === 'wait') {
      today = today.add({ days: 1 + (size % 3) });
      await moveToDay(business, today.toString());
    } else if (kind === 'invoice') {
      const direction = which % 3 === 0 ? 'purchase' : 'sale';
      const elements = [{ description: 'Arroz', quantity: '3', unitPrice: amount }];
      documents.push(await newDocument(api, { direction, contactId, date: day, dueOn: today.toString(), elements }));
    } else if (kind === 'undo') {
      const [id] = payments.splice(which % Math.max(1, payments.length), 1);
      if (id) await undo(business, id);
    } else if (kind === 'unreturn') {
      const id = pick(returns, which);
      if (id) await changeReturn(business, { id, status: 'void' });
    } else {
      const document = pick(documents, which);
      if (document) await change(document, { kind, size, amount, day });
    }
  };
  const change = async (
    { id, date, elements }: (typeof documents)[number],
    { kind, size, amount, day }: { kind: Step['kind']; size: number; amount: string; day: string },
  ): Promise<void> => {
    const since = day < date ? date : day;
    const elementId = elements[0]!.id;
    if (kind === 'pay') {
      const line = { accountId: await cashOf(business), amount };
      const { data } = await api.PATCH('/v1/record/pending/pay', { body: { id, date: since, payments: [line] } });
      if (data) payments.push(data.payments[0]!.id);
    } else if (kind === 'charge') {
      const paymentId = await charge(id, amount);
      if (paymentId) payments.push(paymentId);
    } else if (kind === 'return') {
      const lines = [{ elementId, quantity: String(1 + (size % 2)) }];
      const refund = { toCard: size % 3 === 0 };
      const { data } = await returnOf(business, id, { date: since, lines, refund });
      if (data) returns.push(data.id);
    } else if (kind === 'void') await api.DELETE('/v1/record/pending', { body: { id } });
    else await changeDocument(api, { id, elements: [{ id: elementId, unitPrice: amount }] });
  };
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      for (const one of steps) await act(one);
      for (
        let day = start.subtract({ days: 6 });
        Temporal.PlainDate.compare(day, today) <= 0;
        day = day.add({ days: 1 })
      ) {
        assert.deepEqual(await reportOn(business, day.toString()), await booksOn(business, day.toString()), `${day}`);
      }
      const { asOf, ...now } = await report(business, { groupBy: 'direction' });
      assert.equal(asOf, today.toString());
      assert.deepEqual(await report(business, { groupBy: 'direction', asOf }), { asOf, ...now });
      assert.equal(now.totals.balance, fromMinor(await presentBalance(business), 'DOP'));
    }),
    { numRuns: 6 },
  );
});

/** The sum of the balances that documents have now. */
const presentBalance = (business: Business): Promise<bigint> =>
  app.engine.within(business.id, async ({ tx }) => {
    const open = await tx
      .selectFrom('pendingRecords')
      .select('balance')
      .where('organizationId', '=', business.id)
      .where('isOpen', '=', true)
      .execute();
    return open.reduce((sum, { balance }) => sum + balance!, 0n);
  });
