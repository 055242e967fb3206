import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { changeDocument, newDocument, readDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';

/** A business that gives a tenth off one service from two units on. */
async function shopWithOffer() {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api, { kind: 'service', prices: [{ amount: '100' }] });
  const { data: rule } = await api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Oferta', percent: '10', minimumQuantity: 2 } as never,
  });
  assert.ok(rule);
  return { business, api, resourceId };
}

async function offerOf({ api }: Business, query: Record<string, unknown>): Promise<string> {
  const { data } = await api.GET('/v1/resource/price-discovery', { params: { query: query as never } });
  return data!.discount!.offerId!;
}

const offersOf = async ({ api }: Business) =>
  (await api.GET('/v1/resource/discount-recommendation/offers', { params: { query: {} } })).data!.data;

const refusalOf = async ({ api }: Business, element: Record<string, unknown>, more: object = {}) => {
  const { data, error } = await api.POST('/v1/record/pending', { body: { elements: [element], ...more } as never });
  assert.equal(data, undefined);
  return [error!.code, error!.errors?.[0]?.message, error!.errors?.[0]?.path];
};

const path = 'body.elements[0].discountOfferId';

test('a line takes the offered discount with its reason, and the offer names the document', async () => {
  const { business, api, resourceId } = await shopWithOffer();
  const discountOfferId = await offerOf(business, { resourceId, quantity: 3 });
  const sale = await newDocument(api, { elements: [{ resourceId, quantity: 3, discountOfferId }] });
  const [line] = sale.elements;
  assert.deepEqual(
    [line!.unitPrice, line!.discount, line!.net, line!.discountOfferId, line!.discountReason],
    ['100.00', { amount: '30.00' }, '270.00', discountOfferId, 'Oferta: 10 % less, from 2 on.'],
  );
  assert.deepEqual((await readDocument(api, sale.id)).elements, sale.elements);
  const [offer] = await offersOf(business);
  assert.deepEqual([offer!.taken!.kind, offer!.taken!.id, offer!.taken!.quantity], ['invoice', sale.id, '3']);
  assert.deepEqual(await refusalOf(business, { resourceId, quantity: 3, discountOfferId }), [
    'discount_offer_not_usable',
    'It has been taken already.',
    path,
  ]);
});

test('a changed line keeps its offer for its new quantity; a manual discount or a void document releases it', async () => {
  const { business, api, resourceId } = await shopWithOffer();
  const discountOfferId = await offerOf(business, { resourceId, quantity: 2 });
  const draft = await newDocument(api, { status: 'draft', elements: [{ resourceId, quantity: 2, discountOfferId }] });
  const { id } = draft.elements[0]!;
  const change = (element: object) => changeDocument(api, { id: draft.id, elements: [{ id, ...element }] });
  const { data: more } = await change({ quantity: 5 });
  assert.deepEqual([more!.elements[0]!.discountAmount, more!.elements[0]!.discountOfferId], ['50.00', discountOfferId]);
  const taken = async () => (await offersOf(business)).map((offer) => [offer.taken?.quantity, offer.taken?.releasedAt]);
  assert.deepEqual(await taken(), [['5', null]]);
  assert.equal((await change({ quantity: 1 })).code, 'discount_offer_not_usable');
  const { data: issued } = await changeDocument(api, { id: draft.id, status: 'issued' });
  assert.equal(issued!.elements[0]!.discountOfferId, discountOfferId);
  const { data: byHand } = await change({ discount: { percent: '1' } });
  const [line] = byHand!.elements;
  assert.deepEqual([line!.discount, line!.discountOfferId, line!.discountReason], [{ percent: '1' }, null, null]);
  assert.ok((await taken())[0]![1]);
  const second = await offerOf(business, { resourceId, quantity: 2 });
  const sale = await newDocument(api, { elements: [{ resourceId, quantity: 2, discountOfferId: second }] });
  const { data: without } = await changeDocument(api, {
    id: sale.id,
    elements: [{ id: sale.elements[0]!.id, discountOfferId: null }],
  });
  assert.deepEqual([without!.net, without!.elements[0]!.discount], ['200.00', null]);
  const third = await offerOf(business, { resourceId, quantity: 2 });
  const last = await newDocument(api, { elements: [{ resourceId, quantity: 2, discountOfferId: third }] });
  await api.DELETE('/v1/record/pending', { body: { id: last.id } });
  assert.ok((await offersOf(business)).every(({ taken: by }) => by!.releasedAt));
});

