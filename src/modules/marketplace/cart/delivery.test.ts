import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { readDetail } from '#test/documents.ts';
import { newDelivery } from '#test/fulfilment.ts';
import { anonymous, codeOf, freshEmail, letterTo } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import {
  changeCart,
  gazcue,
  invoicesOf,
  order,
  pageOf,
  readCart,
  refusedAt,
  setOrdering,
  setPrice,
} from '#test/marketplace.ts';
import { begin, newBranch, newCollection, newMethod, newOnlineShop, newService, setUpSite } from '#test/online-shop.ts';
import { stockUp } from '#test/stock.ts';
import { finishOrder } from '../order/order.ts';

const partOf = ({ sellers }: Pick<Awaited<ReturnType<typeof readCart>>, 'sellers'>) => sellers[0]!;

/** A shop with a cart of two sacks of rice at 100.00 each. */
async function newCartIn(shop: Awaited<ReturnType<typeof newOnlineShop>>, quantity = '2') {
  const { data } = await begin(shop.id, { resourceId: shop.rice.id, quantity });
  return data!;
}

test('a buyer chooses how to get the order, and its total, branch and document follow', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop, '99.99');
  const courier = await newMethod(shop, { resourceId: service.id, details: 'El mismo día.', place: 1 });
  const branchId = await newBranch(shop, { name: 'Naco', address: 'Av. Tiradentes 12', phone: '809-555-0101' });
  await stockUp(shop, { resourceId: shop.rice.id, quantity: '2', unitCost: '60', divisionId: branchId });
  const pickup = await newMethod(shop, { kind: 'pickup', name: 'En Naco', divisionId: branchId, place: 2 });
  const cart = await newCartIn(shop);
  assert.deepEqual(
    partOf(cart).deliveryMethods.map(({ name, price, branch }) => [name, price, branch?.address]),
    [
      ['Mensajero', '117.99', undefined],
      ['En Naco', '0.00', 'Av. Tiradentes 12'],
    ],
  );
  assert.deepEqual(
    [partOf(cart).deliveryProblem, partOf(cart).delivery, cart.canBeOrdered, cart.totals[0]!.total],
    ['method_required', null, false, '200.00'],
  );
  assert.deepEqual(refusedAt(await order(cart.id)), ['delivery_required', 'body.deliveryMethodIds']);
  const { data: brought } = await changeCart(cart.id, { deliveryMethodIds: [courier.id] });
  assert.deepEqual(
    [partOf(brought!).deliveryProblem, partOf(brought!).delivery, partOf(brought!).tax, brought!.totals[0]!.total],
    ['address_required', { name: 'Mensajero', price: '117.99', isCharged: true }, '18.00', '317.99'],
  );
  assert.deepEqual(refusedAt(await order(cart.id)), ['delivery_required', 'body.delivery']);
  const { data: collected } = await changeCart(cart.id, { deliveryMethodIds: [pickup.id], delivery: gazcue });
  assert.deepEqual([collected!.canBeOrdered, collected!.totals[0]!.total], [true, '200.00']);
  assert.notEqual(collected!.revision, brought!.revision);
  const stale = await order(cart.id, { deliveryMethodIds: [courier.id], revision: collected!.revision });
  assert.equal(codeOf(stale), 'cart_changed');
  const { data: ordered } = await order(cart.id, { revision: collected!.revision });
  const [invoice] = await invoicesOf(shop);
  assert.deepEqual([invoice!.total, invoice!.divisionId], ['200.00', branchId]);
  const { notes } = await readDetail(shop.api, invoice!.id);
  assert.match(notes, /En Naco\nLo recoge el comprador en Naco, Av\. Tiradentes 12\./);
  assert.doesNotMatch(notes, /Crucero Ahrens/);
  const { delivery, deliveryState } = partOf(ordered!).order!;
  const branch = { name: 'Naco', address: 'Av. Tiradentes 12', phone: '809-555-0101' };
  assert.deepEqual(delivery, { name: 'En Naco', kind: 'pickup', details: '', branch });
  assert.equal(deliveryState, 'preparing');
});

