import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { chartId, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { payloadsOf } from '#test/events.ts';
import { type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';

async function newShop(details: Record<string, unknown> = {}) {
  const business = await newBusiness();
  const [divisionId, resource] = await Promise.all([mainDivision(business), newResource(business.api, details)]);
  return { business, api: business.api, divisionId, resourceId: resource.id };
}

const move = async ({ api }: Pick<Business, 'api'>, body: Record<string, unknown>) => {
  const { data, error } = await api.POST('/v1/resource/record', { body: body as never });
  return { data, code: error?.code, path: error?.errors?.[0]?.path };
};

const position = async ({ api }: Pick<Business, 'api'>, resourceId: string, divisionId: string) =>
  (await api.GET('/v1/resource/position/{resourceId}/{divisionId}', { params: { path: { resourceId, divisionId } } }))
    .data!;

test('stock arrives at its price, leaves at the average and is transferred at its cost', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const other = await newDivision(business);
  const line = { resourceId, divisionId };
  const first = await stockUp(business, { ...line, quantity: '10', unitCost: '12.345' });
  assert.deepEqual([first.value, first.quantityAfter, first.valueAfter], ['123.45', '10', '123.45']);
  await stockUp(business, { ...line, quantity: 5, value: 76.55 });
  const out = await move(business, { type: 'OUT', ...line, quantity: '2.5', note: 'Se rompió' });
  assert.deepEqual([out.data!.quantity, out.data!.value, out.data!.note], ['-2.5', '-33.33', 'Se rompió']);
  const moved = await move(business, { type: 'TRANSFER', ...line, toDivisionId: other, quantity: '5' });
  assert.deepEqual(
    [moved.data!.quantity, moved.data!.value, moved.data!.counterpartDivisionId],
    ['-5', '-66.67', other],
  );
  const there = await position(business, resourceId, other);
  assert.deepEqual([there.quantity, there.value, there.unitCost], ['5', '66.67', '13.33']);
  const total = await api.GET('/v1/resource/total-value');
  assert.deepEqual([total.data!.value, total.data!.divisions.length], ['166.67', 2]);
  await checkStock(business);
  const created = await payloadsOf(business, 'resource:record-created');
  assert.deepEqual(
    created.map(({ type, divisionId: place }) => [type, place === other]),
    [
      ['IN', false],
      ['IN', false],
      ['OUT', false],
      ['TRANSFER', false],
      ['TRANSFER', true],
    ],
  );
});

test('movements are listed by resource, division, type and day, page by page', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const yesterday = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 1 }).toString();
  const line = { resourceId, divisionId };
  await stockUp(business, { ...line, quantity: '10', value: '100', date: yesterday });
  for (let turn = 0; turn < 4; turn++) await move(business, { type: 'OUT', ...line, quantity: '1' });
  const list = async (query: Record<string, unknown>) =>
    (await api.GET('/v1/resource/record', { params: { query } })).data!;
  assert.equal((await list({ type: 'OUT', resourceId, divisionId })).total, 4);
  assert.equal((await list({ to: yesterday })).total, 1);
  assert.equal((await list({ resourceId: newId() })).total, 0);
  const oldestFirst = await list({ type: ['IN', 'OUT'], sort: 'date', itemsPerPage: 1 });
  assert.deepEqual([oldestFirst.total, oldestFirst.data[0]!.type], [5, 'IN']);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ itemsPerPage: 2, ...(cursor && { cursor }) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  assert.deepEqual([seen.length, new Set(seen).size], [5, 5]);
});

test('first in, first out also applies to stock from before it was chosen', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const line = { resourceId, divisionId };
  await stockUp(business, { ...line, quantity: '10', value: '100' });
  await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation: 'fifo' } } });
  await stockUp(business, { ...line, quantity: '10', value: '300' });
  const out = async (quantity: string) => (await move(business, { type: 'OUT', ...line, quantity })).data!.value;
  assert.deepEqual([await out('8'), await out('4')], ['-80.00', '-80.00']);
  await checkStock(business);
  await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation: 'average' } } });
  assert.equal(await out('4'), '-120.00');
  assert.equal((await position(business, resourceId, divisionId)).value, '120.00');
  await checkStock(business);
});

test('an alert is emitted once when stock falls below its minimum', async () => {
  const { business, api, divisionId, resourceId } = await newShop({ minStockAlert: '5' });
  const line = { resourceId, divisionId };
  await stockUp(business, { ...line, quantity: '6', value: '60' });
  for (const quantity of ['1', '1', '1']) await move(business, { type: 'OUT', ...line, quantity });
  const alerts = () => payloadsOf(business, 'resource:stock-alert');
  assert.deepEqual(await alerts(), [{ divisionId, resourceId, quantity: '4', minStockAlert: '5' }]);
  assert.equal((await api.GET('/v1/resource/position', { params: { query: { low: true } } })).data!.total, 1);
  await stockUp(business, { ...line, quantity: '10' });
  await move(business, { type: 'OUT', ...line, quantity: '10' });
  assert.equal((await alerts()).length, 2);
});

