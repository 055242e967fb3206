import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { anonymous, codeOf, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import {
  changeCart,
  changeItems,
  invoicesOf,
  listed,
  newCart,
  newProduct,
  order,
  readCart,
  setPrice,
} from '#test/marketplace.ts';
import { mainDivision, stockUp } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { sweepCarts } from './sweep.ts';

const itemsOf = (cart: Pick<Awaited<ReturnType<typeof readCart>>, 'sellers'>) =>
  cart.sellers.flatMap(({ items }) => items);

test('a cart holds products of many sellers with their prices, taxes and totals', async () => {
  const [one, other] = [await newBusiness({ name: 'Café Uno' }), await newBusiness({ name: 'Miel Dos' })];
  const coffee = await newProduct(one, { name: 'Café', price: '100' });
  const honey = await newProduct(other, { name: 'Miel', price: '40' });
  const cart = await newCart({ resourceId: coffee.id, quantity: '2' }, { resourceId: honey.id });
  assert.match(cart.id, /^crt_[\w-]{32}$/);
  assert.deepEqual(cart.sellers.map(({ seller, total, items }) => [seller.name, total, items[0]!.name]).toSorted(), [
    ['Café Uno', '200.00', 'Café'],
    ['Miel Dos', '40.00', 'Miel'],
  ]);
  assert.deepEqual(cart.totals, [{ currency: 'DOP', total: '240.00' }]);
  assert.equal(cart.canBeOrdered, true);
});

test('a cart is opened by its unguessable id only, and says nothing private of its sellers', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { kind: 'goods', stock: 7, cost: '3.33', price: '50' });
  const cart = await newCart({ resourceId: product.id });
  const text = JSON.stringify(await readCart(cart.id));
  for (const secret of ['3.33', 'cost', seller.owner.email, '"7"']) assert.ok(!text.includes(secret), secret);
  const path = { cartId: 'crt_00000000000000000000000000000000' };
  assert.equal((await anonymous.GET('/v1/marketplace/cart/{cartId}', { params: { path } })).response.status, 404);
  const [stored] = await asOwner<{ hash: Buffer }>(
    'SELECT hash FROM market_carts ORDER BY created_at DESC LIMIT 1',
    [],
  );
  assert.ok(!stored!.hash.toString().includes(cart.id));
});

test('a price that changes is shown with the previous one until the buyer accepts it', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { price: '100' });
  const cart = await newCart({ resourceId: product.id });
  await setPrice(seller, product.id, '120');
  const after = await readCart(cart.id);
  const [item] = itemsOf(after);
  assert.deepEqual([item!.unitPrice, item!.previousPrice, after.canBeOrdered], ['120.00', '100.00', false]);
  assert.notEqual(after.revision, cart.revision);
  const { data: accepted } = await changeItems(cart.id, { acceptPrices: true });
  assert.deepEqual([itemsOf(accepted!)[0]!.previousPrice, accepted!.canBeOrdered], [null, true]);
});

test('only the stock of the branch that sells can be bought', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { kind: 'goods', stock: 1 });
  const shopId = await mainDivision(seller);
  const { data: store } = await seller.api.POST('/v1/division', { body: { name: 'Almacén' } });
  await stockUp(seller, { resourceId: product.id, quantity: '9', unitCost: '10', divisionId: store!.id });
  const sellFrom = async (divisionId: string) => {
    const body = { section: 'marketplace', value: { divisionId } };
    assert.equal(codeOf(await seller.api.PATCH('/v1/organization/settings', { body })), undefined);
  };
  await sellFrom(shopId);
  const cart = await newCart({ resourceId: product.id, quantity: '2' });
  assert.deepEqual([itemsOf(cart)[0]!.problem, cart.canBeOrdered], ['out_of_stock', false]);
  await sellFrom(store!.id);
  assert.equal((await order(cart.id)).data?.status, 'ordered');
});

test('without a branch that sells, or if it is archived, the one that has the goods sells', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { kind: 'goods', stock: 1 });
  const shopId = await mainDivision(seller);
  const { data: store } = await seller.api.POST('/v1/division', { body: { name: 'Almacén' } });
  const { data: old } = await seller.api.POST('/v1/division', { body: { name: 'Kiosco' } });
  await stockUp(seller, { resourceId: product.id, quantity: '9', unitCost: '10', divisionId: store!.id });
  const sell = async (quantity: string) => {
    const cart = await newCart({ resourceId: product.id, quantity });
    return [cart.canBeOrdered, cart.canBeOrdered && (await order(cart.id)).data?.status];
  };
  // Ten in total, but in no branch.
  assert.deepEqual(await sell('10'), [false, false]);
  assert.deepEqual(await sell('2'), [true, 'ordered']);
  const value = { divisionId: old!.id };
  await seller.api.PATCH('/v1/organization/settings', { body: { section: 'marketplace', value } });
  await seller.api.PATCH('/v1/division', { body: { id: old!.id, archived: true } });
  assert.deepEqual(await sell('3'), [true, 'ordered']);
  const invoices = await invoicesOf(seller);
  assert.deepEqual(
    invoices.map(({ divisionId }) => divisionId),
    [store!.id, store!.id],
  );
  assert.deepEqual(await sell('1'), [true, 'ordered']);
  assert.ok([shopId, store!.id].includes((await invoicesOf(seller))[0]!.divisionId!));
});