test('an order that is delivered has a line for it with its tax, and the address in its notes', async () => {
  const shop = await newOnlineShop();
  const courier = await newMethod(shop, { resourceId: (await newService(shop, '99.99')).id });
  const cart = await newCartIn(shop);
  const chosen = { deliveryMethodIds: [courier.id], delivery: gazcue };
  const email = freshEmail();
  const { data: ordered, error } = await order(cart.id, { ...chosen, buyer: { name: 'Ana', email } });
  assert.deepEqual(ordered?.totals, [{ currency: 'DOP', total: '317.99' }], JSON.stringify(error));
  const [invoice] = await invoicesOf(shop);
  const { elements, notes, tax } = await readDetail(shop.api, invoice!.id);
  assert.deepEqual(
    [elements.map(({ description, total }) => [description, total]), tax],
    [
      [
        ['Arroz', '200.00'],
        ['Entrega a domicilio', '117.99'],
      ],
      '18.00',
    ],
  );
  assert.match(notes, /Mensajero\nEntrega: C\/ Crucero Ahrens 5, Gazcue, Santo Domingo, Distrito Nacional/);
  const where = 'C/ Crucero Ahrens 5, Gazcue, Santo Domingo, Distrito Nacional';
  const { text } = await letterTo(email, /pedido/);
  assert.ok(text.includes(`Entrega: Mensajero – ${where} (RD$ 117.99)\nTotal: RD$ 317.99`), text);
  await shop.api.DELETE('/v1/marketplace/delivery-method/{deliveryMethodId}', {
    params: { path: { deliveryMethodId: courier.id } },
  });
  const later = await readCart(cart.id);
  assert.deepEqual([partOf(later).order!.delivery!.name, later.delivery], ['Mensajero', gazcue]);
});

test('a method serves only its zones, however the buyer writes them', async () => {
  const shop = await newOnlineShop();
  const zones = [
    { province: 'Distrito Nacional', city: 'Santo Domingo', sector: 'Gazcue' },
    { province: 'Santo Domingo', city: 'Boca Chica' },
    { province: 'San José de Ocoa' },
  ];
  const courier = await newMethod(shop, { name: 'Moto', zones });
  const cart = await newCartIn(shop);
  const deliveryMethodIds = [courier.id];
  const send = (delivery: object) => changeCart(cart.id, { deliveryMethodIds, delivery });
  const { province: _, ...noProvince } = gazcue;
  for (const [address, part] of [
    [noProvince, 'province'],
    [{ ...gazcue, province: 'Santiago' }, 'province'],
    [{ ...gazcue, province: 'Santo Domingo', city: 'Los Alcarrizos' }, 'city'],
    [{ ...gazcue, sector: 'Naco' }, 'sector'],
  ] as const) {
    const { error } = await send(address);
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['not_served', `body.delivery.${part}`]);
    assert.match(error!.detail!, /^Moto delivers to: Gazcue, Santo Domingo, Distrito Nacional; Boca Chica/);
  }
  assert.equal((await readCart(cart.id)).delivery, null, 'A refused change changes nothing.');
  for (const address of [
    { ...gazcue, sector: 'GAZCUE ' },
    { line1: 'C/ Duarte 1', city: 'Boca Chica', province: 'santo domingo' },
    { line1: 'C/ Duarte 1', city: 'Sabana Larga', province: 'San Jose de Ocoa' },
  ]) {
    const { data, error } = await send(address);
    assert.equal(data?.canBeOrdered, true, JSON.stringify(error));
  }
  const moved = await changeCart(cart.id, { delivery: { ...gazcue, sector: 'Naco' } });
  assert.deepEqual(refusedAt(moved), ['not_served', 'body.delivery.sector']);
  await changeCart(cart.id, { delivery: { ...gazcue, sector: 'Naco' }, deliveryMethodIds: [] });
  const late = await changeCart(cart.id, { deliveryMethodIds });
  assert.deepEqual(refusedAt(late), ['not_served', 'body.deliveryMethodIds[0]']);
  assert.equal(partOf(await readCart(cart.id)).deliveryMethods[0]!.isServed, false);
});