test('an alert is emitted once when a minimum is raised above the stock, of the product or of the position', async () => {
  const { business, api, divisionId, resourceId } = await newShop({ minStockAlert: '5' });
  const key = { resourceId, divisionId };
  await stockUp(business, { ...key, quantity: '10', value: '60' });
  const alerts = () => payloadsOf(business, 'resource:stock-alert');
  for (const minStockAlert of ['20', '30']) {
    await api.PATCH('/v1/resource', { body: { id: resourceId, minStockAlert } });
    await eventually(async () => (await position(business, resourceId, divisionId)).minimum === minStockAlert);
  }
  const alert = { ...key, quantity: '10', minStockAlert: '20' };
  assert.deepEqual(await alerts(), [alert]);
  for (const minimum of ['8', '12', '14', '8']) await api.PATCH('/v1/resource/position', { body: { ...key, minimum } });
  assert.deepEqual(await alerts(), [alert, { ...alert, minStockAlert: '12' }]);
  await api.POST('/v1/resource/position/bulk', { body: { positions: [{ ...key, minimum: '11' }] } });
  assert.equal((await alerts()).length, 3);
});

test('stock falls below zero only where allowed, and the shortage is settled at the price of the next arrival', async () => {
  const { business, divisionId, resourceId } = await newShop();
  const line = { resourceId, divisionId };
  await stockUp(business, { ...line, quantity: '2', value: '20' });
  assert.equal((await move(business, { type: 'OUT', ...line, quantity: '2.000001' })).code, 'stock_insufficient');
  await business.api.PATCH('/v1/resource/position', { body: { ...line, allowsNegativeStock: true } });
  const out = await move(business, { type: 'OUT', ...line, quantity: '5' });
  assert.deepEqual([out.data!.value, out.data!.quantityAfter], ['-50.00', '-3']);
  await checkStock(business);
  await business.api.PATCH('/v1/resource/position', { body: { ...line, allowsNegativeStock: false } });
  assert.equal((await move(business, { type: 'OUT', ...line, quantity: '1' })).code, 'stock_insufficient');
  await stockUp(business, { ...line, quantity: '1', value: '12' });
  await stockUp(business, { ...line, quantity: '4', value: '48' });
  const { quantity, value } = await position(business, resourceId, divisionId);
  assert.deepEqual([quantity, value], ['2', '24.00']);
  await checkStock(business);
});

test('a count sets stock to the counted quantity, and the difference is the movement', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const other = await newResource(api, { name: 'Aceite' });
  await stockUp(business, { resourceId, divisionId, quantity: '10', value: '100' });
  const body = {
    divisionId,
    lines: [
      { resourceId, quantity: '7.5' },
      { resourceId: other.id, quantity: 0 },
    ],
  };
  const { data } = await api.POST('/v1/resource/record/bulk-stock', { body });
  assert.deepEqual(data!.lines, [
    { resourceId, before: '10', counted: '7.5', difference: '-2.5', value: '-25.00' },
    { resourceId: other.id, before: '0', counted: '0', difference: '0', value: '0.00' },
  ]);
  assert.deepEqual(
    data!.records.map(({ type, quantity }) => [type, quantity]),
    [['OUT', '-2.5']],
  );
  const twice = await api.POST('/v1/resource/record/bulk-stock', { body });
  assert.deepEqual(twice.data!.records, []);
  await checkStock(business);
});

