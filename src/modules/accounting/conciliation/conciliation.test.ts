import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rewriteRecord, voidRecord } from '#modules/accounting/record/write-record.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { Refusal } from '#platform/refusal.ts';
import { enter, openAccount } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { cancel, conciliate, type Given, list, receive, transactions } from '#test/conciliations.ts';
import { eventsOf } from '#test/events.ts';
import { app, newBusiness, newMember } from '#test/harness.ts';

test('a line matches one or several records, and suggestions can be conciliated without changes', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const light = await enter(business, account, { amount: '-1250', date: '2026-10-03', description: 'Luz Edesur' });
  const sales = [
    await enter(business, account, { amount: '300.50', date: '2026-10-04' }),
    await enter(business, account, { amount: '199.50', date: '2026-10-05' }),
  ];
  await enter(business, account, { amount: '77', date: '2026-10-05' });
  await receive(business, account.id, '2026-10-04,PAGO EDESUR,-1250', '2026-10-06,DEPOSITO,500', '2026-10-06,CARGO,-9');
  const open = await transactions(business, account.id);
  assert.deepEqual([open.booksBalance, open.conciliatedBalance], ['-673.00', '0.00']);
  const matches = open.data.flatMap(({ id, candidates }) =>
    candidates
      .filter(({ suggested }) => suggested)
      .map(({ records }) => ({ lineIds: [id], recordIds: records.map(({ recordId }) => recordId) })),
  );
  assert.deepEqual(
    matches.map(({ recordIds }) => recordIds.toSorted()),
    [[light], sales.toSorted()],
  );
  assert.match(open.data[0]!.candidates[0]!.reason, /the same amount, 1 day apart, both say edesur/);
  const { data } = await conciliate(business, account.id, { matches });
  assert.deepEqual(
    [data?.totalIn, data?.totalOut, data?.recordCount, data?.lineCount, data?.until],
    ['500.00', '1250.00', 3, 2, '2026-10-05'],
  );
  const rest = await transactions(business, account.id);
  assert.deepEqual(
    rest.data.map(({ amount }) => amount),
    ['-9.00'],
  );
  assert.equal(rest.conciliatedBalance, '-750.00');
});

test('a line that names a contact finds the record of that contact among equal ones', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const contactId = await newContact(business, 'Ferretería Pérez');
  await enter(business, account, { amount: '-500', date: '2026-10-03' });
  const ours = await enter(business, account, { amount: '-500', date: '2026-10-03', contactId });
  await receive(business, account.id, '2026-10-03,TRANSF FERRETERIA PEREZ,-500');
  const [line] = (await transactions(business, account.id)).data;
  assert.equal(line!.candidates[0]!.records[0]!.recordId, ours);
  assert.match(line!.candidates[0]!.reason, /both say ferreteria, perez/);
});

test('conciliating a range emits its exact event; canceling restores everything and emits one too', async () => {
  const business = await newBusiness();
  const account = await openAccount(business, { openingBalance: '1000', openingDate: '2026-09-30' });
  const september = await conciliate(business, account.id, { until: '2026-09-30' });
  assert.equal(september.response.status, 201);
  const first = await enter(business, account, { amount: '50', date: '2026-10-02', description: 'Venta' });
  const second = await enter(business, account, { amount: '-20', date: '2026-10-01', description: 'Café' });
  await enter(business, account, { amount: '5', date: '2026-11-01' });
  const october = await conciliate(business, account.id, { until: '2026-10-31', details: 'Octubre' });
  const payload = {
    accountId: account.id,
    userId: business.owner.id,
    details: 'Octubre',
    transactions: [
      { recordId: second, amount: '-20.00', date: '2026-10-01', description: 'Café', paymentMethod: null },
      { recordId: first, amount: '50.00', date: '2026-10-02', description: 'Venta', paymentMethod: null },
    ],
    totalIn: '50.00',
    totalOut: '20.00',
    lastConciliationDate: '2026-09-30',
    lastRecordRegisteredId: second,
  };
  const last = (await eventsOf(business)).at(-1)!;
  assert.deepEqual([last.type, last.payload], ['account:conciliated', payload]);
  assert.equal((await cancel(business, account.id, { id: september.data!.id })).error?.code, 'not_last_conciliation');
  assert.ok((await cancel(business, account.id, { id: october.data!.id })).data?.canceledAt);
  const again = (await eventsOf(business)).at(-1)!;
  assert.deepEqual([again.type, again.payload], ['account:conciliation-canceled', payload]);
  assert.deepEqual(
    (await list(business, account.id)).map(({ number, canceledAt }) => [number, canceledAt !== null]),
    [
      [2, true],
      [1, false],
    ],
  );
  const oldest = await business.api.GET('/v1/account/{accountId}/conciliation-list', {
    params: { path: { accountId: account.id }, query: { sort: 'number', itemsPerPage: 1 } },
  });
  assert.deepEqual([oldest.data!.data[0]!.number, oldest.data!.nextCursor === null], [1, false]);
  assert.equal((await conciliate(business, account.id, { until: '2026-10-31' })).data?.number, 3);
  assert.equal((await cancel(business, account.id)).response.status, 200);
  assert.equal((await cancel(business, account.id)).response.status, 200);
  assert.equal((await cancel(business, account.id)).error?.code, 'nothing_to_cancel');
});

