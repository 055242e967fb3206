import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { newDocument, readDetail } from '#test/documents.ts';
import { letterTo, newBusiness } from '#test/harness.ts';
import { giveEmail, newPage, newPaidShop } from '#test/paypages.ts';
import { savePayprocCard } from '#test/saved-cards.ts';
import { browserTest } from './chromium.ts';
import { checkPage, inspectShown } from './readable.ts';

const payHere = async (page: Page, card: string) => {
  await page.getByLabel('Card').selectOption(card);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
};

browserTest(
  'a customer pays an invoice with a card, after a decline and a confirmation with the bank',
  async (page) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
    const {
      business,
      invoice,
      page: shared,
    } = await newPaidShop('1250', {
      mayPay: ['whole', 'part'],
      message: 'Gracias por tu compra. <b>Te esperamos</b>.',
    });
    await checkPage(page, shared.url, 'shared-page');
    await page.getByText('Una parte').click();
    await page.getByLabel('Monto a pagar').fill('250.50');
    await page.getByRole('button', { name: 'Pagar con tarjeta' }).click();
    await payHere(page, '4000000000009995');
    await page.getByRole('alert').getByText('fondos suficientes').waitFor();
    await inspectShown(page, 'shared-page-declined');
    await page.getByText('Una parte').click();
    await page.getByLabel('Monto a pagar').fill('250.50');
    await page.getByRole('button', { name: 'Pagar con tarjeta' }).click();
    await payHere(page, '4000002760003184');
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('status').getByText('Pago recibido').waitFor();
    await inspectShown(page, 'shared-page-paid');
    assert.equal((await readDetail(business.api, invoice.id)).paid, '250.50');
    assert.deepEqual(complaints, []);
  },
);

browserTest('an amount that cannot be paid is refused in words, with the way back to the page', async (page) => {
  const { page: shared } = await newPaidShop('1250', { mayPay: ['whole', 'part'] });
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  for (const [amount, reason] of [
    ['0', 'revisa lo que escribiste'],
    ['99999', 'Ese monto no se puede pagar aquí'],
  ] as const) {
    await page.goto(shared.url);
    await page.getByText('Una parte').click();
    await page.getByLabel('Monto a pagar').fill(amount);
    await page.getByRole('button', { name: 'Pagar con tarjeta' }).click();
    await page.getByRole('heading', { name: 'No se pudo completar' }).waitFor();
    await page.getByText(reason).waitFor();
    await inspectShown(page, 'shared-page-refused');
    await page.getByRole('link', { name: 'Volver' }).click();
    await page.getByText('Una parte').waitFor();
  }
});

browserTest(
  'a payment page prints the document and the bank accounts, without what can only be pressed',
  async (page) => {
    const { business, contactId, page: shared } = await newPaidShop('80');
    await giveEmail(business, contactId);
    await savePayprocCard(business, contactId);
    const { api } = business;
    await api.PATCH('/v1/organization/settings', { body: { section: 'paymentPages', value: { bankTransfer: true } } });
    await api.POST('/v1/account', {
      body: { name: 'Banco', kind: 'bank', bankName: 'Banco Popular', accountNumber: '960-1' },
    });
    await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
    await page.goto(shared.url);
    assert.equal(await page.getByText('960-1').isVisible(), false, 'It is folded on the screen.');
    await page.emulateMedia({ media: 'print' });
    for (const shown of ['Mercancía', 'Pendiente', '960-1']) await page.getByText(shown).first().waitFor();
    for (const pressed of ['Pagar con tarjeta', 'Descargar PDF', 'Usar una tarjeta guardada'])
      assert.equal(await page.getByText(pressed).filter({ visible: true }).count(), 0, pressed);
  },
);

browserTest('a customer pays with a saved card after a code by mail, without scripts', async (page) => {
  const { business, contactId, invoice, page: shared } = await newPaidShop('80');
  const email = await giveEmail(business, contactId);
  await savePayprocCard(business, contactId);
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const plain = await context.newPage();
  await plain.goto(shared.url);
  await plain.getByText('Use a saved card').click();
  await plain.getByRole('button', { name: 'Send me the code' }).click();
  const { subject } = await letterTo(email, /is your code to pay/);
  await plain.getByLabel('Code of 6 digits').fill(/^\d{6}/.exec(subject)![0]);
  await plain.getByRole('button', { name: 'Verify' }).click();
  await plain.getByRole('button', { name: /Pay with visa ending in 4242/ }).click();
  await plain.getByRole('status').getByText('Payment received').waitFor();
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
  await context.close();
});

browserTest('the steps of a payment page are accessible', async (page) => {
  const { business, contactId, page: shared } = await newPaidShop('80');
  const email = await giveEmail(business, contactId);
  await savePayprocCard(business, contactId);
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(shared.url);
  await page.getByText('Usar una tarjeta guardada').click();
  await page.getByRole('button', { name: 'Enviarme el código' }).click();
  const { subject } = await letterTo(email, /código para pagar/);
  await page.getByLabel('Código de 6 dígitos').waitFor();
  await inspectShown(page, 'shared-page-code');
  await page.getByLabel('Código de 6 dígitos').fill(/^\d{6}/.exec(subject)![0]);
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await page.getByRole('heading', { name: 'Elige una tarjeta' }).waitFor();
  await inspectShown(page, 'shared-page-cards');
  await page.goto(shared.url);
  await page.getByText('Tarjeta local').click();
  await page.getByRole('button', { name: 'Registrar una tarjeta' }).click();
  await page.getByRole('heading', { name: 'Registra tu tarjeta' }).waitFor();
  await inspectShown(page, 'shared-page-capture');
});

browserTest('a customer accepts a quote on its page', async (page) => {
  const business = await newBusiness();
  const quote = await newDocument(business.api, { kind: 'quote' });
  const shared = await newPage(business, { kind: 'document', pendingRecordId: quote.id });
  await page.setExtraHTTPHeaders({ 'accept-language': 'en-US' });
  await checkPage(page, shared.url, 'shared-page-quote');
  await page.getByLabel('Your name').fill('Ana Pérez');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: 'Quote accepted' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByText('Accepted by Ana Pérez').waitFor();
});