test('a delivery is free from an amount of the products with taxes, after the coupon', async () => {
  const shop = await newOnlineShop();
  const courier = await newMethod(shop, { resourceId: (await newService(shop)).id, freeFrom: '200' });
  await shop.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Vecinos', percent: '5', coupon: 'VECINOS', resourceId: shop.rice.id },
  });
  const cart = await newCartIn(shop);
  const chosen = { deliveryMethodIds: [courier.id], delivery: gazcue };
  const { data: free } = await changeCart(cart.id, chosen);
  assert.deepEqual(
    [free!.totals[0]!.total, partOf(free!).delivery],
    ['200.00', { name: 'Mensajero', price: '0.00', isCharged: false }],
  );
  assert.equal(partOf(free!).deliveryMethods[0]!.untilFree, null);
  const { data: reduced } = await changeCart(cart.id, { coupon: 'VECINOS' });
  assert.equal(partOf(reduced!).deliveryMethods[0]!.untilFree, '10.00');
  assert.match(await pageOf(cart.url, 'es'), /Gratis desde RD\$\s200\.00: te faltan RD\$\s10\.00/);
  assert.match(await pageOf(cart.url, 'en'), /Free from RD\$\s200\.00: RD\$\s10\.00 to go/);
  assert.deepEqual(
    [partOf(reduced!).discount, partOf(reduced!).deliveryMethods[0]!.price, reduced!.totals[0]!.total],
    ['10.00', '118.00', '308.00'],
  );
  const { data: ordered, error } = await order(cart.id, { revision: reduced!.revision });
  assert.equal(ordered?.totals[0]?.total, '308.00', JSON.stringify(error));
  const rival = await newCartIn(shop);
  const { data: whole } = await order(rival.id, chosen);
  assert.deepEqual([whole!.totals[0]!.total, partOf(whole!).items.length], ['200.00', 1]);
});

test('a coupon that covers the service reduces its charge', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  const courier = await newMethod(shop, { resourceId: service.id });
  await shop.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Entrega', percent: '50', coupon: 'ENTREGA', resourceId: service.id },
  });
  const cart = await newCartIn(shop);
  const chosen = { deliveryMethodIds: [courier.id], delivery: gazcue, coupon: 'ENTREGA' };
  const { data, error } = await order(cart.id, chosen);
  assert.equal(data?.totals[0]?.total, '259.00', JSON.stringify(error));
});

test('a coupon for all products does not reduce the charge of a delivery', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  const courier = await newMethod(shop, { resourceId: service.id });
  await shop.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Bienvenida', percent: '10', coupon: 'BIENVENIDA' },
  });
  const cart = await newCartIn(shop);
  const chosen = { deliveryMethodIds: [courier.id], delivery: gazcue, coupon: 'BIENVENIDA' };
  const { data: shown } = await changeCart(cart.id, chosen);
  assert.deepEqual([partOf(shown!).delivery?.price, shown!.totals[0]!.total], ['118.00', '298.00']);
  const { data, error } = await order(cart.id, chosen);
  assert.equal(data?.totals[0]?.total, '298.00', JSON.stringify(error));
});

test('a method is charged also if its service is sold in the shop and is in the cart', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  await setUpSite(shop, { collectionIds: [await newCollection(shop, [shop.rice.id, service.id])] });
  const courier = await newMethod(shop, { resourceId: service.id });
  const { data: cart } = await begin(shop.id, { resourceId: service.id, quantity: '0.01' });
  const { data } = await order(cart!.id, { deliveryMethodIds: [courier.id], delivery: gazcue });
  assert.deepEqual([data?.totals, partOf(data!).items.length], [[{ currency: 'DOP', total: '119.18' }], 2]);
});

test('availability and prices are those of the branch of the method', async () => {
  const shop = await newOnlineShop();
  const branchId = await newBranch(shop);
  await stockUp(shop, { resourceId: shop.rice.id, quantity: '1', unitCost: '60', divisionId: branchId });
  await shop.api.POST('/v1/resource/price', {
    body: { resourceId: shop.rice.id, amount: '90', divisionId: branchId },
  });
  const naco = await newMethod(shop, { kind: 'pickup', name: 'En Naco', divisionId: branchId });
  await newMethod(shop, { resourceId: (await newService(shop)).id, freeFrom: '180', place: 9 });
  const main = await newMethod(shop, { kind: 'pickup', name: 'Principal', divisionId: shop.divisionId });
  const cart = await newCartIn(shop);
  const { data: short } = await changeCart(cart.id, { deliveryMethodIds: [naco.id] });
  assert.equal(partOf(short!).items[0]!.problem, 'out_of_stock');
  assert.equal(partOf(short!).deliveryMethods.at(-1)!.price, '0.00', 'Another branch may have the goods.');
  assert.equal(codeOf(await order(cart.id)), 'cart_changed');
  const { data: enough } = await changeCart(cart.id, { deliveryMethodIds: [main.id] });
  assert.deepEqual([partOf(enough!).items[0]!.problem, enough!.totals[0]!.total], [null, '200.00']);
  const single = await newCartIn(shop, '1');
  const { data: cheaper } = await changeCart(single.id, { deliveryMethodIds: [naco.id] });
  const [item] = partOf(cheaper!).items;
  assert.deepEqual([item!.unitPrice, item!.previousPrice, cheaper!.canBeOrdered], ['90.00', '100.00', false]);
  const { data: ordered } = await order(single.id, { revision: cheaper!.revision });
  assert.equal(ordered!.totals[0]!.total, '90.00');
});

