import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { anonymous, baseUrl, codeOf, freshEmail, letterTo } from '#test/harness.ts';
import {
  changeCart,
  changeItems,
  invoicesOf,
  newCart,
  newProduct,
  order,
  readCart,
  setPrice,
} from '#test/marketplace.ts';
import { begin, newCollection, newOnlineShop, newService, setUpSite } from '#test/online-shop.ts';
import { mainDivision, stockUp } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';

const readPage = async (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { accept: 'text/html', 'accept-language': 'es', ...headers } });

test('a visitor buys on the website of a business, which gets an invoice with the goods reserved', async () => {
  const shop = await newOnlineShop();
  const { data: cart } = await begin(shop.id, { resourceId: shop.rice.id, quantity: '2' });
  assert.deepEqual([cart!.shop?.name, cart!.shop?.url], ['Colmado La Esquina', shop.site]);
  assert.deepEqual(cart!.totals, [{ currency: 'DOP', total: '200.00' }]);
  const email = freshEmail();
  const { data: ordered } = await order(cart!.id, { buyer: { name: 'Ana Pérez', email } });
  assert.equal(ordered!.status, 'ordered');
  const [invoice] = await invoicesOf(shop);
  assert.deepEqual([invoice!.state, invoice!.total, invoice!.contactName], ['open', '200.00', 'Ana Pérez']);
  assert.match(invoice!.reference!, /^Tienda en línea /);
  const letter = await letterTo(email, /Recibimos tu pedido/);
  assert.ok(letter.text.includes(ordered!.url));
  const path = { resourceId: shop.rice.id, divisionId: await mainDivision(shop) };
  const { data: position } = await shop.api.GET('/v1/resource/position/{resourceId}/{divisionId}', {
    params: { path },
  });
  assert.deepEqual([position!.quantity, position!.reserved], ['5', '2']);
  const page = await (await readPage(ordered!.url)).text();
  assert.match(page, /Recibimos tu pedido[\s\S]+Pagar RD\$ 200\.00/);
  assert.doesNotMatch(page, /vendedor/i);
});

test('a cart of a shop takes only what its website sells', async () => {
  const [shop, other] = [await newOnlineShop(), await newOnlineShop('Otra')];
  const approved = await newProduct(other, { name: 'Miel', price: '40' });
  const hidden = await newResource(shop.api, { name: 'Vino', prices: [{ amount: '500' }] });
  for (const resourceId of [other.rice.id, approved.id, hidden.id, newId()]) {
    const { error } = await begin(shop.id, { resourceId });
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['reference_not_found', 'body.items[0].resourceId']);
  }
  assert.equal(codeOf(await begin(shop.id, { resourceId: shop.cake.id })), 'not_for_sale');
  const body = { items: [{ resourceId: shop.rice.id }] };
  assert.equal(codeOf(await anonymous.POST('/v1/marketplace/cart', { body })), 'reference_not_found');
  const market = await newCart({ resourceId: approved.id });
  assert.equal(market.shop, null);
});

test('a shop that closes, or no longer shows a product, does not sell it from open carts', async () => {
  const shop = await newOnlineShop();
  const { data: cart } = await begin(shop.id, { resourceId: shop.rice.id });
  const problem = async () => (await readCart(cart!.id)).sellers[0]!.items[0]!.problem;
  await setUpSite(shop, { collectionIds: [await newCollection(shop, [shop.cake.id])] });
  assert.equal(await problem(), 'not_listed');
  await setUpSite(shop, { collectionIds: [shop.collectionId], sells: false });
  assert.equal(await problem(), 'not_listed');
  assert.equal((await readCart(cart!.id)).shop!.url, null);
  assert.equal(codeOf(await order(cart!.id)), 'cart_changed');
  const { error } = await begin(shop.id);
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['reference_not_found', 'body.shopId']);
  assert.equal(codeOf(await begin(newId())), 'reference_not_found');
  await setUpSite(shop, { sells: true });
  assert.equal(await problem(), null);
  assert.equal((await order(cart!.id)).data?.status, 'ordered');
});

test('a price that changes is accepted in a shop, too', async () => {
  const shop = await newOnlineShop();
  const { data: cart } = await begin(shop.id, { resourceId: shop.rice.id });
  await setPrice(shop, shop.rice.id, '110');
  assert.equal((await readCart(cart!.id)).sellers[0]!.items[0]!.previousPrice, '100.00');
  const { data: accepted } = await changeItems(cart!.id, { acceptPrices: true });
  assert.deepEqual([accepted!.canBeOrdered, accepted!.totals[0]!.total], [true, '110.00']);
});

