import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { changeDocument } from '#test/documents.ts';
import { app, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { asOwner } from '#test/walks/rows.ts';

const COUPON = 'VERANO';
const PATH = '/v1/resource/discount-recommendation';

/** A business with a coupon of a tenth off a service. */
async function newShop(limits: object) {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api, { kind: 'service', prices: [{ amount: '100' }] });
  const body = { name: 'Verano', percent: '10', coupon: COUPON, ...limits };
  const { data: rule, error } = await api.POST(PATH, { body: body as never });
  assert.ok(rule, JSON.stringify(error));
  const offerOf = async (query: object = {}): Promise<string | undefined> => {
    const { data } = await api.GET('/v1/resource/price-discovery', {
      params: { query: { resourceId, coupon: COUPON, ...query } as never },
    });
    return data!.discount?.offerId ?? undefined;
  };
  const sell = (discountOfferId: string | undefined, more: object = {}, quantity = 1) =>
    api.POST('/v1/record/pending', {
      body: { elements: [{ resourceId, quantity, discountOfferId }], ...more } as never,
    });
  const uses = async () => (await api.GET(PATH)).data!.data.find(({ id }) => id === rule.id)!.uses;
  const change = (given: object) => api.PATCH(PATH, { body: { id: rule.id, ...given } as never });
  return { business, api, rule, resourceId, offerOf, sell, uses, change };
}
const codes = (answers: { error?: unknown }[]) =>
  answers.map(({ error }) => (error as { code: string } | undefined)?.code ?? 'written').toSorted();

test('of documents at once as many use a coupon as its limit allows, and a void one gives its use back', async () => {
  const { api, offerOf, sell, uses } = await newShop({ usesMax: 3 });
  const offers = await Promise.all(Array.from({ length: 8 }, (_, place) => offerOf({ quantity: place + 1 })));
  const answers = await Promise.all(offers.map((offer, place) => sell(offer, {}, place + 1)));
  assert.deepEqual(codes(answers), [...Array(5).fill('discount_used_up'), ...Array(3).fill('written')]);
  assert.equal(await uses(), 3);
  const refused = answers.findIndex(({ error }) => error);
  assert.equal(answers[refused]!.error!.errors![0]!.path, 'body.elements[0].discountOfferId');
  assert.equal(await offerOf(), undefined);
  const { data } = answers.find((answer) => answer.data)!;
  await api.DELETE('/v1/record/pending', { body: { id: data!.id } });
  assert.equal(await uses(), 2);
  assert.ok((await sell(offers[refused], {}, refused + 1)).data);
  assert.equal(await uses(), 3);
});

test('a contact uses a coupon as often as it allows each, also at once', async () => {
  const { business, api, offerOf, sell, uses } = await newShop({ usesPerContactMax: 2 });
  const [contactId, other] = [await newContact(business, 'A'), await newContact(business, 'B')];
  const quantities = [1, 2, 3, 4, 5];
  const offers = await Promise.all(quantities.map((quantity) => offerOf({ quantity })));
  const answers = await Promise.all(quantities.map((quantity, at) => sell(offers[at], { contactId }, quantity)));
  assert.deepEqual(codes(answers), [...Array(3).fill('discount_used_up'), 'written', 'written']);
  assert.equal(await offerOf({ contactId }), undefined);
  const unknown = await sell(await offerOf({ quantity: 9 }), {}, 9);
  assert.deepEqual([unknown.error!.code, unknown.error!.errors![0]!.code], ['discount_used_up', 'contact_required']);
  const sold = answers.find(({ data }) => data)!.data!;
  assert.ok((await changeDocument(api, { id: sold.id, contactId: other })).data);
  assert.ok((await sell(await offerOf({ quantity: 7, contactId }), { contactId }, 7)).data);
  assert.ok((await sell(await offerOf({ quantity: 8 }), { contactId: other }, 8)).data);
  assert.deepEqual(codes([await sell(await offerOf({ quantity: 6 }), { contactId: other }, 6)]), ['discount_used_up']);
  assert.equal(await uses(), 4);
  await api.PATCH('/v1/beneficiary/merge', { body: { id: other, fromIds: [contactId] } });
  assert.equal(await uses(), 4);
});

