import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { changeDocument, newDocument, newInvoice, taxIdOf } from '#test/documents.ts';
import { anonymous, baseUrl, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { newPage, newPaidShop, paymentDataOf, readPage } from '#test/paypages.ts';
import { assertHas } from '#test/pdf.ts';

test('a page shows the printed document and nothing else of the organization', async () => {
  const { business, contactId, invoice, page } = await newPaidShop('250');
  const { data } = await readPage(page.id);
  assert.deepEqual([data?.kind, data?.due, data?.document?.total], ['document', '250.00', '250.00']);
  const text = JSON.stringify(data);
  for (const secret of [business.id, invoice.id, contactId, page.pageId, business.owner.id, business.owner.email])
    assert.ok(!text.includes(secret), `The page shows ${secret}.`);
});

test('a browser gets a page, in its language, under a strict policy', async () => {
  const { page } = await newPaidShop();
  for (const [language, word] of [
    ['es-DO', /Pagar RD\$ 1,000.00 con tarjeta/],
    ['en-US', /Pay RD\$ 1,000.00 by card/],
  ] as const) {
    const answer = await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': language } });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), word);
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/);
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  }
});

test('a page shows the state of its document, its discounts and its withholdings', async () => {
  const { business, contactId } = await newPaidShop();
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18'), await taxIdOf(api, 'RET-ITBIS-30')];
  const elements = [{ description: 'Consulta', quantity: '2', unitPrice: '500', discount: { amount: '100' }, taxIds }];
  const invoice = await newDocument(api, { kind: 'invoice', contactId, elements });
  const page = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  const answer = await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  const text = (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  assertHas(text, ['Pendiente Vence el', 'Descuento - RD$ 100.00', 'Subtotal RD$ 1,000.00', 'Retenciones - RD$ 48.60']);
  assertHas(text, ['Total RD$ 1,062.00', 'A pagar RD$ 1,013.40']);
});

test('a page of a business that cannot be paid online says so', async () => {
  const business = await newBusiness({ name: 'La Loma' });
  const invoice = await newInvoice(business, '100');
  const page = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  const shown = await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  assert.match(await shown.text(), /La Loma no recibe pagos en línea todavía/);
});

test('a statement of account names its documents in the language of the reader', async () => {
  const { business, contactId } = await newPaidShop();
  const page = await newPage(business, { kind: 'contact', contactId });
  for (const [language, word] of [
    ['es', 'Factura 1'],
    ['en', 'Invoice 1'],
  ] as const) {
    const answer = await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': language } });
    assert.ok((await answer.text()).includes(`<td>${word}</td>`), word);
  }
});

test('the page of a quote says until when it is valid, and under which terms it is accepted', async () => {
  const business = await newBusiness();
  const terms = { notes: 'Entrega incluida.', terms: 'La mitad por adelantado.' };
  const quote = await newDocument(business.api, { kind: 'quote', date: '2026-11-01', dueOn: '2026-12-01', ...terms });
  const page = await newPage(business, { kind: 'document', pendingRecordId: quote.id });
  const shown = await (await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text();
  for (const words of ['Valid until 01/12/2026', 'Entrega incluida.', 'La mitad por adelantado.'])
    assert.ok(shown.includes(words), words);
});

test('a page can be previewed without being made', async () => {
  const { business, contactId } = await newPaidShop('70');
  const { data } = await business.api.GET('/v1/shared/preview', {
    params: { query: { kind: 'contact', contactId, mayPay: 'whole,part', message: 'Hola' } },
  });
  assert.deepEqual([data?.id, data?.due, data?.message], [null, '70.00', 'Hola']);
  assert.deepEqual(
    data?.paymentData.choices.map(({ what }) => what),
    ['whole', 'part'],
  );
  const list = await business.api.GET('/v1/shared');
  assert.equal(list.data?.data.length, 1);
});

test('a revoked page is unknown, and an expired one is gone', async () => {
  const { business, invoice, page } = await newPaidShop();
  const revoked = await business.api.DELETE('/v1/shared', { body: { id: page.pageId } });
  assert.ok(revoked.data?.revokedAt);
  assert.equal((await readPage(page.id)).response.status, 404);
  assert.equal((await paymentDataOf(page.id)).response.status, 404);
  const soon = Temporal.Now.instant().add({ milliseconds: 300 }).toString();
  const short = await newPage(business, { kind: 'document', pendingRecordId: invoice.id, expiresAt: soon });
  await new Promise((resolve) => setTimeout(resolve, 600));
  const gone = await readPage(short.id);
  assert.deepEqual([gone.response.status, codeOf(gone)], [410, 'page_expired']);
  const shown = await fetch(short.url, { headers: { accept: 'text/html' } });
  assert.match(await shown.text(), /Esta página venció/);
});

test('a page names exactly what its kind needs', async () => {
  const { business, contactId, invoice } = await newPaidShop();
  const refused = async (body: object) => {
    const { error, response } = await business.api.POST('/v1/shared', { body: body as never });
    return [response.status, error?.errors?.[0]?.path ?? error?.code];
  };
  assert.deepEqual(await refused({ kind: 'document' }), [400, 'body.pendingRecordId']);
  assert.deepEqual(await refused({ kind: 'contact' }), [400, 'body.contactId']);
  assert.deepEqual(await refused({ kind: 'amount', contactId }), [400, 'body.amount']);
  assert.deepEqual(await refused({ kind: 'card', contactId, amount: '5' }), [400, 'body.amount']);
  assert.deepEqual(await refused({ kind: 'document', pendingRecordId: newId() }), [422, 'body.pendingRecordId']);
  assert.deepEqual(await refused({ kind: 'contact', contactId: newId() }), [422, 'body.contactId']);
  const tiny = await business.api.POST('/v1/shared', { body: { kind: 'amount', contactId, amount: '0.001' } });
  assert.equal(codeOf(tiny), 'amount_out_of_range');
  const exotic = { kind: 'contact', contactId, currency: 'JPY' } as const;
  assert.deepEqual(await refused(exotic), [422, 'body.currency']);
  const past = { kind: 'document', pendingRecordId: invoice.id, expiresAt: '2020-01-01T00:00:00.000Z' };
  assert.deepEqual(await refused(past), [400, 'body.expiresAt']);
});

test('another organization’s document and contact are unknown, and viewers make no pages', async () => {
  const { invoice, contactId, business } = await newPaidShop();
  const other = await newBusiness();
  const code = async (body: object) => codeOf(await other.api.POST('/v1/shared', { body: body as never }));
  assert.equal(await code({ kind: 'document', pendingRecordId: invoice.id }), 'reference_not_found');
  assert.equal(await code({ kind: 'contact', contactId }), 'reference_not_found');
  const viewer = await newMember(business, 'viewer');
  const body = { kind: 'document', pendingRecordId: invoice.id } as const;
  assert.equal((await viewer.api.POST('/v1/shared', { body })).response.status, 403);
});

test('the document of a page is downloaded as a PDF', async () => {
  const { page } = await newPaidShop();
  const answer = await fetch(`${page.url}/pdf`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
  assert.equal(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
});

test('bank accounts are shown only where the organization wants it', async () => {
  const { business, page } = await newPaidShop();
  const bank = { name: 'Popular', kind: 'bank', currency: 'DOP', bankName: 'Banco Popular', accountNumber: '771-22-1' };
  await business.api.POST('/v1/account', { body: bank as never });
  assert.equal((await paymentDataOf(page.id)).data?.bankTransfer, null);
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'paymentPages', value: { bankTransfer: true, transferInstructions: 'Envía el comprobante.' } },
  });
  const { data } = await paymentDataOf(page.id);
  assert.deepEqual(
    data?.bankTransfer?.accounts.map(({ accountNumber }) => accountNumber),
    ['771-22-1'],
  );
});

test('a quote is accepted once, in the version that was seen', async () => {
  const { api, ...business } = await newBusiness();
  const quote = await newDocument(api, { kind: 'quote' });
  const page = await newPage({ api, ...business }, { kind: 'document', pendingRecordId: quote.id });
  const accept = (name: string, version: number) =>
    anonymous.POST('/v1/shared/{id}/accept', { params: { path: { id: page.id } }, body: { name, version } });
  const { version, mayAccept } = (await readPage(page.id)).data!;
  assert.equal(mayAccept, true);
  assert.equal(codeOf(await accept('Ana', version! + 1)), 'version_conflict');
  const answers = await Promise.all(['Ana', 'Ana', 'Ana'].map((name) => accept(name, version!)));
  assert.deepEqual(new Set(answers.map(({ response }) => response.status)), new Set([200]));
  assert.equal((await accept('Beto', version!)).data?.name, 'Ana');
  const after = (await readPage(page.id)).data!;
  assert.deepEqual([after.mayAccept, after.acceptance?.name], [false, 'Ana']);
  const shown = await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': 'en' } });
  assert.match(await shown.text(), /<h1>Quote 1<\/h1>/);
  const { data } = await api.GET('/v1/organization/user/notifications');
  assert.equal(data!.data.filter(({ kind }) => kind === 'quote-accepted').length, 1);
});

test('a quote with two pages is accepted once, also by many at once', async () => {
  const { api, ...business } = await newBusiness();
  const quote = await newDocument(api, { kind: 'quote' });
  const wanted = { kind: 'document', pendingRecordId: quote.id } as const;
  const pages = [await newPage({ api, ...business }, wanted), await newPage({ api, ...business }, wanted)];
  const version = (await readPage(pages[0]!.id)).data!.version!;
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, place) =>
      anonymous.POST('/v1/shared/{id}/accept', {
        params: { path: { id: pages[place % 2]!.id } },
        body: { name: `Ana ${place}`, version },
      }),
    ),
  );
  const names = new Set(answers.map(({ data, error }) => data?.name ?? error?.code));
  assert.equal(names.size, 1, [...names].join());
  for (const { id } of pages) {
    const { acceptance, mayAccept } = (await readPage(id)).data!;
    assert.deepEqual([acceptance?.name, mayAccept], [[...names][0], false]);
  }
  const { data } = await api.GET('/v1/organization/user/notifications');
  assert.equal(data!.data.filter(({ kind }) => kind === 'quote-accepted').length, 1);
});

