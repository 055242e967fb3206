import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { fromMinor } from '#platform/money.ts';
import type { Refusal } from '#platform/refusal.ts';
import { newContact } from '#test/books.ts';
import { payloadsOf } from '#test/events.ts';
import { app, type Business, newBusiness, newMember, ownerUrlOf } from '#test/harness.ts';
import { bookMoney, type Drawer, newDrawer } from '#test/money-accounts.ts';
import { asOwner } from '#test/walks/rows.ts';
import { DivisionBalanceClosed } from '../division/closed-balances.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import { selectPostingRules } from '../ledger/seed.sql.ts';
import { voidRecord, writeRecord } from '../record/write-record.ts';
import { readRunningBalance } from './running-balance.ts';

interface Shop extends Business {
  divisionId: string;
  cash: Drawer;
  card: Drawer;
}

/** A till with a drawer and a card terminal; a safe holds 20,000 that belong to no division. */
async function newShop(): Promise<Shop & { safe: Drawer }> {
  const business = await newBusiness();
  const { data } = await business.api.POST('/v1/division', { body: { name: 'Caja del frente', kind: 'pos' } });
  const divisionId = data!.id;
  const cash = await newDrawer(business, { name: 'Gaveta', divisionId });
  const card = await newDrawer(business, { name: 'Tarjetas', kind: 'card' });
  const safe = await newDrawer(business, { name: 'Caja fuerte' });
  await bookMoney(business, safe, { amount: '20000', rule: 'openingBalances' });
  return { ...business, divisionId, cash, card, safe };
}

const at = ({ divisionId }: Shop) => ({ params: { path: { divisionId } } });
const sell = (shop: Shop, amount: string, drawer = shop.cash, date?: string) =>
  bookMoney(shop, drawer, { amount, rule: 'sales', divisionId: shop.divisionId, ...(date && { date }) });
const preview = async (shop: Shop) => (await shop.api.GET('/v1/division/{divisionId}/close-balance', at(shop))).data!;
const lineOf = async (shop: Shop, drawer = shop.cash) =>
  (await preview(shop)).balances.find(({ accountId }) => accountId === drawer.id)!;
const open = (shop: Shop, amount: string, from?: Drawer) =>
  shop.api.POST('/v1/division/{divisionId}/pos-open', {
    ...at(shop),
    body: { floats: [{ accountId: shop.cash.id, amount, ...(from && { from: { accountId: from.id } }) }] },
  });
const close = (shop: Shop, amount: string, more: { details?: string; number?: number } = {}) =>
  shop.api.POST('/v1/division/{divisionId}/close-balance', {
    ...at(shop),
    body: { counts: [{ accountId: shop.cash.id, amount }], ...more },
  });
const cancel = (shop: Shop, id?: string) =>
  shop.api.DELETE('/v1/division/{divisionId}/close-balance', { ...at(shop), body: id ? { id } : {} });
/** The balance of the account of a posting rule. */
const booked = (shop: Shop, rule: string) =>
  app.engine.within(shop.id, async (ctx) => {
    const accountIds = [(await selectPostingRules(ctx)).get(rule)!];
    const [total] = await selectTotals(ctx, { accountIds, divisionId: shop.divisionId, until: null });
    return total ? total.debit - total.credit : 0n;
  });
const isVoid = (shop: Shop, id: string) =>
  app.engine.within(shop.id, async ({ tx, organizationId }) => {
    const query = tx.selectFrom('records').select('status').where('organizationId', '=', organizationId);
    return (await query.where('id', '=', id).executeTakeFirstOrThrow()).status === 'void';
  });

/** Float 2,000; sales of 15,000 in cash and 3,000 by card; 500 paid out; 10,000 taken to the main branch. */
async function sellForADay(shop: Shop & { safe: Drawer }) {
  await open(shop, '2000', shop.safe);
  await sell(shop, '5000');
  await sell(shop, '3000', shop.card);
  await bookMoney(shop, shop.cash, { amount: '-500', rule: 'expenses', divisionId: shop.divisionId });
  const { data } = await shop.api.GET('/v1/division', { params: { query: { search: 'Principal' } } });
  await shop.api.POST('/v1/division/transfer', {
    body: {
      accountId: shop.cash.id,
      toAccountId: shop.safe.id,
      fromDivisionId: shop.divisionId,
      toDivisionId: data!.data[0]!.id,
      amount: '5500',
    },
  });
  await sell(shop, '10000');
  const last = await shop.api.POST('/v1/division/transfer', {
    body: { accountId: shop.cash.id, fromDivisionId: shop.divisionId, toDivisionId: data!.data[0]!.id, amount: '4500' },
  });
  return last.data!.recordId;
}