test('of two buyers who want the last unit of a branch, one gets it', async () => {
  const shop = await newOnlineShop();
  const branchId = await newBranch(shop);
  await stockUp(shop, { resourceId: shop.rice.id, quantity: '1', unitCost: '60', divisionId: branchId });
  const naco = await newMethod(shop, { kind: 'pickup', name: 'En Naco', divisionId: branchId });
  const carts = [await newCartIn(shop, '1'), await newCartIn(shop, '1')];
  const answers = await Promise.all(carts.map(({ id }) => order(id, { deliveryMethodIds: [naco.id] })));
  assert.deepEqual(answers.filter(({ data }) => data?.status === 'ordered').length, 1);
  const loser = carts[answers.findIndex(({ data }) => data?.status !== 'ordered')]!;
  const { status, sellers } = await readCart(loser.id);
  assert.deepEqual([status, sellers[0]!.items[0]!.problem], ['open', 'out_of_stock']);
  const issued = (await invoicesOf(shop)).filter((invoice) => invoice.status === 'issued');
  assert.deepEqual(
    issued.map(({ divisionId }) => divisionId),
    [branchId],
  );
});

test('a method that is archived, changed or cannot be charged is chosen again', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  const courier = await newMethod(shop, { resourceId: service.id });
  const branchId = await newBranch(shop);
  const pickup = await newMethod(shop, { kind: 'pickup', name: 'En Naco', divisionId: branchId });
  const cart = await newCartIn(shop);
  const { data: chosen } = await changeCart(cart.id, { deliveryMethodIds: [courier.id], delivery: gazcue });
  const change = (id: string, body: object) =>
    shop.api.PATCH('/v1/marketplace/delivery-method/{deliveryMethodId}', {
      params: { path: { deliveryMethodId: id } },
      body: body as never,
    });
  await change(courier.id, { zones: [{ province: 'Santiago' }] });
  assert.equal(partOf(await readCart(cart.id)).deliveryProblem, 'not_served');
  assert.deepEqual(refusedAt(await order(cart.id)), ['not_served', 'body.delivery']);
  await change(courier.id, { zones: [] });
  await setPrice(shop, service.id, '200');
  const dearer = await order(cart.id, { revision: chosen!.revision });
  assert.equal(codeOf(dearer), 'cart_changed');
  await change(courier.id, { archived: true });
  const after = await readCart(cart.id);
  assert.deepEqual(
    [partOf(after).deliveryProblem, after.deliveryMethodIds, after.totals[0]!.total],
    ['method_required', [], '200.00'],
  );
  assert.deepEqual(refusedAt(await order(cart.id, { revision: after.revision })), [
    'delivery_required',
    'body.deliveryMethodIds',
  ]);
  assert.deepEqual(refusedAt(await changeCart(cart.id, { deliveryMethodIds: [courier.id] })), [
    'reference_not_found',
    'body.deliveryMethodIds[0]',
  ]);
  await change(courier.id, { archived: false });
  assert.deepEqual((await readCart(cart.id)).deliveryMethodIds, [courier.id]);
  await shop.api.PATCH('/v1/resource', { body: { id: service.id, archived: true } });
  const unpriced = await readCart(cart.id);
  assert.deepEqual(
    [partOf(unpriced).deliveryProblem, partOf(unpriced).deliveryMethods.map(({ id }) => id)],
    ['method_required', [pickup.id]],
  );
  await shop.api.PATCH('/v1/division', { body: { id: branchId, archived: true } });
  assert.deepEqual(partOf(await readCart(cart.id)).deliveryMethods, []);
  assert.equal(codeOf(await order(cart.id)), 'delivery_required');
});