test('goods that are sold or received between the count and its entry are no difference', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const phone = await newResource(api, { name: 'Celular', tracksSerials: true });
  await stockUp(business, { resourceId, divisionId, quantity: '10', value: '100' });
  const units = { resourceId: phone.id, divisionId };
  await stockUp(business, { ...units, quantity: '3', value: '300', serialNumbers: ['A', 'B', 'C'] });
  // Counted: 9 of 10, and of the phones A, B and an unknown X. Then 4 and A are sold, and 5 and D arrive.
  const move = (line: Record<string, unknown>) =>
    api.POST('/v1/resource/record', { body: { divisionId, resourceId, ...line } as never });
  await move({ type: 'OUT', quantity: '4' });
  await move({ type: 'IN', quantity: '5', value: '50' });
  await move({ ...units, type: 'OUT', quantity: '1', serialNumbers: ['A'], departure: 'sold' });
  await move({ ...units, type: 'IN', quantity: '1', value: '100', serialNumbers: ['D'] });
  const enter = (lines: Record<string, unknown>[]) =>
    api.POST('/v1/resource/record/bulk-stock', { body: { divisionId, lines: lines as never } });
  const { data } = await enter([
    { resourceId, quantity: '9', expected: '10' },
    { resourceId: phone.id, serialNumbers: ['A', 'B', 'X'], expectedSerialNumbers: ['A', 'B', 'C'] },
  ]);
  assert.deepEqual(
    data!.lines.map(({ before, counted, difference }) => [before, counted, difference]),
    [
      ['11', '10', '-1'],
      ['3', '3', '0'],
    ],
  );
  assert.deepEqual(
    data!.records.map(({ type, quantity, serialNumbers }) => [type, quantity, serialNumbers]),
    [
      ['OUT', '-1', []],
      ['OUT', '-1', ['C']],
      ['IN', '1', ['X']],
    ],
  );
  const mixed = [
    { resourceId: phone.id, serialNumbers: ['B'], expected: '1' },
    { resourceId, quantity: '1', expectedSerialNumbers: ['B'] },
  ];
  for (const line of mixed) assert.equal((await enter([line])).error!.code, 'invalid_request');
  const impossible = await enter([{ resourceId, quantity: '0', expected: '11' }]);
  assert.equal(impossible.error!.code, 'stock_insufficient', '11 were missing, but only 10 are here.');
  await checkStock(business);
});

test('units are counted by their serial numbers', async () => {
  const { business, api, divisionId, resourceId } = await newShop({ tracksSerials: true });
  await stockUp(business, { resourceId, divisionId, quantity: '3', value: '300', serialNumbers: ['A', 'B', 'C'] });
  const count = (line: Record<string, unknown>) =>
    api.POST('/v1/resource/record/bulk-stock', { body: { divisionId, lines: [{ resourceId, ...line } as never] } });
  assert.equal((await count({ quantity: '2' })).error!.code, 'serial_numbers_required');
  const { data } = await count({ serialNumbers: ['A', 'C', 'D', 'E'] });
  assert.deepEqual(
    data!.records.map(({ type, serialNumbers }) => [type, serialNumbers]),
    [
      ['OUT', ['B']],
      ['IN', ['D', 'E']],
    ],
  );
  await checkStock(business);
});

test('many movements are entered at once, all or none, with one record in the books', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const chartAccountId = await chartId(business, 'openingBalances');
  const line = { resourceId, divisionId };
  const enter = (records: Record<string, unknown>[]) =>
    api.POST('/v1/resource/record/bulk', { body: { records } as never });
  const { data } = await enter([
    { type: 'IN', ...line, quantity: '5', value: '50', chartAccountId },
    { type: 'OUT', ...line, quantity: '2' },
  ]);
  assert.deepEqual(
    data!.records.map(({ quantityAfter }) => quantityAfter),
    ['5', '3'],
  );
  const refused = await enter([
    { type: 'OUT', ...line, quantity: '1' },
    { type: 'OUT', ...line, quantity: '3' },
  ]);
  assert.equal(refused.error!.code, 'stock_insufficient');
  const unknown = await enter([
    { type: 'OUT', ...line, quantity: '1' },
    { type: 'OUT', ...line, resourceId: newId(), quantity: '1' },
  ]);
  assert.deepEqual(
    [unknown.error!.code, unknown.error!.errors![0]!.path],
    ['reference_not_found', 'body.records[1].resourceId'],
  );
  assert.equal((await position(business, resourceId, divisionId)).quantity, '3');
  await checkStock(business);
});

test('invalid movements are refused and write nothing', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const service = await newResource(api, { name: 'Entrega', kind: 'service' });
  const tomorrow = Temporal.Now.plainDateISO('America/Santo_Domingo').add({ days: 1 }).toString();
  const line = { type: 'IN', resourceId, divisionId, quantity: '1' };
  const refusals: [Record<string, unknown>, string][] = [
    [{ ...line, quantity: '0' }, 'invalid_request'],
    [{ ...line, quantity: '-1' }, 'invalid_request'],
    [{ ...line, quantity: '0.0000001' }, 'invalid_request'],
    [{ ...line, quantity: '1e3' }, 'invalid_request'],
    [{ ...line, value: '-5' }, 'invalid_request'],
    [{ ...line, value: '5', unitCost: '5' }, 'invalid_request'],
    [{ ...line, serialNumbers: ['A', 'A'] }, 'invalid_request'],
    [{ ...line, serialNumbers: ['A'] }, 'serial_numbers_not_tracked'],
    [{ ...line, date: tomorrow }, 'movement_in_future'],
    [{ ...line, resourceId: service.id }, 'stock_not_tracked'],
    [{ ...line, resourceId: newId() }, 'reference_not_found'],
    [{ ...line, divisionId: newId() }, 'reference_not_found'],
    [{ ...line, value: '5', chartAccountId: newId() }, 'reference_not_found'],
    [{ ...line, value: '5', chartAccountId: await chartId(business, 'inventory') }, 'counter_is_inventory'],
    [{ ...line, type: 'TRANSFER', toDivisionId: divisionId }, 'same_division'],
    [{ ...line, type: 'TRANSFER', toDivisionId: newId() }, 'reference_not_found'],
    [{ ...line, type: 'TRANSFER' }, 'invalid_request'],
    [{ ...line, type: 'ADJUSTMENT' }, 'invalid_request'],
  ];
  for (const [body, code] of refusals) assert.equal((await move(business, body)).code, code, JSON.stringify(body));
  await stockUp(business, { resourceId, divisionId, quantity: '0.000001', value: '1000000000000' });
  const huge = await move(business, { ...line, quantity: '999999999' });
  assert.equal(huge.code, 'stock_out_of_range');
  assert.equal((await api.GET('/v1/resource/record')).data!.total, 1);
});