test('a day at the till ends with what was expected, what was counted, and the difference in the books', async () => {
  const shop = await newShop();
  const lastRecordRegisteredId = await sellForADay(shop);
  const expected = {
    accountId: shop.cash.id,
    name: 'Gaveta',
    kind: 'cash',
    currency: 'DOP',
    opening: '2000.00',
    in: '15000.00',
    out: '500.00',
    transfered: '-10000.00',
    expected: '6500.00',
    mustCount: true,
  };
  assert.deepEqual(await lineOf(shop), expected);
  assert.equal((await preview(shop)).posOpen, true);
  const { data, response } = await close(shop, '6480.00', { details: 'Turno de la mañana', number: 1 });
  assert.equal(response.status, 201);
  const [drawer, cards] = data!.balances;
  assert.deepEqual(
    [drawer?.counted, drawer?.difference, drawer?.balance, drawer?.expected],
    ['6480.00', '-20.00', '6480.00', '6500.00'],
  );
  assert.deepEqual([cards?.name, cards?.in, cards?.counted, cards?.balance], ['Tarjetas', '3000.00', null, '3000.00']);
  assert.equal(await booked(shop, 'cashShort'), 2_000n);
  const line = (balance: string, came: string, went: string, transfered: string) => ({
    balance,
    in: came,
    out: went,
    transfered,
  });
  assert.deepEqual(await payloadsOf(shop, 'division:balance-closed'), [
    {
      divisionId: shop.divisionId,
      userId: shop.owner.id,
      details: 'Turno de la mañana',
      balances: [
        { accountId: shop.cash.id, ...line('6480.00', '15000.00', '500.00', '-10000.00') },
        { accountId: shop.card.id, ...line('3000.00', '3000.00', '0.00', '0.00') },
      ],
      lastRecordRegisteredId,
    },
  ]);
  const state = await shop.api.GET('/v1/division/{divisionId}/pos-open-state', at(shop));
  assert.deepEqual([state.data?.open, state.data?.lastClose?.id], [false, data!.id]);
  const next = await lineOf(shop);
  assert.deepEqual([next.opening, next.in, next.out, next.expected], ['6480.00', '0.00', '0.00', '6480.00']);
});

test('a surplus is cash over, and without an opening a close counts from the previous one', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  assert.equal((await close(shop, '101.50')).data?.balances[0]?.difference, '1.50');
  assert.equal(await booked(shop, 'cashOver'), -150n);
  await sell(shop, '10');
  const { data } = await close(shop, '111.50');
  assert.deepEqual([data?.number, data?.balances[0]?.opening, data?.balances[0]?.in], [2, '101.50', '10.00']);
  assert.equal(data?.balances[0]?.differenceRecordId, null);
});

test('a difference of foreign money is posted at what the books say it is worth', async () => {
  const shop = await newShop();
  const dollars = await newDrawer(shop, { name: 'Dólares', currency: 'USD', divisionId: shop.divisionId });
  await bookMoney(shop, dollars, { amount: '10', baseAmount: '600', rule: 'sales', divisionId: shop.divisionId });
  const counts = [{ accountId: dollars.id, amount: '9.50' }];
  const { data } = await shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts } });
  assert.equal(data?.balances.find(({ accountId }) => accountId === dollars.id)?.difference, '-0.50');
  assert.equal(await booked(shop, 'cashShort'), 3_000n);
});