test('a record in a conciliation can be neither changed nor voided until the conciliation is canceled', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const recordId = await enter(business, account, { amount: '10' });
  await conciliate(business, account.id, { recordIds: [recordId] });
  const refusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.kind.code === code;
  const change = () =>
    app.engine.within(business.id, (ctx) =>
      rewriteRecord(ctx, recordId, undefined, async (before) => ({
        ...before,
        transfers: [],
        description: 'otra',
      })),
    );
  const takeBack = () => app.engine.within(business.id, (ctx) => voidRecord(ctx, recordId));
  await assert.rejects(change(), refusedAs('record_conciliated'));
  await assert.rejects(takeBack(), refusedAs('record_conciliated'));
  await cancel(business, account.id);
  await takeBack();
  assert.equal((await conciliate(business, account.id, { recordIds: [recordId] })).error?.code, 'reference_not_found');
});

test('a record is voided or conciliated, never both, even under concurrent requests', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  for (let round = 0; round < 5; round++) {
    const recordId = await enter(business, account, { amount: '10' });
    const [conciliated, taken] = await Promise.all([
      conciliate(business, account.id, { recordIds: [recordId] }),
      app.engine
        .within(business.id, (ctx) => voidRecord(ctx, recordId))
        .then(
          () => true,
          () => false,
        ),
    ]);
    assert.notEqual(conciliated.response.status === 201, taken);
  }
});

test('of many conciliations of one account at once, one wins', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const recordIds = [
    await enter(business, account, { amount: '10' }),
    await enter(business, account, { amount: '20' }),
  ];
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => conciliate(business, account.id, { recordIds })),
    ...Array.from({ length: 4 }, () => conciliate(business, account.id, { until: '2100-01-01' })),
  ]);
  assert.equal(answers.filter(({ response }) => response.status === 201).length, 1);
  assert.equal((await list(business, account.id)).length, 1);
  const canceled = await Promise.all(Array.from({ length: 4 }, () => cancel(business, account.id)));
  assert.equal(canceled.filter(({ response }) => response.status === 200).length, 1);
});

test('a transfer is conciliated in each of its two accounts by itself', async () => {
  const business = await newBusiness();
  const from = await openAccount(business, { name: 'A' });
  const to = await openAccount(business, { name: 'B' });
  const { data } = await business.api.POST('/v1/account/transfer', {
    body: { fromAccountId: from.id, toAccountId: to.id, amount: '100', fee: '5' },
  });
  const recordIds = [data!.recordId];
  assert.equal((await conciliate(business, from.id, { recordIds })).data?.totalOut, '105.00');
  assert.equal((await conciliate(business, to.id, { recordIds })).data?.totalIn, '100.00');
});

