import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Steps, WorkContext } from '#platform/context.ts';
import { hashSecret } from '#platform/id.ts';
import { createLog } from '#platform/log.ts';
import { takeServiceLetter } from '#platform/mail/quota.ts';
import { readDetail } from '#test/documents.ts';
import { newDelivery } from '#test/fulfilment.ts';
import { anonymous, app, type Business, codeOf, eventually, freshEmail, letterTo, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import {
  changeCart,
  invoicesOf,
  listed,
  newCart,
  newProduct,
  order,
  pageOf,
  readCart,
  setPrice,
} from '#test/marketplace.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { payOnline, takenBy } from '#test/paypages.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { newShop } from '#test/saved-cards.ts';
import { mainDivision } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { selectCartByHash, updateCart } from '../cart/cart.sql.ts';
import { lifeOf } from '../cart/cart.ts';
import { finishOrder } from './order.ts';
import { placeWithSeller } from './with-seller.ts';

const steps = {
  ...app.engine.services,
  log: createLog('silent', false),
  transaction: async <T>(work: (ctx: WorkContext) => Promise<T>) => (await app.engine.run({}, work)).result,
  enter: (id: string) => app.engine.stepsWithin(id, createLog('silent', false)),
} as Steps;
async function close({ id, api }: Business, name: string): Promise<void> {
  const { data, error } = await api.POST('/v1/organization/close', { body: { name } });
  assert.equal(error, undefined);
  assert.deepEqual([data!.id, data!.closedAt === null], [id, false]);
  await assert.rejects(() => app.engine.within(id, async () => {}, { whileClosed: false }), /closed/);
}

const reopen = ({ api }: Business) => api.POST('/v1/organization/reopen');

/** Two sellers with goods, and a cart with both. */
async function twoSellers(stock: [number, number] = [5, 5]) {
  const sellers = [await newBusiness({ name: 'Café Uno' }), await newBusiness({ name: 'Miel Dos' })] as const;
  const products = [
    await newProduct(sellers[0], { name: 'Café', kind: 'goods', stock: stock[0], price: '100' }),
    await newProduct(sellers[1], { name: 'Miel', kind: 'goods', stock: stock[1], price: '40' }),
  ] as const;
  const cart = await newCart({ resourceId: products[0].id, quantity: '2' }, { resourceId: products[1].id });
  return { sellers, products, cart };
}

const storedCart = (id: string) =>
  app.engine.run({}, async ({ tx }) => selectCartByHash(tx, hashSecret(id), Temporal.Now.instant(), false));

/** Takes a cart to `ordering` as a request does, without anything that follows. */
async function begin(id: string) {
  const cart = (await storedCart(id)).result!;
  const buyer = { name: 'Ana', email: freshEmail() };
  await app.engine.run({}, ({ tx }) =>
    updateCart(tx, cart.id, { buyer, status: 'ordering', attempt: cart.attempt + 1 }, lifeOf('ordering')),
  );
  return { ...cart, buyer, status: 'ordering' as const, attempt: cart.attempt + 1 };
}

test('an order makes one invoice with each seller, reserves the goods, and shows where each is paid', async () => {
  const { sellers, cart } = await twoSellers();
  const email = freshEmail();
  const delivery = { line1: 'C/ El Conde 1', city: 'Santo Domingo' };
  const { data, error } = await order(cart.id, {
    buyer: { name: 'Ana Pérez', email },
    delivery,
    revision: cart.revision,
  });
  assert.ok(data, JSON.stringify(error));
  assert.equal(data.status, 'ordered');
  assert.deepEqual(data.totals, [{ currency: 'DOP', total: '240.00' }]);
  for (const [place, seller] of sellers.entries()) {
    const [invoice, ...others] = await invoicesOf(seller);
    assert.deepEqual(others, []);
    const detail = await readDetail(seller.api, invoice!.id);
    assert.deepEqual(
      [detail.status, detail.total, detail.contactName, detail.deliverLater],
      ['issued', place === 0 ? '200.00' : '40.00', 'Ana Pérez', true],
    );
    assert.match(detail.notes, /C\/ El Conde 1, Santo Domingo/);
    const { data: notices } = await seller.api.GET('/v1/organization/user/notifications');
    assert.equal(notices!.data.filter(({ kind }) => kind === 'marketplace-order').length, 1);
  }
  for (const { order: made } of data.sellers) {
    assert.equal(made!.state, 'open');
    assert.equal((await fetch(made!.payUrl!, { headers: { accept: 'text/html' } })).status, 200);
  }
  assert.ok((await letterTo(email, /pedido/)).text.includes(data.url));
  assert.equal(
    codeOf(await anonymous.DELETE('/v1/marketplace/cart/{cartId}', { params: { path: { cartId: cart.id } } })),
    'cart_ordered',
  );
});

test('ordering again, also at the same time, answers the same order and makes no second invoice', async () => {
  const { sellers, cart } = await twoSellers();
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(cart.id)));
  for (const { data, error } of answers) assert.equal(data?.status, 'ordered', JSON.stringify(error));
  assert.equal((await order(cart.id)).data!.status, 'ordered');
  for (const seller of sellers) assert.equal((await invoicesOf(seller)).length, 1);
});