test('prices and coupons of the branch that sells apply', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { kind: 'goods', price: '15' });
  const { data: shop } = await seller.api.POST('/v1/division', { body: { name: 'Gazcue' } });
  const divisionId = shop!.id;
  await stockUp(seller, { resourceId: product.id, quantity: '9', unitCost: '1', divisionId });
  await seller.api.POST('/v1/resource/price', { body: { resourceId: product.id, amount: '12', divisionId } });
  await seller.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Gazcue', percent: '50', coupon: 'GAZCUE', divisionId },
  });
  await seller.api.PATCH('/v1/organization/settings', { body: { section: 'marketplace', value: { divisionId } } });
  const cart = await newCart({ resourceId: product.id });
  assert.deepEqual([itemsOf(cart)[0]!.unitPrice, cart.couponApplies], ['12.00', false]);
  const { data } = await order(cart.id, { coupon: 'GAZCUE' });
  assert.deepEqual([data?.status, data?.totals], ['ordered', [{ currency: 'DOP', total: '6.00' }]]);
});

test('the rule of the branch decides whether more can be bought than there is', async () => {
  const seller = await newBusiness();
  const divisionId = await mainDivision(seller);
  const toOrder = await newProduct(seller, { name: 'Bizcocho', kind: 'goods' });
  const baked = await newProduct(seller, { name: 'Pan', kind: 'goods', allowsNegativeStock: true });
  for (const [resourceId, allowsNegativeStock] of [[toOrder.id, true] as const, [baked.id, false] as const]) {
    const body = { resourceId, divisionId, allowsNegativeStock };
    assert.equal(codeOf(await seller.api.POST('/v1/resource/position', { body })), undefined);
  }
  const cart = await newCart({ resourceId: toOrder.id }, { resourceId: baked.id });
  const problems = new Map(itemsOf(cart).map(({ name, problem }) => [name, problem]));
  assert.deepEqual([problems.get('Bizcocho'), problems.get('Pan')], [null, 'out_of_stock']);
  await changeItems(cart.id, { items: [{ resourceId: baked.id, quantity: '0' }] });
  assert.equal((await order(cart.id)).data?.status, 'ordered');
});

test('the branch that sells is one of the organization', async () => {
  const [seller, other] = await Promise.all([newBusiness(), newBusiness()]);
  for (const divisionId of [newId(), await mainDivision(other)]) {
    const body = { section: 'marketplace', value: { divisionId } };
    const { error } = await seller.api.PATCH('/v1/organization/settings', { body });
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['reference_not_found', 'body.value.divisionId']);
  }
});

test('stock is that of the seller now, also for several lines that need the same goods', async () => {
  const seller = await newBusiness();
  const bean = await newProduct(seller, { name: 'Grano', kind: 'goods', stock: 3, price: '10' });
  const pair = await newProduct(seller, {
    name: 'Par',
    kind: 'combo',
    price: '18',
    parts: [{ resourceId: bean.id, quantity: '2' }],
  });
  const cart = await newCart({ resourceId: bean.id, quantity: '2' });
  assert.equal(cart.canBeOrdered, true);
  const path = { cartId: cart.id };
  const body = { items: [{ resourceId: pair.id }] };
  const { data } = await anonymous.POST('/v1/marketplace/cart/{cartId}/items', { params: { path }, body });
  const problems = new Map(itemsOf(data!).map(({ name, problem }) => [name, problem]));
  assert.deepEqual([problems.get('Grano'), problems.get('Par')], [null, 'out_of_stock']);
});

test('items are added, changed and removed, and unknown ones are refused with their place', async () => {
  const seller = await newBusiness();
  const [one, two] = [await newProduct(seller, { name: 'Uno' }), await newProduct(seller, { name: 'Dos' })];
  const cart = await newCart({ resourceId: one.id });
  const path = { cartId: cart.id };
  const add = (resourceId: string, quantity?: string) =>
    anonymous.POST('/v1/marketplace/cart/{cartId}/items', {
      params: { path },
      body: { items: [{ resourceId, ...(quantity && { quantity }) }] },
    });
  assert.equal(itemsOf((await add(one.id, '2')).data!)[0]!.quantity, '3');
  assert.equal(itemsOf((await add(two.id)).data!).length, 2);
  const { data: fewer } = await changeItems(cart.id, { items: [{ resourceId: one.id, quantity: '0' }] });
  assert.deepEqual(
    itemsOf(fewer!).map(({ name }) => name),
    ['Dos'],
  );
  const unlisted = await seller.api.POST('/v1/resource', { body: { name: 'Secreto' } });
  const refused = await add(unlisted.data!.id);
  assert.deepEqual([refused.response.status, refused.error!.errors[0]!.path], [422, 'body.items[0].resourceId']);
  const gone = await changeItems(cart.id, { items: [{ resourceId: one.id, quantity: '1' }] });
  assert.equal(codeOf(gone), 'reference_not_found');
});

