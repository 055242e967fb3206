import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeVoucher, findPrintable } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newCertificate } from '#test/certificates.ts';
import { ecfDocuments as exampleDocuments } from '#test/ecf-trial.ts';
import { behaviours, newIssuer, newTaxId } from '#test/einvoice.ts';
import { app, type Business, eventually } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { ecfXml } from '../ecf/ecf-xml.ts';
import { ecfAnnulments, ecfDocuments, ecfReceived } from '../tables.ts';
import { signXml } from '../xml/ecf-signature.ts';
import { storeXml } from './store-xml.ts';
import { partKey } from './stored-xml.ts';

interface IssuedDocument {
  state: string;
  delivery: { state: string } | null;
}

const undelivered = { deliveredAt: null, receiptXml: null, receiptSignedBy: null };
const longAgo = () => realNow().subtract({ hours: 48 });
const run = ({ id }: Business) => runNow(storeXml as never, { organizationId: id } as never);

/** An invoice that the authority accepted and the buyer received. */
const deliveredInvoice = (business: Business) =>
  newInvoice(business, ({ delivery }) => delivery?.state === 'delivered');

/** An invoice whose electronic document has got so far. */
async function newInvoice(business: Business, isReady: (document: IssuedDocument) => boolean) {
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
    return found && isReady(found) && found;
  });
  return { invoice, document };
}

/** Makes a document one of the day before yesterday, and runs the job. */
async function settle(business: Business, id: string, change: Parameters<typeof ecfDocuments.update>[2] = {}) {
  const past = { decidedAt: longAgo(), signedAt: longAgo(), ...change };
  await app.engine.within(business.id, (ctx) => ecfDocuments.update(ctx, id, past));
  await run(business);
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
  const signedAt = longAgo();
  await app.engine.within(business.id, (ctx) => ecfDocuments.update(ctx, document.id, { signedAt }));
  const [before, paper] = [await texts(), await voucherOf(business, invoice.id)];

  await run(business);
  assert.equal((await rowOf()).xmlKey, null, 'A document stays in its row for a day.');

  await settle(business, document.id, { signedAt });
  const { xmlKey, signedXml, receiptXml, summaryXml } = await rowOf();
  assert.match(xmlKey!, new RegExp(`^einvoice/${business.id}/`));
  assert.deepEqual([signedXml, receiptXml, summaryXml], ['', '', null]);
  assert.deepEqual(await texts(), before);
  assert.deepEqual(await voucherOf(business, invoice.id), paper, 'The paper names the same issuer.');

  await run(business);
  assert.equal((await rowOf()).xmlKey, xmlKey, 'It moves once.');
});

/** A signed document of another company for this one. */
function documentFor(business: Business & { taxId: string }): string {
  const [issuer, sender] = [newTaxId(), newCertificate({ taxId: '00112345673', bits: 2048 })];
  const example = exampleDocuments(
    { taxId: issuer, name: 'Suplidora', address: 'Higüey' },
    { numberOf: () => 'E310000000001' },
  );
  const buyer = { ...example[0]!.buyer!, taxId: business.taxId };
  return signXml(ecfXml({ ...example[0]!, buyer }, realNow()), sender).xml;
}

/** The row of a document that another company has handed in. */
async function receive(business: Business, xml: string) {
  const { receiverUrl } = (await business.api.GET('/v1/einvoice/company')).data!;
  const form = new FormData();
  form.set('xml', new Blob([xml], { type: 'text/xml' }), 'documento.xml');
  await fetch(`${receiverUrl}/fe/recepcion/api/ecf`, { method: 'POST', body: form });
  return (await business.api.GET('/v1/einvoice/received')).data!.data[0]!;
}

