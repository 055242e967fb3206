import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { postedBy } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';

/** A bakery with flour at 30 and sugar at 50 a kilo. */
async function newBakery() {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const [bread, flour, sugar] = await Promise.all([
    newResource(api, { name: 'Pan' }),
    newResource(api, { name: 'Harina', kind: 'raw-material' }),
    newResource(api, { name: 'Azúcar', kind: 'raw-material' }),
  ]);
  await stockUp(business, { resourceId: flour.id, divisionId, quantity: '100', unitCost: '30' });
  await stockUp(business, { resourceId: sugar.id, divisionId, quantity: '10', unitCost: '50' });
  const recipe = {
    yields: '20',
    parts: [
      { resourceId: flour.id, quantity: '2', waste: '5' },
      { resourceId: sugar.id, quantity: '0.25' },
    ],
    labourCost: '100',
  };
  return { business, api, divisionId, bread: bread.id, flour: flour.id, sugar: sugar.id, recipe };
}

async function plan({ api }: Pick<Business, 'api'>, body: Record<string, unknown>) {
  const { data, error } = await api.POST('/v1/resource/production', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

const apply = ({ api }: Pick<Business, 'api'>, productionId: string, body: Record<string, unknown> = {}) =>
  api.POST('/v1/resource/production/{productionId}/apply', { params: { path: { productionId } }, body });

const change = ({ api }: Pick<Business, 'api'>, productionId: string, body: Record<string, unknown>) =>
  api.PATCH('/v1/resource/production/{productionId}', { params: { path: { productionId } }, body });

const held = async ({ api }: Pick<Business, 'api'>, resourceId: string) => {
  const { data } = await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId } } });
  return [data!.quantity, data!.reserved, data!.value];
};

test('parts become the product at the cost of parts and labour, and a reversal undoes it', async () => {
  const { business, api, divisionId, bread, flour, sugar, recipe } = await newBakery();
  const planned = await plan(business, { resourceId: bread, divisionId, quantity: '40', recipe });
  assert.deepEqual([planned.status, planned.recipeVersion, planned.cost], ['planned', 1, null]);
  assert.deepEqual(planned.parts, [
    { resourceId: flour, needed: '4.2' },
    { resourceId: sugar, needed: '0.5' },
  ]);
  const path = { productionId: planned.id };
  assert.deepEqual((await api.GET('/v1/resource/production/{productionId}', { params: { path } })).data, planned);
  await change(business, planned.id, { status: 'started' });
  assert.deepEqual(await held(business, flour), ['100', '4.2', '3000.00']);
  const { data: applied } = await apply(business, planned.id);
  assert.deepEqual(applied!.cost, { parts: '151.00', labour: '200.00', total: '351.00', unit: '8.78' });
  assert.deepEqual(await held(business, bread), ['40', '0', '351.00']);
  assert.deepEqual(await held(business, flour), ['95.8', '0', '2874.00']);
  assert.deepEqual(await postedBy(api, applied!.recordId!), [
    ['5102', '1108', '126.00', 'stock'],
    ['5102', '1108', '25.00', 'stock'],
    ['1108', '5102', '351.00', 'stock'],
    ['5102', '6101', '200.00', 'labour'],
  ]);
  await checkStock(business);
  const reversed = await change(business, planned.id, { status: 'reversed' });
  assert.equal(reversed.data!.status, 'reversed');
  assert.deepEqual(await held(business, bread), ['0', '0', '0.00']);
  assert.deepEqual(await held(business, flour), ['100', '0', '3000.00']);
  await checkStock(business);
  assert.equal((await change(business, planned.id, { status: 'reversed' })).error!.code, 'production_state');
});

test('the quantities really used and made decide the cost', async () => {
  const { business, divisionId, bread, flour, recipe } = await newBakery();
  const { id } = await plan(business, { resourceId: bread, divisionId, quantity: '20', recipe });
  const body = { quantity: '18', parts: [{ resourceId: flour, quantity: '3' }], labourCost: '0' };
  const { data } = await apply(business, id, body);
  assert.deepEqual([data!.produced, data!.cost!.parts, data!.cost!.unit], ['18', '102.50', '5.69']);
  await checkStock(business);
});

