import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discoverPrices } from '#modules/catalog/index.ts';
import { newId } from '#platform/id.ts';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { payloadsOf } from '#test/events.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';

const addPrice = (business: Business, body: Record<string, unknown>) =>
  business.api.POST('/v1/resource/price', { body: body as never });

const discover = async (business: Business, query: Record<string, unknown>) => {
  const { data, error } = await business.api.GET('/v1/resource/price-discovery', { params: { query: query as never } });
  assert.ok(data, `refused: ${error?.code}`);
  return data;
};

test('a price is created, changed and deleted, with an event for each', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api);
  const { data: added } = await addPrice(business, { resourceId, amount: '100' });
  assert.deepEqual([added!.label, added!.amount, added!.currency, added!.version], ['general', '100.00', 'DOP', 1]);
  const { data: changed } = await api.PATCH('/v1/resource/price', {
    body: { id: added!.id, version: 1, amount: 95.5 },
  });
  assert.deepEqual([changed!.amount, changed!.version], ['95.50', 2]);
  const stale = await api.PATCH('/v1/resource/price', { body: { id: added!.id, version: 1, amount: 1 } });
  assert.equal(stale.error?.code, 'version_conflict');
  await api.DELETE('/v1/resource/price', { body: { id: added!.id } });
  assert.equal((await api.DELETE('/v1/resource/price', { body: { id: added!.id } })).response.status, 404);
  const amounts = (await payloadsOf(business, 'resource:updated')).map((payload) => {
    const of = (side: unknown) => (side as { prices: { amount: string }[] }).prices.map(({ amount }) => amount);
    return [of(payload.old), of(payload.new)];
  });
  assert.deepEqual(amounts, [
    [[], ['100.00']],
    [['100.00'], ['95.50']],
    [['95.50'], []],
  ]);
});

test('there is one price for each case, even when two are created concurrently', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api);
  const tries = await Promise.all(
    Array.from({ length: 5 }, (_, place) => addPrice(business, { resourceId, amount: place + 1 })),
  );
  assert.deepEqual(tries.map(({ response }) => response.status).toSorted(), [201, 409, 409, 409, 409]);
  const { data: other } = await addPrice(business, { resourceId, amount: 5, label: 'vip' });
  const moved = await business.api.PATCH('/v1/resource/price', { body: { id: other!.id, label: 'general' } });
  assert.equal(moved.error?.code, 'price_exists');
});

test('a price with an unknown reference, or that ends before it begins, is refused', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api);
  for (const [body, code, path] of [
    [{ resourceId: newId(), amount: 1 }, 'reference_not_found', 'body.resourceId'],
    [{ resourceId, amount: 1, divisionId: newId() }, 'reference_not_found', 'body.divisionId'],
    [{ resourceId, amount: 1, contactId: newId() }, 'reference_not_found', 'body.contactId'],
    [{ resourceId, amount: 1, validFrom: '2026-02-01', validTo: '2026-01-01' }, 'price_invalid', 'body.validTo'],
  ] as const) {
    const { error } = await addPrice(business, body);
    assert.deepEqual([error!.code, error!.errors?.[0]?.path], [code, path]);
  }
  const unknown = await business.api.PATCH('/v1/resource/price', { body: { id: newId(), amount: 1 } });
  assert.equal(unknown.response.status, 404);
});

test('the most specific price applies, with its reason', async () => {
  const business = await newBusiness();
  const [divisionId, contactId] = [await newDivision(business), await newContact(business)];
  const { id: resourceId } = await newResource(business.api, {
    prices: [
      { amount: '100' },
      { amount: '90', minimumQuantity: '12' },
      { amount: '80', label: 'mayorista' },
      { amount: '70', divisionId },
      { amount: '60', contactId, validTo: '2026-12-31' },
    ],
  });
  const date = '2026-11-15';
  const at = async (ask: Record<string, unknown>) => (await discover(business, { resourceId, date, ...ask })).unitPrice;
  assert.equal(await at({}), '100.00');
  assert.equal(await at({ quantity: '11.99' }), '100.00');
  assert.equal(await at({ quantity: '12' }), '90.00');
  assert.equal(await at({ label: 'mayorista', quantity: '12' }), '80.00');
  assert.equal(await at({ label: 'nobody has it' }), '100.00');
  assert.equal(await at({ divisionId }), '70.00');
  assert.equal(await at({ contactId, divisionId }), '60.00');
  assert.equal(await at({ contactId, date: '2027-01-01' }), '100.00');
  assert.match((await discover(business, { resourceId, contactId, date })).reason, /agreed with this contact/);
});

test('a contact gets the prices of its tier', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: contact } = await api.POST('/v1/beneficiary', {
    body: { name: 'Mini Market', priceTier: 'mayorista' },
  });
  const { id: resourceId } = await newResource(api, { prices: [{ amount: 100 }, { amount: 80, label: 'mayorista' }] });
  const { unitPrice, label } = await discover(business, { resourceId, contactId: contact!.id });
  assert.deepEqual([unitPrice, label], ['80.00', 'mayorista']);
});

test('a price in another currency is converted at the rate of the day, and there is none without a rate', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api, { prices: [{ amount: '10', currency: 'USD' }] });
  await api.PUT('/v1/currency/rates', { body: { date: '2026-11-15', rates: [{ currency: 'USD', rate: '60.25' }] } });
  const converted = await discover(business, { resourceId, date: '2026-11-15' });
  assert.deepEqual(
    [converted.unitPrice, converted.convertedFrom],
    ['602.50', { amount: '10.00', currency: 'USD', rate: '60.25' }],
  );
  const { id: strange } = await newResource(api, { prices: [{ amount: '10', currency: 'XTS' }] });
  const unknown = await discover(business, { resourceId: strange });
  assert.deepEqual([unknown.unitPrice, unknown.reason], [null, 'There is no exchange rate from XTS to DOP.']);
});