test('the website shows what can be bought, and a page for each product', async () => {
  const shop = await newOnlineShop();
  const read = async (path: string) =>
    (await fetch(`${shop.site}${path}`, { headers: { accept: 'application/json' } })).json();
  const { data, shopId } = (await read(`/collections/${shop.collectionId}`)) as {
    data: { name: string; inStock: boolean | null; url: string }[];
    shopId: string;
  };
  assert.equal(shopId, shop.id);
  assert.deepEqual(
    data.map(({ name, inStock }) => [name, inStock]),
    [
      ['Arroz', true],
      ['Pastel a la medida', null],
    ],
  );
  const { product: rice } = (await read(`/products/${shop.rice.id}`)) as { product: object };
  assert.deepEqual(rice, data[0]);
  const product = await (await readPage(data[0]!.url)).text();
  assert.match(product, /RD\$ 100\.00[\s\S]+Agregar al carrito/);
  assert.match(product, /product:price:amount" content="100\.00"/);
  const asked = await (await readPage(data[1]!.url)).text();
  assert.match(asked, /Consulta el precio/);
  assert.doesNotMatch(asked, /Agregar al carrito/);
  await setUpSite(shop, { sells: false });
  assert.doesNotMatch(await (await readPage(data[0]!.url)).text(), /Agregar al carrito/);
  const hidden = await newResource(shop.api, { name: 'Vino', prices: [{ amount: '500' }] });
  assert.equal((await readPage(`${shop.site}/products/${hidden.id}`)).status, 404);
  await shop.api.PATCH('/v1/resource', { body: { id: shop.rice.id, archived: true } });
  assert.equal((await readPage(data[0]!.url)).status, 404);
});

test('a front end of its own reads codes, and of the attributes only those that the business shows', async () => {
  const shop = await newOnlineShop();
  const attributes = { talla: 'M', color: 'Azul', proveedor: 'Textiles del Este' };
  await shop.api.PATCH('/v1/resource', { body: { id: shop.rice.id, code: 'CAM-M', attributes } });
  const read = async (path = '') =>
    (await fetch(`${shop.site}${path}`, { headers: { accept: 'application/json' } })).json() as Promise<{
      site: { links: { kind: string; collectionId: string | null }[] };
      product: { code: string | null; attributes: object };
      data: { code: string | null; attributes: object }[];
    }>;
  const { product } = await read(`/products/${shop.rice.id}`);
  assert.deepEqual([product.code, product.attributes], ['CAM-M', {}]);
  await setUpSite(shop, { attributes: ['color', 'talla', 'marca'] });
  const { site } = await read();
  const link = site.links.find(({ kind }) => kind === 'collection')!;
  const { data } = await read(`/collections/${link.collectionId}`);
  assert.deepEqual([data[0]!.code, data[0]!.attributes], ['CAM-M', { color: 'Azul', talla: 'M' }]);
  assert.deepEqual(data[1]!.attributes, {});
});

test('a browser has one cart for each shop, in addition to that of the marketplace', async () => {
  const [shop, other] = [await newOnlineShop(), await newOnlineShop('Otra')];
  const send = async (fields: Record<string, string>, cookie = '') => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ action: 'add', ...fields })) body.append(name, value);
    const response = await fetch(`${baseUrl}/v1/marketplace/cart/form`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: baseUrl },
      body,
    });
    assert.equal(response.status, 303, await response.text());
    return { location: response.headers.get('location')!, cookie: response.headers.getSetCookie()[0]!.split(';')[0]! };
  };
  const first = await send({ shopId: shop.id, resourceId: shop.rice.id });
  const again = await send({ shopId: shop.id, resourceId: shop.rice.id, quantity: '2' }, first.cookie);
  assert.equal(again.location, first.location);
  const elsewhere = await send({ shopId: other.id, resourceId: other.rice.id }, first.cookie);
  assert.notEqual(elsewhere.location, first.location);
  const cart = await readCart(first.location.split('/').at(-1)!);
  assert.equal(cart.sellers[0]!.items[0]!.quantity, '3');
  const page = await (await readPage(`${shop.site}/collections/${shop.collectionId}`, { cookie: first.cookie })).text();
  assert.ok(page.includes(`href="${baseUrl}${first.location}"`));
  const set = await send({ action: 'set', cartId: cart.id, shopId: shop.id, resourceId: shop.rice.id, quantity: '1' });
  assert.equal(set.cookie, first.cookie);
});