test('if one seller refuses, no invoice of the others stays and the cart is open again', async () => {
  const { sellers, products, cart } = await twoSellers();
  const stored = await begin(cart.id);
  // The goods of the second seller leave between the check and the order.
  const divisionId = await mainDivision(sellers[1]);
  const out = { type: 'OUT', resourceId: products[1].id, quantity: '5', divisionId };
  assert.ok((await sellers[1].api.POST('/v1/resource/record', { body: out as never })).data);
  await runNow(finishOrder, { cartId: stored.id });
  const after = await readCart(cart.id);
  assert.equal(after.status, 'open');
  const message = 'There is not enough left.';
  assert.deepEqual(after.refusal, { code: 'out_of_stock', message, seller: 'Miel Dos' });
  assert.equal(
    after.sellers.flatMap(({ items }) => items).filter(({ problem }) => problem === 'out_of_stock').length,
    1,
  );
  assert.deepEqual(await invoicesOf(sellers[1]), []);
  const left = await invoicesOf(sellers[0]);
  assert.ok(left.every(({ status }) => status === 'void'));
  const { data: stock } = await sellers[0].api.GET('/v1/resource/{resourceId}', {
    params: { path: { resourceId: products[0].id } },
  });
  assert.ok(stock);
  const again = await order(cart.id);
  assert.equal(codeOf(again), 'cart_changed');
});

test('of two carts that want the last unit one is ordered, and nothing remains of the other', async () => {
  const { sellers, products, cart } = await twoSellers([2, 5]);
  const rival = await newCart({ resourceId: products[1].id }, { resourceId: products[0].id, quantity: '2' });
  const answers = await Promise.all([
    order(cart.id),
    order(rival.id, { buyer: { name: 'Beto', email: freshEmail() } }),
  ]);
  const statuses = answers.map(({ response }) => response.status).toSorted();
  assert.equal(statuses[0], 200, JSON.stringify(answers.map(({ error }) => error)));
  assert.ok(statuses[1] === 409 || statuses[1] === 422, String(statuses[1]));
  for (const seller of sellers) {
    const invoices = await invoicesOf(seller);
    assert.equal(invoices.filter(({ status }) => status === 'issued').length, 1);
  }
});

test('an order that stopped after its first invoice is finished by the job, once', async () => {
  const { sellers, cart } = await twoSellers();
  const stored = await begin(cart.id);
  assert.equal(await placeWithSeller(steps, sellers[0].id, stored), null);
  assert.equal((await readCart(cart.id)).status, 'ordering');
  await Promise.all([runNow(finishOrder, { cartId: stored.id }), runNow(finishOrder, { cartId: stored.id })]);
  const after = await readCart(cart.id);
  assert.equal(after.status, 'ordered');
  assert.ok(after.sellers.every(({ order: made }) => made!.payUrl));
  for (const seller of sellers) assert.equal((await invoicesOf(seller)).length, 1);
});

