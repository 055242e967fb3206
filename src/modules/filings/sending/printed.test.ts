import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { composeVoucher, findPrintable } from '#modules/invoicing/index.ts';
import { behaviours, companyBody, newIssuer } from '#test/einvoice.ts';
import { newReturn } from '#test/fulfilment.ts';
import { app, type Business, eventually } from '#test/harness.ts';
import { fetchPdf, pagesOf } from '#test/pdf.ts';

let business: Business & { taxId: string };
let itbis: string;
let tourist: string;

before(async () => {
  business = await newIssuer();
  const { taxId } = business;
  const place = { tradeName: 'La Esquina', municipality: '010101', province: '010000' };
  await business.api.POST('/v1/einvoice/company', { body: { ...companyBody, taxId, ...place } });
  for (const type of ['E32', 'E33', 'E34', 'E43', 'E44', 'E46'] as const)
    await business.api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 100 } });
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  itbis = data!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const passport = { name: 'John Smith', taxId: '123456789', taxIdKind: 'passport' as const };
  tourist = (await business.api.POST('/v1/beneficiary', { body: passport })).data!.id;
});

/** Issues a document and waits for the decision of the authority. */
async function decided(body: object, state: string) {
  const { data, error } = await business.api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return eventually(async () => {
    const query = { sourceId: data.id };
    const [document] = (await business.api.GET('/v1/einvoice/document', { params: { query } })).data!.data;
    return document?.state === state && { ...data, signedAt: document.signedAt! };
  });
}

const voucherOf = (id: string) =>
  app.engine.within(business.id, async (ctx) => composeVoucher(ctx, await findPrintable(ctx, id)));

const elements = () => [
  { description: 'Café', unitPrice: '1000', taxIds: [itbis] },
  { description: 'Libro', unitPrice: '650' },
];

test('the paper of an electronic document has the values of its XML', async () => {
  const sale = await decided({ fiscalType: 'E32', contactId: tourist, elements: elements() }, 'accepted');
  const voucher = await voucherOf(sale.id);
  const local = Temporal.Instant.from(sale.signedAt).toZonedDateTimeISO('America/Santo_Domingo');
  const two = (value: number) => String(value).padStart(2, '0');
  assert.equal(
    voucher.electronic!.signedAt,
    `${two(local.day)}-${two(local.month)}-${local.year} ${two(local.hour)}:${two(local.minute)}:${two(local.second)}`,
  );
  const { name, tradeName, taxId, place } = voucher.issuer;
  assert.deepEqual(
    [name, tradeName, taxId, place],
    [companyBody.name, 'La Esquina', business.taxId, 'Santo Domingo de Guzmán, Distrito Nacional'],
  );
  assert.deepEqual([voucher.party?.taxId, voucher.party?.taxIdLabel], ['123456789', 'Pasaporte']);
  assert.deepEqual(
    voucher.totals.map(({ label, value }) => [label, value]),
    [
      ['Subtotal', 'RD$ 1,650.00'],
      ['Subtotal gravado', 'RD$ 1,000.00'],
      ['Subtotal exento', 'RD$ 650.00'],
      ['ITBIS 18 %', 'RD$ 180.00'],
      ['Total', 'RD$ 1,830.00'],
    ],
  );
  assert.deepEqual(
    [voucher.lines.map(({ description }) => description), voucher.legend],
    [['Café', 'Libro (E)'], 'E: exento de ITBIS'],
  );
  const note = await decided(
    { fiscalType: 'E33', contactId: tourist, modifiesFiscalNumber: sale.fiscalNumber, elements: elements() },
    'accepted',
  );
  const { fiscal } = await voucherOf(note.id);
  assert.deepEqual([fiscal?.modifies, fiscal?.modification], [sale.fiscalNumber, '3 - Corrige montos']);
});

test('the paper of a receipt in dollars and of its credit note show the pesos of their QR codes', async () => {
  const dollars = { currency: 'USD', rate: '58.77', elements: elements() };
  const sale = await decided({ fiscalType: 'E32', contactId: tourist, ...dollars }, 'accepted');
  const { totals, electronic } = await voucherOf(sale.id);
  assert.deepEqual(totals.slice(-2), [
    { label: 'Total', value: 'US$ 1,830.00', strong: true },
    { label: 'Total en DOP', value: 'RD$ 107,549.10' },
  ]);
  assert.equal(new URL(electronic!.url).searchParams.get('montototal'), '107549.10');
  const note = await newReturn(business, sale.id, {
    lines: [{ elementId: sale.elements[1]!.id, quantity: '1' }],
  });
  const [page] = await pagesOf(await fetchPdf(business, `/v1/resource/return/${note.id}/voucher`));
  assert.match(page!, /Total US\$ 650\.00 Total en DOP RD\$ 38,200\.50/);
});

test('a rejected document says so on its paper', async () => {
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'sendSummary', times: 1 });
  const sale = await decided({ fiscalType: 'E32', elements: elements() }, 'rejected');
  assert.equal((await voucherOf(sale.id)).stamp, 'RECHAZADO');
});

test('the paper of an export shows its lines at the zero rate, as the XML does, and so do its notes', async () => {
  const lines = [{ description: 'Cacao', unitPrice: '1000' }];
  const sale = await decided({ fiscalType: 'E46', contactId: tourist, elements: lines }, 'accepted');
  const modifies = { modifiesFiscalNumber: sale.fiscalNumber, elements: lines };
  const debit = await decided({ fiscalType: 'E33', contactId: tourist, ...modifies }, 'accepted');
  for (const { id } of [sale, debit]) {
    const { lines: printed, legend, totals } = await voucherOf(id);
    assert.deepEqual([printed[0]!.description, legend], ['Cacao', null]);
    assert.deepEqual(
      totals.map(({ label, value }) => `${label} ${value}`),
      ['Subtotal RD$ 1,000.00', 'Subtotal gravado RD$ 1,000.00', 'Subtotal exento RD$ 0.00', 'Total RD$ 1,000.00'],
    );
  }
  const note = await newReturn(business, sale.id);
  const [page] = await pagesOf(await fetchPdf(business, `/v1/resource/return/${note.id}/voucher`));
  assert.match(page!, /Subtotal gravado RD\$ 1,000\.00 Subtotal exento RD\$ 0\.00/);
});

test('the paper of a receipt that can only be exempt shows a zero-rated line as exempt, as the XML does', async () => {
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const zero = data!.data.find(({ code }) => code === 'ITBIS-0')!.id;
  const lines = [{ description: 'Equipo', unitPrice: '1000', taxIds: [zero] }];
  const sale = await decided({ fiscalType: 'E44', contactId: tourist, elements: lines }, 'accepted');
  const { lines: printed, totals } = await voucherOf(sale.id);
  assert.deepEqual(
    [printed[0]!.description, totals[2]],
    ['Equipo (E)', { label: 'Subtotal exento', value: 'RD$ 1,000.00' }],
  );
});

test('a paper is titled as the tax authority calls its type', async () => {
  const lines = [{ description: 'Peaje', unitPrice: '200' }];
  const expense = await decided({ direction: 'purchase', fiscalType: 'E43', elements: lines }, 'accepted');
  const sale = await decided({ fiscalType: 'E44', contactId: tourist, elements: lines }, 'accepted');
  assert.deepEqual(
    [(await voucherOf(expense.id)).title, (await voucherOf(sale.id)).title],
    ['COMPROBANTE ELECTRÓNICO PARA GASTOS MENORES', 'COMPROBANTE ELECTRÓNICO PARA REGÍMENES ESPECIALES'],
  );
});