test('a resource without a price has a reason, and an unknown one is refused', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api);
  assert.equal((await discover(business, { resourceId })).unitPrice, null);
  const ask = async (query: Record<string, string>) =>
    (await business.api.GET('/v1/resource/price-discovery', { params: { query: query as never } })).error?.code;
  assert.equal(await ask({ resourceId: newId() }), 'not_found');
  assert.equal(await ask({ resourceId, contactId: newId() }), 'reference_not_found');
  assert.equal(await ask({ resourceId, divisionId: newId() }), 'reference_not_found');
});

test('many price requests are answered together, in their order', async () => {
  const business = await newBusiness();
  const one = await newResource(business.api, { prices: [{ amount: 1 }] });
  const other = await newResource(business.api, { prices: [{ amount: 2 }] });
  const asks = [other, one, other].map(({ id }) => ({
    resourceId: id,
    quantity: '1',
    date: '2026-11-15',
    currency: 'DOP',
  }));
  const prices = await app.engine.within(business.id, (ctx) => discoverPrices(ctx, asks));
  assert.deepEqual(
    prices.map(({ unitPrice }) => unitPrice),
    ['2.00', '1.00', '2.00'],
  );
});

test('a bulk load adds new prices, changes those of the same case, and answers each row', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api, { prices: [{ amount: 100 }, { amount: 80, label: 'vip' }] });
  const prices = [
    { resourceId, amount: 110 },
    { resourceId, amount: 80, label: 'vip' },
    { resourceId, amount: 70, label: 'mayorista' },
    { resourceId: newId(), amount: 1 },
    { resourceId, amount: 111 },
  ];
  const refused = await api.POST('/v1/resource/price/bulk', { body: { prices } });
  assert.equal(refused.error?.code, 'bulk_refused');
  assert.deepEqual(
    refused.error!.errors!.map(({ path }) => path),
    ['body.prices[3].resourceId', 'body.prices[4]'],
  );
  const { data } = await api.POST('/v1/resource/price/bulk', { body: { prices, validRowsOnly: true } });
  assert.deepEqual(
    data!.results.map(({ outcome }) => outcome),
    ['updated', 'unchanged', 'created', 'failed', 'failed'],
  );
  const { data: labels } = await api.GET('/v1/resource/price/labels');
  assert.deepEqual(labels!.data, [
    { label: 'general', priceCount: 1 },
    { label: 'mayorista', priceCount: 1 },
    { label: 'vip', priceCount: 1 },
  ]);
  assert.equal((await discover(business, { resourceId })).unitPrice, '110.00');
  const ids = [data!.results[0]!.id!, data!.results[2]!.id!];
  const missing = await api.DELETE('/v1/resource/price/bulk', { body: { ids: [...ids, newId()] } });
  assert.equal(missing.error?.code, 'bulk_refused');
  const { data: removed } = await api.DELETE('/v1/resource/price/bulk', { body: { ids } });
  assert.equal(removed!.updatedCount, 2);
  assert.equal((await discover(business, { resourceId })).unitPrice, null);
});

test('a bulk load of costs changes and announces only the costs that differ', async () => {
  const { api } = await newBusiness();
  const [one, other] = [await newResource(api, { cost: 10 }), await newResource(api, { cost: 5 })];
  const costs = [
    { resourceId: one.id, cost: '12.25' },
    { resourceId: other.id, cost: '5.00' },
    { resourceId: newId(), cost: '1' },
  ];
  assert.equal((await api.POST('/v1/resource/cost/bulk', { body: { costs } })).error?.code, 'bulk_refused');
  const { data } = await api.POST('/v1/resource/cost/bulk', { body: { costs, validRowsOnly: true } });
  assert.deepEqual(
    data!.results.map(({ outcome }) => outcome),
    ['updated', 'unchanged', 'failed'],
  );
  const { data: after } = await api.GET('/v1/resource/{resourceId}', { params: { path: { resourceId: one.id } } });
  assert.deepEqual([after!.cost, after!.version], ['12.25', 2]);
  const { data: history } = await api.GET('/v1/resource/bulk/history', { params: { query: { kind: 'costs' } } });
  assert.deepEqual(
    history!.data.map(({ id, updatedCount, unchangedCount, failedCount, errors }) => [
      id,
      updatedCount,
      unchangedCount,
      failedCount,
      errors[0]!.row,
    ]),
    [[data!.id, 1, 1, 1, 2]],
  );
});

test('the prices of merged contacts move to the survivor', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [from, into] = [await newContact(business, 'A'), await newContact(business, 'B')];
  const first = await newResource(api, { prices: [{ amount: 50, contactId: from }] });
  const second = await newResource(api, {
    prices: [
      { amount: 40, contactId: from },
      { amount: 30, contactId: into },
    ],
  });
  await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  const at = async (resourceId: string) => (await discover(business, { resourceId, contactId: into })).unitPrice;
  assert.deepEqual([await at(first.id), await at(second.id)], ['50.00', '30.00']);
});

test('a viewer reads prices and cannot write them', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api, { prices: [{ amount: 1 }] });
  const { api } = await newMember(business);
  assert.equal((await api.POST('/v1/resource/price', { body: { resourceId, amount: 1 } })).response.status, 403);
  assert.equal(
    (await api.POST('/v1/resource/cost/bulk', { body: { costs: [{ resourceId, cost: 1 }] } })).response.status,
    403,
  );
  const { data } = await api.GET('/v1/resource/price-discovery', { params: { query: { resourceId } } });
  assert.equal(data!.unitPrice, '1.00');
});