test('a document uses a coupon once for all of its lines, until the last of them drops it', async () => {
  const { api, resourceId, offerOf, uses } = await newShop({ usesMax: 1 });
  const elements = await Promise.all(
    [1, 2].map(async (quantity) => ({ resourceId, quantity, discountOfferId: await offerOf({ quantity }) })),
  );
  const { data } = await api.POST('/v1/record/pending', { body: { elements } as never });
  assert.equal(await uses(), 1);
  const ids = data!.elements.map(({ id }) => id);
  const drop = (dropped: number) =>
    changeDocument(api, {
      id: data!.id,
      elements: ids.map((id, place) => (place < dropped ? { id, discountOfferId: null } : { id })),
    });
  assert.ok((await drop(1)).data);
  assert.equal(await uses(), 1);
  assert.ok((await drop(2)).data);
  assert.equal(await uses(), 0);
});

test('a limit needs a coupon, and cannot be below the number of uses', async () => {
  const { api, offerOf, sell, change } = await newShop({});
  assert.equal(
    (await api.POST(PATH, { body: { name: 'X', percent: '1', usesMax: 1 } })).error?.code,
    'discount_invalid',
  );
  for (const quantity of [1, 2]) assert.ok((await sell(await offerOf({ quantity }), {}, quantity)).data);
  assert.equal((await change({ usesMax: 1 })).error?.code, 'discount_invalid');
  assert.equal((await change({ usesMax: 2 })).data?.usesMax, 2);
  assert.equal((await change({ coupon: null })).error?.code, 'discount_invalid');
  assert.equal(await offerOf(), undefined);
});

/** A quote with the coupon, and the noon of so many days after its last one. */
async function newQuote(shop: Awaited<ReturnType<typeof newShop>>) {
  const { data, error } = await shop.sell(await shop.offerOf(), { kind: 'quote' });
  assert.ok(data, JSON.stringify(error));
  const daysAfter = (days: number) =>
    Temporal.PlainDate.from(data.dueOn)
      .add({ days })
      .toZonedDateTime({ timeZone: 'America/Santo_Domingo', plainTime: '12:00' })
      .toInstant();
  const convert = () => shop.api.POST('/v1/record/pending/create-from', { body: { id: data.id } });
  return { quote: data, daysAfter, convert };
}

test('a quote that is not converted by its last day gives its coupon back, and takes it again when it is converted', async () => {
  const shop = await newShop({ usesMax: 1 });
  const { business, api, offerOf, sell, uses } = shop;
  await app.clock.setSandbox(business.id, true);
  const { quote, daysAfter, convert } = await newQuote(shop);
  await moveClock(business, daysAfter(0));
  assert.deepEqual([await uses(), await offerOf()], [1, undefined]);
  await moveClock(business, daysAfter(1));
  assert.equal(await uses(), 0);
  const { data: sold } = await sell(await offerOf());
  assert.equal(await uses(), 1);
  const refused = await convert();
  assert.deepEqual([refused.error?.code, refused.error?.errors?.[0]?.path], ['discount_used_up', 'body.id']);
  assert.ok((await changeDocument(api, { id: quote.id, notes: 'Llamar otra vez' })).data, 'Notes need no coupon.');
  assert.equal(await uses(), 1);
  await api.DELETE('/v1/record/pending', { body: { id: sold!.id } });
  const { data: invoice } = await convert();
  assert.deepEqual([invoice!.total, await uses()], [quote.total, 1]);
  await moveClock(business, daysAfter(60));
  assert.equal(await uses(), 1, 'It is converted.');
  await api.DELETE('/v1/record/pending', { body: { id: invoice!.id } });
  assert.equal(await uses(), 0, 'Nothing is converted any more.');
});

