import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { app, baseUrl, eventually, newBusiness, newMember } from '#test/harness.ts';
import { checkStock, mainDivision, moveAsDocument, stockUp, voidDocument } from '#test/stock.ts';
import { releaseStock, reserveStock } from '../stock/reserve-stock.ts';

async function newPhoneShop() {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Celular', code: 'CEL', tracksSerials: true });
  const unit = async (serialNumber: string) => {
    const path = { resourceId, serialNumber };
    const { data } = await api.GET('/v1/resource/serial-numbers/{resourceId}/{serialNumber}', { params: { path } });
    return {
      status: data!.status,
      divisionId: data!.divisionId,
      life: data!.history.map(({ kind }) => kind).join(' '),
    };
  };
  return { business, api, divisionId, resourceId, unit };
}

test('a unit is received, moved, reserved, sold, returned and scrapped', async () => {
  const { business, api, divisionId, resourceId, unit } = await newPhoneShop();
  const other = await newDivision(business);
  const one = { resourceId, serialNumbers: ['SN/1 #2'] };
  await stockUp(business, { ...one, divisionId, quantity: '1', value: '500' });
  await moveAsDocument(business, [{ ...one, divisionId, toDivisionId: other, quantity: '1' }]);
  const order = { kind: 'test-order', id: resourceId };
  await app.engine.within(business.id, (ctx) =>
    reserveStock(ctx, order, [{ ...one, divisionId: other, quantity: '1' }]),
  );
  assert.equal((await unit('SN/1 #2')).status, 'reserved');
  await app.engine.within(business.id, (ctx) => releaseStock(ctx, order));
  await moveAsDocument(business, [{ ...one, divisionId: other, quantity: '-1' }]);
  await moveAsDocument(business, [{ ...one, divisionId, quantity: '1', value: 50_000n }]);
  const path = { resourceId, serialNumber: 'SN/1 #2' };
  const scrap = () =>
    api.PATCH('/v1/resource/serial-numbers/{resourceId}/{serialNumber}', {
      params: { path },
      body: { status: 'scrapped', note: 'Mojado', warrantyUntil: '2027-01-31' },
    });
  const { data } = await scrap();
  assert.deepEqual([data!.note, data!.warrantyUntil, data!.status], ['Mojado', '2027-01-31', 'scrapped']);
  assert.deepEqual(await unit('SN/1 #2'), {
    status: 'scrapped',
    divisionId: null,
    life: 'received moved reserved released sold returned scrapped',
  });
  assert.equal((await scrap()).error!.code, 'serial_number_not_in_stock');
  await checkStock(business);
});

test('voiding a document returns its units', async () => {
  const { business, divisionId, resourceId, unit } = await newPhoneShop();
  const other = await newDivision(business);
  const came = await moveAsDocument(business, [
    { resourceId, divisionId, quantity: '2', value: 100_000n, serialNumbers: ['A', 'B'] },
  ]);
  const moved = await moveAsDocument(business, [
    { resourceId, divisionId, toDivisionId: other, quantity: '1', serialNumbers: ['A'] },
  ]);
  const sold = await moveAsDocument(business, [{ resourceId, divisionId, quantity: '-1', serialNumbers: ['B'] }]);
  const returned = await moveAsDocument(business, [
    { resourceId, divisionId, quantity: '1', value: 50_000n, serialNumbers: ['B'] },
  ]);
  await voidDocument(business, returned);
  assert.equal((await unit('B')).status, 'sold');
  await voidDocument(business, sold);
  await voidDocument(business, moved);
  assert.deepEqual([(await unit('A')).divisionId, (await unit('B')).divisionId], [divisionId, divisionId]);
  await voidDocument(business, came);
  assert.deepEqual([(await unit('A')).status, (await unit('B')).status], ['withdrawn', 'withdrawn']);
  await checkStock(business);
});

test('serial numbers match the quantity, are in stock when they leave, and are unique', async () => {
  const { business, api, divisionId, resourceId } = await newPhoneShop();
  const move = async (body: Record<string, unknown>) =>
    (await api.POST('/v1/resource/record', { body: { resourceId, divisionId, ...body } as never })).error?.code;
  assert.equal(await move({ type: 'IN', quantity: '2', serialNumbers: ['A'] }), 'serial_numbers_required');
  assert.equal(await move({ type: 'IN', quantity: '1.5', serialNumbers: ['A'] }), 'serial_numbers_required');
  assert.equal(await move({ type: 'IN', quantity: '1' }), 'serial_numbers_required');
  assert.equal(await move({ type: 'IN', quantity: '1', serialNumbers: ['ñ'] }), 'invalid_request');
  await stockUp(business, { resourceId, divisionId, quantity: '1', serialNumbers: ['A'] });
  assert.equal(await move({ type: 'IN', quantity: '1', serialNumbers: ['A'] }), 'serial_number_in_stock');
  assert.equal(await move({ type: 'OUT', quantity: '1', serialNumbers: ['B'] }), 'serial_number_not_in_stock');
  await checkStock(business);
});

