import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DiscoveredPrice, discoverPrices, releaseDiscounts, takeDiscounts } from '#modules/catalog/index.ts';
import { implement } from '#platform/hook.ts';
import { newId } from '#platform/id.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { fillInStock } from '../hooks.ts';

const addRule = async (business: Business, body: Record<string, unknown>) => {
  const { data, error } = await business.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Oferta', ...body } as never,
  });
  assert.ok(data, `refused: ${error?.code}`);
  return data;
};

const discover = async ({ api }: Business, query: Record<string, unknown>) =>
  (await api.GET('/v1/resource/price-discovery', { params: { query: query as never } })).data!;

const offersOf = async ({ api }: Business, query: Record<string, unknown> = {}) =>
  (await api.GET('/v1/resource/discount-recommendation/offers', { params: { query } })).data!.data;

test('a discount is offered when every condition holds, with its reason', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business);
  const { id: resourceId } = await newResource(api, { prices: [{ amount: '100' }] });
  const { id: other } = await newResource(api, { prices: [{ amount: '100' }] });
  const { data: list } = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Granos', type: 'COLLECTION', members: [{ resourceId: other }] },
  });
  await addRule(business, { name: 'Por docena', percent: '5', resourceId, minimumQuantity: 12, endsOn: '2026-12-31' });
  await addRule(business, { name: 'Granos', amount: '7.5', listId: list!.id });
  await addRule(business, { name: 'Amigo', percent: '20', contactId, resourceId: other });
  await addRule(business, { name: 'Dormido', percent: '90', active: false });
  const at = async (query: Record<string, unknown>) => {
    const { unitPrice, discount } = await discover(business, { date: '2026-11-15', ...query });
    assert.equal(unitPrice, '100.00');
    return discount && [discount.name, discount.unitPrice];
  };
  assert.equal(await at({ resourceId, quantity: 11 }), null);
  assert.deepEqual(await at({ resourceId, quantity: 12 }), ['Por docena', '95.00']);
  assert.equal(await at({ resourceId, quantity: 12, date: '2027-01-01' }), null);
  assert.deepEqual(await at({ resourceId: other }), ['Granos', '92.50']);
  assert.deepEqual(await at({ resourceId: other, contactId }), ['Amigo', '80.00']);
  const { discount } = await discover(business, { resourceId, quantity: 12, date: '2026-11-15' });
  assert.equal(discount!.reason, 'Por docena: 5 % less, from 12 on, until 2026-12-31.');
});

test('a discount stops at the cost unless it is allowed below', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api, { cost: '90', prices: [{ amount: '100' }] });
  const rule = await addRule(business, { percent: '30' });
  const { discount } = await discover(business, { resourceId });
  assert.equal(discount!.unitPrice, '90.00');
  assert.match(discount!.reason, /not below cost/);
  await business.api.PATCH('/v1/resource/discount-recommendation', { body: { id: rule.id, allowsBelowCost: true } });
  assert.equal((await discover(business, { resourceId })).discount!.unitPrice, '70.00');
});

test('an offer is recorded once however often it is requested, and accepted once', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api, { prices: [{ amount: '100' }] });
  const rule = await addRule(business, { percent: '10', minimumQuantity: '2' });
  const ask = { resourceId, quantity: 3 };
  const asked = await Promise.all(Array.from({ length: 4 }, () => discover(business, ask)));
  const offerId = asked[0]!.discount!.offerId!;
  assert.ok(asked.every(({ discount }) => discount!.offerId === offerId));
  const line = {
    offerId,
    resourceId,
    contactId: null,
    divisionId: null,
    heldUntil: null,
    quantity: '3',
    currency: 'DOP',
    unitPrice: '90.00',
    path: 'body.lines[0].discountOfferId',
  };
  const take = (change: Partial<typeof line> = {}, cause = { kind: 'invoice', id: newId() }) =>
    app.engine.within(business.id, (ctx) => takeDiscounts(ctx, cause, [{ ...line, ...change }]));
  await assert.rejects(take({ unitPrice: '89.99' }), /no lower than 90/);
  await assert.rejects(take({ quantity: '1' }), /from 2 on/);
  await assert.rejects(take({ currency: 'USD' }), /offered in DOP/);
  await assert.rejects(take({ resourceId: newId() }), /does not exist/);
  const cause = { kind: 'invoice', id: newId() };
  const takes = await Promise.allSettled([take({}, cause), take(), take()]);
  assert.equal(takes.filter(({ status }) => status === 'fulfilled').length, 1);
  const [offer] = await offersOf(business, { taken: 'true' });
  assert.deepEqual(
    [offer!.id, offer!.ruleName, offer!.fullPrice, offer!.unitPrice],
    [offerId, 'Oferta', '100.00', '90.00'],
  );
  const counts = async () => {
    const { data } = await business.api.GET('/v1/resource/discount-recommendation');
    return data!.data.map(({ id, offeredCount, takenCount }) => [id, offeredCount, takenCount]);
  };
  assert.deepEqual(await counts(), [[rule.id, 1, 1]]);
  await app.engine.within(business.id, (ctx) => releaseDiscounts(ctx, { kind: 'invoice', id: offer!.taken!.id }));
  assert.deepEqual(await counts(), [[rule.id, 1, 0]]);
  const again = await discover(business, ask);
  assert.notEqual(again.discount!.offerId, offerId);
});