test('a quote that gets a later last day holds its coupon as long, also after it had expired', async () => {
  const shop = await newShop({ usesMax: 1 });
  const { business, api, uses } = shop;
  await app.clock.setSandbox(business.id, true);
  const { quote, daysAfter } = await newQuote(shop);
  const extend = async (days: number) => {
    const dueOn = Temporal.PlainDate.from(quote.dueOn).add({ days }).toString();
    assert.ok((await changeDocument(api, { id: quote.id, dueOn })).data);
  };
  await extend(10);
  await moveClock(business, daysAfter(10));
  assert.equal(await uses(), 1);
  await moveClock(business, daysAfter(11));
  assert.equal(await uses(), 0);
  await extend(20);
  assert.equal(await uses(), 1);
  await moveClock(business, daysAfter(21));
  assert.equal(await uses(), 0);
});

test('doctor counts the uses of coupons again', async () => {
  const { business, rule, offerOf, sell } = await newShop({ usesMax: 3 });
  for (const quantity of [1, 2]) assert.ok((await sell(await offerOf({ quantity }), {}, quantity)).data);
  const { recount } = app.engine.modules
    .flatMap(({ recounts = [] }) => recounts)
    .find(({ what }) => what === 'uses of discounts')!;
  const counted = () => app.engine.within(business.id, recount);
  const change = (text: string) => asOwner(text, [business.id, rule.id]);
  assert.deepEqual(await counted(), { counted: 2n, differences: 0 });
  await change('UPDATE discount_rules SET uses = 3 WHERE organization_id = $1 AND id = $2');
  assert.equal((await counted()).differences, 1);
  await change('UPDATE discount_rules SET uses = 2 WHERE organization_id = $1 AND id = $2');
  await change('UPDATE discount_offers SET released_at = now() WHERE organization_id = $1 AND rule_id = $2');
  assert.equal((await counted()).differences, 1);
});

test('a limit for each contact that is set later counts the uses that a contact has', async () => {
  const { business, api, offerOf, sell, uses, change } = await newShop({});
  const contactId = await newContact(business, 'A');
  const sold = [];
  for (const quantity of [1, 2, 3]) sold.push(await sell(await offerOf({ quantity }), { contactId }, quantity));
  await api.DELETE('/v1/record/pending', { body: { id: sold[0]!.data!.id } });
  assert.equal(await uses(), 2);
  assert.ok((await change({ usesPerContactMax: 2 })).data);
  assert.deepEqual(codes([await sell(await offerOf({ quantity: 4 }), { contactId }, 4)]), ['discount_used_up']);
  assert.ok((await change({ usesPerContactMax: 3 })).data);
  assert.ok((await sell(await offerOf({ quantity: 5 }), { contactId }, 5)).data);
  assert.equal(await uses(), 3);
});

test('documents that took a discount before it had a coupon do not use the coupon, and can be changed', async () => {
  const { api, resourceId, offerOf, sell, uses, change } = await newShop({});
  assert.ok((await change({ coupon: null })).data);
  const taken = async (quantity: number, more: object = {}) => {
    const { data } = await api.GET('/v1/resource/price-discovery', { params: { query: { resourceId, quantity } } });
    return (await sell(data!.discount!.offerId!, more, quantity)).data!;
  };
  const [invoice, quote] = [await taken(1), await taken(2, { kind: 'quote' })];
  const { data: converted } = await api.POST('/v1/record/pending/create-from', { body: { id: quote.id } });
  assert.ok((await change({ coupon: COUPON, usesMax: 1 })).data);
  assert.ok((await sell(await offerOf({ quantity: 3 }), {}, 3)).data);
  assert.equal((await changeDocument(api, { id: invoice.id, notes: 'Llamar' })).code, undefined);
  const voided = await api.DELETE('/v1/record/pending', { body: { id: converted!.id } });
  assert.equal(voided.error, undefined, JSON.stringify(voided.error));
  assert.equal(await uses(), 1);
});

