import assert from 'node:assert/strict';
import { newResource } from '#test/catalog.ts';
import { newDelivery } from '#test/fulfilment.ts';
import { app, baseUrl, freshEmail, newBusiness } from '#test/harness.ts';
import { invoicesOf } from '#test/marketplace.ts';
import { newBranch, newMethod, newOnlineShop, newService } from '#test/online-shop.ts';
import { GOOD_CARD } from '#test/saved-cards.ts';
import { browserTest } from './chromium.ts';
import { checkPage, inspectShown } from './readable.ts';

browserTest('a website is readable on a phone and on a screen, and its menu leads to its pages', async (page) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
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
    ['Arroz selecto', 'Habichuelas rojas', 'Café molido'].map((name, place) =>
      newResource(api, {
        name,
        description: 'De la finca.',
        attributes: { marca: place === 0 ? 'La Garza' : 'Doña Ana', peso: `${place + 1} lb` },
        prices: [{ amount: '95.50' }],
      }),
    ),
  );
  const members = products.map((product) => ({ resourceId: product.id }));
  const list = await api.POST('/v1/resource/resource-list', {
    body: { name: 'De la casa', type: 'COLLECTION', members },
  });
  const collectionIds = [list.data!.id];
  await api.PATCH('/v1/organization/settings', {
    body: { section: 'website', value: { collectionIds, attributes: ['marca', 'peso'] } },
  });
  await page.goto(`${baseUrl}/v1/websites/site/${id}`);
  await page.getByRole('link', { name: 'De la casa' }).click();
  await page.waitForURL(/collections/);
  await checkPage(page, page.url(), 'website-collection');
  await page.getByRole('searchbox').fill('cafe');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=cafe/);
  const shown = page.locator('.product h2');
  assert.deepEqual(await shown.allTextContents(), ['Café molido']);
  await page.getByText('Filtrar').click();
  await inspectShown(page, 'website-filters');
  await page.getByRole('link', { name: 'Doña Ana (1)' }).click();
  await page.getByRole('link', { name: 'Quitar los filtros' }).waitFor();
  await page.getByRole('searchbox').fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Doña Ana (2)' }).waitFor();
  assert.deepEqual(await shown.allTextContents(), ['Café molido', 'Habichuelas rojas']);
  await inspectShown(page, 'website-filtered');
  await page.getByRole('link', { name: 'La Garza (1)' }).click();
  await page.getByRole('heading', { name: 'Arroz selecto' }).waitFor();
  assert.equal(await shown.count(), 3);
});

browserTest('a visitor buys on the website of a shop, without scripts of their own', async (page) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  const { api, id } = await newBusiness({ name: 'Colmado La Esquina' });
  const attributes = { marca: 'La Garza', integral: false };
  const rice = await newResource(api, {
    name: 'Arroz selecto',
    kind: 'service',
    attributes,
    prices: [{ amount: '95.50' }],
  });
  const members = [{ resourceId: rice.id }];
  const list = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Despensa', type: 'COLLECTION', members },
  });
  const value = {
    published: true,
    sells: true,
    colour: '#8a1538',
    collectionIds: [list.data!.id],
    attributes: Object.keys(attributes),
  };
  await api.PATCH('/v1/organization/settings', { body: { section: 'website', value } });
  const service = await newResource(api, { name: 'Entrega', kind: 'service', prices: [{ amount: '100' }] });
  await api.PATCH('/v1/organization/settings', {
    body: { section: 'marketplace', value: { deliveryResourceId: service.id } },
  });
  const site = `${baseUrl}/v1/websites/site/${id}`;
  await checkPage(page, `${site}/collections/${list.data!.id}`, 'shop-collection');
  await page.getByRole('link', { name: 'Arroz selecto' }).click();
  await page.waitForURL(/products/);
  await checkPage(page, page.url(), 'shop-product');
  await page.getByLabel('Cantidad').fill('2');
  await page.getByRole('button', { name: 'Agregar al carrito' }).click();
  await page.getByRole('heading', { name: 'Tu carrito' }).waitFor();
  await checkPage(page, page.url(), 'shop-cart');
  await page.getByRole('link', { name: 'Volver a la tienda' }).click();
  await page.getByRole('link', { name: 'Despensa' }).click();
  await page.getByRole('link', { name: 'Carrito' }).click();
  await page.getByRole('button', { name: 'Pedir por RD$ 191.00' }).waitFor();
  await page.getByLabel('Dirección de entrega (vacía: lo recoges)').fill('C/ El Conde 1');
  await page.getByLabel('Ciudad').fill('Santo Domingo');
  await page.getByRole('button', { name: 'Usar esta dirección' }).click();
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Ana Pérez');
  await page.getByLabel('Correo electrónico').fill(freshEmail());
  await inspectShown(page, 'shop-cart-delivered');
  await page.getByRole('button', { name: 'Pedir por RD$ 291.00' }).click();
  await page.getByText('Recibimos tu pedido').waitFor();
  await inspectShown(page, 'shop-ordered');
  await page.getByRole('link', { name: 'Pagar RD$ 291.00' }).click();
  await page.getByText('Colmado La Esquina').first().waitFor();
});