test('an order is refused if a price changed since the buyer saw it', async () => {
  const { sellers, products, cart } = await twoSellers();
  await setPrice(sellers[0], products[0].id, '101');
  const refused = await order(cart.id);
  assert.deepEqual([codeOf(refused), refused.error!.errors[0]!.path], ['cart_changed', 'body.revision']);
  assert.equal(codeOf(await order(cart.id, { revision: cart.revision })), 'cart_changed');
  const { revision } = await readCart(cart.id);
  const { data } = await order(cart.id, { revision });
  assert.equal(data!.totals[0]!.total, '242.00');
});

test('an empty cart and one without a buyer cannot be ordered', async () => {
  assert.equal(codeOf(await order((await newCart()).id)), 'cart_empty');
  const seller = await newBusiness();
  const product = await newProduct(seller);
  const cart = await newCart({ resourceId: product.id });
  const refused = await order(cart.id, { buyer: undefined });
  assert.deepEqual([codeOf(refused), refused.error!.errors[0]!.path], ['buyer_required', 'body.buyer']);
  assert.deepEqual(await invoicesOf(seller), []);
});

test('a stranger with the address of a contact gets the public prices, and changes nothing about the contact', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { price: '100' });
  const email = freshEmail();
  const { data: contact } = await seller.api.POST('/v1/beneficiary', {
    body: { name: 'Cliente Viejo', contactData: [{ kind: 'email', value: email }] },
  });
  await seller.api.POST('/v1/resource/price', {
    body: { resourceId: product.id, amount: '60', contactId: contact!.id },
  });
  const cart = await newCart({ resourceId: product.id });
  const { data } = await order(cart.id, { buyer: { name: 'Otro', email, taxId: '131246796' } });
  assert.equal(data!.totals[0]!.total, '100.00');
  const [invoice] = await invoicesOf(seller);
  assert.equal(invoice!.contactId, contact!.id);
  const path = { beneficiaryId: contact!.id };
  const { data: after } = await seller.api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path } });
  assert.deepEqual([after!.name, after!.taxId], ['Cliente Viejo', null]);
});

test('the receipt is issued when all sellers have accepted, and none is used by an order that is undone', async () => {
  const { sellers, products, cart } = await twoSellers();
  const numerals = { type: 'B02', start: 1, end: 9 };
  const given = await sellers[0].api.POST('/v1/taxes/numerals', { body: numerals as never });
  assert.ok(given.data, JSON.stringify(given.error));
  const stored = await begin(cart.id);
  const divisionId = await mainDivision(sellers[1]);
  const out = { type: 'OUT', resourceId: products[1].id, quantity: '5', divisionId };
  await sellers[1].api.POST('/v1/resource/record', { body: out as never });
  await runNow(finishOrder, { cartId: stored.id });
  await sellers[1].api.POST('/v1/resource/record', {
    body: { type: 'IN', resourceId: products[1].id, quantity: '5', unitCost: '10', divisionId } as never,
  });
  const { data, error } = await order(cart.id);
  assert.equal(data?.status, 'ordered', JSON.stringify(error));
  const numbers = (await invoicesOf(sellers[0])).map(({ status, fiscalNumber }) => [status, fiscalNumber]);
  assert.deepEqual(
    numbers.filter(([status]) => status === 'issued'),
    [['issued', 'B0200000001']],
  );
  assert.ok(numbers.filter(([status]) => status === 'void').every(([, number]) => number === null));
});

test('the coupon of an ordered cart is on the invoice with its reason', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { price: '200' });
  await seller.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Verano', percent: '10', coupon: 'VERANO' },
  });
  const cart = await newCart({ resourceId: product.id, quantity: '3' });
  const { data, error } = await order(cart.id, { coupon: 'VERANO' });
  assert.equal(data!.totals[0]!.total, '540.00', JSON.stringify(error));
  const [invoice] = await invoicesOf(seller);
  const { elements } = await readDetail(seller.api, invoice!.id);
  assert.match(elements[0]!.discountReason!, /^Verano/);
});