test('a quote whose lines are taken out of its invoice holds its coupon until its last day', async () => {
  const shop = await newShop({ usesMax: 1 });
  const { business, api, uses } = shop;
  await app.clock.setSandbox(business.id, true);
  const { daysAfter, convert } = await newQuote(shop);
  const { data: invoice } = await convert();
  const other = { description: 'Otra cosa', quantity: 1, unitPrice: '50' };
  assert.equal((await changeDocument(api, { id: invoice!.id, elements: [other] })).code, undefined);
  await moveClock(business, daysAfter(0));
  assert.equal(await uses(), 1);
  await moveClock(business, daysAfter(1));
  assert.equal(await uses(), 0);
});

test('the documents that use a discount are listed', async () => {
  const { business, api, rule, resourceId, offerOf, sell } = await newShop({});
  await app.clock.setSandbox(business.id, true);
  const listed = async (discountId = rule.id) => {
    const query = { discountId, sort: 'created' as const };
    const { data, error } = await api.GET('/v1/record/pending/all', { params: { query } });
    assert.ok(data, JSON.stringify(error));
    return data.data.map(({ id }) => id);
  };
  assert.ok((await api.POST('/v1/record/pending', { body: { elements: [{ resourceId }] } })).data);
  const [sold, other] = [await sell(await offerOf()), await sell(await offerOf({ quantity: 2 }), {}, 2)];
  const { data: quote } = await sell(await offerOf({ quantity: 3 }), { kind: 'quote' }, 3);
  assert.deepEqual(
    await listed(),
    [sold, other, { data: quote }].map(({ data }) => data!.id),
  );
  await api.DELETE('/v1/record/pending', { body: { id: other.data!.id } });
  const expiry = Temporal.PlainDate.from(quote!.dueOn).add({ days: 1 });
  await moveClock(business, expiry.toZonedDateTime('America/Santo_Domingo').add({ hours: 12 }).toInstant());
  assert.deepEqual(await listed(), [sold.data!.id]);
  assert.deepEqual(await listed(resourceId), []);
});

test('of an expired quote only the converted lines use their coupons, and its notes can be changed', async () => {
  const { business, api, resourceId, offerOf, sell, uses } = await newShop({});
  await app.clock.setSandbox(business.id, true);
  const { data: other } = await api.POST(PATH, {
    body: { name: 'Otoño', percent: '20', coupon: 'OTONO', usesMax: 1 } as never,
  });
  const ofOther = async (quantity: number) => (await offerOf({ quantity, coupon: 'OTONO' }))!;
  const elements = [
    { resourceId, quantity: 1, discountOfferId: await offerOf() },
    { resourceId, quantity: 2, discountOfferId: await ofOther(2) },
  ];
  const { data: quote } = await api.POST('/v1/record/pending', { body: { kind: 'quote', elements } as never });
  const usesOfOther = async () => (await api.GET(PATH)).data!.data.find(({ id }) => id === other!.id)!.uses;
  const usesOfBoth = async () => [await uses(), await usesOfOther()];
  const expiry = Temporal.PlainDate.from(quote!.dueOn).add({ days: 1 });
  await moveClock(business, expiry.toZonedDateTime('America/Santo_Domingo').add({ hours: 12 }).toInstant());
  assert.ok((await sell(await ofOther(3), {}, 3)).data);
  const convert = (place: number) =>
    api.POST('/v1/record/pending/create-from', {
      body: { id: quote!.id, elements: [{ id: quote!.elements[place]!.id }] },
    });
  assert.ok((await convert(0)).data);
  assert.equal((await convert(1)).error?.code, 'discount_used_up');
  assert.equal((await changeDocument(api, { id: quote!.id, notes: 'Llamar' })).code, undefined);
  assert.deepEqual(await usesOfBoth(), [1, 1]);
});
