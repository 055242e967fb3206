import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { ruleBalance } from '#test/accounts.ts';
import { newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { app, baseUrl, caughtUp, eventually, newBusiness, newMember } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';
import { stockPositions } from '../tables.ts';
import { followResources } from './follow-resources.ts';

test('positions are found by the words of their product', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  for (const name of ['Arroz selecto', 'Sal en grano']) {
    const { id: resourceId } = await newResource(business.api, { name });
    await stockUp(business, { resourceId, divisionId, quantity: '4', unitCost: '25.50' });
  }
  const { data } = await business.api.GET('/v1/resource/position', { params: { query: { search: 'SELECTO arr' } } });
  assert.deepEqual(
    data?.data.map(({ resource }) => resource.name),
    ['Arroz selecto'],
  );
});

test('a position is created, changed by version, and deleted only when it is empty', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [divisionId, resource] = await Promise.all([mainDivision(business), newResource(api, { code: 'ARZ-1' })]);
  const key = { resourceId: resource.id, divisionId };
  const { data } = await api.POST('/v1/resource/position', { body: { ...key, minimum: '5', location: 'Pasillo 3' } });
  assert.deepEqual([data!.quantity, data!.minimum, data!.low, data!.resource.code], ['0', '5', true, 'ARZ-1']);
  assert.equal((await api.POST('/v1/resource/position', { body: key })).error!.code, 'position_exists');
  const changed = await api.PATCH('/v1/resource/position', { body: { ...key, version: 1, minimum: '2.5' } });
  assert.deepEqual([changed.data!.minimum, changed.data!.location, changed.data!.version], ['2.5', 'Pasillo 3', 2]);
  const same = await api.PATCH('/v1/resource/position', { body: { ...key, minimum: '2.50' } });
  assert.equal(same.data!.version, 2);
  const stale = await api.PATCH('/v1/resource/position', { body: { ...key, version: 1, minimum: '9' } });
  assert.equal(stale.error!.code, 'version_conflict');
  await stockUp(business, { ...key, quantity: '3', value: '30' });
  assert.equal((await api.DELETE('/v1/resource/position', { body: key })).error!.code, 'position_not_empty');
  await api.POST('/v1/resource/record', { body: { type: 'OUT', ...key, quantity: '3' } });
  assert.equal((await api.DELETE('/v1/resource/position', { body: key })).response.status, 204);
  assert.equal((await api.DELETE('/v1/resource/position', { body: key })).error!.code, 'not_found');
  await stockUp(business, { ...key, quantity: '1', value: '10' });
  await checkStock(business);
});