test('a different recipe becomes the next version, an equal one does not, and each production keeps its own', async () => {
  const { business, api, divisionId, bread, flour, recipe } = await newBakery();
  const order = { resourceId: bread, divisionId, quantity: '20' };
  const refused = await api.POST('/v1/resource/production', { body: order });
  assert.equal(refused.error!.code, 'recipe_missing');
  const first = await plan(business, { ...order, recipe });
  const same = await plan(business, { ...order, recipe });
  const other = await plan(business, { ...order, recipe: { parts: [{ resourceId: flour, quantity: '0.1' }] } });
  const latest = await plan(business, order);
  assert.deepEqual(
    [first, same, other, latest].map(({ recipeVersion }) => recipeVersion),
    [1, 1, 2, 2],
  );
  const path = { productionId: first.id };
  const { data: old } = await api.GET('/v1/resource/production/{productionId}/recipe', { params: { path } });
  assert.deepEqual([old!.version, old!.yields, old!.labourCost, old!.parts[0]!.waste], [1, '20', '100.00', '5']);
  const { data: newest } = await api.GET('/v1/resource/production/{resourceId}/recipe/latest', {
    params: { path: { resourceId: bread } },
  });
  assert.deepEqual([newest!.version, newest!.parts], [2, [{ resourceId: flour, quantity: '0.1', waste: '0' }]]);
  const several = await Promise.all(
    Array.from({ length: 4 }, (_, turn) =>
      plan(business, { ...order, recipe: { parts: [{ resourceId: flour, quantity: `0.${turn + 2}` }] } }),
    ),
  );
  assert.deepEqual(several.map(({ recipeVersion }) => recipeVersion).sort(), [3, 4, 5, 6]);
});

test('a production is applied once, and only with enough stock', async () => {
  const { business, divisionId, bread, flour, recipe } = await newBakery();
  const { id } = await plan(business, { resourceId: bread, divisionId, quantity: '20', recipe });
  const tries = await Promise.all(Array.from({ length: 5 }, () => apply(business, id)));
  assert.deepEqual(tries.map(({ error }) => error?.code ?? 'applied').sort(), [
    'applied',
    ...Array(4).fill('production_state'),
  ]);
  const big = await plan(business, { resourceId: bread, divisionId, quantity: '2000' });
  assert.equal((await apply(business, big.id)).error!.code, 'stock_insufficient');
  assert.equal((await change(business, big.id, { status: 'started' })).error!.code, 'stock_insufficient');
  assert.deepEqual((await held(business, flour))[0], '97.9');
  await checkStock(business);
});

test('a production whose product was sold cannot be reversed, and a cancelled one releases its parts', async () => {
  const { business, api, divisionId, bread, flour, recipe } = await newBakery();
  const order = { resourceId: bread, divisionId, quantity: '20', recipe };
  const [made, dropped] = [await plan(business, order), await plan(business, order)];
  await apply(business, made.id);
  await api.POST('/v1/resource/record', { body: { type: 'OUT', resourceId: bread, divisionId, quantity: '1' } });
  assert.equal((await change(business, made.id, { status: 'reversed' })).error!.code, 'stock_insufficient');
  await change(business, dropped.id, { status: 'started' });
  const fixed = await change(business, dropped.id, { quantity: '5' });
  assert.equal(fixed.error!.code, 'production_state');
  await change(business, dropped.id, { status: 'cancelled' });
  assert.deepEqual((await held(business, flour)).slice(0, 2), ['97.9', '0']);
  assert.equal((await apply(business, dropped.id)).error!.code, 'production_state');
  await checkStock(business);
});

test('invalid productions are refused', async () => {
  const { business, api, divisionId, bread, flour, recipe } = await newBakery();
  const service = await newResource(api, { name: 'Entrega', kind: 'service' });
  const order = { resourceId: bread, divisionId, quantity: '20', recipe };
  const parts = (resourceId: string) => ({ recipe: { parts: [{ resourceId, quantity: '1' }] } });
  const refusals: [Record<string, unknown>, string][] = [
    [{ ...order, quantity: '0' }, 'invalid_request'],
    [{ ...order, recipe: { parts: [] } }, 'invalid_request'],
    [{ ...order, ...parts(bread) }, 'part_of_itself'],
    [{ ...order, ...parts(service.id) }, 'stock_not_tracked'],
    [{ ...order, ...parts(newId()) }, 'reference_not_found'],
    [{ ...order, resourceId: service.id }, 'stock_not_tracked'],
    [{ ...order, divisionId: newId() }, 'reference_not_found'],
  ];
  for (const [body, code] of refusals) {
    const { error } = await api.POST('/v1/resource/production', { body: body as never });
    assert.equal(error?.code, code, JSON.stringify(body));
  }
  const { id } = await plan(business, order);
  const strange = await apply(business, id, { parts: [{ resourceId: newId(), quantity: '1' }] });
  assert.equal(strange.error!.code, 'part_not_in_recipe');
  const stale = await change(business, id, { version: 9, note: 'Otra' });
  assert.equal(stale.error!.code, 'version_conflict');
  const viewer = await newMember(business);
  assert.equal((await apply(viewer, id)).error!.code, 'forbidden');
  const query = { status: ['planned', 'started'] as const, sort: 'created' as const };
  assert.equal((await viewer.api.GET('/v1/resource/production', { params: { query: query as never } })).data!.total, 1);
  const stranger = await newBusiness();
  for (const productionId of [id, newId()]) {
    assert.equal((await apply(stranger, productionId)).error!.code, 'not_found');
  }
  const comment = { productionId: id, message: 'Para el sábado' };
  assert.equal((await api.POST('/v1/organization/comment', { body: comment as never })).error, undefined);
  assert.deepEqual((await held(business, flour))[0], '100');
});

