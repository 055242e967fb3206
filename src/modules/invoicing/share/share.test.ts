import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeLetters } from '#platform/mail/quota.ts';
import { newContact } from '#test/books.ts';
import { taxIdOf } from '#test/documents.ts';
import { HELD_MAX_MS, shortestOfTurnsMs, TRIES } from '#test/event-loop.ts';
import { eventsOf } from '#test/events.ts';
import { anonymous, app, type Business, baseUrl, eventually, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf as textsOf } from '#test/pdf.ts';
import { composeVoucher, findPrintable } from '../voucher/compose.ts';

const elements = [{ description: 'Arroz selecto, saco', quantity: '2', unitPrice: '2450.00' }];

async function newInvoice({ api }: Business, body: object = {}) {
  const { data, error } = await api.POST('/v1/record/pending', { body: { elements, ...body } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const share = async ({ api }: Business, pendingRecordId: string, editing = false) => {
  const { data } = await api.GET('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId }, query: { editing } },
  });
  return data!;
};

const readShared = (shareId: string) =>
  anonymous.GET('/v1/record/pending/{shareId}/data', { params: { path: { shareId } } });

/** The sizes of the pages of a PDF. */
const pagesOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
  );

async function print({ owner }: Business, invoiceId: string, format?: string) {
  const query = format ? `?format=${format}` : '';
  const response = await fetch(`${baseUrl}/v1/record/pending/${invoiceId}/voucher${query}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  return Buffer.from(await response.arrayBuffer());
}

test('a document is printed on letter paper or on a roll, on as many pages as it needs', async () => {
  const business = await newBusiness();
  const short = await newInvoice(business);
  assert.deepEqual(pagesOf(await print(business, short.id)), ['612 x 792']);
  const [roll] = pagesOf(await print(business, short.id, 'receipt'));
  assert.match(roll!, /^227 x \d+$/);
  const long = await newInvoice(business, { elements: Array.from({ length: 90 }, () => elements[0]) });
  assert.ok(pagesOf(await print(business, long.id)).length > 2);
  assert.equal(pagesOf(await print(business, long.id, 'receipt')).length, 1);
  assert.deepEqual(await eventsOf(business, 'invoice:voucher-printed'), []);
});

test('a receipt for a roll shows how the amount of each line is made', async () => {
  const business = await newBusiness();
  const taxIds = [await taxIdOf(business.api, 'ITBIS-18')];
  const element = {
    description: 'Arroz',
    quantity: '2',
    unitPrice: '118',
    discount: { amount: '36' },
    unit: 'unidad',
    taxIds,
  };
  const textOf = async (details: object) => {
    const { id } = await newInvoice(business, { elements: [element], ...details });
    return (await textsOf(await fetchPdf(business, `/v1/record/pending/${id}/voucher?format=receipt`)))[0]!;
  };
  assertHas(await textOf({}), ['2 x 118.00 - 36.00 + 36.00 imp.', '236.00']);
  assertHas(await textOf({ pricesIncludeTax: true }), ['2 x 118.00 - 36.00 200.00']);
});

test('the PDF of a fiscal receipt is announced, also in a letter and behind a link', async () => {
  const business = await newBusiness();
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 10 } });
  const contactId = await newContact(business);
  const { id } = await newInvoice(business, { contactId, fiscalType: 'B02' });
  const printed = async () => (await eventsOf(business, 'invoice:voucher-printed')).length;
  await print(business, id);
  assert.equal(await printed(), 1);
  await fetch((await share(business, id)).pdfUrl);
  assert.equal(await printed(), 2);
  await business.api.POST('/v1/record/pending/{pendingRecordId}/share/email', {
    params: { path: { pendingRecordId: id } },
    body: { emails: ['ana@example.com'] },
  });
  assert.ok(await eventually(async () => (await printed()) === 3));
});

test('the longest document is drawn in another thread, and once for the same content', async (context) => {
  const business = await newBusiness();
  const long = { description: 'Ñandú largo '.repeat(80).slice(0, 500), quantity: '2', unitPrice: '2450.00' };
  // One for each attempt, because what was drawn once is kept.
  const urls: string[] = [];
  for (let document = 0; document < TRIES; document++) {
    const { id } = await newInvoice(business, { elements: Array.from({ length: 1000 }, () => long) });
    urls.push((await share(business, id)).pdfUrl);
  }
  const { mock: threads } = context.mock.method(app.engine.threads, 'run');
  let papers: Buffer[] = [];
  let drawn = 0;
  const held = await shortestOfTurnsMs(async () => {
    const pdfUrl = urls[drawn++]!;
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(pdfUrl)));
    papers = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  });
  papers.push(Buffer.from(await (await fetch(urls[drawn - 1]!)).arrayBuffer()));
  // Work of other organizations in the background may use the threads too.
  const drawings = threads.calls.filter(({ arguments: [organizationId] }) => organizationId === business.id);
  assert.equal(drawings.length, drawn);
  assert.ok(pagesOf(papers[0]!).length > 20);
  assert.ok(papers.every((paper) => paper.equals(papers[0]!)));
  assert.ok(held < HELD_MAX_MS, `${held} ms`);
});

test('the printed document shows payments and their methods, in the language of the customer', async () => {
  const business = await newBusiness();
  const { id } = await newInvoice(business, { date: '2026-11-14' });
  const { data: accounts } = await business.api.GET('/v1/account');
  const paid = { accountId: accounts!.data[0]!.id, amount: '1000.00' };
  const payments = [paid, { ...paid, paymentMethod: 'Trueque' }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id, payments, date: '2026-11-15' } });
  const voucher = await app.engine.within(business.id, async (ctx) =>
    composeVoucher(ctx, await findPrintable(ctx, id)),
  );
  assert.deepEqual(voucher.payments, [
    { label: 'Efectivo 15/11/2026', value: 'RD$ 1,000.00' },
    { label: 'Trueque 15/11/2026', value: 'RD$ 1,000.00' },
    { label: 'Pendiente', value: 'RD$ 2,900.00' },
  ]);
});

test('a document is shared by one link, which shows the content of the printed document and nothing else', async () => {
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const contactId = await newContact(business);
  const invoice = await newInvoice(business, { contactId, notes: 'Gracias' });
  const link = await share(business, invoice.id);
  assert.deepEqual(await share(business, invoice.id), link);
  const { data } = await readShared(link.shareId);
  assert.deepEqual(
    [data?.issuer.name, data?.customer?.name, data?.total, data?.balance, data?.notes],
    ['Colmado La Esquina', 'Ferretería Pérez', '4900.00', '4900.00', 'Gracias'],
  );
  assert.equal(JSON.stringify(data).includes(invoice.id), false);
  const pdf = await fetch(link.pdfUrl);
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  const almost = link.shareId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  assert.equal((await readShared(almost)).error?.code, 'not_found');
});

test('a revoked link no longer works, and the next one is different', async () => {
  const business = await newBusiness();
  const invoice = await newInvoice(business);
  const first = await share(business, invoice.id, true);
  assert.ok(first.editingShareId);
  await business.api.DELETE('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId: invoice.id } },
  });
  assert.equal((await readShared(first.shareId)).error?.code, 'not_found');
  const second = await share(business, invoice.id);
  assert.notEqual(second.shareId, first.shareId);
  assert.equal((await readShared(second.shareId)).response.status, 200);
});

test('a document is sent with its paper to the addresses of its contact, or to others', async () => {
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const contactId = await newContact(business);
  const invoice = await newInvoice(business, { contactId });
  const send = (body: object) =>
    business.api.POST('/v1/record/pending/{pendingRecordId}/share/email', {
      params: { path: { pendingRecordId: invoice.id } },
      body,
    });
  assert.equal((await send({})).error?.code, 'no_address');
  const email = `compras-${invoice.id}@example.com`;
  await business.api.POST('/v1/beneficiary/contact', {
    body: { beneficiaryId: contactId, kind: 'email', value: email },
  });
  assert.deepEqual((await send({ message: 'Hasta pronto.' })).data, { emailsSent: [email], emailCount: 1 });
  const letter = await letterTo(email);
  assert.match(letter.subject, /^Factura 1 de Colmado La Esquina$/);
  assert.match(letter.text, /RD\$ 4,900\.00[\s\S]+Hasta pronto\.[\s\S]+\/data$/);
  const [attached] = letter.attachments!;
  assert.equal(attached?.fileName, 'factura-1.pdf');
  assert.equal(Buffer.from(attached!.base64, 'base64').subarray(0, 5).toString(), '%PDF-');
  const [shared] = await eventsOf(business, 'invoice:shared-via-email');
  assert.deepEqual(shared?.payload, {
    invoiceId: invoice.id,
    userId: business.owner.id,
    beneficiaryId: contactId,
    beneficiaryEmail: email,
    beneficiaryName: 'Ferretería Pérez',
    emailsSent: [email],
    emailCount: 1,
  });
});

test('an invoice without a contact is not sent; a quote is sent to a named recipient', async () => {
  const business = await newBusiness();
  const email = `${business.id}@example.com`;
  const send = (pendingRecordId: string) =>
    business.api.POST('/v1/record/pending/{pendingRecordId}/share/email', {
      params: { path: { pendingRecordId } },
      body: { emails: [email] },
    });
  const [invoice, quote] = [await newInvoice(business), await newInvoice(business, { kind: 'quote' })];
  assert.equal((await send(invoice.id)).error?.code, 'document_without_contact');
  assert.equal((await send(quote.id)).data?.emailCount, 1);
  assert.match((await letterTo(email)).text, /, válida hasta el \d\d\/\d\d\/\d{4}\./);
});

test('documents look as their template says, and as the default one where they have none', async () => {
  const business = await newBusiness();
  const save = (body: object) => business.api.PATCH('/v1/record/pending/template', { body });
  const roll = (await save({ name: 'Ticket', format: 'receipt' })).data!;
  assert.equal(roll.isDefault, true);
  const invoice = await newInvoice(business);
  assert.match(pagesOf(await print(business, invoice.id))[0]!, /^227 x/);
  const page = (await save({ name: 'Carta', format: 'letter', pendingRecordIds: [invoice.id] })).data!;
  assert.equal(page.isDefault, false);
  assert.deepEqual(pagesOf(await print(business, invoice.id)), ['612 x 792']);
  await save({ id: page.id, pendingRecordIds: [invoice.id] });
  assert.deepEqual(
    (await eventsOf(business, 'invoice:updated')).map(({ payload }) => [payload.invoiceId, payload.old, payload.new]),
    [[invoice.id, { templateId: null }, { templateId: page.id }]],
  );
  assert.equal((await save({ id: roll.id, archived: true })).error?.code, 'default_archived');
  assert.equal((await save({ id: page.id, isDefault: true })).data?.isDefault, true);
  assert.equal((await save({ id: roll.id, archived: true })).response.status, 200);
  const { data: listed } = await business.api.GET('/v1/record/pending/template');
  assert.deepEqual(
    listed?.data.map(({ name }) => name),
    ['Carta'],
  );
  assert.equal((await save({ id: page.id, version: 1, footer: 'x' })).error?.code, 'version_conflict');
  assert.equal((await save({})).error?.code, 'template_incomplete');
  const stranger = await save({ id: page.id, pendingRecordIds: [crypto.randomUUID()] });
  assert.equal(stranger.error?.errors[0]?.path, 'body.pendingRecordIds[0]');
});

test('of concurrent changes of the default template one wins', async () => {
  const business = await newBusiness();
  const save = (body: object) => business.api.PATCH('/v1/record/pending/template', { body });
  const first = await Promise.all(Array.from({ length: 8 }, (_, place) => save({ name: `P${place}` })));
  const later = await Promise.all(
    Array.from({ length: 8 }, (_, place) => save({ name: `T${place}`, isDefault: true })),
  );
  assert.deepEqual(new Set([...first, ...later].map(({ response }) => response.status)), new Set([200]));
  const { data } = await business.api.GET('/v1/record/pending/template');
  assert.equal(data?.data.filter(({ isDefault }) => isDefault).length, 1);
});

test('a viewer prints, and shares and sends nothing', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  const invoice = await newInvoice(business);
  const path = { pendingRecordId: invoice.id };
  assert.equal((await print({ ...business, owner: viewer }, invoice.id)).subarray(0, 4).toString(), '%PDF');
  const shared = await viewer.api.GET('/v1/record/pending/{pendingRecordId}/share', { params: { path } });
  assert.equal(shared.error?.code, 'forbidden');
  const sent = await viewer.api.POST('/v1/record/pending/{pendingRecordId}/share/email', {
    params: { path },
    body: {},
  });
  assert.equal(sent.error?.code, 'forbidden');
});

test('letters are limited for each recipient and for the organization, and a refusal sends nothing', async () => {
  const business = await newBusiness();
  const quote = await newInvoice(business, { kind: 'quote' });
  const send = (...emails: string[]) =>
    business.api.POST('/v1/record/pending/{pendingRecordId}/share/email', {
      params: { path: { pendingRecordId: quote.id } },
      body: { emails },
    });
  const [one, other] = [`uno-${quote.id}@example.com`, `otro-${quote.id}@example.com`];
  for (let sent = 0; sent < 20; sent++) assert.equal((await send(one)).response.status, 200);
  const beyond = await send(other, one.toUpperCase());
  assert.equal(beyond.error?.code, 'too_many_requests');
  assert.ok(Number(beyond.response.headers.get('retry-after')) > 0);
  const rest = app.config.MAIL_PER_ORGANIZATION_PER_DAY - 20;
  const strangers = Array.from({ length: rest }, (_, place) => `${place}-${quote.id}@example.com`);
  await app.engine.within(business.id, (ctx) => takeLetters(ctx, strangers));
  assert.equal((await send(other)).error?.code, 'too_many_requests');
  const invited = await business.api.POST('/v1/organization/invite', { body: { email: other, role: 'viewer' } });
  assert.equal(invited.error?.code, 'too_many_requests');
  assert.equal((await app.mailbox!.letters()).filter(({ to }) => to === other).length, 0);
});

test('documents, letters and pages write dates and numbers as the settings say, in a language that exists', async () => {
  const business = await newBusiness();
  const set = (value: object) =>
    business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value: value as never } });
  assert.equal((await set({ language: 'fr' })).error?.code, 'invalid_request');
  await set({ dateFormat: 'yyyy-MM-dd', decimalSeparator: ',' });
  const invoice = await newInvoice(business, { date: '2026-11-14', kind: 'quote' });
  const voucher = await app.engine.within(business.id, async (ctx) =>
    composeVoucher(ctx, await findPrintable(ctx, invoice.id)),
  );
  assert.deepEqual(voucher.totals.at(-1)?.value, 'RD$ 4.900,00');
  const { dateFormat, decimalSeparator } = voucher.notation;
  assert.deepEqual({ dateFormat, decimalSeparator }, { dateFormat: 'yyyy-MM-dd', decimalSeparator: ',' });
  const { url } = await share(business, invoice.id);
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  assert.match(page, /RD\$ 4\.900,00[\s\S]+2026-11-14/);
  const email = `formato-${invoice.id}@example.com`;
  await business.api.POST('/v1/record/pending/{pendingRecordId}/share/email', {
    params: { path: { pendingRecordId: invoice.id } },
    body: { emails: [email] },
  });
  assert.match((await letterTo(email)).text, /RD\$ 4\.900,00, válida hasta el \d{4}-\d{2}-\d{2}\./);
});

test('the page of a fiscal document has a title that its reader understands, and no unit for pieces', async () => {
  const business = await newBusiness();
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 10 } });
  const { id } = await newInvoice(business, { fiscalType: 'B02' });
  const { url } = await share(business, id);
  for (const [language, title] of [
    ['es', 'Factura de consumo B0200000001'],
    ['en', 'Consumer invoice B0200000001'],
  ] as const) {
    const page = await (await fetch(url, { headers: { accept: 'text/html', 'accept-language': language } })).text();
    assert.ok(page.includes(`<h1>${title}</h1>`), title);
    assert.match(page, /<td class="number minor" data-label="\w+\.?">[\d.,]+<\/td>/);
  }
});

test('the page of a paid invoice shows its total, and one that is partly paid its balance', async () => {
  const { api, ...business } = await newBusiness();
  const { id, total } = await newInvoice({ api, ...business });
  const { data: accounts } = await api.GET('/v1/account');
  const pendingRecordId = id;
  const { data } = await api.GET('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId } },
  });
  const shown = async () =>
    /class="amount">RD\$ ([\d,.]+)/.exec(
      await (await fetch(data!.url, { headers: { accept: 'text/html' } })).text(),
    )![1];
  const asShown = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  const pay = (amount: string) =>
    api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ accountId: accounts!.data[0]!.id, amount }] } });
  await pay('100.00');
  assert.equal(await shown(), asShown(Number(total) - 100));
  await pay((Number(total) - 100).toFixed(2));
  assert.equal(await shown(), asShown(Number(total)));
});