test('a dry run moves nothing, a viewer moves nothing, and another organization sees nothing', async () => {
  const { business, api, divisionId, resourceId } = await newShop();
  const body = { type: 'IN', resourceId, divisionId, quantity: '5', value: '50' } as const;
  await api.POST('/v1/resource/record', { body, headers: { 'Dry-Run': 'true' } } as never);
  assert.equal((await api.GET('/v1/resource/record')).data!.total, 0);
  const { id } = await stockUp(business, body);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.POST('/v1/resource/record', { body })).error!.code, 'forbidden');
  assert.equal((await viewer.api.GET('/v1/resource/record')).data!.total, 1);
  const stranger = await newBusiness();
  for (const strange of [id, newId()]) {
    const refused = await stranger.api.PATCH('/v1/resource/record', { body: { id: strange, note: 'Mío' } });
    assert.equal(refused.error!.code, 'not_found');
  }
  const path = { resourceId, divisionId };
  assert.equal((await stranger.api.POST('/v1/resource/record', { body })).error!.code, 'reference_not_found');
  const read = await stranger.api.GET('/v1/resource/position/{resourceId}/{divisionId}', { params: { path } });
  assert.equal(read.error!.code, 'not_found');
});

test('only the note and the serial numbers of a movement can be corrected, and the units follow', async () => {
  const { business, api, divisionId, resourceId } = await newShop({ tracksSerials: true });
  const other = await newDivision(business);
  const line = { resourceId, divisionId };
  const came = await stockUp(business, { ...line, quantity: '3', value: '300', serialNumbers: ['A', 'B', 'X'] });
  const correct = async (id: string, change: Record<string, unknown>) => {
    const { data, error } = await api.PATCH('/v1/resource/record', { body: { id, ...change } as never });
    return data ? data.serialNumbers : error!.code;
  };
  assert.deepEqual(await correct(came.id, { serialNumbers: ['A', 'B', 'C'], note: 'Leída mal' }), ['A', 'B', 'C']);
  assert.equal(await correct(came.id, { serialNumbers: ['A', 'B'] }), 'serial_numbers_required');
  const unit = async (serialNumber: string) => {
    const path = { resourceId, serialNumber };
    const { data } = await api.GET('/v1/resource/serial-numbers/{resourceId}/{serialNumber}', { params: { path } });
    return [data!.status, data!.divisionId, data!.history.map(({ kind }) => kind).join(' ')];
  };
  assert.deepEqual(await unit('X'), ['withdrawn', null, 'received withdrawn']);
  const sold = await move(business, { type: 'OUT', ...line, quantity: '1', serialNumbers: ['A'], departure: 'sold' });
  assert.deepEqual(await correct(sold.data!.id, { serialNumbers: ['B'] }), ['B']);
  assert.deepEqual(await unit('A'), ['in-stock', divisionId, 'received sold restored']);
  assert.deepEqual(await unit('B'), ['sold', null, 'received sold']);
  const moved = await move(business, {
    type: 'TRANSFER',
    ...line,
    toDivisionId: other,
    quantity: '1',
    serialNumbers: ['A'],
  });
  assert.deepEqual(await correct(moved.data!.counterpartId!, { serialNumbers: ['C'] }), ['C']);
  assert.deepEqual([(await unit('A'))[1], (await unit('C'))[1]], [divisionId, other]);
  assert.equal(await correct(came.id, { serialNumbers: ['A', 'B', 'Z'] }), 'serial_number_not_in_stock');
  await checkStock(business);
  const [updated, ...others] = await payloadsOf(business, 'resource:record-updated');
  await correct(sold.data!.id, { note: 'Sin cambios', serialNumbers: ['B'] });
  assert.equal((await payloadsOf(business, 'resource:record-updated')).length, others.length + 1);
  assert.deepEqual(
    [updated!.old, updated!.new],
    [{ serialNumbers: ['A', 'B', 'X'] }, { serialNumbers: ['A', 'B', 'C'] }],
  );
});