test('the XML of received documents moves to the storage, however many there are', async () => {
  const business = await newIssuer();
  const xml = documentFor(business);
  const received = await receive(business, xml);
  // More than one batch of copies, as an older release left them.
  await app.engine.within(business.id, async (ctx) => {
    const row = await ecfReceived.update(ctx, received.id, { receivedAt: longAgo() });
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
  const path = { receivedId: received.id };
  const file = await business.api.GET('/v1/einvoice/received/{receivedId}/xml', { params: { path } });
  assert.equal(await file.data!.text(), xml);
});

test('a rejected document whose XML has moved is made and signed again', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'reject', organizationId: business.id, numberUsed: false, times: 1 });
  const { document } = await newInvoice(business, ({ state }) => state === 'rejected');
  await settle(business, document.id);
  const rowOf = () => app.engine.within(business.id, (ctx) => ecfDocuments.get(ctx, document.id));
  const { xmlKey } = await rowOf();
  assert.match(xmlKey!, /^einvoice/);
  const { response } = await business.api.POST('/v1/einvoice/document/resend', { body: { id: document.id } });
  assert.equal(response.status, 202);
  const again = await eventually(async () => {
    const row = await rowOf();
    return row.state === 'accepted' && row;
  });
  assert.equal(again.xmlKey, null);
  assert.match(again.signedXml!, /<Signature/);
});

test('a document whose XML has moved is delivered from the storage, and the new receipt is shown', async () => {
  const business = await newIssuer();
  const { document } = await deliveredInvoice(business);
  await settle(business, document.id, { ...undelivered, deliveryState: 'no-receiver' });
  const params = { path: { documentId: document.id } };
  await business.api.POST('/v1/einvoice/document/resend', { body: { id: document.id } });
  await eventually(async () => {
    const { data } = await business.api.GET('/v1/einvoice/document', {
      params: { query: { number: document.number } },
    });
    return data!.data[0]!.delivery?.state === 'delivered';
  });
  const receipt = await business.api.GET('/v1/einvoice/document/{documentId}/receipt', { params });
  assert.match(await receipt.data!.text(), /<ARECF/);
});

test('an answer to a received document moves to the storage and is sent again from there', async () => {
  const business = await newIssuer();
  const { id } = await receive(business, documentFor(business));
  const answer = () =>
    business.api.POST('/v1/einvoice/received/approval', { body: { id, approved: false, reason: 'Precio' } });
  await answer();
  const rowOf = () => app.engine.within(business.id, (ctx) => ecfReceived.get(ctx, id));
  const settled = async () => {
    const { approvalState, issuerState } = await rowOf();
    return approvalState === 'accepted' && issuerState !== 'waiting';
  };
  await eventually(settled);
  const text = (await rowOf()).approvalXml!;
  const past = { approvedAt: longAgo(), receivedAt: longAgo(), issuerState: 'failed' } as const;
  await app.engine.within(business.id, (ctx) => ecfReceived.update(ctx, id, past));
  await run(business);
  const { approvalXml, approvalKey, xmlKey } = await rowOf();
  assert.deepEqual([approvalXml, xmlKey === approvalKey], ['', false]);
  assert.equal(String(await app.engine.storage.get(partKey(approvalKey!, 'approval'))), text);
  await answer();
  await eventually(settled);
  assert.notEqual((await rowOf()).issuerState, 'failed');
});

test('the XML of an annulment moves to the storage once it is settled', async () => {
  const business = await newIssuer();
  const body = { from: 'E310000000101', to: 'E310000000110' };
  const { id } = (await business.api.POST('/v1/einvoice/annulment', { body })).data!;
  const within = <T>(work: (ctx: TenantContext) => Promise<T>) => app.engine.within(business.id, work);
  const { xml } = await within((ctx) => ecfAnnulments.update(ctx, id, { annulledAt: longAgo() }));
  await run(business);
  const row = await within((ctx) => ecfAnnulments.get(ctx, id));
  assert.equal(row.xml, '');
  assert.equal(String(await app.engine.storage.get(partKey(row.xmlKey!, 'signed'))), xml);
});