test('a buyer who has used a coupon as often as it allows cannot order with it again', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { price: '200' });
  await seller.api.POST('/v1/resource/discount-recommendation', {
    body: { name: 'Verano', percent: '10', coupon: 'VERANO', usesPerContactMax: 1 },
  });
  const [first, second] = [await newCart({ resourceId: product.id }), await newCart({ resourceId: product.id })];
  assert.equal((await order(first.id, { coupon: 'VERANO' })).data!.totals[0]!.total, '180.00');
  assert.equal((await order(second.id, { coupon: 'VERANO' })).error?.code, 'order_refused');
  assert.equal((await readCart(second.id)).refusal?.code, 'discount_used_up');
  const page = await pageOf(second.url, 'es');
  assert.match(page, /El cupón ya se usó todas las veces que permite: quítalo/);
  assert.doesNotMatch(page, /ahorras/);
  assert.match(await pageOf(second.url, 'en'), /The coupon has been used as often as it allows: remove it/);
});

test('a cart says that its coupon has been used up, and not that it is unknown', async () => {
  const seller = await newBusiness();
  const product = await newProduct(seller, { price: '200' });
  const addCoupon = (coupon: string, more: object) =>
    seller.api.POST('/v1/resource/discount-recommendation', { body: { name: coupon, percent: '10', coupon, ...more } });
  await addCoupon('VERANO', { usesMax: 1 });
  await addCoupon('VIEJO', { usesMax: 1, endsOn: '2020-01-01' });
  const [first, second] = [await newCart({ resourceId: product.id }), await newCart({ resourceId: product.id })];
  const terms = async (cartId: string, coupon: string) => {
    const { data } = await changeCart(cartId, { coupon });
    return [data!.couponApplies, data!.couponUsedUp];
  };
  assert.deepEqual(await terms(second.id, 'VERANO'), [true, false]);
  assert.match(await pageOf(second.url, 'es'), /Cupón aplicado: ahorras RD\$\s20\.00.+Quitar el cupón/s);
  assert.match(await pageOf(second.url, 'en'), /Coupon applied: you save RD\$\s20\.00.+Remove the coupon/s);
  assert.equal((await order(first.id, { coupon: 'VERANO' })).data?.status, 'ordered');
  assert.deepEqual(await terms(second.id, 'VERANO'), [false, true]);
  assert.match(await pageOf(second.url, 'es'), /Ese cupón ya se usó todas las veces que permite/);
  assert.match(await pageOf(second.url, 'en'), /That coupon has been used as often as it allows/);
  for (const coupon of ['VIEJO', 'NADA']) assert.deepEqual(await terms(second.id, coupon), [false, false], coupon);
  const { data: price } = await seller.api.GET('/v1/resource/price-discovery', {
    params: { query: { resourceId: product.id, coupon: 'VERANO' } },
  });
  assert.deepEqual([price!.discount, price!.couponUsedUp], [null, true]);
});

test('each part is paid on its own page, and the cart shows what is paid', async () => {
  const { business, merchantId } = await newShop();
  // The state of the merchant account is stored when it is read.
  await business.api.GET('/v1/organization/pay/create');
  const product = await newProduct(business, { price: '120' });
  const cart = await newCart({ resourceId: product.id });
  const { data } = await order(cart.id);
  await payOnline(data!.sellers[0]!.order!.payUrl!.split('/').at(-1)!);
  const paid = await eventually(async () => {
    const { order: made } = (await readCart(cart.id)).sellers[0]!;
    return made!.state === 'paid' && made;
  });
  assert.deepEqual([paid.paid, paid.balance], ['120.00', '0.00']);
  assert.equal(await takenBy(business, merchantId), 12_000n);
});

test('an order that every seller has accepted remains valid when its confirmation fails, and is confirmed later', async (t) => {
  const { sellers, cart } = await twoSellers();
  const broken = `organization_id <> '${sellers[0].id}' OR state <> 'confirmed'`;
  await asOwner(`ALTER TABLE market_orders ADD CONSTRAINT unconfirmed CHECK (${broken})`);
  const mend = () => asOwner('ALTER TABLE market_orders DROP CONSTRAINT IF EXISTS unconfirmed');
  t.after(mend);
  const { data, error } = await order(cart.id);
  assert.equal(data?.status, 'ordered', JSON.stringify(error));
  const payUrlOf = (view: NonNullable<typeof data>) =>
    view.sellers.find(({ seller }) => seller.id === sellers[0].id)!.order!.payUrl;
  assert.equal(payUrlOf(data), null);
  await mend();
  await runNow(finishOrder, { cartId: (await storedCart(cart.id)).result!.id });
  assert.ok(payUrlOf(await readCart(cart.id)));
  for (const seller of sellers) assert.equal((await invoicesOf(seller)).length, 1);
});

