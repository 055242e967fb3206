import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { businessOn, newAsset, passTo, postedMonths, readAsset, refusedAsset } from '#test/assets.ts';
import { chartId, newContact, newDivision } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { codeOf, newBusiness, newMember } from '#test/harness.ts';

test('the tax category presets life, rate and category, and the posting rules preset the accounts', async () => {
  const business = await newBusiness();
  const registered = { acquiredOn: '2027-01-15', cost: '1450000', lifeMonths: undefined };
  const van = await newAsset(business, { ...registered, name: 'Camioneta', taxCategory: 2 });
  assert.deepEqual(
    [van.lifeMonths, van.method, van.yearlyRate, van.category, van.inServiceOn],
    [48, 'straight-line', null, 'Vehículos livianos y equipos de oficina', '2027-01-15'],
  );
  assert.equal(van.assetAccountId, await chartId(business, 'fixedAssets'));
  assert.equal(van.accumulatedAccountId, await chartId(business, 'accumulatedDepreciation'));
  assert.equal(van.expenseAccountId, await chartId(business, 'depreciation'));
  const lives = [1, 2, 3].map(
    async (taxCategory) => (await newAsset(business, { ...registered, taxCategory })).lifeMonths,
  );
  assert.deepEqual(await Promise.all(lives), [240, 48, 80]);
  const declining = { ...registered, method: 'declining' };
  const machine = await newAsset(business, { ...declining, taxCategory: 3 });
  assert.deepEqual([machine.yearlyRate, machine.lifeMonths], ['15', 160]);
  const press = await newAsset(business, { ...declining, lifeMonths: 60 });
  assert.deepEqual([press.yearlyRate, press.lifeMonths, press.category], ['40', 60, '']);
});

test('an asset is refused if its values, dates or accounts do not fit', async () => {
  const business = await businessOn('2027-03-10');
  const refusals: [Record<string, unknown>, string][] = [
    [{ lifeMonths: undefined }, 'life_required'],
    [{ lifeMonths: undefined, method: 'declining' }, 'life_required'],
    [{ yearlyRate: '25' }, 'rate_not_used'],
    [{ salvageValue: '12000.01' }, 'values_out_of_order'],
    [{ salvageValue: '6000', openingDepreciation: '6000.01' }, 'values_out_of_order'],
    [{ cost: '0.001' }, 'values_out_of_order'],
    [{ inServiceOn: '2026-12-31' }, 'dates_out_of_order'],
    [{ openingThrough: '2026-12-31' }, 'dates_out_of_order'],
    [{ openingThrough: '2027-04-01' }, 'dates_out_of_order'],
    [{ assetAccountId: await chartId(business, 'sales') }, 'account_kind_differs'],
    [{ expenseAccountId: await chartId(business, 'cash') }, 'account_kind_differs'],
    [{ accumulatedAccountId: newId() }, 'reference_not_found'],
    [{ divisionId: newId() }, 'reference_not_found'],
    [{ projectId: newId() }, 'reference_not_found'],
    [{ pendingRecordId: newId() }, 'reference_not_found'],
  ];
  for (const [details, code] of refusals)
    assert.equal(await refusedAsset(business, details), code, JSON.stringify(details));
  await newAsset(business, { code: 'A-1' });
  assert.equal(await refusedAsset(business, { code: 'A-1' }), 'asset_code_taken');
  assert.equal((await newAsset(business, { name: 'Solar', salvageValue: '12000' })).state, 'depreciated');
});

