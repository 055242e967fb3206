import assert from 'node:assert/strict';
import { newContact } from '#test/books.ts';
import { newDocument, taxIdOf } from '#test/documents.ts';
import { baseUrl, newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { checkPage, violationsOf } from './readable.ts';

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
  await checkPage(page, url, 'share');
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
