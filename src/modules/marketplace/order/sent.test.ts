import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDetail } from '#test/documents.ts';
import { newDelivery } from '#test/fulfilment.ts';
import { app, baseUrl, freshEmail, letterTo } from '#test/harness.ts';
import { gazcue, invoicesOf, newCart, newProduct, order, readCart } from '#test/marketplace.ts';
import { newMethod, newOnlineShop } from '#test/online-shop.ts';

/** A shop with an order of two sacks of rice, written in a language. */
async function newOrder(language: 'es' | 'en', kind: 'delivery' | 'pickup' = 'delivery', details = {}) {
  const shop = await newOnlineShop('Colmado La Esquina');
  const method = await newMethod(shop, kind === 'pickup' ? { kind, divisionId: shop.divisionId, ...details } : {});
  const begun = await fetch(`${baseUrl}/v1/marketplace/cart`, {
    method: 'POST',
    headers: { 'accept-language': language, 'content-type': 'application/json' },
    body: JSON.stringify({ shopId: shop.id, items: [{ resourceId: shop.rice.id, quantity: '2' }] }),
  });
  const { id } = (await begun.json()) as { id: string };
  const email = freshEmail();
  const delivery = kind === 'delivery' ? { delivery: gazcue } : {};
  const { data, error } = await order(id, {
    buyer: { name: 'Ana', email },
    deliveryMethodIds: [method.id],
    ...delivery,
  });
  assert.ok(data, JSON.stringify(error));
  const [invoice] = await invoicesOf(shop);
  const [element] = (await readDetail(shop.api, invoice!.id)).elements;
  return { shop, cart: data, email, pendingRecordId: invoice!.id, elementId: element!.id };
}

const lettersAbout = async (email: string, about: RegExp) =>
  (await app.mailbox!.letters()).filter(({ to, subject }) => to === email && about.test(subject));

test('the buyer gets a letter when goods of the order leave, in parts too, and another one with later tracking', async () => {
  const { shop, cart, email, pendingRecordId, elementId } = await newOrder('es');
  const trackingUrl = 'https://example.com/guias/MP-1';
  await newDelivery(shop, {
    pendingRecordId,
    lines: [{ elementId, quantity: '1' }],
    carrier: 'Metro Pac',
    trackingNumber: 'MP-1',
    trackingUrl,
  });
  const part = await letterTo(email, /^Una parte de tu pedido va en camino$/);
  for (const text of [
    'Colmado La Esquina',
    '1 × Arroz',
    'C/ Crucero Ahrens 5',
    'Metro Pac',
    'MP-1',
    trackingUrl,
    cart.url,
  ])
    assert.ok(part.text.includes(text), `${text} in ${part.text}`);
  const { id } = await newDelivery(shop, { pendingRecordId });
  assert.doesNotMatch((await letterTo(email, /^Tu pedido va en camino$/)).text, /guía|null|undefined/);
  const changed = await shop.api.PATCH('/v1/resource/delivery', { body: { id, trackingNumber: 'MP-2' } });
  assert.equal(changed.error, undefined);
  assert.match((await letterTo(email, /^Tu pedido ya se puede seguir$/)).text, /Número de guía: MP-2/);
  await shop.api.PATCH('/v1/resource/delivery', { body: { id, trackingNumber: 'MP-2', notes: 'Frágil' } });
  await shop.api.PATCH('/v1/resource/delivery', { body: { id, trackingNumber: null } });
  assert.equal((await lettersAbout(email, /seguir/)).length, 1);
});

test('an order that the buyer collects is announced as ready, with where and when, in the language of the buyer', async () => {
  const { shop, email, pendingRecordId } = await newOrder('en', 'pickup', { details: 'From 8 to 5.' });
  await newDelivery(shop, { pendingRecordId });
  const letter = await letterTo(email, /^Your order is ready to collect$/);
  assert.match(
    letter.text,
    /Your order at Colmado La Esquina is ready to collect\.\n\n2 × Arroz\n\nCollect it at: Principal\nFrom 8 to 5\.\n/,
  );
});

test('the order shows what has left and where it can be followed', async () => {
  const { shop, cart, pendingRecordId, elementId } = await newOrder('es');
  const trackingUrl = 'https://example.com/guias?id=1&lang=es';
  await newDelivery(shop, { pendingRecordId, lines: [{ elementId, quantity: '1' }] });
  const second = await newDelivery(shop, {
    pendingRecordId,
    carrier: 'Metro Pac',
    trackingNumber: 'MP-1',
    trackingUrl,
  });
  const shipments = async () => (await readCart(cart.id)).sellers[0]!.order!.shipments;
  const { date } = second;
  const unknown = { date, receivedAt: null, carrier: null, trackingNumber: null, trackingUrl: null };
  assert.deepEqual(await shipments(), [
    { ...unknown, carrier: 'Metro Pac', trackingNumber: 'MP-1', trackingUrl },
    unknown,
  ]);
  const page = async (language: string) =>
    (await fetch(cart.url, { headers: { accept: 'text/html', 'accept-language': language } })).text();
  const spanish = await page('es');
  assert.match(spanish, /Metro Pac[\s\S]+Número de guía[\s\S]+MP-1/);
  assert.match(
    spanish,
    /<a href="https:\/\/example\.com\/guias\?id=1&#38;lang=es" rel="noopener">Seguir el envío<\/a>/,
  );
  assert.match(await page('en'), /Tracking number[\s\S]+Follow the parcel/);
  await shop.api.PATCH('/v1/resource/delivery', { body: { id: second.id, status: 'canceled' } });
  assert.deepEqual(await shipments(), [unknown]);
});

test('the buyer of a seller of the marketplace gets the letter too, and a sale without an order sends none', async () => {
  const { shop } = await newOrder('es');
  const coffee = await newProduct(shop, { name: 'Café', kind: 'goods', stock: 3, price: '100' });
  const email = freshEmail();
  const cart = await newCart({ resourceId: coffee.id });
  const delivery = { deliveryMethodIds: cart.sellers[0]!.deliveryMethods.map(({ id }) => id), delivery: gazcue };
  const { data, error } = await order(cart.id, { buyer: { name: 'Ana', email }, ...delivery });
  assert.ok(data, JSON.stringify(error));
  const [invoice] = await invoicesOf(shop);
  await newDelivery(shop, { pendingRecordId: invoice!.id });
  await letterTo(email, /va en camino|on its way/);
  const { data: sale } = await shop.api.POST('/v1/record/pending', {
    body: { elements: [{ resourceId: shop.rice.id, quantity: '1', unitPrice: '100' }], deliverLater: true },
  });
  await newDelivery(shop, { pendingRecordId: sale!.id, trackingNumber: 'MP-3' });
});