test('the rules of many positions are set at once, without changing quantities', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisions = [await mainDivision(business), await newDivision(business)];
  const resources = await Promise.all(['Arroz', 'Aceite'].map((name) => newResource(api, { name })));
  const keys = resources.flatMap(({ id }) => divisions.map((divisionId) => ({ resourceId: id, divisionId })));
  await api.POST('/v1/resource/position', { body: { ...keys[0]!, location: 'A1' } });
  const positions = keys.map((key, place) => ({ ...key, minimum: String(place) }));
  const { data } = await api.POST('/v1/resource/position/bulk', { body: { positions } });
  assert.deepEqual(
    data!.positions.map(({ minimum, location }) => [minimum, location]),
    [
      ['0', 'A1'],
      ['1', null],
      ['2', null],
      ['3', null],
    ],
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { itemsPerPage: 3, ...(cursor && { cursor }) };
    const page = (await api.GET('/v1/resource/position', { params: { query } })).data!;
    seen.push(...page.data.map(({ resourceId, divisionId }) => `${resourceId} ${divisionId}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  assert.equal(new Set(seen).size, 4);
  const all = `${keys[0]!.resourceId},${keys[2]!.resourceId}`;
  const { data: backwards } = await api.GET('/v1/resource/position', {
    params: { query: { sort: '-resource', resourceId: all } },
  });
  assert.equal(backwards!.data[0]!.resourceId, seen.at(-1)!.split(' ')[0]);
  const withQuantity = { positions: [{ ...keys[0]!, quantity: '5' }] };
  assert.equal(
    (await api.POST('/v1/resource/position/bulk', { body: withQuantity as never })).error!.code,
    'invalid_request',
  );
  const twice = { positions: [keys[0]!, keys[0]!] };
  assert.equal((await api.POST('/v1/resource/position/bulk', { body: twice })).error!.code, 'invalid_request');
  const unknown = { positions: [keys[0]!, { ...keys[0]!, resourceId: newId() }] };
  const refused = await api.POST('/v1/resource/position/bulk', { body: unknown });
  assert.deepEqual(
    [refused.error!.code, refused.error!.errors![0]!.path],
    ['reference_not_found', 'body.positions[1].resourceId'],
  );
});

test('an invalid position is refused, and a viewer cannot change one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const service = await newResource(api, { name: 'Entrega', kind: 'service' });
  const phone = await newResource(api, { name: 'Celular', tracksSerials: true });
  const prepare = async (body: Record<string, unknown>) =>
    (await api.POST('/v1/resource/position', { body: { divisionId, ...body } as never })).error?.code;
  assert.equal(await prepare({ resourceId: service.id }), 'stock_not_tracked');
  assert.equal(await prepare({ resourceId: phone.id, allowsNegativeStock: true }), 'units_cannot_be_owed');
  assert.equal(await prepare({ resourceId: phone.id, minimum: '-1' }), 'invalid_request');
  assert.equal(await prepare({ resourceId: newId() }), 'reference_not_found');
  const viewer = await newMember(business);
  const body = { resourceId: phone.id, divisionId };
  assert.equal((await viewer.api.POST('/v1/resource/position', { body })).error!.code, 'forbidden');
});

test('serial numbers can be tracked only from zero stock, and the minimum of a resource reaches its positions', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id } = await newResource(api);
  await stockUp(business, { resourceId: id, divisionId, quantity: '3', value: '30' });
  const follow = await api.PATCH('/v1/resource', { body: { id, tracksSerials: true } as never });
  assert.equal(follow.error!.code, 'resource_has_stock');
  await api.PATCH('/v1/resource', { body: { id, minStockAlert: '4' } as never });
  const low = await eventually(async () => {
    const { data } = await api.GET('/v1/resource/position', { params: { query: { low: true } } });
    return data!.data[0];
  });
  assert.deepEqual([low.minimum, low.quantity], ['4', '3']);
});

/** The statements on stock that a change of so many products takes, and what follows its events. */
async function statementsOf(count: number): Promise<number> {
  const business = await newBusiness();
  const { api } = business;
  const resources = Array.from({ length: count }, (_, n) => ({ name: `Producto ${n}`, code: `P-${n}` }));
  const { data } = await api.POST('/v1/resource/bulk', { body: { resources } });
  const ids = data!.results.map(({ id }) => id!);
  const divisionId = await mainDivision(business);
  await api.POST('/v1/resource/position/bulk', {
    body: { positions: ids.map((resourceId) => ({ resourceId, divisionId })) },
  });
  await caughtUp(business.id, followResources.name);
  const packets = await packetsDuring('', async () => {
    const change = { minStockAlert: '4', tracksSerials: true };
    const changed = await api.PATCH('/v2/resource/bulk', { body: { ids, change } });
    assert.equal(changed.response.status, 200, JSON.stringify(changed.error));
    await caughtUp(business.id, followResources.name);
  });
  const { data: low } = await api.GET('/v1/resource/position', { params: { query: { low: true } } });
  assert.deepEqual([low!.total, low!.data[0]!.minimum], [count, '4']);
  return packets.flat().filter((text) => /stock_positions|lot_positions/.test(text)).length;
}

test('tracking and minimums of many products take no statement for each', async () => {
  const [one, many] = [await statementsOf(1), await statementsOf(30)];
  // Background work of other tests may send a few.
  assert.ok(many < one + 20, `${many} statements instead of ${one}`);
});

test('products of which one has stock keep their tracking', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [empty, full] = [(await newResource(api)).id, (await newResource(api)).id];
  await stockUp(business, { resourceId: full, divisionId: await mainDivision(business), quantity: '3', value: '30' });
  const body = { ids: [empty, full], change: { tracksSerials: true } };
  assert.equal((await api.PATCH('/v2/resource/bulk', { body })).error!.code, 'resource_has_stock');
  const lots = await api.PATCH('/v2/resource/bulk', { body: { ids: [empty, full], change: { tracksLots: true } } });
  assert.equal(lots.response.status, 200, JSON.stringify(lots.error));
});

test('a maximum is not below the minimum, neither its own nor that of the resource', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { minStockAlert: '6' });
  const key = { resourceId, divisionId };
  const change = (rules: object) => api.PATCH('/v1/resource/position', { body: { ...key, ...rules } });
  const made = await api.POST('/v1/resource/position', { body: { ...key, maximum: '12.5' } });
  assert.deepEqual([made.data!.minimum, made.data!.maximum], ['6', '12.5']);
  assert.equal((await change({ maximum: '5.999999' })).error!.code, 'maximum_below_minimum');
  assert.equal((await change({ minimum: '13' })).error!.code, 'maximum_below_minimum');
  assert.equal((await change({ minimum: '5', maximum: '5' })).data!.maximum, '5');
  const positions = [{ ...key, minimum: '9' }];
  const bulk = await api.POST('/v1/resource/position/bulk', { body: { positions } });
  assert.equal(bulk.error!.code, 'maximum_below_minimum');
  assert.equal((await change({ minimum: null, maximum: null })).data!.maximum, null);
  const row = { quantity: '0', maximum: '4', minimum: '5' };
  const write = app.engine.within(business.id, (ctx) => stockPositions.updateAll(ctx, key, row));
  await assert.rejects(write, /stock_positions_valid/);
});

test('a minimum of the resource above the maximum of a position does not refuse its other rules', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api);
  const key = { resourceId, divisionId: await mainDivision(business) };
  await api.POST('/v1/resource/position', { body: { ...key, maximum: '4' } });
  await api.PATCH('/v1/resource', { body: { id: resourceId, minStockAlert: '9' } as never });
  const { data } = await api.PATCH('/v1/resource/position', { body: { ...key, location: 'A1' } });
  assert.deepEqual([data!.minimum, data!.maximum, data!.location], ['9', '4', 'A1']);
});

test('the stock of a past day is valued as the ledger was, product by product, also after late entries', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [divisionId, other] = [await mainDivision(business), await newDivision(business)];
  const [rice, oil] = await Promise.all(['Arroz', 'Aceite'].map((name) => newResource(api, { name })));
  const move = async (body: object) => {
    const { error } = await api.POST('/v1/resource/record', { body: { divisionId, ...body } as never });
    assert.equal(error, undefined);
  };
  const ofRice = { resourceId: rice!.id };
  await move({ ...ofRice, type: 'IN', quantity: '10', unitCost: '100', date: '2026-09-01' });
  await move({ resourceId: oil!.id, type: 'IN', quantity: '3', unitCost: '33.33', date: '2026-09-20' });
  await move({ ...ofRice, type: 'OUT', quantity: '4', date: '2026-10-05' });
  await move({ ...ofRice, type: 'TRANSFER', quantity: '1', toDivisionId: other, date: '2026-10-10' });
  await move({ ...ofRice, type: 'IN', quantity: '10', unitCost: '130', date: '2026-09-15' });
  await move({ resourceId: oil!.id, type: 'OUT', quantity: '3' });
  for (const asOf of ['2026-08-31', '2026-09-01', '2026-09-15', '2026-09-30', '2026-10-05', '2026-10-10']) {
    const { data: total } = await api.GET('/v1/resource/total-value', { params: { query: { asOf } } });
    const { data: listed } = await api.GET('/v1/resource/valuation', { params: { query: { asOf } } });
    assert.equal(toMinor(total!.value, 'DOP'), await ruleBalance(business, 'inventory', asOf), asOf);
    const sum = listed!.data.reduce((all, { value }) => all + toMinor(value, 'DOP'), 0n);
    assert.deepEqual([total!.asOf, toMinor(total!.value, 'DOP')], [asOf, sum]);
  }
  const { data } = await api.GET('/v1/resource/valuation', { params: { query: { asOf: '2026-09-30' } } });
  assert.deepEqual(data!.data.map(({ resource, division, quantity }) => [resource.name, division, quantity]).sort(), [
    ['Aceite', 'Principal', '3'],
    ['Arroz', 'Principal', '20'],
  ]);
  const now = await api.GET('/v1/resource/valuation', { params: { query: { divisionId: other } } });
  assert.deepEqual([now.data!.total, now.data!.data[0]!.quantity], [1, '1']);
  const file = await fetch(`${baseUrl}/v1/resource/valuation/download?asOf=2026-09-30`, {
    headers: { authorization: `Bearer ${business.owner.token}`, 'x-service-organization-id': business.id },
  });
  const lines = (await file.text()).trim().split('\r\n');
  assert.deepEqual([lines.length, lines[0]!.includes('Existencia')], [3, true]);
});