test('a part that nobody pays in time is canceled: its goods are free again, and seller and buyer are notified', async () => {
  const { sellers, products, cart } = await twoSellers([2, 5]);
  await sellers[1].api.PATCH('/v1/organization/settings', {
    body: { section: 'marketplace', value: { unpaidDays: null } },
  });
  const email = freshEmail();
  const { data } = await order(cart.id, { buyer: { name: 'Ana', email } });
  const partOf = (view: NonNullable<typeof data>, { id }: Business) =>
    view.sellers.find(({ seller }) => seller.id === id)!.order!;
  assert.equal(partOf(data!, sellers[1]).payBy, null);
  const { payBy, payUrl } = partOf(data!, sellers[0]);
  const rival = await newCart({ resourceId: products[0].id, quantity: '2' });
  assert.equal(codeOf(await order(rival.id)), 'cart_changed', 'All are reserved.');
  for (const seller of sellers) {
    await app.clock.setSandbox(seller.id, true);
    await moveClock(seller, Temporal.Instant.from(payBy!));
  }
  const after = await readCart(cart.id);
  assert.deepEqual(
    sellers.map((seller) => [partOf(after, seller).state, partOf(after, seller).payUrl === null]),
    [
      ['void', true],
      ['past-due', false],
    ],
  );
  assert.equal((await fetch(payUrl!)).status, 404);
  assert.match((await letterTo(email, /canceló/)).text, /La parte de Café Uno no se pagó a tiempo/);
  const { data: notices } = await sellers[0].api.GET('/v1/organization/user/notifications');
  assert.equal(notices!.data.filter(({ kind }) => kind === 'marketplace-order-unpaid').length, 1);
  await app.clock.setSandbox(sellers[0].id, false);
  await listed(sellers[0]);
  assert.equal((await order(rival.id)).data?.status, 'ordered');
});

test('a part whose invoice the seller voids is not paid and not counted any more, and the buyer gets a letter', async () => {
  const { sellers, cart } = await twoSellers();
  const email = freshEmail();
  const { data: ordered } = await order(cart.id, { buyer: { name: 'Ana', email } });
  assert.equal(ordered!.totals[0]!.total, '240.00');
  const [invoice] = await invoicesOf(sellers[0]);
  assert.equal(codeOf(await sellers[0].api.DELETE('/v1/record/pending', { body: { id: invoice!.id } })), undefined);
  const after = await readCart(cart.id);
  const part = after.sellers.find(({ seller }) => seller.name === 'Café Uno')!;
  const { state, balance, payUrl, payBy } = part.order!;
  assert.deepEqual([state, balance, payUrl, payBy], ['void', '0.00', null, null]);
  assert.deepEqual([part.total, after.totals], ['200.00', [{ currency: 'DOP', total: '40.00' }]]);
  assert.match((await letterTo(email, /canceló/)).text, /Café Uno canceló su parte/);
});

test('a part that was delivered or paid in part is not canceled', async () => {
  const { sellers, cart } = await twoSellers();
  const { data } = await order(cart.id);
  const [delivered, paid] = [(await invoicesOf(sellers[0]))[0]!, (await invoicesOf(sellers[1]))[0]!];
  await newDelivery(sellers[0], { pendingRecordId: delivered.id });
  const { id: accountId } = await newDrawer(sellers[1], { name: 'Caja' });
  const payment = await sellers[1].api.PATCH('/v1/record/pending/pay', {
    body: { id: paid.id, payments: [{ accountId, amount: '10' }] },
  });
  assert.ok(payment.data, JSON.stringify(payment.error));
  for (const [place, seller] of sellers.entries()) {
    await app.clock.setSandbox(seller.id, true);
    await moveClock(seller, Temporal.Instant.from(data!.orderedAt!).add({ hours: 24 * 8 }));
    const [invoice] = await invoicesOf(seller);
    assert.equal(invoice!.status, 'issued', String(place));
    const { data: notices } = await seller.api.GET('/v1/organization/user/notifications');
    assert.deepEqual(
      notices!.data.filter(({ kind }) => kind === 'marketplace-order-unpaid'),
      [],
    );
  }
});

