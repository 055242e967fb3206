import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { businessOn, newAsset, passTo, postedMonths, readAsset } from '#test/assets.ts';
import { newDivision, postedBy } from '#test/books.ts';
import { app, type Business, codeOf } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { assetDepreciations, assets } from '../tables.ts';
import { depreciateAssets } from './depreciation.ts';

async function lock({ api }: Business, lockDate: string | null): Promise<void> {
  const { error } = await api.PATCH('/v1/organization/settings', {
    body: { section: 'accounting', value: { lockDate } } as never,
  });
  assert.equal(error, undefined);
}

test('each month is posted by itself after it has ended, by the days in service', async () => {
  const business = await businessOn('2027-04-20');
  const { id } = await newAsset(business, { acquiredOn: '2027-04-16', cost: '9000', lifeMonths: 3 });
  await passTo(business, '2027-04-30');
  assert.deepEqual(await postedMonths(business, id), []);
  await passTo(business, '2027-05-01');
  assert.deepEqual(await postedMonths(business, id), ['2027-04 1500.00 2027-04-30']);
  await passTo(business, '2027-07-31');
  const asset = await readAsset(business, id);
  assert.deepEqual([asset.accumulatedDepreciation, asset.bookValue, asset.state], ['7500.00', '1500.00', 'active']);
  assert.deepEqual(asset.schedule.at(-1), {
    month: '2027-07-01',
    amount: '1500.00',
    accumulated: '9000.00',
    postedOn: null,
    recordId: null,
  });
  await passTo(business, '2027-09-01');
  assert.equal((await readAsset(business, id)).state, 'depreciated');
  assert.equal((await postedMonths(business, id)).length, 4);
  assert.equal(await ruleBalance(business, 'depreciation'), 900_000n);
  assert.equal(await ruleBalance(business, 'accumulatedDepreciation'), -900_000n);
});

test('months that have passed when an asset is registered are depreciated, each at its own end', async () => {
  const business = await businessOn('2027-04-05');
  const { id } = await newAsset(business);
  await passTo(business, '2027-04-05');
  assert.deepEqual(await postedMonths(business, id), [
    '2027-01 1000.00 2027-01-31',
    '2027-02 1000.00 2027-02-28',
    '2027-03 1000.00 2027-03-31',
  ]);
});

test('a month is one record, with a transfer for each pair of accounts and each division', async () => {
  const business = await businessOn('2027-01-10');
  const { api } = business;
  const divisionId = await newDivision(business);
  const machines = await api.POST('/v1/chart-of-accounts', {
    body: { code: '6190', name: 'Depreciación de maquinaria', kind: 'expense' },
  });
  const registered = [
    await newAsset(business, { name: 'Escritorio' }),
    await newAsset(business, { name: 'Silla', cost: '1200' }),
    await newAsset(business, { name: 'Horno', expenseAccountId: machines.data!.id }),
    await newAsset(business, { name: 'Vitrina', divisionId }),
  ];
  await passTo(business, '2027-02-01');
  const records = await Promise.all(
    registered.map(async ({ id }) => (await readAsset(business, id)).schedule[0]!.recordId!),
  );
  assert.equal(new Set(records).size, 1);
  assert.deepEqual((await postedBy(api, records[0]!)).toSorted(), [
    ['6110', '1202', '1000.00', 'depreciation'],
    ['6110', '1202', '1100.00', 'depreciation'],
    ['6190', '1202', '1000.00', 'depreciation'],
  ]);
  const { data: record } = await api.GET('/v1/record/{recordId}', { params: { path: { recordId: records[0]! } } });
  assert.deepEqual(
    [record!.kind, record!.date, record!.description, record!.amount],
    ['depreciation', '2027-01-31', 'Depreciación de enero de 2027', '3100.00'],
  );
  const remove = await api.DELETE('/v1/record', { body: { id: records[0]! } });
  assert.equal(codeOf(remove), 'record_made_elsewhere');
  const inBranch = await api.GET('/v1/chart-of-accounts/report', {
    params: { query: { type: 'profit-and-loss', to: '2027-01-31', divisionId } },
  });
  assert.match(JSON.stringify(inBranch.data), /"-1000\.00"|"1000\.00"/);
});

