import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { type Business, codeOf, newBusiness } from '#test/harness.ts';
import { newBranch, newMethod, newService } from '#test/online-shop.ts';
import { mainDivision } from '#test/stock.ts';

const at = (deliveryMethodId: string) => ({ params: { path: { deliveryMethodId } } });

const change = ({ api }: Business, id: string, body: object) =>
  api.PATCH('/v1/marketplace/delivery-method/{deliveryMethodId}', { ...at(id), body: body as never });

const refusedNew = async ({ api }: Business, body: object) => {
  const { error } = await api.POST('/v1/marketplace/delivery-method', { body: body as never });
  return [error?.code, error?.errors?.[0]?.path];
};

test('delivery methods are listed in their order, changed, archived and deleted', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const service = await newService(business);
  const zones = [{ province: 'Distrito Nacional' }, { province: 'Santo Domingo', city: 'Santo Domingo Este' }];
  const courier = await newMethod(business, { resourceId: service.id, freeFrom: '2500', zones, place: 2 });
  assert.deepEqual(
    [courier.freeFrom, courier.currency, courier.zones, courier.divisionId, courier.archived],
    ['2500.00', 'DOP', zones, null, false],
  );
  const pickup = await newMethod(business, { kind: 'pickup', name: 'En tienda', divisionId, place: 1 });
  const names = async (query: object = {}) => {
    const { data } = await business.api.GET('/v1/marketplace/delivery-method', { params: { query } });
    return data!.data.map(({ name }) => name);
  };
  assert.deepEqual(await names(), ['En tienda', 'Mensajero']);
  assert.deepEqual(await names({ kind: 'delivery' }), ['Mensajero']);
  assert.deepEqual(await names({ divisionId }), ['En tienda']);
  const { data: changed } = await change(business, courier.id, { freeFrom: null, place: 0, version: 1 });
  assert.deepEqual([changed!.freeFrom, changed!.version, changed!.zones], [null, 2, zones]);
  assert.equal(codeOf(await change(business, courier.id, { name: 'Otro', version: 1 })), 'version_conflict');
  assert.deepEqual(await names(), ['Mensajero', 'En tienda']);
  await change(business, pickup.id, { archived: true });
  assert.deepEqual([await names(), await names({ archived: true })], [['Mensajero'], ['En tienda']]);
  const { data: read } = await business.api.GET('/v1/marketplace/delivery-method/{deliveryMethodId}', at(pickup.id));
  assert.equal(read!.archived, true);
  const { response } = await business.api.DELETE('/v1/marketplace/delivery-method/{deliveryMethodId}', at(pickup.id));
  assert.equal(response.status, 204);
  assert.deepEqual(await names({ archived: true }), []);
});

test('a pickup needs a branch and has no zones, and a charge is a service', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const goods = await newResource(business.api, { name: 'Arroz', kind: 'goods' });
  const pickup = { kind: 'pickup', name: 'En tienda' };
  assert.deepEqual(await refusedNew(business, pickup), ['pickup_needs_branch', 'body.divisionId']);
  const zones = [{ province: 'La Vega' }];
  assert.deepEqual(await refusedNew(business, { ...pickup, divisionId, zones }), ['pickup_has_no_zones', 'body.zones']);
  const courier = { kind: 'delivery', name: 'Mensajero' };
  for (const resourceId of [goods.id, newId()])
    assert.deepEqual(await refusedNew(business, { ...courier, resourceId }), [
      'reference_not_found',
      'body.resourceId',
    ]);
  assert.deepEqual(await refusedNew(business, { ...courier, divisionId: newId() }), [
    'reference_not_found',
    'body.divisionId',
  ]);
  const closed = await newBranch(business, { name: 'Kiosco' });
  await business.api.PATCH('/v1/division', { body: { id: closed, archived: true } });
  assert.equal((await refusedNew(business, { ...courier, divisionId: closed }))[0], 'division_archived');
  for (const [field, value] of [
    ['freeFrom', '0'],
    ['name', ' '],
    ['zones', [{ city: 'Moca' }]],
    ['place', -1],
  ] as const)
    assert.equal((await refusedNew(business, { ...courier, [field]: value }))[0], 'invalid_request', field);
  const method = await newMethod(business, { zones });
  assert.equal(codeOf(await change(business, method.id, { kind: 'pickup', divisionId })), 'pickup_has_no_zones');
  assert.equal(codeOf(await change(business, method.id, { kind: 'pickup', zones: [] })), 'pickup_needs_branch');
  const { data } = await change(business, method.id, { kind: 'pickup', zones: [], divisionId });
  assert.equal(data!.kind, 'pickup');
  assert.equal(codeOf(await change(business, method.id, { divisionId: null })), 'pickup_needs_branch');
});

test('delivery methods belong to one organization, and use only its own branches and services', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const method = await newMethod(business);
  assert.equal(codeOf(await change(other, method.id, { name: 'Mío' })), 'not_found');
  const path = '/v1/marketplace/delivery-method/{deliveryMethodId}';
  assert.equal(codeOf(await other.api.GET(path, at(method.id))), 'not_found');
  assert.equal(codeOf(await other.api.DELETE(path, at(method.id))), 'not_found');
  const service = await newService(business);
  const divisionId = await mainDivision(business);
  const courier = { kind: 'delivery', name: 'Mensajero' };
  assert.deepEqual(await refusedNew(other, { ...courier, resourceId: service.id }), [
    'reference_not_found',
    'body.resourceId',
  ]);
  assert.deepEqual(await refusedNew(other, { ...courier, divisionId }), ['reference_not_found', 'body.divisionId']);
});

test('an organization has at most fifty delivery methods', async () => {
  const business = await newBusiness();
  for (let made = 0; made < 50; made++) await newMethod(business, { name: `Ruta ${made}` });
  assert.equal((await refusedNew(business, { kind: 'delivery', name: 'Otra' }))[0], 'too_many_delivery_methods');
});
