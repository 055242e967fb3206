import assert from 'node:assert/strict';
import { newResource } from '#test/catalog.ts';
import { baseUrl, newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { checkPage } from './readable.ts';

browserTest('a website is readable on a phone and on a screen, and its menu leads to its pages', async (page) => {
  const { api, id } = await newBusiness({ name: 'Colmado La Esquina' });
  const publish = async (kind: 'page' | 'post', title: string, markdown: string) => {
    const { data } = await api.POST('/v1/files/document', { body: { kind, title, markdown } });
    const params = { path: { documentId: data!.id } };
    await api.PUT('/v1/websites/pages/{documentId}', { params, body: { published: true, description: title } });
    return data!.id;
  };
  const home = await publish(
    'page',
    'Bienvenidos',
    'Todo lo de la casa, **desde 1998**.\n\n## Horario\n\nDe 7:00 a 9:00.',
  );
  const post = await publish('post', 'Entregas a domicilio', 'El mismo día en Gazcue y Naco.');
  const menu = [
    { label: 'Inicio', pageId: home },
    { label: 'Entregas', pageId: post },
  ];
  const value = { published: true, homePageId: home, colour: '#8a1538', menu };
  await api.PATCH('/v1/organization/settings', { body: { section: 'website', value } });
  await checkPage(page, `${baseUrl}/v1/websites/site/${id}`, 'website');
  await page.getByRole('link', { name: 'Entregas' }).click();
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Entregas a domicilio');
  await checkPage(page, `${baseUrl}/v1/blog?organization=${id}`, 'blog');
  const products = await Promise.all(
    ['Arroz selecto', 'Habichuelas rojas', 'Café molido'].map((name) =>
      newResource(api, { name, description: 'De la finca.', prices: [{ amount: '95.50' }] }),
    ),
  );
  const members = products.map((product) => ({ resourceId: product.id }));
  const list = await api.POST('/v1/resource/resource-list', {
    body: { name: 'De la casa', type: 'COLLECTION', members },
  });
  const collectionIds = [list.data!.id];
  await api.PATCH('/v1/organization/settings', { body: { section: 'website', value: { collectionIds } } });
  await page.goto(`${baseUrl}/v1/websites/site/${id}`);
  await page.getByRole('link', { name: 'De la casa' }).click();
  await page.waitForURL(/collections/);
  await checkPage(page, page.url(), 'website-collection');
  await page.getByRole('searchbox').fill('cafe');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=cafe/);
  assert.deepEqual(await page.locator('.product h2').allTextContents(), ['Café molido']);
});
