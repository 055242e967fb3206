import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { enter } from '#test/books.ts';
import { eventsOf } from '#test/events.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { besideService } from '#test/two-connections.ts';
import { records } from '../tables.ts';

const reverse = ({ api }: Pick<Business, 'api'>, recordId: string, body: object = { date: '2026-11-01' }) =>
  api.POST('/v1/record/{recordId}/reversal', { params: { path: { recordId } }, body: body as never });

const read = async ({ api }: Business, recordId: string) =>
  (await api.GET('/v1/record/{recordId}', { params: { path: { recordId } } })).data!;

async function chartAccount({ api }: Business, code: string): Promise<string> {
  const { data } = await api.GET('/v1/chart-of-accounts', { params: { query: { view: 'flat', code } } });
  return data!.data[0]!.id;
}

async function newAccrual(business: Business, fields: object = {}) {
  const lines = [
    { chartAccountId: await chartAccount(business, '6104'), debit: '1000.00' },
    { chartAccountId: await chartAccount(business, '2104'), credit: '1000.00' },
  ];
  return enter(business.api, { kind: 'journal', date: '2026-10-31', description: 'Luz de octubre', lines, ...fields });
}

const transfersOf = async (business: Business, id: string) =>
  (await read(business, id)).entries.map(({ date, transfers }) => [
    date,
    ...transfers.map(({ debit, credit, amount }) => `${debit.code} ${credit.code} ${amount}`),
  ]);

test('an accrual is reversed on the first day of the next month, and both entries name each other', async () => {
  const business = await newBusiness();
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'EDESUR' } });
  const { data: project } = await business.api.POST('/v1/project', { body: { name: 'Obra' } });
  const accrual = await newAccrual(business, { contactId: contact!.id, projectId: project!.id, reference: 'P-10' });
  const { data: reversal, error } = await reverse(business, accrual.id);
  assert.ok(reversal, JSON.stringify(error));
  const { kind, date, description, reference, contactId, projectId, amount, reversalOf, sourceKind } = reversal;
  assert.deepEqual(
    { kind, date, description, reference, contactId, projectId, amount, reversalOf, sourceKind },
    {
      kind: 'journal',
      date: '2026-11-01',
      description: 'Luz de octubre',
      reference: 'P-10',
      contactId: contact!.id,
      projectId: project!.id,
      amount: '1000.00',
      reversalOf: accrual.id,
      sourceKind: null,
    },
  );
  assert.deepEqual(await transfersOf(business, reversal.id), [['2026-11-01', '2104 6104 1000.00']]);
  assert.deepEqual(await transfersOf(business, accrual.id), [['2026-10-31', '6104 2104 1000.00']]);
  const [before, after] = [await read(business, accrual.id), await read(business, reversal.id)];
  assert.deepEqual([before.reversedBy, before.reversalOf], [reversal.id, null]);
  assert.deepEqual([after.reversedBy, after.reversalOf], [null, accrual.id]);
  const announced = await eventsOf(business, 'record:created');
  assert.ok(announced.some(({ payload }) => (payload as { recordId: string }).recordId === reversal.id));
});

test('an entry is reversed once, also at the same moment, and a void reversal allows another one', async () => {
  const business = await newBusiness();
  const accrual = await newAccrual(business);
  const tries = await Promise.all(
    ['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => reverse(business, accrual.id, { date })),
  );
  const made = tries.find(({ data }) => data)!.data!;
  assert.deepEqual(tries.map(({ response }) => response.status).toSorted(), [201, 409, 409]);
  const { error } = await reverse(business, accrual.id);
  assert.equal(error!.code, 'record_reversed');
  assert.match(error!.detail!, new RegExp(made.id));
  await business.api.DELETE('/v1/record', { body: { id: made.id } });
  assert.equal((await read(business, accrual.id)).reversedBy, null);
  const { data: again } = await reverse(business, accrual.id, { date: '2026-11-05', description: 'Reverso' });
  assert.equal(again!.description, 'Reverso');
});

test('an entry that is voided while it is reversed stays posted', async () => {
  const business = await newBusiness();
  const accrual = await newAccrual(business);
  const [reversed, voided] = await besideService(business.id, async ([client, watcher]) => {
    await watcher!.query('COMMIT');
    await client!.query('SELECT FROM records WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
      business.id,
      accrual.id,
    ]);
    const waiting = (count: number) =>
      eventually(async () => {
        const found = await watcher!.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return found.rowCount === count;
      });
    const reversing = reverse(business, accrual.id);
    await waiting(1);
    const voiding = business.api.DELETE('/v1/record', { body: { id: accrual.id } });
    await waiting(2);
    await client!.query('COMMIT');
    return Promise.all([reversing, voiding]);
  });
  assert.equal(reversed.response.status, 201, JSON.stringify(reversed.error));
  assert.equal(voided.error?.code, 'record_reversed');
  assert.equal((await read(business, accrual.id)).status, 'posted');
});