test('a product that is withdrawn or archived can no longer be bought', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller);
  const cart = await newCart({ resourceId: product.id });
  await seller.api.PATCH('/v1/resource', { body: { id: product.id, archived: true } });
  const after = await readCart(cart.id);
  assert.deepEqual(
    [itemsOf(after)[0]!.problem, after.canBeOrdered, after.totals[0]!.total],
    ['not_listed', false, '0.00'],
  );
  await listed(seller);
  const again = await anonymous.POST('/v1/marketplace/cart', { body: { items: [{ resourceId: product.id }] } });
  assert.equal(codeOf(again), 'reference_not_found');
});

test('a coupon gives its discount at the sellers who know it, and without it there is none', async () => {
  const [seller, other] = [await newBusiness(), await newBusiness()];
  const [one, two] = [await newProduct(seller, { price: '200' }), await newProduct(other, { price: '50' })];
  await seller.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Verano', percent: '10', coupon: 'verano' },
  });
  const cart = await newCart({ resourceId: one.id }, { resourceId: two.id });
  assert.equal(cart.totals[0]!.total, '250.00');
  const { data } = await changeCart(cart.id, { coupon: 'Verano' });
  assert.deepEqual([data!.totals[0]!.total, data!.couponApplies, data!.coupon], ['230.00', true, 'VERANO']);
  const { data: unknown } = await changeCart(cart.id, { coupon: 'NADA' });
  assert.deepEqual([unknown!.totals[0]!.total, unknown!.couponApplies], ['250.00', false]);
});

test('the page of a cart shows taxes and discounts as included in its total, and one total of a single seller', async () => {
  const seller = await newBusiness();
  const { data: taxes } = await seller.api.GET('/v1/taxes/list');
  const itbis = taxes!.data.find(({ code }) => code === 'ITBIS-18')!;
  const product = await newProduct(seller, { price: '200', taxIds: [itbis.id] });
  await seller.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Verano', percent: '10', coupon: 'verano' },
  });
  const cart = await newCart({ resourceId: product.id });
  await changeCart(cart.id, { coupon: 'Verano' });
  const page = await (await fetch(cart.url, { headers: { accept: 'text/html', 'accept-language': 'es' } })).text();
  const sums = [...page.matchAll(/<dl class="sums">[\s\S]*?<\/dl>/g)].map(([text]) =>
    text
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  assert.deepEqual(sums, ['Total RD$ 212.40 Descuento aplicado RD$ 20.00 Impuestos incluidos RD$ 32.40']);
});

test('a cart is changed in the version that was seen, and deleted with everything in it', async () => {
  const cart = await newCart();
  assert.deepEqual([cart.sellers, cart.totals, cart.canBeOrdered], [[], [], false]);
  const { data } = await changeCart(cart.id, { notes: 'Hola', version: cart.version });
  assert.equal(data!.notes, 'Hola');
  assert.equal(codeOf(await changeCart(cart.id, { notes: 'Otra', version: cart.version })), 'version_conflict');
  const path = { cartId: cart.id };
  assert.equal((await anonymous.DELETE('/v1/marketplace/cart/{cartId}', { params: { path } })).response.status, 204);
  assert.equal((await anonymous.GET('/v1/marketplace/cart/{cartId}', { params: { path } })).response.status, 404);
});

test('an expired cart is unknown, and is swept', async () => {
  const cart = await newCart();
  const [row] = await asOwner<{ id: string }>(
    `UPDATE market_carts SET expires_at = now() - interval '1 minute'
     WHERE id = (SELECT id FROM market_carts ORDER BY created_at DESC, id DESC LIMIT 1) RETURNING id`,
    [],
  );
  const path = { cartId: cart.id };
  assert.equal((await anonymous.GET('/v1/marketplace/cart/{cartId}', { params: { path } })).response.status, 404);
  await runNow(sweepCarts, {});
  assert.deepEqual(await asOwner('SELECT id FROM market_carts WHERE id = $1', [row!.id]), []);
});

test('a cart has limits', async () => {
  const items = Array.from({ length: 101 }, () => ({ resourceId: crypto.randomUUID() }));
  const { error, response } = await anonymous.POST('/v1/marketplace/cart', { body: { items } });
  assert.deepEqual([response.status, error!.errors[0]!.path], [400, 'body.items']);
});