test('canceling the last close takes its difference back and leaves the day as it was', async () => {
  const shop = await newShop();
  await sellForADay(shop);
  const before = await preview(shop);
  const closed = (await close(shop, '6480')).data!;
  const canceled = await cancel(shop, closed.id);
  assert.equal(canceled.response.status, 200);
  assert.notEqual(canceled.data?.canceledAt, null);
  assert.deepEqual(await preview(shop), before);
  assert.equal(await booked(shop, 'cashShort'), 0n);
  assert.equal(await isVoid(shop, closed.balances[0]!.differenceRecordId!), true);
  const [closing] = await payloadsOf(shop, 'division:balance-closed');
  assert.deepEqual(await payloadsOf(shop, 'division:balance-close-canceled'), [closing]);
  const again = await close(shop, '6500');
  assert.deepEqual([again.data?.number, again.data?.balances[0]?.difference], [1, '0.00']);
  const list = await shop.api.GET('/v1/division/{divisionId}/close-list', at(shop));
  assert.deepEqual(
    list.data?.data.map(({ id, canceledAt }) => [id, canceledAt !== null]),
    [
      [again.data!.id, false],
      [closed.id, true],
    ],
  );
  const listed = async (query: object) => {
    const path = { divisionId: shop.divisionId };
    return (await shop.api.GET('/v1/division/{divisionId}/close-list', { params: { path, query } })).data!;
  };
  assert.equal((await listed({ canceled: 'false' })).total, 1);
  const first = await listed({ itemsPerPage: 1, sort: 'closed' });
  const second = await listed({ itemsPerPage: 1, sort: 'closed', cursor: first.nextCursor });
  assert.deepEqual([first.data[0]!.id, second.data[0]!.id, second.nextCursor], [closed.id, again.data!.id, null]);
});

test('only the last close is canceled, one after the other; an opening since then is withdrawn', async () => {
  const shop = await newShop();
  await open(shop, '1000', shop.safe);
  await sell(shop, '10');
  const first = (await close(shop, '1010')).data!;
  await open(shop, '1010');
  await sell(shop, '5');
  const second = (await close(shop, '1015')).data!;
  assert.equal((await cancel(shop, first.id)).error?.code, 'not_the_last_close');
  assert.equal((await cancel(shop, second.id)).response.status, 200);
  assert.equal((await cancel(shop)).data?.id, first.id);
  const line = await lineOf(shop);
  assert.deepEqual([line.opening, line.in, line.out, line.expected], ['1000.00', '15.00', '0.00', '1015.00']);
  assert.equal((await preview(shop)).posOpen, true);
  assert.equal((await cancel(shop)).error?.code, 'no_close_to_cancel');
});

test('records of a closed balance cannot change, and none can be added', async () => {
  const shop = await newShop();
  const ticket = await sell(shop, '100');
  const closed = (await close(shop, '100')).data!;
  const takeBack = (id: string) => app.engine.within(shop.id, (ctx) => voidRecord(ctx, id));
  const yesterday = Temporal.PlainDate.from(closed.closedOn).subtract({ days: 1 }).toString();
  await assert.rejects(takeBack(ticket.id), (error: Refusal) => error.kind === DivisionBalanceClosed);
  await assert.rejects(sell(shop, '5', shop.cash, yesterday), /closed up to/);
  const moved = await shop.api.POST('/v1/division/transfer', {
    body: {
      accountId: shop.cash.id,
      fromDivisionId: shop.divisionId,
      toDivisionId: null,
      amount: '1',
      date: yesterday,
    },
  });
  assert.equal(moved.error?.code, 'division_balance_closed');
  const later = await sell(shop, '5');
  await takeBack(later.id);
  await bookMoney(shop, shop.cash, { amount: '5', rule: 'sales', date: yesterday });
  await cancel(shop);
  await sell(shop, '5', shop.cash, yesterday);
  await takeBack(ticket.id);
});

test('records without money are not part of a balance', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const { closedOn } = (await close(shop, '100')).data!;
  const date = Temporal.PlainDate.from(closedOn).subtract({ days: 3 }).toString();
  await app.engine.within(shop.id, async (ctx) => {
    const rules = await selectPostingRules(ctx);
    const transfer = { debit: rules.get('receivable')!, credit: rules.get('sales')!, amount: 500n, purpose: 'net' };
    const draft = { kind: 'invoice', date, amount: 500n, currency: 'DOP', baseAmount: 500n, transfers: [transfer] };
    const written = await writeRecord(ctx, { ...draft, divisionId: shop.divisionId });
    await voidRecord(ctx, written.id);
  });
});

test('a transfer between divisions is voided on both sides or not at all', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const { data } = await shop.api.POST('/v1/division/transfer', {
    body: { accountId: shop.cash.id, fromDivisionId: shop.divisionId, toDivisionId: null, amount: '40' },
  });
  await assert.rejects(
    app.engine.within(shop.id, (ctx) => voidRecord(ctx, data!.recordId)),
    /cannot be changed/,
  );
});

