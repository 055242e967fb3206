import assert from 'node:assert/strict';
import sharp from 'sharp';
import { uploadFile } from '#test/files.ts';
import { freshEmail, newBusiness } from '#test/harness.ts';
import { invoicesOf, newCart, newOperator, newProduct, setPrice } from '#test/marketplace.ts';
import { newMethod, newService } from '#test/online-shop.ts';
import { mainDivision } from '#test/stock.ts';
import { browserTest } from './chromium.ts';
import { checkPage, inspectShown } from './readable.ts';

browserTest('a buyer finds products, fills a cart with two sellers, orders it, and sees where to pay', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  const operator = await newOperator();
  try {
    const [one, other] = [
      await newBusiness({ name: 'Café La Loma' }),
      await newBusiness({ name: 'Apiario Jarabacoa' }),
    ];
    const category = `Despensa ${crypto.randomUUID()}`;
    const coffee = await newProduct(one, {
      name: 'Café en grano 1 lb',
      category,
      kind: 'goods',
      stock: 9,
      price: '450',
    });
    await newProduct(one, { name: 'Taza <b>pintada</b>', category, kind: 'goods', price: '300' });
    await newProduct(other, { name: 'Miel de campanilla', category, kind: 'goods', stock: 4, price: '275.50' });
    const { data: collection } = await operator.api.POST('/v1/marketplace/collection', {
      body: { name: 'Despensa dominicana', description: 'De pequeños productores.', category },
    });
    await checkPage(page, new URL('/v1/marketplace/collection', collection!.url).href, 'marketplace');
    await checkPage(page, collection!.url, 'collection');
    await page.getByLabel('Buscar productos').fill('grano');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByText('1 producto', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Agregar Café en grano 1 lb al carrito' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tu carrito' }).waitFor();
    await page.goto(collection!.url);
    await page.getByRole('button', { name: 'Agregar Miel de campanilla al carrito' }).click();
    await page.getByRole('heading', { name: 'Tu carrito' }).waitFor();
    assert.equal(await page.getByText('Vende Apiario Jarabacoa').count(), 1);
    await page.getByRole('spinbutton', { name: 'Cantidad de Café en grano 1 lb' }).fill('2');
    await page.getByRole('button', { name: 'Cambiar la cantidad de Café en grano 1 lb' }).click();
    await page.getByText('RD$ 1,175.50').first().waitFor();
    const cartUrl = page.url();
    await checkPage(page, cartUrl, 'cart');
    await setPrice(one, coffee.id, '460');
    await checkPage(page, cartUrl, 'cart-changed');
    await page.getByRole('button', { name: 'Aceptar los precios de ahora' }).click();
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Ana Pérez');
    await page.getByLabel('Correo electrónico').fill(freshEmail());
    await page.getByLabel('Dirección de entrega (vacía: lo recoges)').fill('C/ El Conde 1');
    await page.getByLabel('Ciudad').fill('Santo Domingo');
    await page.getByRole('button', { name: 'Pedir por RD$ 1,195.50' }).click();
    await page.getByText('Pedido hecho').waitFor();
    await inspectShown(page, 'cart-ordered');
    await page.getByRole('link', { name: 'Pagar RD$ 920.00' }).click();
    await page.getByText('Café La Loma').first().waitFor();
    for (const seller of [one, other]) assert.equal((await invoicesOf(seller)).length, 1);
    assert.deepEqual(complaints, []);
  } finally {
    operator.retire();
  }
});

browserTest('a product has a page on which it is looked at and put into the cart', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  const seller = await newBusiness({ name: 'Café La Loma' });
  const drawn = (colour: string) =>
    sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const files = [
    await uploadFile(seller, await drawn('#6f4e37'), 'saco.png'),
    await uploadFile(seller, await drawn('#c0a080'), 'taza.png'),
  ];
  const coffee = await newProduct(seller, {
    name: 'Café en grano de altura, tostado medio, 1 lb',
    description: 'Tostado cada semana en Jarabacoa.\n\nNotas de cacao y naranja. Bolsa con válvula.',
    category: 'Café',
    images: files.map(({ id }) => id),
    kind: 'goods',
    stock: 9,
    price: '450',
  });
  const cups = await newProduct(seller, { name: 'Taza pintada', kind: 'goods', price: '300' });
  const operator = await newOperator();
  try {
    const { data: collection } = await operator.api.POST('/v1/marketplace/collection', {
      body: { name: 'De la loma', resourceIds: [coffee.id, cups.id] },
    });
    await checkPage(page, collection!.url, 'collection-linked');
    await page.getByRole('link', { name: 'Taza pintada' }).click();
    await page.getByText('Agotado').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    await inspectShown(page, 'product-sold-out');
    await page.goto(collection!.url);
    await page.getByRole('link', { name: /Café en grano/ }).click();
    await page.getByRole('img', { name: /Café en grano/ }).waitFor();
    await checkPage(page, page.url(), 'product');
    await page.getByLabel('Cantidad').fill('2');
    await page.getByRole('button', { name: 'Agregar al carrito' }).click();
    await page.getByRole('heading', { name: 'Tu carrito' }).waitFor();
    await page.getByText('RD$ 900.00').first().waitFor();
    await page.getByRole('link', { name: /Café en grano/ }).click();
    await page.getByRole('link', { name: 'Carrito' }).waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    operator.retire();
  }
});