test('an offer of another organization cannot be accepted', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const { id: resourceId } = await newResource(business.api, { prices: [{ amount: '100' }] });
  await addRule(business, { percent: '10' });
  const { discount } = await discover(business, { resourceId });
  const cause = { kind: 'invoice', id: newId() };
  const offerId = discount!.offerId!;
  const asked = {
    resourceId,
    contactId: null,
    divisionId: null,
    heldUntil: null,
    quantity: '1',
    currency: 'DOP',
    unitPrice: '90',
  };
  await assert.rejects(
    app.engine.within(other.id, (ctx) => takeDiscounts(ctx, cause, [{ ...asked, offerId, path: 'body.offerId' }])),
    /does not exist/,
  );
});

test('slow-moving stock is offered at a discount, and its real cost is the floor', async () => {
  const idle = { quantity: '8', reserved: '0', value: '640', unitCost: '80', lastMovedOn: '2026-08-07' };
  const inventory = implement(fillInStock, async (_ctx, stock) => {
    for (const id of stock.keys()) stock.set(id, idle);
  });
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api, { cost: '10', prices: [{ amount: '100' }] });
  await addRule(business, { percent: '50', slowStockDays: 90 });
  const on = (date: string): Promise<DiscoveredPrice> =>
    app.engine.within(business.id, async (ctx) => {
      const ask = { resourceId, quantity: '1', date, currency: 'DOP' };
      return (await discoverPrices({ ...ctx, implementations: [inventory] }, [ask], { recordsOffers: false }))[0]!;
    });
  assert.equal((await on('2026-11-04')).discount, null);
  const { discount } = await on('2026-11-05');
  assert.deepEqual([discount!.unitPrice, discount!.offerId], ['80.00', null]);
  assert.match(discount!.reason, /none has left for 90 days/);
});

test('a discount with contradictions or unknown references is refused', async () => {
  const { api } = await newBusiness();
  const add = async (body: Record<string, unknown>) => {
    const { error } = await api.POST('/v1/resource/discount-recommendation', { body: { name: 'X', ...body } as never });
    return [error!.code, error!.errors?.[0]?.path];
  };
  assert.deepEqual((await add({}))[0], 'discount_invalid');
  assert.deepEqual((await add({ percent: 5, amount: 5 }))[0], 'discount_invalid');
  assert.deepEqual((await add({ percent: 5, startsOn: '2026-02-01', endsOn: '2026-01-01' }))[0], 'discount_invalid');
  for (const field of ['resourceId', 'listId', 'contactId', 'divisionId']) {
    assert.deepEqual(await add({ percent: 5, [field]: newId() }), ['reference_not_found', `body.${field}`]);
  }
});

test('a discount is changed by version and deleted, and its offers stay on record', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api, { prices: [{ amount: '100' }] });
  const rule = await addRule(business, { percent: '10' });
  await discover(business, { resourceId });
  const { data: listed } = await api.GET('/v1/resource/discount-recommendation', {
    params: { query: { sort: 'name', active: true } },
  });
  assert.deepEqual([listed!.data.map(({ id }) => id), listed!.nextCursor], [[rule.id], null]);
  const change = (body: Record<string, unknown>) =>
    api.PATCH('/v1/resource/discount-recommendation', { body: { id: rule.id, ...body } as never });
  const { data } = await change({ version: 1, percent: null, amount: '15' });
  assert.deepEqual([data!.percent, data!.amount, data!.currency, data!.version], [null, '15.00', 'DOP', 2]);
  assert.equal((await change({ version: 1 })).error?.code, 'version_conflict');
  assert.equal((await change({ id: newId() })).response.status, 404);
  await api.DELETE('/v1/resource/discount-recommendation', { body: { id: rule.id } });
  assert.equal((await discover(business, { resourceId })).discount, null);
  assert.equal((await offersOf(business, { ruleId: rule.id })).length, 1);
});

test('the discounts and offers of merged contacts move to the survivor', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [from, into] = [await newContact(business, 'A'), await newContact(business, 'B')];
  const { id: resourceId } = await newResource(api, { prices: [{ amount: '100' }] });
  await addRule(business, { percent: '10', contactId: from });
  await addRule(business, { percent: '5' });
  await discover(business, { resourceId, contactId: from });
  await discover(business, { resourceId, contactId: into });
  await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  assert.equal((await discover(business, { resourceId, contactId: into })).discount!.unitPrice, '90.00');
  assert.ok((await offersOf(business)).every(({ contactId }) => contactId === into));
});

test('a viewer is offered discounts and cannot create them', async () => {
  const business = await newBusiness();
  const { api } = await newMember(business);
  const { response } = await api.POST('/v1/resource/discount-recommendation', { body: { name: 'X', percent: 5 } });
  assert.equal(response.status, 403);
});
