import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Business, baseUrl, eventually, newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { violationsOf } from './readable.ts';

const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#b98a5b' } })
  .png()
  .toBuffer();

/** A shop of its own origin: browsers resolve every name below `localhost` to this machine. */
async function withShops<T>(script: string, work: (hostOf: (name: string) => string) => Promise<T>): Promise<T> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="es"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><title>Tienda</title>
      <style>body{margin:0;font:16px/1.5 Georgia,serif;background:#faf7f2;color:#222}main{max-width:900px;margin:0 auto;padding:48px 24px}
      * { letter-spacing: .02em } button { background: red !important; border-radius: 0 !important }</style></head>
      <body><main><h1>Café Altagracia</h1><p>Tostamos café de Jarabacoa todos los martes. Envíos a todo el país.</p></main>
      ${script}</body></html>`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await work((name) => `${name}.localhost:${port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function newWidget(business: Business, settings: object = {}) {
  const { data } = await business.api.POST('/v1/channel', { body: { kind: 'widget', name: 'Tienda en línea' } });
  const change = (body: object) =>
    business.api.PATCH('/v1/channel/{channelId}/widget', { params: { path: { channelId: data!.id } }, body });
  await change(settings);
  return { id: data!.id, key: data!.publicKey, change };
}

const scriptOf = (key: string, more = ''): string =>
  `<script async src="${baseUrl}/widget.js" data-channel="${key}" ${more}></script>`;

async function newVisitor(browser: Browser, url: string, options: object = {}): Promise<{ page: Page; frame: Frame }> {
  const context = await browser.newContext({ locale: 'es-DO', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(url);
  await page.getByRole('button', { name: 'Abrir el chat' }).waitFor();
  const frame = page.frames().find((each) => each.url().includes('/widget/frame'))!;
  await frame.locator('#composer').waitFor({ state: 'attached' });
  return { page, frame };
}

const open = (page: Page) => page.getByRole('button', { name: /^Abrir el chat/ }).click();

async function write(frame: Frame, text: string): Promise<void> {
  await frame.getByLabel('Escribe un mensaje…').fill(text);
  await frame.getByLabel('Escribe un mensaje…').press('Enter');
}

async function keep(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
}

const conversationWith = (business: Business, text: string) =>
  eventually(async () => {
    const { data } = await business.api.GET('/v1/conversation');
    return data!.data.find(({ lastText }) => lastText === text);
  });

browserTest('a chat that is opened before its session has begun focuses its field once it has', async (page) => {
  const browser = page.context().browser()!;
  const business = await newBusiness({ name: 'Café Altagracia' });
  const widget = await newWidget(business, { greeting: '¡Hola!' });
  await withShops(scriptOf(widget.key), async (hostOf) => {
    await widget.change({ allowedDomains: [hostOf('uno')] });
    const opened = Promise.withResolvers<void>();
    const context = await browser.newContext({ locale: 'es-DO' });
    await context.route('**/widget/session', async (route) => {
      await opened.promise;
      await route.continue();
    });
    const shop = await context.newPage();
    await shop.goto(`http://${hostOf('uno')}/`);
    await open(shop);
    const frame = shop.frames().find((each) => each.url().includes('/widget/frame'))!;
    assert.equal(await frame.locator('#composer').isVisible(), false);
    opened.resolve();
    await frame.getByText('¡Hola!').waitFor();
    assert.equal(await frame.evaluate(() => document.activeElement?.id), 'text');
  });
});

browserTest('two visitors on two sites talk with one agent, and neither sees the other', async (page) => {
  const browser = page.context().browser()!;
  const business = await newBusiness({ name: 'Café Altagracia' });
  const widget = await newWidget(business, { color: '#7a3e1d', title: 'Café Altagracia' });
  const answer = (conversationId: string, text: string) =>
    business.api.POST('/v1/chat/message', { body: { conversationId, text } });
  await withShops(scriptOf(widget.key), async (hostOf) => {
    await widget.change({ allowedDomains: [hostOf('uno'), hostOf('dos')] });
    const ana = await newVisitor(browser, `http://${hostOf('uno')}/`);
    const luis = await newVisitor(browser, `http://${hostOf('dos')}/`);
    await open(ana.page);
    await write(ana.frame, 'Hola, soy Ana');
    await ana.frame.getByText('Enviado').waitFor();
    await open(luis.page);
    await write(luis.frame, 'Hola, soy Luis');
    const [hers, his] = [
      await conversationWith(business, 'Hola, soy Ana'),
      await conversationWith(business, 'Hola, soy Luis'),
    ];
    await answer(hers.id, '¡Buenas, Ana!');
    await answer(his.id, '¡Buenas, Luis!');
    await ana.frame.getByText('¡Buenas, Ana!').waitFor();
    await luis.frame.getByText('¡Buenas, Luis!').waitFor();
    assert.equal(await ana.frame.getByText('Luis').count(), 0);
    assert.equal(await luis.frame.getByText('Ana', { exact: false }).count(), 0);
    const path = { channelId: widget.id, sourceId: hers.sourceId };
    await business.api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', {
      params: { path, query: { typing: true } },
    });
    await ana.frame.getByText('Escribiendo…').waitFor({ state: 'attached' });
    await keep(ana.page, 'widget-typing-1280');
    await ana.page.keyboard.press('Escape');
    // A message that comes before it is closed counts as read.
    await ana.page.getByRole('button', { name: 'Abrir el chat' }).waitFor();
    await answer(hers.id, 'Tenemos café molido y en grano.');
    await ana.page.getByRole('button', { name: 'Abrir el chat: 1 mensaje sin leer' }).waitFor();
    await keep(ana.page, 'widget-badge-1280');
    await ana.page.reload();
    await ana.page.getByRole('button', { name: 'Abrir el chat: 1 mensaje sin leer' }).click();
    const again = ana.page.frames().find((each) => each.url().includes('/widget/frame'))!;
    await again.getByText('Hola, soy Ana').waitFor();
    await again.getByText('Tenemos café molido y en grano.').waitFor();
    await eventually(async () => {
      const { data } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/feed', { params: { path } });
      return data!.data.find(({ text }) => text === 'Tenemos café molido y en grano.')?.status === 'read';
    });
  });
});

browserTest('where streams do not get through, messages arrive by asking for them', async (page) => {
  const browser = page.context().browser()!;
  const business = await newBusiness({ name: 'Café Altagracia' });
  const widget = await newWidget(business);
  await withShops(scriptOf(widget.key), async (hostOf) => {
    await widget.change({ allowedDomains: [hostOf('uno')] });
    const ana = await newVisitor(browser, `http://${hostOf('uno')}/`);
    const seen = { streams: 0, polls: 0 };
    await ana.page.route(/\/widget\/feed/, (route) => {
      if (route.request().headers().accept !== 'text/event-stream') {
        seen.polls += 1;
        return route.continue();
      }
      seen.streams += 1;
      return route.fulfill({ status: 429, body: '{}' });
    });
    await open(ana.page);
    await write(ana.frame, 'Hola, soy Ana');
    const { id: conversationId } = await conversationWith(business, 'Hola, soy Ana');
    for (const text of ['¡Buenas, Ana!', 'Tenemos café.']) {
      await business.api.POST('/v1/chat/message', { body: { conversationId, text } });
      await ana.frame.getByText(text).waitFor();
    }
    assert.ok(seen.polls >= 2, JSON.stringify(seen));
    // A stream that was refused once is not asked for again and again.
    assert.equal(seen.streams, 1);
  });
});

browserTest(
  'what was written without a connection is sent once it is back, and a keyboard hides no message',
  async (page) => {
    const browser = page.context().browser()!;
    const business = await newBusiness({ name: 'Café Altagracia' });
    const widget = await newWidget(business);
    await withShops(scriptOf(widget.key), async (hostOf) => {
      await widget.change({ allowedDomains: [hostOf('uno')] });
      const phone = { viewport: { width: 390, height: 844 } };
      const ana = await newVisitor(browser, `http://${hostOf('uno')}/`, phone);
      await open(ana.page);
      for (let line = 1; line <= 8; line++) await write(ana.frame, `Línea ${line}`);
      const { sourceId } = await conversationWith(business, 'Línea 8');
      await ana.page.context().setOffline(true);
      for (const text of ['Primero', 'Segundo']) {
        await write(ana.frame, text);
        await ana.frame.locator('.row', { hasText: text }).waitFor();
      }
      await ana.frame.getByText('No se envió.').nth(1).waitFor();
      await ana.page.context().setOffline(false);
      await ana.frame.getByText('Enviado').waitFor();
      const path = { channelId: widget.id, sourceId };
      const texts = await eventually(async () => {
        const { data } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/feed', { params: { path } });
        const written = data!.data.filter(({ direction }) => direction === 'in').map(({ text }) => text);
        return written.length === 10 && written;
      });
      assert.deepEqual(texts.slice(0, 2), ['Segundo', 'Primero']);
      await ana.page.setViewportSize({ width: 390, height: 420 });
      await ana.frame.getByLabel('Tu correo').waitFor({ state: 'hidden' });
      await eventually(() =>
        ana.frame.locator('#log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2),
      );
      await keep(ana.page, 'widget-keyboard-390');
    });
  },
);

browserTest('what was written and not sent is sent once after the page is loaded again', async (page) => {
  const business = await newBusiness({ name: 'Café Altagracia' });
  const widget = await newWidget(business);
  const load = () => page.goto(`${baseUrl}/v1/channel/${widget.key}/widget/frame`);
  await load();
  await page.locator('#composer').waitFor();
  await write(page.mainFrame(), 'Hola');
  const { sourceId } = await conversationWith(business, 'Hola');
  // One reaches the service and its answer is lost; the other never arrives.
  let sent = 0;
  await page.route('**/v1/chat/webhook*', async (route) => {
    sent += 1;
    if (sent === 1) await route.fetch();
    await route.abort();
  });
  for (const text of ['Primero', 'Segundo']) await write(page.mainFrame(), text);
  await eventually(async () => sent >= 2);
  await page.unrouteAll({ behavior: 'wait' });
  const path = { channelId: widget.id, sourceId };
  const written = async () => {
    const { data } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/feed', { params: { path } });
    return data!.data.filter(({ direction }) => direction === 'in').map(({ text }) => text);
  };
  await eventually(async () => (await written()).length === 2);
  await load();
  await eventually(async () => (await written()).length === 3);
  assert.deepEqual((await written()).toSorted(), ['Hola', 'Primero', 'Segundo']);
  await load();
  await page.getByText('Segundo').waitFor();
  assert.equal((await written()).length, 3);
});

browserTest('a site that is not allowed cannot show the widget', async (page) => {
  const widget = await newWidget(await newBusiness());
  await withShops(scriptOf(widget.key), async (hostOf) => {
    await widget.change({ allowedDomains: [hostOf('uno')] });
    const [message] = await Promise.all([
      page.waitForEvent('console', (each) => /frame-ancestors/.test(each.text())),
      page.goto(`http://${hostOf('otro')}/`),
    ]);
    assert.match(message.text(), /frame-ancestors/);
    assert.equal(await page.getByRole('button', { name: 'Abrir el chat' }).count(), 0);
    const inside = page.frames().find((each) => each !== page.mainFrame());
    assert.ok(!inside || inside.url().startsWith('chrome-error:'), String(inside?.url()));
  });
});

browserTest('the widget is accessible and fits a phone and a screen, light and dark', async (page) => {
  const browser = page.context().browser()!;
  const business = await newBusiness({ name: 'Café Altagracia' });
  const widget = await newWidget(business, { color: '#0a7d5a', greeting: '¡Hola! Cuéntanos qué café buscas.' });
  await business.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'simulator', displayAddress: '+1 809 555 0100' } },
  });
  await withShops(scriptOf(widget.key), async (hostOf) => {
    await widget.change({ allowedDomains: [hostOf('uno')] });
    for (const [width, colorScheme] of [
      [360, 'light'],
      [1280, 'light'],
      [360, 'dark'],
      [1280, 'dark'],
    ] as const) {
      const { page: shop, frame } = await newVisitor(browser, `http://${hostOf('uno')}/`, {
        viewport: { width, height: 760 },
        colorScheme,
      });
      const name = `widget-${colorScheme}-${width}`;
      await keep(shop, `${name}-closed`);
      await shop.keyboard.press('Tab');
      await shop.keyboard.press('Enter');
      await frame.getByText('Cuéntanos qué café buscas').waitFor();
      assert.equal(await frame.evaluate(() => document.activeElement?.id), 'text');
      if (process.env.SCREENSHOTS) await shop.waitForTimeout(400);
      await keep(shop, `${name}-new`);
      await write(frame, 'Buenas tardes. ¿Tienen café en grano de Jarabacoa?');
      await frame.getByText('Enviado').waitFor();
      const { id } = await conversationWith(business, 'Buenas tardes. ¿Tienen café en grano de Jarabacoa?');
      const text = 'Sí, recién tostado: https://cafe.example.com/grano. ¿Cuál prefieres?';
      const buttons = [
        { payload: '1', title: 'Libra' },
        { payload: '5', title: 'Cinco libras' },
      ];
      await business.api.POST('/v1/chat/message', {
        body: { conversationId: id, type: 'interactive', text, buttons },
      });
      await frame.getByRole('button', { name: 'Cinco libras' }).click();
      await frame.locator('.own').getByText('Cinco libras').waitFor();
      await frame.getByLabel('Adjuntar un archivo').setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: picture,
      });
      await frame.locator('.bubble img').waitFor();
      await shop.waitForTimeout(300);
      await keep(shop, `${name}-talk`);
      assert.deepEqual(await violationsOf(shop), [], name);
      assert.deepEqual(await violationsOf(frame as unknown as Page), [], name);
      const overflow = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${name}: ${overflow} px too wide`);
      await frame.getByLabel('Escribe un mensaje…').press('Escape');
      await shop.getByRole('button', { name: /^Abrir el chat/ }).waitFor();
      await shop.context().close();
      await business.api.PATCH('/v1/conversation', { body: { id, state: 'closed' } });
    }
  });
});

browserTest(
  'the widget speaks English where the page asks for it, and the preview of the service shows it',
  async (page) => {
    const business = await newBusiness({ name: 'Corner Shop' });
    const widget = await newWidget(business, { asksForEmail: true, language: 'en' });
    await page.goto(`${baseUrl}/v1/channel/${widget.key}/widget/preview`);
    await page.getByRole('button', { name: 'Open the chat' }).click();
    const frame = page.frames().find((each) => each.url().includes('/widget/frame'))!;
    await frame.getByLabel('Your e-mail').fill('ana@example.com');
    await frame.getByRole('button', { name: 'Save' }).click();
    await frame.getByLabel('Write a message…').fill('Hi');
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Sent').waitFor();
    await keep(page, 'widget-preview');
    assert.deepEqual(await violationsOf(page), []);
  },
);