browserTest('an order that a seller cannot fill is explained on the cart, and nothing is lost', async (page) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'en-US' });
  const seller = await newBusiness({ name: 'Taller' });
  const product = await newProduct(seller, { name: 'Silla', kind: 'goods', stock: 1, price: '900' });
  const operator = await newOperator();
  try {
    const { data: collection } = await operator.api.POST('/v1/marketplace/collection', {
      body: { name: 'Muebles', resourceIds: [product.id] },
    });
    await page.goto(collection!.url);
    await page.getByRole('button', { name: 'Add Silla to the cart' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
    await page.getByLabel('E-mail address').fill(freshEmail());
    await seller.api.POST('/v1/record/pending', {
      body: { elements: [{ resourceId: product.id, quantity: '1' }], deliverLater: true },
    });
    await page.getByRole('button', { name: 'Order for RD$ 900.00' }).click();
    await page.getByRole('alert').getByText('Something in the cart changed').waitFor();
    await page.getByText('There is not enough left.').waitFor();
    await inspectShown(page, 'cart-refused');
    assert.equal((await invoicesOf(seller)).length, 1);
  } finally {
    operator.retire();
  }
});

browserTest('a cart that was ordered in another tab shows the order', async (page) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
  const product = await newProduct(await newBusiness(), { name: 'Silla', kind: 'goods', stock: 5, price: '900' });
  const operator = await newOperator();
  try {
    const { data: collection } = await operator.api.POST('/v1/marketplace/collection', {
      body: { name: 'Muebles', resourceIds: [product.id] },
    });
    await page.goto(collection!.url);
    await page.getByRole('button', { name: 'Add Silla to the cart' }).click();
    const formOfOtherTab = await page
      .locator('form', { has: page.locator('[name=quantity]') })
      .first()
      .evaluate((form) => [...new FormData(form as HTMLFormElement)].map(([name, value]) => [name, String(value)]));
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
    await page.getByLabel('E-mail address').fill(freshEmail());
    await page.getByRole('button', { name: 'Order for RD$ 900.00' }).click();
    await page.getByText('Your order is placed').waitFor();
    const body = new FormData();
    for (const [name, value] of formOfOtherTab) body.append(name!, value!);
    const url = new URL('/v1/marketplace/cart/form', page.url());
    const sent = await fetch(url, { method: 'POST', body, headers: { accept: 'text/html', 'accept-language': 'en' } });
    assert.match(await sent.text(), /Your order is placed/);
  } finally {
    operator.retire();
  }
});

browserTest('a buyer chooses how to get the part of each seller', async (page) => {
  await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
  const [one, two, three] = [
    await newBusiness({ name: 'Café La Loma' }),
    await newBusiness({ name: 'Apiario' }),
    await newBusiness({ name: 'Taller' }),
  ];
  const products = [
    await newProduct(one, { name: 'Café', price: '450' }),
    await newProduct(two, { name: 'Miel', price: '300' }),
    await newProduct(three, { name: 'Silla', price: '900' }),
  ];
  await newMethod(one, { name: 'Courier', resourceId: (await newService(one)).id });
  await newMethod(one, { kind: 'pickup', name: 'At the farm', divisionId: await mainDivision(one), place: 1 });
  await newMethod(two, { kind: 'pickup', name: 'At the market', divisionId: await mainDivision(two) });
  const { url } = await newCart(...products.map(({ id }) => ({ resourceId: id })));
  await page.goto(url);
  const parts = page.getByRole('group', { name: 'How do you get the part of' });
  assert.equal(await parts.count(), 2);
  await page.getByRole('radio', { name: /Courier/ }).check();
  await page.getByLabel('Delivery address').fill('C/ El Conde 1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter the city.').waitFor();
  await inspectShown(page, 'cart-no-city');
  await page.getByLabel('City').fill('Santo Domingo');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
  await page.getByLabel('E-mail address').fill(freshEmail());
  await inspectShown(page, 'cart-methods');
  await page.getByRole('button', { name: 'Order for RD$ 1,768.00' }).click();
  await page.getByText('Your order is placed').waitFor();
  await page.getByText('At the market').waitFor();
  await inspectShown(page, 'cart-methods-ordered');
});

browserTest('the name of a product in the cart stays readable next to a large total on a phone', async (page) => {
  const seller = await newBusiness();
  const { id: resourceId } = await newProduct(seller, { name: 'Generador-eléctrico-industrial', price: '1233333.22' });
  const { url } = await newCart({ resourceId, quantity: '100' });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(url);
  const { width } = (await page.locator('ul.lines .what').boundingBox())!;
  assert.ok(width >= 96, `${width} px`);
});
