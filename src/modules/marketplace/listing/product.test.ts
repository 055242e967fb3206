import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, newBusiness } from '#test/harness.ts';
import { listed, newProduct } from '#test/marketplace.ts';

const read = (resourceId: string) =>
  anonymous.GET('/v1/marketplace/product/{resourceId}', { params: { path: { resourceId } } });

const pageAt = async (url: string, language: string) => {
  const response = await fetch(url, { headers: { accept: 'text/html', 'accept-language': language } });
  return { robots: response.headers.get('x-robots-tag'), text: await response.text() };
};

test('a listed product has an address of its own, and one that is not listed has none', async () => {
  const seller = await newBusiness({ name: 'Café La Loma' });
  const { id } = await newProduct(seller, { name: 'Café', kind: 'goods', stock: 2, price: '450' });
  const { data } = await read(id);
  assert.deepEqual(
    [data!.name, data!.price, data!.inStock, data!.seller.name, new URL(data!.url).pathname, data!.cartUrl],
    ['Café', '450.00', true, 'Café La Loma', `/v1/marketplace/product/${id}`, null],
  );
  await seller.api.PATCH('/v1/resource/bulk/archive', { body: { ids: [id] } });
  await listed(seller);
  assert.equal((await read(id)).response.status, 404);
});

test('the usual unit is written in the language of the reader', async () => {
  const { id } = await newProduct(await newBusiness(), { name: 'Café' });
  const { data } = await read(id);
  assert.match((await pageAt(data!.url, 'en')).text, /per unit, with taxes/);
  assert.match((await pageAt(data!.url, 'es')).text, /por unidad, con impuestos/);
});

test('the page of a product describes it to search engines and chats, and no text of the seller becomes markup', async () => {
  const seller = await newBusiness({ name: 'Taller & Co.' });
  const description = 'Línea 1\n</script><script>alert(1)</script>';
  const images = ['https://example.com/silla.jpg'];
  const { id } = await newProduct(seller, { name: 'Silla "Luz"', description, images, kind: 'goods', price: '900' });
  const { data } = await read(id);
  const { robots, text } = await pageAt(data!.url, 'es-DO');
  assert.equal(robots, null);
  assert.doesNotMatch(text, /<script>alert/);
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
  const { offers, ...product } = JSON.parse(json!);
  assert.deepEqual([product['@type'], product.name, product.description], ['Product', 'Silla "Luz"', description]);
  assert.deepEqual(
    [offers.price, offers.priceCurrency, offers.availability, offers.url, offers.seller.name],
    ['900.00', 'DOP', 'https://schema.org/OutOfStock', data!.url, 'Taller & Co.'],
  );
  assert.match(text, /<meta property="og:title" content="Silla &#34;Luz&#34;">/);
  assert.match(text, /<meta property="og:image" content="https:\/\/example.com\/silla.jpg">/);
  assert.match(text, /Agotado/);
  assert.match((await pageAt(data!.url, 'en-US')).text, /Sold out/);
});
