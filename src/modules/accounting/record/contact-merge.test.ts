import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactGroup } from '#modules/contacts/index.ts';
import { table } from '#platform/db/table.ts';
import { app, newBusiness } from '#test/harness.ts';
import { recountTotals, selectPostingRules } from '../ledger/ledger.sql.ts';
import { ledgerTransfers } from '../tables.ts';
import { voidRecord, writeRecord } from './write-record.ts';

test('records follow a merge of their contact; the ledger does not change and is read with the ids of all merged contacts', async () => {
  const { id: organizationId, api } = await newBusiness();
  const add = async (name: string) => (await api.POST('/v1/beneficiary', { body: { name } })).data!.id;
  const [from, into, other] = [await add('Ana'), await add('Berta'), await add('Carla')];
  const write = (contactId: string) =>
    app.engine.within(organizationId, async (ctx) => {
      const [debit, credit] = [...new Set((await selectPostingRules(ctx)).values())] as [string, string];
      return writeRecord(ctx, {
        kind: 'journal',
        date: '2026-11-15',
        amount: 500n,
        baseAmount: 500n,
        currency: 'DOP',
        contactId,
        transfers: [{ debit, credit, amount: 500n, purpose: 'journal' }],
      });
    });
  const records = [await write(from), await write(into), await write(other)];
  const look = () =>
    app.engine.within(organizationId, async (ctx) => ({
      totals: await recountTotals(ctx, { accountIds: null, divisionId: null, until: null }),
      records: await table('records').all(ctx, {}, { columns: ['id', 'version', 'contactId'], orderBy: ['id'] }),
      transfers: await ledgerTransfers.all(ctx, {}, { columns: ['entryId', 'contactId'], orderBy: ['entryId'] }),
    }));
  const before = await look();
  const { response } = await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  assert.equal(response.status, 200);
  const after = await look();
  assert.deepEqual(
    after.records,
    records.map(({ id, version }, place) => ({ id, version, contactId: place === 2 ? other : into })),
  );
  assert.deepEqual(after.transfers, before.transfers);
  assert.deepEqual(after.totals, before.totals);
  const group = await app.engine.within(organizationId, (ctx) => contactGroup(ctx, from));
  assert.equal(after.transfers.filter(({ contactId }) => group.includes(contactId!)).length, 2);
  await app.engine.within(organizationId, (ctx) => voidRecord(ctx, records[0]!.id));
  const undone = (await look()).transfers.filter(({ contactId }) => contactId === from);
  assert.equal(undone.length, 2, 'A reversal has the id under which the entry was posted.');
});

test('after a merge reports, filters and data sources see one contact, whichever of its ids they were given', async () => {
  const { api } = await newBusiness();
  const add = async (name: string) => (await api.POST('/v1/beneficiary', { body: { name } })).data!.id;
  const [from, into, other] = [await add('Ana'), await add('Berta'), await add('Carla')];
  const accounts = await api.GET('/v1/account');
  const accountId = accounts.data!.data[0]!.id;
  const earn = async (contactId: string, amount: string) => {
    const body = { kind: 'income' as const, date: '2026-11-15', amount, accountId, contactId };
    const { data, error } = await api.POST('/v1/record', { body });
    assert.ok(data, JSON.stringify(error));
    return data;
  };
  await earn(from, '10.00');
  await earn(into, '20.00');
  await earn(other, '40.00');
  const source = async (name: string, ...contactIds: string[]) =>
    (await api.POST('/v1/chart-of-accounts/data-source', { body: { name, contactIds } })).data!;
  const sources = [await source('De Ana', from), await source('De ambas', from, into)];
  await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  const late = await earn(from, '5.00');
  assert.equal(late.contactId, into);
  sources.push(await source('Después', from, into));
  for (const { id } of sources) {
    const { data: listed } = await api.GET('/v1/chart-of-accounts/data-source', {});
    assert.deepEqual(listed?.data.find((one) => one.id === id)?.contactIds, [into]);
    const elements = await api.GET('/v1/chart-of-accounts/data-source/{id}/elements', { params: { path: { id } } });
    assert.deepEqual(elements.data?.data.map(({ amount }) => amount).toSorted(), ['10.00', '20.00', '5.00']);
  }
  const report = async (query: Record<string, string>) =>
    (await api.GET('/v1/record/report', { params: { query: { groupBy: 'contact', ...query } } })).data!;
  for (const contactId of [from, into]) {
    const { groups, total } = await report({ contactId });
    assert.equal(total, 3);
    assert.deepEqual(
      groups.map(({ by, income }) => [(by.contact as { name: string }).name, income]),
      [['Berta', '35.00']],
    );
  }
  const everyone = await report({});
  assert.deepEqual(everyone.groups.map(({ income }) => income).toSorted(), ['35.00', '40.00']);
});