test('the database refuses a second posted reversal, and one of a record that is no journal entry', async () => {
  const business = await newBusiness();
  const accrual = await newAccrual(business);
  const other = await newAccrual(business);
  const expense = await enter(business.api, { kind: 'expense', amount: '10' });
  await reverse(business, accrual.id);
  const link = (id: string, reversalOf: string) =>
    app.engine.within(business.id, (ctx) => records.updateAll(ctx, { id }, { reversalOf }));
  await assert.rejects(link(other.id, accrual.id), /records_reversal/);
  await assert.rejects(link(expense.id, other.id), /records_check/);
  await assert.rejects(link(other.id, newId()), /foreign key/);
});

test('an entry with a reversal neither changes nor becomes void, and a reversal keeps the lines of its entry', async () => {
  const business = await newBusiness();
  const accrual = await newAccrual(business);
  const { data: reversal } = await reverse(business, accrual.id);
  const { api } = business;
  const changed = await api.PATCH('/v1/record', { body: { id: accrual.id, date: '2026-10-30' } });
  assert.equal(changed.error!.code, 'record_reversed');
  assert.equal((await api.DELETE('/v1/record', { body: { id: accrual.id } })).error!.code, 'record_reversed');
  const lines = [
    { chartAccountId: newId(), debit: '1' },
    { chartAccountId: newId(), credit: '1' },
  ];
  const mismatched = await api.PATCH('/v1/record', { body: { id: reversal!.id, lines } });
  assert.deepEqual([mismatched.error!.code, mismatched.error!.errors![0]!.path], ['field_not_of_kind', 'body.lines']);
  const early = await api.PATCH('/v1/record', { body: { id: reversal!.id, date: '2026-10-30' } });
  assert.equal(early.error!.code, 'reversal_too_early');
  const { data: moved } = await api.PATCH('/v1/record', { body: { id: reversal!.id, date: '2026-11-02' } });
  assert.deepEqual([moved!.date, moved!.reversalOf], ['2026-11-02', accrual.id]);
  assert.deepEqual((await transfersOf(business, reversal!.id)).at(-1), ['2026-11-02', '2104 6104 1000.00']);
});

test('a reversal before its entry, in a locked month, of a void entry or of another kind of record is refused', async () => {
  const business = await newBusiness();
  const { api } = business;
  const accrual = await newAccrual(business);
  const refused = async (id: string, body?: object) => (await reverse(business, id, body)).error!;
  const early = await refused(accrual.id, { date: '2026-10-30' });
  assert.deepEqual([early.code, early.errors![0]!.path], ['reversal_too_early', 'body.date']);
  const expense = await enter(api, { kind: 'expense', amount: '10' });
  assert.equal((await refused(expense.id)).code, 'record_not_reversible');
  await api.POST('/v1/account', { body: { name: 'Banco', kind: 'bank', openingBalance: '100' } });
  const { data: posted } = await api.GET('/v1/record/report', { params: { query: { kind: 'opening' } } });
  assert.equal((await refused(posted!.data[0]!.id)).code, 'record_not_reversible');
  await api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate: '2026-11-30' } } });
  assert.equal((await refused(accrual.id)).code, 'period_locked');
  assert.equal((await reverse(business, accrual.id, { date: '2026-12-01' })).response.status, 201);
  await api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate: null } } });
  const other = await newAccrual(business);
  await api.DELETE('/v1/record', { body: { id: other.id } });
  assert.equal((await refused(other.id)).code, 'record_is_void');
  assert.equal((await refused(newId())).code, 'not_found');
  const [viewer, stranger] = [await newMember(business, 'viewer'), await newBusiness()];
  assert.equal((await reverse(viewer, accrual.id)).response.status, 403);
  assert.equal((await reverse(stranger, accrual.id)).response.status, 404);
});

test('a reversal takes back the amounts in the currencies of the accounts, and the trial balance is as before', async () => {
  const business = await newBusiness();
  const dollars = await newDrawer(business, { kind: 'bank', currency: 'USD' });
  const income = await chartAccount(business, '4204');
  const lines = [
    { chartAccountId: dollars.chartAccountId, debit: '6000.00', ownAmount: '100.00' },
    { chartAccountId: income, credit: '3500.00' },
    { chartAccountId: await chartAccount(business, '4201'), credit: '2500.00' },
  ];
  const entry = await newAccrual(business, { lines });
  await reverse(business, entry.id);
  const { data } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', balances: true, date: '2026-11-01', itemsPerPage: 200 } },
  });
  for (const { code, balance, ownBalance } of data!.data) {
    assert.deepEqual([Number(balance), Number(ownBalance ?? 0)], [0, 0], code);
  }
});