test('a month of a locked period is posted on the first day that is not locked', async () => {
  const business = await businessOn('2027-04-05');
  await lock(business, '2027-02-28');
  const { id } = await newAsset(business);
  await passTo(business, '2027-04-05');
  assert.deepEqual(await postedMonths(business, id), [
    '2027-01 1000.00 2027-03-01',
    '2027-02 1000.00 2027-03-01',
    '2027-03 1000.00 2027-03-31',
  ]);
  const recordId = (await readAsset(business, id)).schedule[0]!.recordId!;
  const { data } = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId } } });
  assert.equal(data!.description, 'Depreciación de enero de 2027 (su período estaba cerrado)');
});

test('while everything is locked nothing is posted, and it is made up for later', async () => {
  const business = await businessOn('2027-02-05');
  const { api } = business;
  await lock(business, '2027-02-28');
  const { id } = await newAsset(business);
  const { data } = await api.POST('/v1/asset/depreciation', { body: {} });
  assert.deepEqual(data, { data: [], currency: 'DOP', more: false });
  await lock(business, null);
  await api.POST('/v1/asset/depreciation', { body: {} });
  assert.deepEqual(await postedMonths(business, id), ['2027-01 1000.00 2027-01-31']);
});

test('the running month can be posted by hand, and no later one', async () => {
  const business = await businessOn('2027-02-20');
  const { api } = business;
  const { id } = await newAsset(business, { acquiredOn: '2027-02-01' });
  const post = (until: string) => api.POST('/v1/asset/depreciation', { body: { until } });
  assert.equal(codeOf(await post('2027-03-31')), 'month_not_begun');
  assert.deepEqual((await post('2027-02-27')).data!.data, []);
  const { data } = await post('2027-02-28');
  assert.deepEqual(
    data!.data.map(({ month, amount }) => [month, amount]),
    [['2027-02-01', '1000.00']],
  );
  assert.deepEqual((await post('2027-02-28')).data!.data, []);
  await passTo(business, '2027-03-05');
  assert.deepEqual(await postedMonths(business, id), ['2027-02 1000.00 2027-02-28']);
});

test('several jobs and requests at once post each month once', async () => {
  const business = await businessOn('2027-01-10');
  const ids: string[] = [];
  for (const name of ['Uno', 'Dos', 'Tres']) ids.push((await newAsset(business, { name })).id);
  await app.clock.move(business.id, Temporal.Instant.from('2027-07-10T16:00:00Z'));
  const work = Array.from({ length: 6 }, (_, place) =>
    place % 2 === 0
      ? runNow(depreciateAssets, { organizationId: business.id })
      : business.api.POST('/v1/asset/depreciation', { body: {} }).then(({ error }) => assert.equal(error, undefined)),
  );
  await Promise.all(work);
  await passTo(business, '2027-07-10');
  for (const id of ids) assert.equal((await postedMonths(business, id)).length, 6);
  assert.equal(await ruleBalance(business, 'depreciation'), 1_800_000n);
});

test('PostgreSQL refuses a second posting of a month, and more depreciation than the value', async () => {
  const business = await businessOn('2027-02-10');
  const { id } = await newAsset(business);
  await passTo(business, '2027-02-10');
  const { recordId } = (await readAsset(business, id)).schedule[0]!;
  const again = { assetId: id, month: '2027-01-01', amount: 1n, postedOn: '2027-01-31', recordId: recordId! };
  await assert.rejects(
    app.engine.within(business.id, (ctx) => assetDepreciations.insert(ctx, again)),
    /asset_depreciations_pkey/,
  );
  for (const change of [{ accumulated: 1_200_001n }, { accumulated: -1n }, { salvageValue: 1_100_001n }]) {
    await assert.rejects(
      app.engine.within(business.id, (ctx) => assets.update(ctx, id, change)),
      /assets_check/,
    );
  }
});

test('opening depreciation of another system is not posted again, and depreciation goes on from there', async () => {
  const business = await businessOn('2027-03-10');
  const { id } = await newAsset(business, {
    acquiredOn: '2026-07-01',
    cost: '12000',
    lifeMonths: 12,
    openingDepreciation: '6600',
    openingThrough: '2026-12-31',
  });
  await passTo(business, '2027-03-10');
  const asset = await readAsset(business, id);
  assert.deepEqual(
    asset.schedule.map(({ month, amount, recordId }) => `${month} ${amount} ${recordId !== null}`),
    [1, 2, 3, 4, 5, 6].map((month) => `2027-0${month}-01 900.00 ${month < 3}`),
  );
  assert.deepEqual([asset.accumulatedDepreciation, asset.schedule.at(-1)!.accumulated], ['8400.00', '12000.00']);
});
