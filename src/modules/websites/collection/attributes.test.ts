import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import type { Business } from '#test/harness.ts';
import { newCollection, newOnlineShop, setUpSite } from '#test/online-shop.ts';

interface Shown {
  data: { name: string }[];
  total: number;
  facets: { name: string; values: { value: string; count: number; isChosen: boolean }[] }[];
  errors?: { path: string; code: string }[];
}

/** A shop with shirts, which shows their colours and sizes but not who makes them. */
async function newShirts() {
  const shop = await newOnlineShop();
  const shirt = (name: string, attributes: Record<string, string | number | boolean>) =>
    newResource(shop.api, { name, attributes, prices: [{ amount: '500' }] });
  const shirts = {
    blueM: await shirt('Camisa 1', { color: 'Azul', talla: 'M', taller: 'Norte' }),
    blueL: await shirt('Camisa 2', { color: 'Azul', talla: 'L', taller: 'Norte' }),
    redM: await shirt('Camisa 3', { color: 'Rojo', talla: 'M' }),
    green: await shirt('Camisa 4', { color: 'Verde' }),
  };
  const members = Object.values(shirts).map(({ id }) => id);
  const collectionId = await newCollection(shop, members);
  await setUpSite(shop, { collectionIds: [collectionId], attributes: ['color', 'talla', 'marca'] });
  const url = `${shop.site}/collections/${collectionId}`;
  const read = async (attributes?: unknown, query: Record<string, string> = {}) => {
    const asked = new URLSearchParams({
      ...query,
      ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    });
    const answer = await fetch(`${url}?${asked}`, { headers: { accept: 'application/json' } });
    return { status: answer.status, ...((await answer.json()) as Shown) };
  };
  return { shop, shirts, url, read };
}

const namesOf = ({ data }: Shown) => data.map(({ name }) => name.replace('Camisa ', '')).join();
const countsOf = ({ facets }: Shown) =>
  facets.map(({ name, values }) => `${name}: ${values.map(({ value, count }) => `${value} ${count}`).join(', ')}`);

const changeAttributes = ({ api }: Pick<Business, 'api'>, id: string, attributes: Record<string, string | number>) =>
  api.PATCH('/v1/resource', { body: { id, attributes } });

test('visitors find products by one value or several of each attribute, page by page', async () => {
  const { read } = await newShirts();
  assert.equal(namesOf(await read()), '1,2,3,4');
  assert.equal(namesOf(await read({ color: 'Azul' })), '1,2');
  assert.equal(namesOf(await read({ color: ['Azul', 'Rojo'] })), '1,2,3');
  assert.equal(namesOf(await read({ color: ['Azul', 'Rojo'], talla: 'M' })), '1,3');
  assert.equal(namesOf(await read({ talla: 'M' }, { search: 'camisa 3' })), '3');
  assert.equal(namesOf(await read({ color: 'azul' })), '');
  assert.equal(namesOf(await read({ talla: 'L' }, { search: '' })), '2');
  const first = await read({ color: ['Azul', 'Rojo'] }, { itemsPerPage: '2' });
  assert.deepEqual([namesOf(first), first.total], ['1,2', 3]);
  const { nextCursor: cursor } = first as unknown as { nextCursor: string };
  assert.equal(namesOf(await read({ color: ['Azul', 'Rojo'] }, { itemsPerPage: '2', cursor })), '3');
});

test('the values of an attribute are counted with what else is asked, so that another one can be chosen', async () => {
  const { read } = await newShirts();
  assert.deepEqual(countsOf(await read()), ['color: Azul 2, Rojo 1, Verde 1', 'talla: M 2, L 1']);
  const blue = await read({ color: 'Azul' });
  assert.deepEqual(countsOf(blue), ['color: Azul 2, Rojo 1, Verde 1', 'talla: L 1, M 1']);
  assert.deepEqual(
    blue.facets[0]!.values.map(({ isChosen }) => isChosen),
    [true, false, false],
  );
  assert.deepEqual(countsOf(await read({ color: ['Azul', 'Rojo'], talla: 'M' })), [
    'color: Azul 1, Rojo 1',
    'talla: M 2, L 1',
  ]);
  assert.deepEqual(countsOf(await read({}, { search: 'camisa 4' })), ['color: Verde 1']);
  assert.deepEqual(countsOf(await read({ talla: 'XXL' })), ['color: ', 'talla: M 2, L 1, XXL 0'].slice(1));
});