test('a quote that was changed after its acceptance can be accepted again, once', async () => {
  const { api, ...business } = await newBusiness();
  const quote = await newDocument(api, { kind: 'quote' });
  const wanted = { kind: 'document', pendingRecordId: quote.id } as const;
  const pages = [await newPage({ api, ...business }, wanted), await newPage({ api, ...business }, wanted)] as const;
  const read = async (place: 0 | 1 = 0) => (await readPage(pages[place].id)).data!;
  const accept = async (name: string, place: 0 | 1 = 0) =>
    anonymous.POST('/v1/shared/{id}/accept', {
      params: { path: { id: pages[place].id } },
      body: { name, version: (await read()).version! },
    });
  const first = (await read()).version!;
  await accept('Ana');
  await changeDocument(api, { id: quote.id, reference: 'OC-7' });
  const noted = await read();
  assert.ok(noted.version! > first);
  assert.deepEqual([noted.acceptance!.version, noted.acceptance!.outdated, noted.mayAccept], [first, false, false]);
  await changeDocument(api, { id: quote.id, elements: [{ description: 'Otra cosa', unitPrice: '999' }] });
  const changed = await read(1);
  assert.deepEqual([changed.acceptance!.name, changed.acceptance!.outdated, changed.mayAccept], ['Ana', true, true]);
  const shown = await fetch(pages[0].url, { headers: { accept: 'text/html', 'accept-language': 'en' } });
  assert.match(await shown.text(), /Accepted by Ana on .+The quote has changed since.+Your name/s);
  const answers = await Promise.all(
    ['Beto', 'Caro', 'Dora', 'Eva'].map((name, place) => accept(name, (place % 2) as 0)),
  );
  const names = new Set(answers.map(({ data, error }) => data?.name ?? error?.code));
  assert.equal(names.size, 1, [...names].join());
  const { acceptance, mayAccept } = await read();
  assert.deepEqual([acceptance!.name, acceptance!.outdated, mayAccept], [[...names][0], false, false]);
  const { data } = await api.GET('/v1/organization/user/notifications');
  assert.equal(data!.data.filter(({ kind }) => kind === 'quote-accepted').length, 2);
});

test('only quotes can be accepted, and quotes cannot be paid', async () => {
  const { business, page } = await newPaidShop();
  const path = { id: page.id };
  const invoiced = await anonymous.POST('/v1/shared/{id}/accept', {
    params: { path },
    body: { name: 'Ana', version: (await readPage(page.id)).data!.version! },
  });
  assert.equal(codeOf(invoiced), 'not_acceptable');
  const quote = await newInvoice(business, '100', { kind: 'quote' });
  const quoted = await newPage(business, { kind: 'document', pendingRecordId: quote.id });
  assert.deepEqual((await paymentDataOf(quoted.id)).data?.choices, []);
});

test('a link that was not given opens nothing', async () => {
  const unknown = 'shp_00000000000000000000000000000000';
  assert.equal((await readPage(unknown)).response.status, 404);
  const answer = await fetch(`${baseUrl}/v1/shared/${unknown}`, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get('content-type')!, /text\/html/);
});