test('a late change of the cost of parts reaches their products, and the products of those', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const [flour, bread, toast] = await Promise.all(
    ['Harina', 'Pan', 'Tostada'].map(async (name) => (await newResource(api, { name })).id),
  );
  const today = Temporal.Now.plainDateISO('America/Santo_Domingo');
  const daysAgo = (days: number) => today.subtract({ days }).toString();
  const make = async (resourceId: string, quantity: string, part: string, date: string) => {
    const recipe = { parts: [{ resourceId: part, quantity: '1' }] };
    const { id } = await plan(business, { resourceId, divisionId, quantity, recipe });
    assert.equal((await apply(business, id, { date })).error, undefined);
    return id;
  };
  const values = async () =>
    Promise.all([flour, bread, toast].map(async (id) => (await held(business, id!)).toSpliced(1, 1).join(': ')));
  await stockUp(business, { resourceId: flour, divisionId, quantity: '20', unitCost: '10', date: daysAgo(10) });
  const baked = await make(bread!, '10', flour!, daysAgo(5));
  await api.POST('/v1/resource/record', {
    body: { type: 'OUT', resourceId: bread!, divisionId, quantity: '5', date: daysAgo(4) },
  });
  const toasted = await make(toast!, '5', bread!, daysAgo(3));
  assert.deepEqual(await values(), ['10: 100.00', '0: 0.00', '5: 50.00']);
  await stockUp(business, { resourceId: flour, divisionId, quantity: '20', unitCost: '30', date: daysAgo(9) });
  assert.deepEqual(await values(), ['30: 600.00', '0: 0.00', '5: 100.00']);
  // Only later entries of the product are replayed; the present cost of its flour is stored.
  await stockUp(business, { resourceId: bread, divisionId, quantity: '5', unitCost: '40', date: daysAgo(4) });
  assert.deepEqual(await values(), ['30: 600.00', '5: 150.00', '5: 150.00']);
  const { data } = await api.GET('/v1/resource/record', { params: { query: { type: 'ADJUSTMENT' } } });
  assert.ok(data!.data.every(({ date }) => date === today.toString()));
  await checkStock(business);
  await change(business, toasted, { status: 'reversed' });
  assert.deepEqual(await values(), ['30: 600.00', '10: 300.00', '0: 0.00']);
  await change(business, baked, { status: 'reversed' });
  assert.deepEqual(await values(), ['40: 800.00', '0: 0.00', '0: 0.00']);
  await checkStock(business);
});

test('a production of an earlier day has the cost of its parts on that day', async () => {
  const { business, api, divisionId, bread } = await newBakery();
  const [butter, first, day, last] = [
    await newResource(api, { name: 'Mantequilla' }),
    '2026-08-01',
    '2026-08-14',
    '2026-09-01',
  ];
  for (const [date, unitCost] of [
    [first, '100'],
    [last, '300'],
  ] as const)
    await stockUp(business, { resourceId: butter.id, divisionId, quantity: '10', unitCost, date });
  const recipe = { parts: [{ resourceId: butter.id, quantity: '5' }], labourCost: '50' };
  const { id } = await plan(business, { resourceId: bread, divisionId, quantity: '1', recipe });
  const { data: applied } = await apply(business, id, { date: day });
  const cost = { parts: '500.00', labour: '50.00', total: '550.00', unit: '550.00' };
  assert.deepEqual(applied!.cost, cost);
  const { data: read } = await api.GET('/v1/resource/production/{productionId}', {
    params: { path: { productionId: id } },
  });
  assert.deepEqual(read!.cost, cost);
  assert.deepEqual(await held(business, bread), ['1', '0', '550.00']);
  await checkStock(business);
});

test('concurrent late entries and productions are all valued, without deadlocks', async () => {
  const { business, divisionId, bread, flour, recipe } = await newBakery();
  const yesterday = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 1 }).toString();
  const productions = await Promise.all(
    Array.from({ length: 6 }, () => plan(business, { resourceId: bread, divisionId, quantity: '20', recipe })),
  );
  await Promise.all(
    productions.flatMap(({ id }) => [
      apply(business, id),
      stockUp(business, { resourceId: flour, divisionId, quantity: '1', unitCost: '90', date: yesterday }),
    ]),
  );
  // A hundred kilos at 30 and six at 90, of which six doughs took 12.6; each took sugar for 12.50 and work for 100.
  const [, , flourValue] = await held(business, flour);
  const [, , breadValue] = await held(business, bread);
  const total = Number(flourValue) + Number(breadValue);
  assert.equal(total.toFixed(2), (3000 + 540 + 6 * 112.5).toFixed(2));
  await checkStock(business);
});