test('a close that leaves something uncounted, unknown or doubtful is refused and changes nothing', async () => {
  const shop = await newShop();
  assert.equal((await close(shop, '0')).error?.code, 'nothing_to_close');
  await sell(shop, '100');
  const send = (counts: { accountId: string; amount: string }[], number?: number) =>
    shop.api.POST('/v1/division/{divisionId}/close-balance', {
      ...at(shop),
      body: { counts, ...(number && { number }) },
    });
  const one = { accountId: shop.cash.id, amount: '100' };
  for (const [answer, status, code] of [
    [await send([]), 422, 'count_missing'],
    [await send([one, { accountId: crypto.randomUUID(), amount: '1' }]), 422, 'reference_not_found'],
    [await send([one, one]), 400, 'invalid_request'],
    [await send([{ ...one, amount: '-1' }]), 400, 'invalid_request'],
    [await send([one], 2), 409, 'version_conflict'],
  ] as const) {
    assert.deepEqual([answer.response.status, answer.error?.code], [status, code]);
  }
  assert.equal((await cancel(shop)).error?.code, 'no_close_to_cancel');
  assert.equal((await lineOf(shop)).in, '100.00');
});

test('a float must come from somewhere, and what is missing of it is cash short', async () => {
  const shop = await newShop();
  assert.equal((await open(shop, '500')).error?.code, 'float_not_covered');
  assert.equal((await open(shop, '90000', shop.safe)).error?.code, 'division_balance_insufficient');
  assert.equal((await open(shop, '500', shop.card)).error?.code, 'division_balance_insufficient');
  const bank = await shop.api.POST('/v1/division/{divisionId}/pos-open', {
    ...at(shop),
    body: { floats: [{ accountId: shop.card.id, amount: '5' }] },
  });
  assert.equal(bank.error?.code, 'not_a_cash_account');
  const opened = await open(shop, '500', shop.safe);
  assert.deepEqual(opened.data?.opening?.floats, [
    { accountId: shop.cash.id, name: 'Gaveta', currency: 'DOP', amount: '500.00' },
  ]);
  assert.equal((await open(shop, '500')).error?.code, 'pos_already_open');
  await close(shop, '500');
  await open(shop, '450');
  assert.equal(await booked(shop, 'cashShort'), 5_000n);
  const line = await lineOf(shop);
  assert.deepEqual([line.opening, line.in, line.out], ['450.00', '0.00', '0.00']);
});

test('of concurrent openings, closes and cancellations one each succeeds', async () => {
  const shop = await newShop();
  const count = (answers: { response: Response }[], status: number) =>
    answers.filter(({ response }) => response.status === status).length;
  const opens = await Promise.all(Array.from({ length: 6 }, () => open(shop, '100', shop.safe)));
  assert.deepEqual([count(opens, 201), count(opens, 409)], [1, 5]);
  await sell(shop, '50');
  const closes = await Promise.all(Array.from({ length: 6 }, () => close(shop, '140')));
  assert.deepEqual([count(closes, 201), count(closes, 409)], [1, 5]);
  assert.equal(await booked(shop, 'cashShort'), 1_000n);
  const { id } = closes.find(({ data }) => data)!.data!;
  const cancels = await Promise.all(Array.from({ length: 6 }, () => cancel(shop, id)));
  assert.deepEqual([count(cancels, 200), count(cancels, 409)], [1, 5]);
  assert.equal(await booked(shop, 'cashShort'), 0n);
});

test('with concurrent sales and closes, every ticket is in exactly one close', async () => {
  const shop = await newShop();
  await sell(shop, '1', shop.card);
  const closeCards = () =>
    shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts: [] } });
  await Promise.all(
    Array.from({ length: 36 }, (_, place) => (place % 6 === 5 ? closeCards() : sell(shop, '1', shop.card))),
  );
  await sell(shop, '1', shop.card);
  await closeCards();
  const { data } = await shop.api.GET('/v1/division/{divisionId}/close-list', at(shop));
  const cards = data!.data.flatMap(({ balances }) => balances.filter(({ accountId }) => accountId === shop.card.id));
  assert.equal(
    cards.reduce((sum, line) => sum + Number(line.in), 0),
    32,
  );
  for (const [place, line] of cards.entries()) assert.equal(line.opening, cards[place + 1]?.balance ?? '0.00');
});