test('assets are listed newest first, filtered, found by their words, and summed without those disposed of', async () => {
  const business = await businessOn('2027-03-10');
  const { api } = business;
  const divisionId = await newDivision(business);
  const van = await newAsset(business, {
    name: 'Camioneta Hilux',
    code: 'L123456',
    taxCategory: 2,
    cost: '48000',
    lifeMonths: 48,
  });
  const oven = await newAsset(business, { name: 'Horno', acquiredOn: '2027-02-01', category: 'Cocina', divisionId });
  const land = await newAsset(business, { name: 'Solar', acquiredOn: '2027-03-01', salvageValue: '12000' });
  await passTo(business, '2027-03-10');
  const list = async (query = {}) => {
    const { data } = await api.GET('/v1/asset', { params: { query } });
    return { ids: data!.data.map(({ id }) => id), ...data! };
  };
  const all = await list();
  assert.deepEqual(all.ids, [land.id, oven.id, van.id]);
  assert.deepEqual(all.totals, { cost: '72000.00', accumulatedDepreciation: '3000.00', bookValue: '69000.00' });
  assert.deepEqual((await list({ search: 'l1234' })).ids, [van.id]);
  assert.deepEqual((await list({ taxCategory: '2,3' })).ids, [van.id]);
  assert.deepEqual((await list({ category: 'Cocina' })).totals.cost, '12000.00');
  assert.deepEqual((await list({ divisionId })).ids, [oven.id]);
  assert.deepEqual((await list({ state: 'depreciated' })).ids, [land.id]);
  assert.deepEqual((await list({ from: '2027-02-01', to: '2027-02-28' })).ids, [oven.id]);
  const first = await list({ itemsPerPage: 2, sort: '-cost' });
  assert.equal(first.ids[0], van.id);
  assert.equal((await list({ itemsPerPage: 2, sort: '-cost', cursor: first.nextCursor })).ids.length, 1);
  await api.POST('/v1/asset/{assetId}/disposal', { params: { path: { assetId: van.id } }, body: { kind: 'scrapped' } });
  assert.deepEqual((await list({ state: 'disposed' })).totals.cost, '0.00');
  assert.deepEqual((await list()).totals.cost, '24000.00');
});

test('after a posting a new life and salvage value count from the next month on, and the past stays', async () => {
  const business = await businessOn('2027-03-10');
  const { api } = business;
  const { id } = await newAsset(business);
  await passTo(business, '2027-03-10');
  const changed = await api.PATCH('/v1/asset', { body: { id, lifeMonths: 22, salvageValue: '2000' } });
  assert.equal(changed.data!.version, 2);
  const schedule = (await readAsset(business, id)).schedule;
  assert.deepEqual(
    schedule.map(({ amount }) => amount),
    [...Array(2).fill('1000.00'), ...Array(20).fill('400.00')],
  );
  for (const fixed of [{ acquiredOn: '2026-12-01' }, { openingDepreciation: '1' }]) {
    assert.equal(codeOf(await api.PATCH('/v1/asset', { body: { id, ...fixed } })), 'asset_depreciated');
  }
  assert.equal(codeOf(await api.PATCH('/v1/asset', { body: { id, salvageValue: '10001' } })), 'values_out_of_order');
  const stale = await api.PATCH('/v1/asset', { body: { id, version: 1, name: 'Otra' } });
  assert.equal(codeOf(stale), 'version_conflict');
  await api.PATCH('/v1/asset', { body: { id, salvageValue: '10000' } });
  assert.equal((await readAsset(business, id)).state, 'depreciated');
  await passTo(business, '2027-08-10');
  await api.PATCH('/v1/asset', { body: { id, salvageValue: '8500' } });
  await passTo(business, '2027-09-01');
  assert.deepEqual(await postedMonths(business, id), [
    '2027-01 1000.00 2027-01-31',
    '2027-02 1000.00 2027-02-28',
    '2027-08 100.00 2027-08-31',
  ]);
});

test('the cost follows a bill that was corrected after the first months were posted', async () => {
  const business = await businessOn('2027-03-10');
  const { api } = business;
  const chartAccountId = await chartId(business, 'fixedAssets');
  const bill = await newDocument(api, {
    direction: 'purchase',
    contactId: await newContact(business),
    date: '2027-01-01',
    elements: [{ description: 'Nevera', quantity: 1, unitPrice: '12000', chartAccountId }],
  });
  const { id } = await newAsset(business, { pendingRecordId: bill.id });
  await passTo(business, '2027-03-10');
  const corrected = { id: bill.elements[0]!.id, unitPrice: '10000' };
  assert.equal((await api.PATCH('/v1/record/pending/element', { body: corrected })).error, undefined);
  const changed = await api.PATCH('/v1/asset', { body: { id, cost: '10000' } });
  assert.deepEqual([changed.data!.accumulatedDepreciation, changed.data!.bookValue], ['2000.00', '8000.00']);
  assert.deepEqual(
    (await readAsset(business, id)).schedule.map(({ amount }) => amount),
    [...Array(2).fill('1000.00'), ...Array(10).fill('800.00')],
  );
  const { data: register } = await api.GET('/v1/asset/register', {
    params: { query: { from: '2027-01-01', to: '2027-03-10' } },
  });
  assert.deepEqual(
    register!.accounts.map(({ difference }) => difference),
    ['0.00', '0.00'],
  );
  assert.equal(codeOf(await api.PATCH('/v1/asset', { body: { id, cost: '1999.99' } })), 'values_out_of_order');
});