browserTest('a visitor chooses how to get the order, pays it, and follows its delivery', async (page) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  const shop = await newOnlineShop();
  const { data: merchant } = await shop.api.GET('/v1/organization/pay/create');
  await app.simulators.payproc.control.completeOnboarding(merchant!.accountId);
  await shop.api.GET('/v1/organization/pay/create');
  const branch = { name: 'Sucursal Naco', address: 'Av. Tiradentes 12, Ensanche Naco', phone: '809-555-0101' };
  const divisionId = await newBranch(shop, branch);
  await newMethod(shop, {
    name: 'Mensajero',
    details: 'El mismo día si pides antes de las 3:00 p. m.',
    resourceId: (await newService(shop)).id,
    freeFrom: '1500',
    zones: [{ province: 'Distrito Nacional' }, { province: 'Santo Domingo', city: 'Santo Domingo Este' }],
  });
  await newMethod(shop, {
    kind: 'pickup',
    name: 'Recoger en Naco',
    details: 'Lunes a sábado, de 8:00 a. m. a 7:00 p. m.',
    divisionId,
    place: 1,
  });
  await page.goto(`${shop.site}/products/${shop.rice.id}`);
  await page.getByRole('button', { name: 'Agregar al carrito' }).click();
  const courier = page.getByRole('radio', { name: /Mensajero/ });
  await courier.waitFor();
  const address = page.getByLabel('Dirección de entrega');
  assert.deepEqual([await address.isVisible(), await page.getByLabel('Correo electrónico').count()], [false, 0]);
  await page.getByRole('radio', { name: /Recoger en Naco/ }).check();
  assert.equal(await address.isVisible(), false);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('No queda suficiente.').waitFor();
  await courier.check();
  assert.equal(await address.isVisible(), true);
  await inspectShown(page, 'shop-methods');
  await page.getByRole('button', { name: 'Actualizar el total' }).click();
  await page.getByText('Escribe la dirección a la que lo llevamos.').waitFor();
  await address.fill('C/ Duarte 1');
  await page.getByLabel('Ciudad o municipio').fill('Moca');
  await page.getByLabel('Provincia').fill('Espaillat');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('alert').getByText('no llega a tu dirección').waitFor();
  await inspectShown(page, 'shop-not-served');
  await courier.check();
  await page.getByLabel('Ciudad o municipio').fill('Santo Domingo');
  await page.getByLabel('Provincia').fill('distrito nacional');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Ana Pérez');
  await page.getByLabel('Correo electrónico').fill(freshEmail());
  await inspectShown(page, 'shop-checkout');
  await page.getByRole('button', { name: 'Pedir por RD$ 218.00' }).click();
  await page.getByText('Recibimos tu pedido').waitFor();
  const orderUrl = page.url();
  await page.getByText('Recibido: lo estamos preparando').waitFor();
  await inspectShown(page, 'shop-order');
  await page.getByRole('link', { name: 'Pagar RD$ 218.00' }).click();
  await page.getByRole('button', { name: /con tarjeta/ }).click();
  await page.getByLabel('Card').selectOption(GOOD_CARD);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('status').getByText('Pago recibido').waitFor();
  const [invoice] = await invoicesOf(shop);
  const carriage = {
    carrier: 'Metro Pac',
    trackingNumber: 'MP-0012345678',
    trackingUrl: 'https://example.com/MP-0012345678',
  };
  const sent = await newDelivery(shop, { pendingRecordId: invoice!.id, ...carriage });
  await page.goto(orderUrl);
  await page.getByText('Pedido hecho y pagado').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Entrega a domicilio' }).count(), 0);
  await page.getByText('En camino').waitFor();
  const link = page.getByRole('link', { name: 'Seguir el envío' });
  assert.equal(await link.getAttribute('href'), carriage.trackingUrl);
  await inspectShown(page, 'shop-sent');
  await page.getByText('C/ Duarte 1, Santo Domingo, distrito nacional').waitFor();
  const lines = sent.lines.map(({ id }) => ({ id }));
  await shop.api.PATCH('/v1/resource/delivery', { body: { id: sent.id, lines, receivedBy: 'Ana' } });
  await page.reload();
  await page.getByText('Entregado', { exact: true }).waitFor();
  await inspectShown(page, 'shop-delivered');
});