test('the preview and the balances are read without looking at a single record', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await owner.connect();
  try {
    await owner.query('BEGIN');
    // Any other transaction that touches these rows would now wait forever.
    await owner.query('LOCK TABLE records, record_versions, ledger_entries, ledger_transfers IN ACCESS EXCLUSIVE MODE');
    const [shown, balance] = await Promise.race([
      Promise.all([preview(shop), shop.api.GET('/v1/division/balance')]),
      new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It reads records.')), 10_000).unref()),
    ]);
    assert.equal(shown.balances.find(({ accountId }) => accountId === shop.cash.id)?.in, '100.00');
    assert.equal(balance.data?.total, '20100.00');
  } finally {
    await owner.query('ROLLBACK');
    await owner.end();
  }
});

test('a dry run shows a close and closes nothing', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const headers = { 'dry-run': 'true' };
  const body = { counts: [{ accountId: shop.cash.id, amount: '90' }] };
  const tried = await shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body, headers });
  assert.equal(tried.response.status, 200);
  const { events } = tried.data as unknown as { events: { type: string }[] };
  assert.deepEqual(
    events.map(({ type }) => type),
    ['record:created', 'division:balance-closed'],
  );
  assert.equal((await lineOf(shop)).expected, '100.00');
  assert.equal((await preview(shop)).number, 1);
});

test('an account that belongs to a till brings its division, so that the close counts everything in the drawer', async () => {
  const shop = await newShop();
  const { api, cash, safe, divisionId } = shop;
  await open(shop, '2000', safe);
  await api.POST('/v1/record', { body: { kind: 'expense', amount: '150', accountId: cash.id } });
  assert.equal((await lineOf(shop)).expected, '1850.00');
  const beneficiaryId = await newContact(shop);
  await api.POST('/v1/beneficiary/balance/topup', { body: { beneficiaryId, accountId: cash.id, amount: '100' } });
  await api.POST('/v1/gift-card', { body: { amount: '50', accountId: cash.id } });
  const sales = await app.engine.within(shop.id, async (ctx) => (await selectPostingRules(ctx)).get('sales')!);
  const lines = [
    { chartAccountId: cash.chartAccountId, debit: '25' },
    { chartAccountId: sales, credit: '25' },
  ];
  const journal = await api.POST('/v1/record', { body: { kind: 'journal', lines } });
  assert.equal(journal.data?.divisionId, divisionId);
  assert.equal((await lineOf(shop)).expected, '2025.00');
  const { data } = await api.GET('/v1/division', { params: { query: { search: 'Principal' } } });
  const other = data!.data[0]!.id;
  const wrong = await api.POST('/v1/record', {
    body: { kind: 'expense', amount: '1', accountId: cash.id, divisionId: other },
  });
  assert.equal(wrong.error?.code, 'account_of_other_division');
  const second = await newDrawer(shop, { name: 'Gaveta 2', divisionId: other });
  await api.POST('/v1/account/transfer', {
    body: { fromAccountId: cash.id, toAccountId: second.id, amount: '1000' },
  });
  assert.equal((await lineOf(shop)).expected, '1025.00');
  assert.equal((await close(shop, '1025')).data?.balances[0]?.difference, '0.00');
  assert.equal(await booked(shop, 'cashShort'), 0n);
  const main = await api.GET('/v1/division/{divisionId}/close-balance', { params: { path: { divisionId: other } } });
  assert.equal(main.data!.balances.find(({ accountId }) => accountId === second.id)!.expected, '1000.00');
});

test('the active division of the session applies to records and top-ups', async () => {
  const shop = await newShop();
  const { api, safe, divisionId } = shop;
  await api.POST('/v1/division/active', { body: { divisionId } });
  const record = await api.POST('/v1/record', { body: { kind: 'income', amount: '10', accountId: safe.id } });
  assert.equal(record.data?.divisionId, divisionId);
  const none = await api.POST('/v1/record', {
    body: { kind: 'income', amount: '10', accountId: safe.id, divisionId: null },
  });
  assert.equal(none.data?.divisionId, null);
  const topUp = await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: await newContact(shop), accountId: safe.id, amount: '100' },
  });
  const path = { recordId: topUp.data!.recordId };
  assert.equal((await api.GET('/v1/record/{recordId}', { params: { path } })).data?.divisionId, divisionId);
});