test('an order whose method is archived before the seller accepts it is refused, and the cart is open again', async () => {
  const shop = await newOnlineShop();
  const courier = await newMethod(shop);
  await newMethod(shop, { name: 'Lento' });
  const cart = await newCartIn(shop);
  await changeCart(cart.id, { deliveryMethodIds: [courier.id], delivery: gazcue });
  const stored = await setOrdering(cart.id);
  await shop.api.PATCH('/v1/marketplace/delivery-method/{deliveryMethodId}', {
    params: { path: { deliveryMethodId: courier.id } },
    body: { archived: true },
  });
  await runNow(finishOrder, { cartId: stored.id });
  const after = await readCart(cart.id);
  assert.deepEqual([after.status, after.refusal?.code], ['open', 'delivery_moved']);
  assert.deepEqual(await invoicesOf(shop), []);
});

test('an order is not placed without the method that was chosen, also if it was the only one', async () => {
  const shop = await newOnlineShop();
  const courier = await newMethod(shop);
  const path = { params: { path: { deliveryMethodId: courier.id } } };
  const cart = await newCartIn(shop);
  await changeCart(cart.id, { deliveryMethodIds: [courier.id], delivery: gazcue });
  const archive = (archived: boolean) =>
    shop.api.PATCH('/v1/marketplace/delivery-method/{deliveryMethodId}', { ...path, body: { archived } });
  await archive(true);
  assert.equal(codeOf(await order(cart.id)), 'cart_changed');
  await archive(false);
  const stored = await setOrdering(cart.id);
  await shop.api.DELETE('/v1/marketplace/delivery-method/{deliveryMethodId}', path);
  await runNow(finishOrder, { cartId: stored.id });
  const after = await readCart(cart.id);
  assert.deepEqual([after.status, after.refusal?.code], ['open', 'delivery_moved']);
  assert.deepEqual(await invoicesOf(shop), []);
  assert.equal((await order(cart.id, { revision: after.revision })).data?.status, 'ordered');
});

test('a delivery from a branch that is archived leaves from another one', async () => {
  const shop = await newOnlineShop();
  const branchId = await newBranch(shop);
  const courier = await newMethod(shop, { divisionId: branchId });
  const cart = await newCartIn(shop);
  const { data: short } = await changeCart(cart.id, { deliveryMethodIds: [courier.id], delivery: gazcue });
  assert.equal(partOf(short!).items[0]!.problem, 'out_of_stock');
  await shop.api.PATCH('/v1/division', { body: { id: branchId, archived: true } });
  assert.equal((await order(cart.id)).data?.status, 'ordered');
  assert.equal((await invoicesOf(shop))[0]!.divisionId, shop.divisionId);
});

test('without methods the single charge of the settings applies, and with them it does not', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  await shop.api.PATCH('/v1/organization/settings', {
    body: { section: 'marketplace', value: { deliveryResourceId: service.id } },
  });
  const cart = await newCartIn(shop);
  const { data: charged } = await changeCart(cart.id, { delivery: gazcue });
  assert.deepEqual([charged!.totals[0]!.total, partOf(charged!).deliveryMethods], ['318.00', []]);
  const courier = await newMethod(shop);
  const { data: free } = await changeCart(cart.id, { deliveryMethodIds: [courier.id] });
  assert.deepEqual([free!.totals[0]!.total, free!.canBeOrdered], ['200.00', true]);
});

test('the buyer follows the delivery of the order', async () => {
  const shop = await newOnlineShop();
  const courier = await newMethod(shop);
  const cart = await newCartIn(shop);
  await order(cart.id, { deliveryMethodIds: [courier.id], delivery: gazcue });
  const state = async () => partOf(await readCart(cart.id)).order!.deliveryState;
  assert.equal(await state(), 'preparing');
  const [invoice] = await invoicesOf(shop);
  const [element] = (await readDetail(shop.api, invoice!.id)).elements;
  const lines = [{ elementId: element!.id, quantity: '1' }];
  const first = await newDelivery(shop, { pendingRecordId: invoice!.id, lines });
  assert.equal(await state(), 'partial');
  const second = await newDelivery(shop, { pendingRecordId: invoice!.id, address: null });
  assert.deepEqual(
    [first.address, second.address],
    ['C/ Crucero Ahrens 5, Gazcue, Santo Domingo, Distrito Nacional', null],
  );
  assert.equal(await state(), 'on_its_way');
  for (const { id, lines: sent } of [first, second]) {
    const body = { id, lines: sent.map((line) => ({ id: line.id })), receivedBy: 'Ana' };
    assert.equal(codeOf(await shop.api.PATCH('/v1/resource/delivery', { body })), undefined);
  }
  assert.equal(await state(), 'delivered');
  const page = await (await fetch(cart.url, { headers: { accept: 'text/html', 'accept-language': 'es' } })).text();
  assert.match(page, /Mensajero[\s\S]+C\/ Crucero Ahrens 5, Gazcue[\s\S]+Entregado/);
});

