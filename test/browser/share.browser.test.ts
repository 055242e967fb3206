import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { newContact } from '#test/books.ts';
import { newDocument, taxIdOf } from '#test/documents.ts';
import { baseUrl, newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations of WCAG A and AA. `evaluate` runs outside the page's policy, which allows no foreign script. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

async function sharedInvoice(): Promise<string> {
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  const invoice = await newDocument(api, {
    contactId: await newContact(business),
    notes: 'Gracias por su compra.\nVuelva pronto.',
    elements: [
      { description: 'Arroz selecto, saco de 50 lb', quantity: '2', unitPrice: '2450.00', taxIds },
      { description: 'Entrega <b>a domicilio</b>', quantity: '1.5', unitPrice: '150.25' },
    ],
  });
  const { data: accounts } = await api.GET('/v1/account');
  const payments = [{ accountId: accounts!.data[0]!.id, amount: '1000.00' }];
  await api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments } });
  const { data } = await api.GET('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId: invoice.id } },
  });
  return data!.url;
}

browserTest('a share link shows the customer a page that is readable on a phone and on a screen', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const url = await sharedInvoice();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await violationsOf(page), [], `${colorScheme} ${width}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${colorScheme} ${width}: the page is ${overflow} px too wide`);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/share-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  assert.match((await page.locator('main').textContent())!, /RD\$ 5,007\.38[\s\S]+(Pagado en parte|Partly paid)/);
  assert.equal(await page.getByText('Entrega <b>a domicilio</b>').count(), 1);
  assert.deepEqual(complaints, []);
});

browserTest('the mailbox fits a phone, in the language of the reader', async (page) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [language, title] of [
    ['es-DO', 'Buzón'],
    ['en-US', 'Mailbox'],
  ] as const) {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    await page.goto(`${baseUrl}/mailbox`);
    assert.equal(await page.title(), title);
    assert.equal(await page.locator('html').getAttribute('lang'), language.slice(0, 2));
    assert.deepEqual(await violationsOf(page), []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/mailbox-${language}.png` });
  }
});
