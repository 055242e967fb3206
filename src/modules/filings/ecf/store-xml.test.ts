import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeVoucher, findPrintable } from '#modules/invoicing/index.ts';
import { realNow } from '#platform/date.ts';
import { newCertificate } from '#test/certificates.ts';
import { ecfDocuments as exampleDocuments } from '#test/ecf-trial.ts';
import { newIssuer, newTaxId } from '#test/einvoice.ts';
import { app, type Business, eventually } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { ecfDocuments, ecfReceived } from '../tables.ts';
import { signXml } from './ecf-signature.ts';
import { ecfXml } from './ecf-xml.ts';
import { storeXml } from './store-xml.ts';

const longAgo = () => realNow().subtract({ hours: 48 });
const run = ({ id }: Business) => runNow(storeXml as never, { organizationId: id } as never);

/** An invoice that the authority accepted and the buyer received. */
async function deliveredInvoice(business: Business) {
  const { api } = business;
  await api.POST('/v1/taxes/numerals', { body: { type: 'E31', start: 1, end: 100 } });
  const buyer = { name: 'Suplidora del Este, SRL', taxId: '131246796' };
  const { data: contact } = await api.POST('/v1/beneficiary', { body: buyer });
  const body = { fiscalType: 'E31', contactId: contact!.id, elements: [{ description: 'Café', unitPrice: '1000' }] };
  const { data: invoice, error } = await api.POST('/v1/record/pending', { body: body as never });
  assert.ok(invoice, JSON.stringify(error));
  const document = await eventually(async () => {
    const query = { sourceId: invoice.id };
    const [found] = (await api.GET('/v1/einvoice/document', { params: { query } })).data!.data;
    return found?.delivery?.state === 'delivered' && found;
  });
  return { invoice, document };
}

const voucherOf = ({ id: organizationId }: Business, id: string) =>
  app.engine.within(organizationId, async (ctx) => composeVoucher(ctx, await findPrintable(ctx, id)));

test('the XML of a settled document moves to the storage and is read from there byte for byte', async () => {
  const business = await newIssuer();
  const { invoice, document } = await deliveredInvoice(business);
  const params = { path: { documentId: document.id } };
  const texts = async () => [
    await (await business.api.GET('/v1/einvoice/document/{documentId}/xml', { params })).data!.text(),
    await (await business.api.GET('/v1/einvoice/document/{documentId}/receipt', { params })).data!.text(),
  ];
  const rowOf = () => app.engine.within(business.id, (ctx) => ecfDocuments.get(ctx, document.id));
  const [before, paper] = [await texts(), await voucherOf(business, invoice.id)];

  await run(business);
  assert.equal((await rowOf()).xmlKey, null, 'A document stays in its row for a day.');

  await app.engine.within(business.id, (ctx) => ecfDocuments.update(ctx, document.id, { decidedAt: longAgo() }));
  await run(business);
  const { xmlKey, signedXml, receiptXml, summaryXml } = await rowOf();
  assert.match(xmlKey!, new RegExp(`^einvoice/${business.id}/`));
  assert.deepEqual([signedXml, receiptXml, summaryXml], ['', '', null]);
  assert.deepEqual(await texts(), before);
  assert.deepEqual(await voucherOf(business, invoice.id), paper, 'The paper names the same issuer.');

  await run(business);
  assert.equal((await rowOf()).xmlKey, xmlKey, 'It moves once.');
});

test('the XML of received documents moves to the storage, however many there are', async () => {
  const business = await newIssuer();
  const [issuer, sender] = [newTaxId(), newCertificate({ taxId: '00112345673', bits: 2048 })];
  const { receiverUrl } = (await business.api.GET('/v1/einvoice/company')).data!;
  const example = exampleDocuments(
    { taxId: issuer, name: 'Suplidora', address: 'Higüey' },
    { numberOf: () => 'E310000000001' },
  );
  const buyer = { ...example[0]!.buyer!, taxId: business.taxId };
  const { xml } = signXml(ecfXml({ ...example[0]!, buyer }, realNow()), sender);
  const form = new FormData();
  form.set('xml', new Blob([xml], { type: 'text/xml' }), 'documento.xml');
  await fetch(`${receiverUrl}/fe/recepcion/api/ecf`, { method: 'POST', body: form });
  const [received] = (await business.api.GET('/v1/einvoice/received')).data!.data;
  // More than one batch of copies, as an older release left them.
  await app.engine.within(business.id, async (ctx) => {
    const row = await ecfReceived.update(ctx, received!.id, { receivedAt: longAgo() });
    const copies = Array.from({ length: 70 }, (_, place) => ({
      ...row,
      id: crypto.randomUUID(),
      number: `E31${String(place + 2).padStart(10, '0')}`,
      xml: `<ECF>${place}</ECF>`,
    }));
    await ecfReceived.insertMany(ctx, copies);
  });
  await run(business);
  const rows = await app.engine.within(business.id, (ctx) => ecfReceived.all(ctx, {}));
  assert.deepEqual(new Set(rows.map(({ xml: inRow, receiptXml }) => inRow + receiptXml)), new Set(['']));
  assert.equal(new Set(rows.map(({ xmlKey }) => xmlKey)).size, 71);
  const path = { receivedId: received!.id };
  const file = await business.api.GET('/v1/einvoice/received/{receivedId}/xml', { params: { path } });
  assert.equal(await file.data!.text(), xml);
});
