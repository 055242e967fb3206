import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { codeOf, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import {
  changeCart,
  changeItems,
  gazcue,
  invoicesOf,
  newCart,
  newProduct,
  order,
  readCart,
  refusedAt,
  setOrdering,
} from '#test/marketplace.ts';
import { newMethod, newService } from '#test/online-shop.ts';
import { finishOrder } from '../order/order.ts';

test('a cart of several sellers has a method of each seller who offers some', async () => {
  const [one, two, three] = [await newBusiness(), await newBusiness(), await newBusiness()];
  const products = [
    await newProduct(one, { price: '100' }),
    await newProduct(two, { price: '40' }),
    await newProduct(three, { price: '10' }),
  ];
  const fast = await newMethod(one, { resourceId: (await newService(one, '50')).id });
  const slow = await newMethod(one, { name: 'Lento' });
  const other = await newMethod(two, { zones: [{ province: 'Distrito Nacional' }] });
  const foreign = await newMethod(await newBusiness());
  const cart = await newCart(...products.map(({ id }) => ({ resourceId: id })));
  for (const id of [foreign.id, newId()])
    assert.deepEqual(refusedAt(await changeCart(cart.id, { deliveryMethodIds: [fast.id, id] })), [
      'reference_not_found',
      'body.deliveryMethodIds[1]',
    ]);
  assert.deepEqual(refusedAt(await changeCart(cart.id, { deliveryMethodIds: [fast.id, slow.id] })), [
    'one_method_per_seller',
    'body.deliveryMethodIds[1]',
  ]);
  const { data: half } = await changeCart(cart.id, { deliveryMethodIds: [fast.id], delivery: gazcue });
  const problems = new Map(half!.sellers.map(({ seller, deliveryProblem }) => [seller.id, deliveryProblem]));
  assert.deepEqual(
    [problems.get(one.id), problems.get(two.id), problems.get(three.id)],
    [null, 'method_required', null],
  );
  const { data, error } = await order(cart.id, { deliveryMethodIds: [other.id, fast.id] });
  assert.equal(data?.status, 'ordered', JSON.stringify(error));
  assert.deepEqual(data.totals, [{ currency: 'DOP', total: '209.00' }]);
  const names = new Map(data.sellers.map(({ seller, order: made }) => [seller.id, made!.delivery?.name]));
  assert.deepEqual([names.get(one.id), names.get(two.id), names.get(three.id)], ['Mensajero', 'Mensajero', undefined]);
});

test('a cart of several sellers notices that a chosen method is gone, and forgets those of sellers who left it', async () => {
  const [one, two] = [await newBusiness(), await newBusiness()];
  const products = [await newProduct(one, { price: '100' }), await newProduct(two, { price: '40' })];
  const methods = [await newMethod(one), await newMethod(two)];
  const fill = async () => {
    const cart = await newCart(...products.map(({ id }) => ({ resourceId: id })));
    await changeCart(cart.id, { deliveryMethodIds: methods.map(({ id }) => id), delivery: gazcue });
    return cart;
  };
  const [left, waiting] = [await fill(), await fill()];
  await changeItems(left.id, { items: [{ resourceId: products[1]!.id, quantity: '0' }] });
  assert.equal((await order(left.id)).data?.status, 'ordered');
  const path = { params: { path: { deliveryMethodId: methods[1]!.id } } };
  await two.api.DELETE('/v1/marketplace/delivery-method/{deliveryMethodId}', path);
  assert.equal(codeOf(await order(waiting.id)), 'cart_changed');
  assert.deepEqual(await invoicesOf(two), []);
  const { revision } = await readCart(waiting.id);
  assert.equal((await order(waiting.id, { revision })).data?.status, 'ordered');
});

test('an order of several sellers is not placed without a method that was chosen, also if it was the only one of its seller', async () => {
  const [one, two] = [await newBusiness(), await newBusiness()];
  const products = [await newProduct(one, { price: '100' }), await newProduct(two, { price: '40' })];
  const methods = [await newMethod(one), await newMethod(two)];
  const cart = await newCart(...products.map(({ id }) => ({ resourceId: id })));
  await changeCart(cart.id, { deliveryMethodIds: methods.map(({ id }) => id), delivery: gazcue });
  const { id: cartId } = await setOrdering(cart.id);
  const path = { params: { path: { deliveryMethodId: methods[1]!.id } } };
  await two.api.DELETE('/v1/marketplace/delivery-method/{deliveryMethodId}', path);
  await runNow(finishOrder, { cartId });
  const after = await readCart(cart.id);
  assert.deepEqual([after.status, after.refusal?.code], ['open', 'delivery_moved']);
  assert.ok((await invoicesOf(one)).every(({ state }) => state === 'void'));
  assert.deepEqual(await invoicesOf(two), []);
  assert.equal((await order(cart.id, { revision: after.revision })).data?.status, 'ordered');
});