test('orders in the name of one address send it a limited number of letters in a day', async () => {
  const email = freshEmail();
  for (let sent = 0; sent < 19; sent++) await app.engine.run({}, (work) => takeServiceLetter(work, email));
  const seller = await newBusiness();
  const product = await newProduct(seller);
  for (const place of [1, 2]) {
    const cart = await newCart({ resourceId: product.id });
    const { data } = await order(cart.id, { buyer: { name: `Ana ${place}`, email } });
    assert.equal(data?.status, 'ordered');
  }
  assert.match((await letterTo(email, /pedido/)).text, /Ana 1/);
  // Letters leave in their order.
  const after = freshEmail();
  await order((await newCart({ resourceId: product.id })).id, { buyer: { name: 'Luz', email: after } });
  await letterTo(after, /pedido/);
  assert.equal((await app.mailbox!.letters()).filter(({ to }) => to === email).length, 1);
});

test('the products of a seller who closes are not in open carts, and come back if it is reopened', async () => {
  const { sellers, cart } = await twoSellers();
  await close(sellers[0], 'Café Uno');
  assert.deepEqual(
    (await readCart(cart.id)).sellers.map(({ seller }) => seller.name),
    ['Miel Dos'],
  );
  await reopen(sellers[0]);
  assert.equal((await readCart(cart.id)).sellers.length, 2);
  await close(sellers[0], 'Café Uno');
  assert.deepEqual((await order(cart.id)).data?.totals, [{ currency: 'DOP', total: '40.00' }]);
});

test('a seller who closes while an order is placed refuses it, and the cart is open again', async () => {
  const { sellers, cart } = await twoSellers();
  const stored = await begin(cart.id);
  assert.equal(await placeWithSeller(steps, sellers[0].id, stored), null);
  assert.equal(await placeWithSeller(steps, sellers[1].id, stored), null);
  await close(sellers[1], 'Miel Dos');
  await app.engine.run({}, ({ tx }) => updateCart(tx, stored.id, { attempt: stored.attempt + 1 }, lifeOf('ordering')));
  await runNow(finishOrder, { cartId: stored.id });
  const after = await readCart(cart.id);
  assert.deepEqual(
    [after.status, after.refusal?.code, after.refusal?.seller],
    ['open', 'refused_by_seller', 'Miel Dos'],
  );
  assert.deepEqual(
    after.sellers.map(({ seller }) => seller.name),
    ['Café Uno'],
  );
});

test('the buyer of two sellers sees the whole order when one closes, and the other seller confirms it', async () => {
  const { sellers, cart } = await twoSellers();
  const stored = await begin(cart.id);
  for (const seller of sellers) assert.equal(await placeWithSeller(steps, seller.id, stored), null);
  const [closed, open] = [...sellers].sort((a, b) => a.id.localeCompare(b.id)) as [Business, Business];
  await close(closed, closed.id === sellers[0].id ? 'Café Uno' : 'Miel Dos');
  const orderedAt = Temporal.Now.instant();
  await app.engine.run({}, ({ tx }) => updateCart(tx, stored.id, { status: 'ordered', orderedAt }, lifeOf('ordered')));
  await runNow(finishOrder, { cartId: stored.id });
  const partOf = async (seller: Business) =>
    (await readCart(cart.id)).sellers.find((part) => part.seller.id === seller.id)!.order!;
  assert.ok((await partOf(open)).payUrl);
  assert.equal((await partOf(closed)).payUrl, null);
  await reopen(closed);
  await runNow(finishOrder, { cartId: stored.id });
  assert.ok((await partOf(closed)).payUrl);
});
