import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { uploadFile } from '#test/files.ts';
import { anonymous, app, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { listed, newOperator, newProduct, requestListing, setPrice } from '#test/marketplace.ts';
import { mainDivision } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { refreshListings } from '../listing/listing.ts';
import { refreshStale } from '../listing/refresh.ts';

type Operator = Awaited<ReturnType<typeof newOperator>>;

async function asOperator<T>(work: (operator: Operator) => Promise<T>): Promise<T> {
  const operator = await newOperator();
  try {
    return await work(operator);
  } finally {
    operator.retire();
  }
}

async function newCollection({ api }: Operator, body: object) {
  const { data, error } = await api.POST('/v1/marketplace/collection', { body: { name: 'Prueba', ...body } as never });
  assert.ok(data, JSON.stringify(error));
  return data;
}

async function productsOf(collectionId: string, query: object = {}) {
  const { data, error } = await anonymous.GET('/v1/marketplace/collection/{collectionId}/products', {
    params: { path: { collectionId }, query },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}
const namesOf = async (collectionId: string, query: object = {}) =>
  (await productsOf(collectionId, query)).data.map(({ name }) => name);

test('a collection shows approved products of several sellers, found by words, price, seller and stock', () =>
  asOperator(async (operator) => {
    const category = `Mercado ${crypto.randomUUID()}`;
    const [one, other] = [await newBusiness({ name: 'Café Uno' }), await newBusiness({ name: 'Miel Dos' })];
    await newProduct(one, { name: 'Café en grano', category, price: '300', kind: 'goods', stock: 2 });
    await newProduct(one, { name: 'Taza', category: category.toUpperCase(), price: '150', kind: 'goods' });
    await newProduct(other, { name: 'Miel', category, price: '90.50' });
    await newProduct(other, { name: 'Otra cosa', category: 'Otra' });
    const { id, url } = await newCollection(operator, { category });
    assert.deepEqual(await namesOf(id), ['Café en grano', 'Miel', 'Taza']);
    assert.deepEqual(await namesOf(id, { search: 'cafe gra' }), ['Café en grano']);
    assert.deepEqual(await namesOf(id, { search: 'miel dos' }), ['Miel']);
    assert.deepEqual(await namesOf(id, { sort: 'price' }), ['Miel', 'Taza', 'Café en grano']);
    assert.deepEqual(await namesOf(id, { priceFrom: '90.50', priceTo: '200', currency: 'USD,DOP' }), ['Miel', 'Taza']);
    assert.deepEqual(await namesOf(id, { sellerId: one.id }), ['Café en grano', 'Taza']);
    assert.deepEqual(await namesOf(id, { inStock: 'true' }), ['Café en grano', 'Miel']);
    const first = await productsOf(id, { itemsPerPage: 2 });
    assert.deepEqual(await namesOf(id, { itemsPerPage: 2, cursor: first.nextCursor! }), ['Taza']);
    assert.equal(first.total, 3);
    assert.ok(url.endsWith(`${id}/products`));
    const text = JSON.stringify(await productsOf(id));
    for (const secret of ['cost', '"2"', one.owner.email]) assert.ok(!text.includes(secret), secret);
    const listedNow = await anonymous.GET('/v1/marketplace/collection', { params: { query: { itemsPerPage: 200 } } });
    assert.ok(listedNow.data!.data.some((collection) => collection.id === id));
  }));

test('a listing follows the price, the stock and the seller’s changes', () =>
  asOperator(async (operator) => {
    const seller = await newBusiness();
    const product = await newProduct(seller, { name: 'Cacao', kind: 'goods', stock: 1, price: '70' });
    const { id } = await newCollection(operator, { resourceIds: [product.id] });
    const shown = async () => (await productsOf(id)).data.map(({ name, price, inStock }) => [name, price, inStock]);
    assert.deepEqual(await shown(), [['Cacao', '70.00', true]]);
    await setPrice(seller, product.id, '75');
    await seller.api.POST('/v1/record/pending', {
      body: { elements: [{ resourceId: product.id, quantity: '1' }], deliverLater: true },
    });
    await seller.api.PATCH('/v1/resource', { body: { id: product.id, name: 'Cacao puro' } });
    await listed(seller);
    assert.deepEqual(await shown(), [['Cacao puro', '75.00', false]]);
    await seller.api.PATCH('/v1/resource', { body: { id: product.id, archived: true } });
    await listed(seller);
    assert.deepEqual(await shown(), []);
    await asOwner(`UPDATE market_listings SET refreshed_at = now() - interval '2 days' WHERE resource_id = $1`, [
      product.id,
    ]);
    await runNow(refreshStale, {});
    await eventually(async () => {
      const rows = await asOwner(
        `SELECT FROM market_listings WHERE resource_id = $1 AND refreshed_at > now() - interval '1 hour'`,
        [product.id],
      );
      return rows.length === 1;
    });
  }));

test('products that share their stock are listed each by itself, and a combo follows the stock of its parts', () =>
  asOperator(async (operator) => {
    const seller = await newBusiness();
    const bean = await newProduct(seller, { name: 'Grano', kind: 'goods', stock: 2 });
    const parts = [{ resourceId: bean.id, quantity: '2' }];
    const pair = await newProduct(seller, { name: 'Par', kind: 'combo', parts });
    const { id } = await newCollection(operator, { resourceIds: [bean.id, pair.id] });
    const shown = async () => (await productsOf(id)).data.map(({ name, inStock }) => `${name} ${inStock}`).toSorted();
    await app.engine.within(seller.id, (ctx) => refreshListings(ctx, [pair.id, bean.id]));
    assert.deepEqual(await shown(), ['Grano true', 'Par true']);
    const divisionId = await mainDivision(seller);
    await seller.api.POST('/v1/resource/record', {
      body: { type: 'OUT', resourceId: bean.id, divisionId, quantity: '1' },
    });
    await listed(seller);
    assert.deepEqual(await shown(), ['Grano true', 'Par false']);
  }));

test('a product is reviewed by the operator, and the seller sees the decision', () =>
  asOperator(async (operator) => {
    const seller = await newBusiness();
    const product = await newResource(seller.api, { name: 'Ron' });
    await requestListing(seller, product.id);
    await listed(seller);
    const reviews = await operator.api.GET('/v1/marketplace/review', { params: { query: { itemsPerPage: 200 } } });
    const review = reviews.data!.data.find(({ resourceId }) => resourceId === product.id);
    assert.deepEqual([review!.name, review!.price, review!.seller.id], ['Ron', null, seller.id]);
    const decide = (status: 'approved' | 'rejected') =>
      operator.api.PATCH('/v1/marketplace/review/{resourceId}', {
        params: { path: { resourceId: product.id } },
        body: { status, note: 'Falta la foto.' },
      });
    assert.equal((await decide('rejected')).response.status, 200);
    const decided = await eventually(async () => {
      const { data } = await seller.api.GET('/v1/resource/{resourceId}', {
        params: { path: { resourceId: product.id } },
      });
      return data!.marketplace.status === 'rejected' && data!.marketplace;
    });
    assert.equal(decided.note, 'Falta la foto.');
    await listed(seller);
    assert.equal((await decide('approved')).response.status, 404);
  }));

test('collections and reviews are only for the operator’s organization, and its members who may', () =>
  asOperator(async (operator) => {
    const business = await newBusiness();
    const create = (api: typeof business.api) =>
      api.POST('/v1/marketplace/collection', { body: { name: 'Mía', kind: 'all' } });
    assert.equal(codeOf(await create(business.api)), 'operator_only');
    assert.equal(codeOf(await business.api.GET('/v1/marketplace/review')), 'operator_only');
    const viewer = await newMember(operator, 'viewer');
    assert.equal((await create(viewer.api)).response.status, 403);
  }));

test('a collection is changed, hidden and deleted, and its fields fit its kind', () =>
  asOperator(async (operator) => {
    const { api } = operator;
    const made = await newCollection(operator, { category: 'Café' });
    const path = { collectionId: made.id };
    const change = (body: object) => api.PATCH('/v1/marketplace/collection/{collectionId}', { params: { path }, body });
    assert.equal((await change({ kind: 'category', category: null })).error!.errors[0]!.path, 'body.category');
    const { data } = await change({ kind: 'all', version: made.version });
    assert.deepEqual([data!.kind, data!.category], ['all', null]);
    assert.equal(codeOf(await change({ name: 'X', version: made.version })), 'version_conflict');
    await change({ published: false });
    const read = () => anonymous.GET('/v1/marketplace/collection/{collectionId}', { params: { path } });
    assert.equal((await read()).response.status, 404);
    await change({ published: true });
    assert.equal((await read()).data!.name, 'Prueba');
    const gone = await api.DELETE('/v1/marketplace/collection/{collectionId}', { params: { path } });
    assert.equal(gone.response.status, 204);
    assert.equal((await read()).response.status, 404);
  }));

test('the pictures of a product are opened by signed links, and other files of the seller are not shown', () =>
  asOperator(async (operator) => {
    const seller = await newBusiness();
    const file = await uploadFile(seller, Buffer.from('picture'), 'foto.txt');
    const product = await newProduct(seller, { images: [file.id, 'https://example.com/otra.jpg'] });
    const { id } = await newCollection(operator, { resourceIds: [product.id] });
    const [shown] = (await productsOf(id)).data;
    assert.equal(shown!.images[1], 'https://example.com/otra.jpg');
    const answer = await fetch(shown!.images[0]!);
    assert.deepEqual([answer.status, await answer.text()], [200, 'picture']);
  }));

test('a sandbox sells nothing on the marketplace', async () => {
  const sandbox = await newBusiness({ sandbox: true });
  const product = await newProduct(sandbox);
  const cart = await anonymous.POST('/v1/marketplace/cart', { body: { items: [{ resourceId: product.id }] } });
  assert.equal(codeOf(cart), 'reference_not_found');
});