test('conciliated in any order and parts, the totals equal the books', async () => {
  const business = await newBusiness();
  const groups = fc.array(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(groups, fc.boolean(), fc.gen(), async (given, together, gen) => {
      const account = await openAccount(business, { name: newId() });
      const booked: string[][] = [];
      for (const amounts of given) {
        const ids: string[] = [];
        for (const amount of amounts)
          ids.push(await enter(business, account, { amount: String(amount), date: '2026-10-01' }));
        booked.push(ids);
      }
      const rows = given.map((amounts, n) => `2026-10-02,l${n},${amounts.reduce((sum, amount) => sum + amount, 0)}`);
      await receive(business, account.id, ...rows);
      const lines = new Map((await transactions(business, account.id)).data.map((line) => [line.description, line.id]));
      const matches = booked.map((recordIds, n) => ({ lineIds: [lines.get(`l${n}`)!], recordIds }));
      const shuffled = gen(fc.shuffledSubarray, matches, { minLength: matches.length });
      for (const part of together ? [shuffled] : shuffled.map((match) => [match]))
        assert.equal((await conciliate(business, account.id, { matches: part })).response.status, 201);
      const done = await list(business, account.id);
      const total = done.reduce(
        (sum, { totalIn, totalOut }) => sum + toMinor(totalIn, 'DOP') - toMinor(totalOut, 'DOP'),
        0n,
      );
      const after = await transactions(business, account.id);
      assert.equal(after.total, 0);
      assert.equal(fromMinor(total, 'DOP'), after.booksBalance);
      assert.equal(after.conciliatedBalance, after.booksBalance);
      for (let left = done.length; left > 0; left--) await cancel(business, account.id);
      const undone = await transactions(business, account.id);
      assert.deepEqual([undone.total, undone.conciliatedBalance], [rows.length, '0.00']);
    }),
    { numRuns: 6 },
  );
});

test('an invalid conciliation is refused and changes nothing', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const recordId = await enter(business, account, { amount: '10' });
  await receive(business, account.id, '2026-10-01,x,11', '2026-10-01,y,10');
  const open = (await transactions(business, account.id)).data;
  const [eleven, ten] = ['11.00', '10.00'].map((amount) => open.find((line) => line.amount === amount)!.id) as [
    string,
    string,
  ];
  const code = async (body: Given) => (await conciliate(business, account.id, body)).error?.code;
  const match = (lineId: string, id: string) => ({ matches: [{ lineIds: [lineId], recordIds: [id] }] });
  assert.equal(await code({}), 'invalid_request');
  assert.equal(await code(match(eleven, recordId)), 'match_differs');
  assert.equal(await code(match(newId(), recordId)), 'reference_not_found');
  assert.equal(await code(match(ten, newId())), 'reference_not_found');
  assert.equal(
    await code({ matches: [...match(ten, recordId).matches, ...match(ten, recordId).matches] }),
    'invalid_request',
  );
  assert.equal(await code({ recordIds: [newId()] }), 'reference_not_found');
  assert.equal(await code({ until: '2020-01-01' }), 'nothing_to_conciliate');
  assert.equal(await code({ recordIds: [recordId], statementBalance: '9' }), 'statement_balance_differs');
  const other = await openAccount(business, { name: 'Otra' });
  const elsewhere = await enter(business, other, { amount: '10' });
  assert.equal(await code({ recordIds: [elsewhere] }), 'reference_not_found');
  assert.deepEqual(await list(business, account.id), []);
  assert.equal(
    (await conciliate(business, account.id, { ...match(ten, recordId), statementBalance: '10' })).response.status,
    201,
  );
  assert.equal(await code({ recordIds: [recordId] }), 'already_conciliated');
  const later = await enter(business, account, { amount: '10' });
  assert.equal(await code(match(ten, later)), 'already_conciliated');
});

test('a dry run, a viewer and another organization conciliate nothing', async () => {
  const business = await newBusiness();
  const account = await openAccount(business, { openingBalance: '5', openingDate: '2026-01-01' });
  const params = { path: { accountId: account.id } };
  const body = { until: '2026-12-31' };
  const tried = await business.api.POST('/v1/account/{accountId}/conciliation', {
    params,
    body,
    headers: { 'dry-run': 'true' },
  });
  assert.equal((tried.data as unknown as { events: { type: string }[] }).events[0]?.type, 'account:conciliated');
  const viewer = { ...business, api: (await newMember(business, 'viewer')).api };
  assert.equal((await conciliate(viewer, account.id, body)).response.status, 403);
  assert.equal((await cancel(viewer, account.id)).response.status, 403);
  const other = await newBusiness();
  for (const id of [account.id, newId()]) {
    assert.equal((await conciliate(other, id, body)).error?.code, 'not_found');
    assert.equal((await cancel(other, id)).error?.code, 'not_found');
    const path = { accountId: id };
    const seen = await other.api.GET('/v1/account/{accountId}/conciliation-list', { params: { path } });
    assert.equal(seen.error?.code, 'not_found');
    const open = await other.api.GET('/v1/account/{accountId}/conciliation-transactions', { params: { path } });
    assert.equal(open.error?.code, 'not_found');
  }
  assert.deepEqual(await list(business, account.id), []);
});