test('an invoice cannot be dated before the close of its division', async () => {
  const shop = await newShop();
  const { api, divisionId } = shop;
  await sell(shop, '100');
  await close(shop, '100');
  const yesterday = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 1 }).toString();
  const elements = [{ description: 'Arroz', unitPrice: '10' }];
  const invoice = (body: object) =>
    api.POST('/v1/record/pending', { body: { divisionId, elements, ...body } as never });
  const late = await invoice({ date: yesterday });
  assert.deepEqual([late.response.status, late.error?.code], [422, 'division_balance_closed']);
  const today = await invoice({});
  assert.equal(today.response.status, 201);
  const moved = await api.PATCH('/v1/record/pending', { body: { id: today.data!.id, date: yesterday } });
  assert.equal(moved.error?.code, 'division_balance_closed');
});

test('a sale between the count and the close is no difference', async () => {
  const shop = await newShop();
  await open(shop, '1000', shop.safe);
  await sell(shop, '500');
  const { expected } = await lineOf(shop);
  // Counted 10 short; then a customer pays while the form is filled in.
  await sell(shop, '200');
  const made = await shop.api.POST('/v1/division/{divisionId}/close-balance', {
    ...at(shop),
    body: { counts: [{ accountId: shop.cash.id, amount: '1490.00', expected }] },
  });
  const line = made.data!.balances.find(({ accountId }) => accountId === shop.cash.id)!;
  assert.deepEqual([line.expected, line.counted, line.difference], ['1700.00', '1690.00', '-10.00']);
});

test('a count without its expected balance is compared with the preview and the current balance, and refused if it equals neither', async () => {
  const shop = await newShop();
  await open(shop, '1000', shop.safe);
  const sellAfterPreview = async () => {
    await preview(shop);
    await sell(shop, '200');
  };
  const differenceOf = ({ data }: Awaited<ReturnType<typeof close>>) =>
    data!.balances.find(({ accountId }) => accountId === shop.cash.id)!.difference;
  await sellAfterPreview();
  assert.equal(differenceOf(await close(shop, '1000.00')), '0.00', 'Counted before the sale.');
  await sellAfterPreview();
  assert.equal(differenceOf(await close(shop, '1400.00')), '0.00', 'The preview was opened for another reason.');
  await sellAfterPreview();
  const unclear = await close(shop, '1390.00');
  assert.deepEqual([unclear.response.status, unclear.error?.code], [409, 'count_moment_unclear']);
  assert.deepEqual(
    unclear.error!.errors!.map(({ path }) => path),
    ['body.counts[0].expected'],
  );
  assert.match(unclear.error!.detail!, /1400\.00 DOP .* 1600\.00 now/);
  const counts = [{ accountId: shop.cash.id, amount: '1390.00', expected: '1400.00' }];
  const made = await shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts } });
  assert.equal(differenceOf(made), '-10.00');
});

test('an old preview, that of another person and that of an earlier close are not compared with a count', async () => {
  const shop = await newShop();
  const differenceAfter = async (look: () => Promise<unknown>) => {
    await look();
    await sell(shop, '100');
    const expected = await app.engine.within(shop.id, (ctx) => readRunningBalance(ctx, shop.divisionId));
    const held = expected.lines.find(({ account }) => account.id === shop.cash.id)!.expected;
    // A count that differs from both moments is refused if a preview is compared with it.
    const { data } = await close(shop, fromMinor(held - 1_000n, 'DOP'));
    return data!.balances.find(({ accountId }) => accountId === shop.cash.id)!.difference;
  };
  const colleague = await newMember(shop, 'admin');
  assert.equal(await differenceAfter(() => preview({ ...shop, api: colleague.api })), '-10.00');
  const old = async () => {
    await preview(shop);
    await asOwner(
      "UPDATE close_previews SET previewed_at = previewed_at - interval '31 minutes' WHERE organization_id = $1",
      [shop.id],
    );
  };
  assert.equal(await differenceAfter(old), '-10.00');
  await preview(shop);
  await sell(shop, '5');
  const { data } = await close({ ...shop, api: colleague.api }, '185.00');
  assert.equal(data!.number, 3);
  assert.equal(await differenceAfter(async () => undefined), '-10.00');
});