test('only attributes that the business shows are found and counted', async () => {
  const { shop, read } = await newShirts();
  assert.doesNotMatch(JSON.stringify(await read()), /taller|Norte/);
  for (const attributes of [{ taller: 'Norte' }, { color: 'Azul', taller: 'Norte' }, { color: { gt: 'A' } }, [], 'x']) {
    const { status, errors } = await read(attributes);
    assert.deepEqual([status, errors?.[0]?.path], [400, 'query.attributes'], JSON.stringify(attributes));
  }
  assert.equal((await read({ color: [] })).status, 400);
  for (const color of ['\0', '\ud800']) {
    const { status, errors } = await read({ color });
    assert.deepEqual([status, errors?.[0]?.path, errors?.[0]?.code], [400, 'query.attributes.color', 'invalid_text']);
  }
  await setUpSite(shop, { attributes: [] });
  assert.equal((await read({ color: 'Azul' })).status, 400);
  assert.deepEqual((await read()).facets, []);
});

test('values follow the products: changed, removed, archived, written in bulk, or too long to choose by', async () => {
  const { shop, shirts, read } = await newShirts();
  await changeAttributes(shop, shirts.blueL.id, { color: 'Negro', talla: 42, marca: 'x'.repeat(101) });
  await changeAttributes(shop, shirts.redM.id, {});
  await shop.api.PATCH('/v1/resource/bulk/archive', { body: { ids: [shirts.green.id] } });
  assert.deepEqual(countsOf(await read()), ['color: Azul 1, Negro 1', 'talla: 42 1, M 1']);
  assert.equal(namesOf(await read({ talla: 42 })), '2');
  const { error } = await shop.api.POST('/v1/resource/bulk', {
    body: { resources: [{ id: shirts.redM.id, attributes: { talla: 42, marca: 'Propia' } }] },
  });
  assert.equal(error, undefined);
  assert.deepEqual(countsOf(await read({ talla: ['42'] })), ['color: Negro 1', 'talla: 42 2, M 1', 'marca: Propia 1']);
});

test('the page of a product shows its attributes, and no others', async () => {
  const { shop, shirts } = await newShirts();
  await shop.api.PATCH('/v1/resource', {
    body: { id: shirts.blueM.id, attributes: { taller: 'Norte', talla: 'M', color: '<b>Azul</b>', marca: true } },
  });
  const page = async (language: string) =>
    (
      await fetch(`${shop.site}/products/${shirts.blueM.id}`, {
        headers: { accept: 'text/html', 'accept-language': language },
      })
    ).text();
  const text = await page('es');
  assert.match(
    text,
    /<dt>color<\/dt><dd>&#60;b&#62;Azul&#60;\/b&#62;<\/dd>[\s\S]+<dt>talla<\/dt><dd>M<[\s\S]+<dt>marca<\/dt><dd>Sí</,
  );
  assert.doesNotMatch(text, /taller|Norte/);
  assert.match(await page('en'), /<dt>marca<\/dt><dd>Yes</);
});

test('the page of a collection has the values as links, keeps them while searching, and is not indexed with them', async () => {
  const { url } = await newShirts();
  const page = async (address: string, language = 'es') => {
    const answer = await fetch(address, { headers: { accept: 'text/html', 'accept-language': language } });
    return {
      robots: answer.headers.get('x-robots-tag'),
      text: (await answer.text()).replaceAll('&#38;', '&').replaceAll('&#34;', '"'),
    };
  };
  const plain = await page(url);
  assert.match(plain.text, /<summary>Filtrar<\/summary>/);
  assert.equal(plain.robots, null);
  const [, path] = /href="([^"]+)">Rojo \(1\)</.exec(plain.text)!;
  const red = await page(new URL(path!, url).href);
  assert.match(red.text, /Camisa 3/);
  assert.doesNotMatch(red.text, /Camisa 1/);
  assert.match(red.text, /<input type="hidden" name="attributes" value="\{"color":\["Rojo"\]\}">/);
  assert.match(red.text, /aria-current="true">Rojo \(1\)</);
  assert.match(red.robots!, /noindex/);
  assert.match((await page(`${url}?attributes=${encodeURIComponent('{"talla":"XXL"}')}`)).text, /No hay productos así/);
});