test('a shop with a domain of its own keeps its buyers there', async () => {
  const shop = await newOnlineShop();
  const domain = `tienda-${shop.id.slice(-12)}.example.com`;
  await shop.api.POST('/v1/websites/domains', { body: { domain } });
  await asOwner(`UPDATE website_domains SET state = 'verified', verified_at = now() WHERE domain = $1`, [domain]);
  const { data: cart } = await begin(shop.id, { resourceId: shop.rice.id });
  assert.equal(cart!.shop!.url, `https://${domain}`);
  const address = `${baseUrl}/v1/websites/site/${domain}/products/${shop.rice.id}`;
  const headers = { accept: 'application/json', cookie: `cart_${shop.id}=${cart!.id}` };
  const { cartUrl, product } = (await (await fetch(address, { headers })).json()) as {
    cartUrl: string;
    product: { url: string };
  };
  assert.equal(cartUrl, `https://${domain}/v1/marketplace/cart/${cart!.id}`);
  assert.equal(product.url, `https://${domain}/products/${shop.rice.id}`);
});

test('a shop charges its delivery once, if the buyer gives an address', async () => {
  const shop = await newOnlineShop();
  const service = await newService(shop);
  const charge = (deliveryResourceId: string) =>
    shop.api.PATCH('/v1/organization/settings', { body: { section: 'marketplace', value: { deliveryResourceId } } });
  for (const unfit of [newId(), shop.rice.id])
    assert.deepEqual((await charge(unfit)).error?.errors?.[0]?.path, 'body.value.deliveryResourceId');
  await charge(service.id);
  const { data: cart } = await begin(shop.id, { resourceId: shop.rice.id, quantity: '2' });
  const partOf = (view: { sellers: { total: string; tax: string; delivery: object | null }[] }) => view.sellers[0]!;
  const { delivery, total } = partOf(cart!);
  assert.deepEqual(delivery, { name: 'Entrega a domicilio', price: '118.00', isCharged: false });
  assert.equal(total, '200.00');
  const address = { line1: 'C/ El Conde 25', city: 'Santo Domingo' };
  const { data: delivered } = await changeCart(cart!.id, { delivery: address });
  assert.deepEqual([partOf(delivered!).total, partOf(delivered!).tax], ['318.00', '18.00']);
  assert.notEqual(delivered!.revision, cart!.revision);
  const stale = await order(cart!.id, { revision: cart!.revision });
  assert.equal(codeOf(stale), 'cart_changed');
  const page = await (await readPage(cart!.url)).text();
  assert.match(page, /Entrega: RD\$ 118\.00[\s\S]+Pedir por RD\$ 318\.00/);
  const { data: ordered } = await order(cart!.id, { revision: delivered!.revision });
  assert.deepEqual(ordered!.totals, [{ currency: 'DOP', total: '318.00' }]);
  assert.deepEqual(
    ordered!.sellers[0]!.items.map(({ name, quantity, isExtra }) => [name, quantity, isExtra]),
    [
      ['Arroz', '2', false],
      ['Entrega a domicilio', '1', true],
    ],
  );
  await shop.api.PATCH('/v1/resource', { body: { id: service.id, archived: true } });
  const { data: next } = await begin(shop.id, { resourceId: shop.rice.id });
  assert.equal(partOf(next!).delivery, null);
});

test('goods in expired or blocked lots cannot be bought', async () => {
  const shop = await newOnlineShop();
  const milk = await newResource(shop.api, { name: 'Leche', tracksLots: true, prices: [{ amount: '80' }] });
  const divisionId = await mainDivision(shop);
  const arrive = (lot: string, expiresOn: string) =>
    stockUp(shop, {
      resourceId: milk.id,
      divisionId,
      quantity: '4',
      unitCost: '50',
      lots: [{ lot, expiresOn }],
    });
  await arrive('OLD', '2020-01-31');
  await arrive('NEW', '2998-01-31');
  await setUpSite(shop, { collectionIds: [await newCollection(shop, [milk.id])] });
  const { data: cart } = await begin(shop.id, { resourceId: milk.id, quantity: '5' });
  const problem = async () => (await readCart(cart!.id)).sellers[0]!.items[0]!.problem;
  assert.equal(await problem(), 'out_of_stock');
  await changeItems(cart!.id, { items: [{ resourceId: milk.id, quantity: '4' }] });
  assert.equal(await problem(), null);
  const { data: lots } = await shop.api.GET('/v1/resource/lots', { params: { query: { lot: 'NEW' } } });
  const params = { path: { lotId: lots!.data[0]!.id } };
  await shop.api.PATCH('/v1/resource/lots/{lotId}', { params, body: { blocked: true } });
  assert.equal(await problem(), 'out_of_stock');
});