test('a copy has the discount and its reason, and takes no offer', async () => {
  const { business, api, resourceId } = await shopWithOffer();
  const discountOfferId = await offerOf(business, { resourceId, quantity: 2 });
  const quote = await newDocument(api, { kind: 'quote', elements: [{ resourceId, quantity: 2, discountOfferId }] });
  const { data } = await api.POST('/v1/record/pending/create-from', {
    body: { id: quote.id, kind: 'invoice' } as never,
  });
  const [line] = data!.elements;
  assert.deepEqual([data!.net, line!.discountOfferId], ['180.00', null]);
  assert.equal(line!.discountReason, quote.elements[0]!.discountReason);
  assert.equal((await offersOf(business))[0]!.taken!.id, quote.id);
});

test('an offer is refused for another item, contact, quantity, currency or price, and when it is too old', async () => {
  const { business, api, resourceId } = await shopWithOffer();
  const { id: other } = await newResource(api, { kind: 'service', prices: [{ amount: '100' }] });
  const contactId = await newContact(business);
  const discountOfferId = await offerOf(business, { resourceId, quantity: 2, contactId });
  const line = { resourceId, quantity: 2, discountOfferId };
  const unusable = (message: string) => ['discount_offer_not_usable', message, path];
  assert.deepEqual(await refusalOf(business, line), unusable('It was offered to another contact.'));
  const to = { contactId };
  assert.deepEqual(await refusalOf(business, { ...line, quantity: 1 }, to), unusable('It holds from 2 on.'));
  assert.deepEqual(await refusalOf(business, { ...line, unitPrice: 99 }, to), unusable('It goes no lower than 90.'));
  const inDollars = { ...to, currency: 'USD', rate: 60 };
  assert.deepEqual(await refusalOf(business, line, inDollars), unusable('It was offered in DOP.'));
  for (const wrong of [{ resourceId: other }, { discountOfferId: newId() }]) {
    const [code, , at] = await refusalOf(business, { ...line, ...wrong }, to);
    assert.deepEqual([code, at], ['reference_not_found', path]);
  }
  const foreign = await shopWithOffer();
  assert.equal(
    (await refusalOf(foreign.business, { ...line, resourceId: foreign.resourceId }))[0],
    'reference_not_found',
  );
  assert.equal((await refusalOf(business, { ...line, discount: { percent: 1 } }, to))[0], 'invalid_request');
  const purchase = { ...to, direction: 'purchase' };
  assert.equal((await refusalOf(business, { ...line, unitPrice: 1 }, purchase))[0], 'field_not_of_direction');
  const twice = await api.POST('/v1/record/pending', { body: { contactId, elements: [line, line] } as never });
  assert.deepEqual(twice.error?.errors?.[0]?.path, 'body.elements[1].discountOfferId');
  const old = await offerOf(business, { resourceId, quantity: 2, date: '2020-01-01' });
  assert.deepEqual(
    await refusalOf(business, { ...line, discountOfferId: old }),
    unusable('It could be taken until 2020-01-31.'),
  );
});

test('of concurrent documents one accepts the offer', async () => {
  const { business, api, resourceId } = await shopWithOffer();
  const discountOfferId = await offerOf(business, { resourceId, quantity: 2 });
  const body = { elements: [{ resourceId, quantity: 2, discountOfferId }] } as never;
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => api.POST('/v1/record/pending', { body })));
  assert.deepEqual(outcomes.map(({ error }) => error?.code ?? 'written').toSorted(), [
    ...Array(4).fill('discount_offer_not_usable'),
    'written',
  ]);
});

test('pricing a line records no offer', async () => {
  const { business, api, resourceId } = await shopWithOffer();
  const sale = await newDocument(api, { elements: [{ resourceId, quantity: 2 }] });
  assert.equal(sale.net, '200.00');
  assert.deepEqual(await offersOf(business), []);
});