test('before the first posting everything can change, and the asset can be deleted', async () => {
  const business = await businessOn('2027-01-10');
  const { api } = business;
  const { id } = await newAsset(business, { taxCategory: 2 });
  const { data: changed } = await api.PATCH('/v1/asset', {
    body: { id, cost: '24000', method: 'declining', inServiceOn: '2027-01-05', note: 'En la tienda' },
  });
  assert.deepEqual([changed!.cost, changed!.yearlyRate, changed!.lifeMonths], ['24000.00', '25', 12]);
  const even = await api.PATCH('/v1/asset', { body: { id, method: 'straight-line' } });
  assert.deepEqual([even.data!.yearlyRate, even.data!.note], [null, 'En la tienda']);
  const path = { params: { path: { assetId: id } } };
  assert.equal((await api.DELETE('/v1/asset/{assetId}', path)).response.status, 204);
  assert.equal(codeOf(await api.GET('/v1/asset/{assetId}', path)), 'not_found');
  const posted = await newAsset(business, { acquiredOn: '2026-12-01' });
  await passTo(business, '2027-01-10');
  const refused = await api.DELETE('/v1/asset/{assetId}', { params: { path: { assetId: posted.id } } });
  assert.equal(codeOf(refused), 'asset_depreciated');
});

test('an asset names the purchase that bought it, which cannot be voided any more', async () => {
  const business = await newBusiness();
  const { api } = business;
  const account = await chartId(business, 'fixedAssets');
  const purchase = await newDocument(api, {
    direction: 'purchase',
    elements: [{ description: 'Camioneta', unitPrice: '12000', chartAccountId: account }],
  });
  const sale = await newDocument(api);
  assert.equal(await refusedAsset(business, { pendingRecordId: sale.id }), 'not_a_purchase');
  const asset = await newAsset(business, { pendingRecordId: purchase.id });
  assert.equal(asset.pendingRecordId, purchase.id);
  const voidIt = () => api.DELETE('/v1/record/pending', { body: { id: purchase.id } });
  assert.equal(codeOf(await voidIt()), 'document_followed');
  await api.PATCH('/v1/asset', { body: { id: asset.id, pendingRecordId: null } });
  assert.equal((await voidIt()).error, undefined);
});

test('accounts of assets are neither archived nor deleted, and the currency stays', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: account } = await api.POST('/v1/chart-of-accounts', {
    body: { code: '1250', name: 'Vehículos', kind: 'asset' },
  });
  const { id } = account!;
  const asset = await newAsset(business, { assetAccountId: id });
  const archive = () => api.PATCH('/v1/chart-of-accounts', { body: { id, archived: true } });
  const remove = () => api.DELETE('/v1/chart-of-accounts/{accountId}', { params: { path: { accountId: id } } });
  assert.deepEqual([codeOf(await archive()), codeOf(await remove())], ['account_in_use', 'account_in_use']);
  const currency = await api.PATCH('/v1/organization', { body: { currency: 'USD' } });
  assert.equal(codeOf(currency), 'currency_in_use');
  await api.DELETE('/v1/asset/{assetId}', { params: { path: { assetId: asset.id } } });
  assert.equal((await archive()).error, undefined);
});

test('a viewer reads assets and registers none; another organization sees none', async () => {
  const business = await newBusiness();
  const { id } = await newAsset(business);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/asset')).data!.total, 1);
  assert.equal(await refusedAsset({ ...business, api: viewer.api }, {}), 'forbidden');
  assert.equal(codeOf(await viewer.api.GET('/v1/asset/register')), 'forbidden');
  const other = await newBusiness();
  for (const assetId of [id, newId()]) {
    const path = { params: { path: { assetId } } };
    const codes = [
      codeOf(await other.api.GET('/v1/asset/{assetId}', path)),
      codeOf(await other.api.PATCH('/v1/asset', { body: { id: assetId, name: 'Mía' } })),
      codeOf(await other.api.DELETE('/v1/asset/{assetId}', path)),
      codeOf(await other.api.POST('/v1/asset/{assetId}/disposal', { ...path, body: { kind: 'scrapped' } })),
    ];
    assert.deepEqual(codes, Array(4).fill('not_found'));
  }
});