test('the forms of the page choose a method, keep what was typed, and order at the total that was shown', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  const courier = await newMethod(shop, { resourceId: service.id, zones: [{ province: 'Distrito Nacional' }] });
  const pickup = await newMethod(shop, { kind: 'pickup', name: 'En tienda', divisionId: shop.divisionId });
  const cart = await newCartIn(shop);
  const origin = new URL(cart.url).origin;
  const send = async (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ cartId: cart.id, shopId: shop.id, ...fields }))
      body.append(name, value);
    const answer = await fetch(`${origin}/v1/marketplace/cart/form`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body,
    });
    assert.equal(answer.status, 303, await answer.text());
    return new URL(answer.headers.get('location')!, origin);
  };
  const chosen = (id: string) => ({ [`methods.${shop.id}`]: id });
  const address = { line1: 'C/ Duarte 1', city: 'Moca', province: 'Espaillat', sector: '' };
  const far = await send({ action: 'deliver', ...chosen(courier.id), ...address });
  assert.equal(far.searchParams.get('problem'), 'not_served');
  const kept = await readCart(cart.id);
  assert.deepEqual([kept.delivery!.city, kept.deliveryMethodIds], ['Moca', []]);
  const page = await (await fetch(far, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text();
  assert.match(page, /does not reach your address[\s\S]+value="Moca"/);
  assert.doesNotMatch(page, /Order for/);
  const near = { action: 'deliver', ...chosen(courier.id), ...address, province: 'Distrito Nacional' };
  const unfinished = await send({ ...near, city: '' });
  assert.equal(partOf(await readCart(cart.id)).deliveryProblem, 'address_required');
  const asked = await (await fetch(unfinished, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text();
  assert.match(asked, /value="C\/ Duarte 1"[\s\S]+Enter the city/);
  assert.doesNotMatch(asked, /—/);
  await send(near);
  const { revision, totals } = await readCart(cart.id);
  assert.equal(totals[0]!.total, '318.00');
  const buyer = { name: 'Ana Pérez', email: 'ana@example.com', phone: '', taxId: '', notes: '' };
  const wrong = await send({ action: 'order', ...chosen(pickup.id), line1: '', ...buyer, revision });
  assert.equal(wrong.searchParams.get('problem'), 'cart_changed');
  const shown = await readCart(cart.id);
  assert.deepEqual([shown.buyer?.name, shown.totals[0]!.total], ['Ana Pérez', '200.00']);
  await shop.api.DELETE('/v1/marketplace/delivery-method/{deliveryMethodId}', {
    params: { path: { deliveryMethodId: courier.id } },
  });
  const gone = await send({ action: 'order', ...chosen(courier.id), line1: '', ...buyer, revision: shown.revision });
  assert.equal(gone.searchParams.get('problem'), 'delivery_required');
  await send({ action: 'order', ...chosen(pickup.id), line1: '', ...buyer, revision: shown.revision });
  assert.equal((await readCart(cart.id)).status, 'ordered');
  assert.equal((await invoicesOf(shop)).length, 1);
});

test('unfit choices are refused with their place', async () => {
  const shop = await newOnlineShop();
  const cart = await newCartIn(shop);
  for (const deliveryMethodIds of ['x', ['x'], Array.from({ length: 21 }, () => newId()), null]) {
    const { response } = await anonymous.PATCH('/v1/marketplace/cart/{cartId}', {
      params: { path: { cartId: cart.id } },
      body: { deliveryMethodIds } as never,
    });
    assert.equal(response.status, 400);
  }
  assert.deepEqual(refusedAt(await changeCart(cart.id, { deliveryMethodIds: [newId()] })), [
    'reference_not_found',
    'body.deliveryMethodIds[0]',
  ]);
});