test('documents take the same serial numbers as movements by hand', async () => {
  const { business, api, divisionId, resourceId } = await newPhoneShop();
  for (const serialNumber of ['ñ', 'x'.repeat(61)]) {
    const line = { resourceId, quantity: 1, unitPrice: '500', serialNumbers: [serialNumber] };
    const { error } = await api.POST('/v1/record/pending', { body: { direction: 'purchase', elements: [line] } });
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['invalid_request', 'body.elements[0].serialNumbers[0]']);
    const arrival = { resourceId, divisionId, quantity: '1', value: 100n, serialNumbers: [serialNumber] };
    await assert.rejects(moveAsDocument(business, [arrival]), { constraint: 'serial_numbers_form' });
  }
});

test('serial numbers are listed by status, division and prefix', async () => {
  const { business, api, divisionId, resourceId } = await newPhoneShop();
  const serialNumbers = ['AB-1', 'AB-2', 'AC-1', 'B-1'];
  await stockUp(business, { resourceId, divisionId, quantity: '4', value: '4', serialNumbers });
  await moveAsDocument(business, [{ resourceId, divisionId, quantity: '-1', serialNumbers: ['AB-2'] }]);
  const list = async (query: Record<string, unknown>) =>
    (await api.GET('/v1/resource/serial-numbers', { params: { query } })).data!.data.map((one) => one.serialNumber);
  for (const search of ['A', 'a']) assert.deepEqual(await list({ search }), ['AB-1', 'AB-2', 'AC-1']);
  assert.deepEqual(await list({ search: 'ñ' }), []);
  assert.deepEqual(await list({ status: 'sold' }), ['AB-2']);
  assert.deepEqual(await list({ status: 'sold,in-stock', sort: '-number', itemsPerPage: 2 }), ['B-1', 'AC-1']);
  assert.deepEqual(await list({ divisionId, itemsPerPage: 2 }), ['AB-1', 'AC-1']);
  const path = { resourceId };
  const ofResource = await api.GET('/v1/resource/serial-numbers/{resourceId}', { params: { path } });
  assert.equal(ofResource.data!.total, 4);
  const stranger = await newBusiness();
  for (const strange of [resourceId, newId()]) {
    const read = await stranger.api.GET('/v1/resource/serial-numbers/{resourceId}', {
      params: { path: { resourceId: strange } },
    });
    assert.equal(read.error!.code, 'not_found');
  }
});

test('an export of serial numbers is written in the background, listed in the history and downloaded by its name', async () => {
  const { business, api, divisionId, resourceId } = await newPhoneShop();
  await stockUp(business, { resourceId, divisionId, quantity: '2', value: '4', serialNumbers: ['=A1', 'B'] });
  const begin = (format: 'csv' | 'xlsx') =>
    api.POST('/v1/resource/serial-numbers/export', { body: { format, filters: { status: 'in-stock' } } });
  const asked = [(await begin('csv')).data!, (await begin('xlsx')).data!];
  assert.deepEqual(
    asked.map(({ status }) => status),
    ['running', 'running'],
  );
  const done = await eventually(async () => {
    const { data } = await api.GET('/v1/resource/serial-numbers/export/history');
    return data!.data.every(({ status }) => status === 'done') && data!.data;
  });
  assert.deepEqual(
    done.map(({ rows }) => rows),
    [2, 2],
  );
  const fetchFile = (fileName: string, token = business.owner.token) =>
    fetch(`${baseUrl}/v1/resource/serial-numbers/export/download/${fileName}`, { headers: { authorization: token } });
  const csv = await fetchFile(asked[0]!.fileName);
  const lines = (await csv.text()).split('\r\n');
  assert.match(csv.headers.get('content-disposition')!, /numeros-de-serie-.*\.csv/);
  assert.match(lines[1]!, /^'=A1,Celular,CEL,En inventario,Principal/);
  const xlsx = Buffer.from(await (await fetchFile(asked[1]!.fileName)).arrayBuffer());
  assert.equal(xlsx.subarray(0, 2).toString(), 'PK');
  assert.equal((await fetchFile('nada.csv')).status, 404);
  const stranger = await newBusiness();
  assert.equal((await fetchFile(asked[0]!.fileName, stranger.owner.token)).status, 404);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/resource/serial-numbers/export/history')).data!.total, 2);
  const unknown = await api.POST('/v1/resource/serial-numbers/export', {
    body: { filters: { resourceId: newId() } } as never,
  });
  assert.equal(unknown.error!.code, 'reference_not_found');
});
