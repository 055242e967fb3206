import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { field, newForm, onePage, text } from '#test/forms.ts';
import { newBusiness } from '#test/harness.ts';
import { newCart, newOperator, newProduct } from '#test/marketplace.ts';
import { newPage, newPaidShop } from '#test/paypages.ts';
import { dayFromNow, newLink } from '#test/schedules.ts';
import { browserTest } from './chromium.ts';
import { checkPage, inspectShown } from './readable.ts';

/** Names as people write them: without a space where a line could break. */
const word = 'Otorrinolaringología/Electroencefalografía/Desoxirribonucleico_2026.pdf';
const long = `${word} para el Ayuntamiento del Distrito Nacional y todas sus dependencias`;

for (const language of ['es-DO', 'en-US']) {
  browserTest(`a booking page shows long texts on a phone in ${language}`, async (page) => {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    const business = await newBusiness({ name: long.slice(0, 100) });
    const form = await newForm(business, onePage(text('why', { label: long, help: long, required: true })));
    const { link } = await newLink(
      business.api,
      { title: long, description: `${long} ${long}`, location: word, deposit: undefined },
      { formId: form.id },
    );
    const day = dayFromNow(3);
    const at = `${link.url}?timeZone=America/Santo_Domingo`;
    await checkPage(page, at, `long-booking-${language}`);
    await page.goto(`${at}&from=${day}&to=${day}&date=${day}`);
    await page.locator('.slot').first().click();
    await page.getByRole('textbox').first().fill('x'.repeat(150));
    await page.getByRole('button').last().click();
    await inspectShown(page, `long-booking-refused-${language}`);
  });

  browserTest(`a form shows long texts on a phone in ${language}`, async (page) => {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    const business = await newBusiness({ name: long.slice(0, 100) });
    const options = [
      { key: 'a', label: long.slice(0, 120) },
      { key: 'b', label: word },
    ];
    const fields = [
      text('name', { label: long, help: long, required: true }),
      field('choice', 'one', { label: word, options, required: true }),
      field('choice', 'many', { label: word, options }),
      field('choice', 'town', { label: word, options, dropdown: true, required: true }),
      field('matrix', 'rows', { label: word, rows: options, columns: options }),
      field('email', 'email', { label: word, required: true }),
      field('file', 'photo', { label: word }),
      field('rating', 'stars', { label: word }),
      field('consent', 'terms', { label: long, required: true }),
    ];
    const form = await newForm(business, {
      title: long.slice(0, 120),
      description: long,
      pages: [{ title: word, fields }],
    });
    await checkPage(page, form.url, `long-form-${language}`);
    await page.getByRole('button').last().click();
    await inspectShown(page, `long-form-refused-${language}`);
  });

  browserTest(`a shared document and a payment page show long texts on a phone in ${language}`, async (page) => {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    const { business } = await newPaidShop('1250');
    const { api } = business;
    await api.PATCH('/v1/organization', { body: { name: long.slice(0, 100) } });
    const contactId = await newContact(business, long);
    const elements = [
      { description: long, quantity: '12345.678901', unitPrice: '98765.43' },
      { description: word, quantity: '1', unitPrice: '0.01' },
    ];
    const invoice = await newDocument(api, { contactId, notes: `${long}\n${word}`, reference: word, elements });
    const params = { path: { pendingRecordId: invoice.id } };
    const { data } = await api.GET('/v1/record/pending/{pendingRecordId}/share', { params });
    await checkPage(page, data!.url, `long-share-${language}`);
    const paying = await newPage(business, {
      kind: 'document',
      pendingRecordId: invoice.id,
      mayPay: ['whole', 'part'],
      message: long,
    });
    await checkPage(page, paying.url, `long-payment-${language}`);
  });

  browserTest(`a shop and its cart show long texts on a phone in ${language}`, async (page) => {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    const operator = await newOperator();
    try {
      const business = await newBusiness({ name: long.slice(0, 100) });
      const category = `Despensa ${crypto.randomUUID()}`;
      const product = { category, kind: 'goods', stock: 9 };
      const { id: resourceId } = await newProduct(business, {
        ...product,
        name: long.slice(0, 140),
        price: '1234567.89',
      });
      await newProduct(business, { ...product, name: word, price: '0.01' });
      const { data: collection } = await operator.api.POST('/v1/marketplace/collection', {
        body: { name: long.slice(0, 100), description: long, category },
      });
      await checkPage(page, collection!.url, `long-shop-${language}`);
      const cart = await newCart({ resourceId, quantity: '9' });
      await checkPage(page, cart.url, `long-cart-${language}`);
    } finally {
      operator.retire();
    }
  });
}
