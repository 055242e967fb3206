import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FiscalReceiptSent } from '#modules/invoicing/index.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { behaviours, companyBody, newIssuer, newTaxId } from '#test/einvoice.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { followUp } from '#test/jobs.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import { ecfDocuments } from '../tables.ts';
import { verifyXml } from '../xml/ecf-signature.ts';
import { delivery as deliveryExchange } from './deliver.ts';
import { newDocument, submitFiscalDocument } from './document.ts';
import { voidWithInvoice } from './follow-invoices.ts';
import { send } from './send.ts';

const content = (change: Partial<EcfContent> = {}): EcfContent => ({
  type: '31',
  number: 'E310000000001',
  sequenceExpiresOn: '2099-12-31',
  issuedOn: '2026-11-15',
  incomeType: '01',
  payment: { terms: 'cash', dueOn: null, forms: [] },
  issuer: { branch: null, sellerCode: null, internalNumber: 'F-1' },
  buyer: {
    taxId: '131246796',
    foreignId: null,
    name: 'Suplidora del Este, SRL',
    email: null,
    address: null,
    country: null,
  },
  pricesIncludeItbis: false,
  itbisRates: { general: '18', reduced: '16' },
  creditNoteDays: 30,
  lines: [
    {
      name: 'Café molido',
      description: null,
      kind: 'goods',
      codes: [],
      quantity: '2',
      unit: '43',
      unitPrice: '500',
      discount: '0',
      surcharge: '0',
      itbis: 'general',
      itbisAmount: null,
      otherTaxes: [],
      withheld: null,
    },
  ],
  adjustments: [],
  reference: null,
  currency: 'DOP',
  exchangeRate: null,
  ...change,
});

/** Issues a document as an invoice would: inside its own transaction. */
async function submit({ id }: Business, change: Partial<EcfContent> = {}) {
  const source = { kind: 'invoice', id: newId() };
  const stamp = await app.engine.within(id, (ctx) => submitFiscalDocument(ctx, { source, content: content(change) }));
  return { sourceId: source.id, stamp };
}

const read = async ({ api }: Business, sourceId: string) =>
  (await api.GET('/v1/einvoice/document', { params: { query: { sourceId } } })).data!.data[0]!;

const becomes = (business: Business, sourceId: string, state: string) =>
  eventually(async () => {
    const document = await read(business, sourceId);
    return document.state === state && document;
  });

const resend = ({ api }: Business, id: string) => api.POST('/v1/einvoice/document/resend', { body: { id } });

test('a document is signed and sent after the transaction that issues it, and accepted', async () => {
  const business = await newIssuer();
  const { sourceId, stamp } = await submit(business);
  assert.deepEqual([stamp.state, stamp.securityCode], ['waiting', null]);
  const accepted = await becomes(business, sourceId, 'accepted');
  assert.match(
    accepted.qrUrl!,
    /^https:\/\/ecf\.dgii\.gov\.do\/testecf\/consultatimbre\?rncemisor=\d{9}&rnccomprador=131246796&/,
  );
  assert.deepEqual([accepted.total, accepted.problem, accepted.summarised], ['1180.00', null, false]);
  assert.ok(accepted.trackId && accepted.decidedAt);
  const [sent] = await app.simulators.ecf.handedIn(business.taxId);
  const xml = await business.api.GET('/v1/einvoice/document/{documentId}/xml', {
    params: { path: { documentId: accepted.id } },
  });
  assert.equal(await xml.data!.text(), sent!.xml);
  assert.equal(verifyXml(sent!.xml)?.signatureValue.slice(0, 6), accepted.securityCode);
});

const delivered = (business: Business, sourceId: string, state: string) =>
  eventually(async () => {
    const document = await read(business, sourceId);
    return document.delivery?.state === state && document;
  }, 30_000);

test('an accepted document is sent to its buyer and the receipt kept; it waits while the buyer is unreachable', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'down', organizationId: business.id, operation: 'deliver', times: 1 });
  await behaviours.next({ kind: 'answer-lost', organizationId: business.id, operation: 'deliver', times: 1 });
  const { sourceId } = await submit(business);
  const waiting = await eventually(async () => {
    const document = await read(business, sourceId);
    return document.delivery?.problem ? document : null;
  });
  assert.deepEqual([waiting.state, waiting.delivery!.state], ['accepted', 'waiting']);
  // The follow-up would wait for seconds. The answer of the second attempt is lost; the third finds that the receiver has it.
  for (let attempt = 2; attempt <= 3; attempt++) await followUp(deliveryExchange, business.id, waiting.id);
  const { id, delivery } = await delivered(business, sourceId, 'delivered');
  assert.ok(delivery!.at && delivery!.signedBy && delivery!.problem === null);
  const receipt = await business.api.GET('/v1/einvoice/document/{documentId}/receipt', {
    params: { path: { documentId: id } },
  });
  assert.match(verifyXml(await receipt.data!.text())!.content, /<RNCComprador>131246796<.*<CodigoMotivoNoRecibido>3</);
  assert.equal((await resend(business, id)).error?.code, 'ecf_decided');
});

test('a buyer’s refusal is reported and sending retried; a buyer outside the directory gets nothing', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'deliver', times: 1 });
  const { sourceId } = await submit(business);
  const { id, delivery } = await delivered(business, sourceId, 'refused');
  assert.match(delivery!.problem!, /not made out to them/);
  await eventually(async () => {
    const { data } = await business.api.GET('/v1/organization/user/notifications');
    return data?.data.some(({ title }) => title === 'El comprobante E310000000001 no llegó al comprador');
  });
  assert.equal((await resend(business, id)).data?.delivery?.state, 'waiting');
  await delivered(business, sourceId, 'delivered');
  const person = { ...content().buyer!, taxId: '00113918205' };
  const other = await submit(business, { number: 'E310000000002', buyer: person });
  await delivered(business, other.sourceId, 'no-receiver');
});

test('a note waits until the document that it modifies is accepted, and fails if that is rejected', async () => {
  const business = await newIssuer();
  const noteOn = (number: string, own: string) =>
    submit(business, {
      type: '34',
      number: own,
      sequenceExpiresOn: null,
      reference: { number, issuedOn: '2026-11-15', code: 3, reason: null, otherTaxId: null },
    });
  await behaviours.next({ kind: 'processing', organizationId: business.id, operation: 'readResult' });
  const invoice = await submit(business);
  const note = await noteOn('E310000000001', 'E340000000001');
  const waiting = await eventually(async () => {
    const document = await read(business, note.sourceId);
    return document.problem ? document : null;
  });
  assert.match(waiting.problem!, /waits for E310000000001/);
  assert.ok((await app.simulators.ecf.handedIn(business.taxId)).every(({ number }) => number !== 'E340000000001'));
  await behaviours.clear(business.id);
  await becomes(business, invoice.sourceId, 'accepted');
  await becomes(business, note.sourceId, 'accepted');
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'send', times: 1 });
  await becomes(business, (await submit(business, { number: 'E310000000002' })).sourceId, 'rejected');
  const lost = await becomes(business, (await noteOn('E310000000002', 'E340000000002')).sourceId, 'failed');
  assert.match(lost.problem!, /has rejected/);
});

test('a small consumer invoice is sent as a summary with its security code', async () => {
  const business = await newIssuer();
  const small = { type: '32', number: 'E320000000001', sequenceExpiresOn: null, buyer: null } as const;
  const { sourceId } = await submit(business, small);
  const accepted = await becomes(business, sourceId, 'accepted');
  assert.match(accepted.qrUrl!, /^https:\/\/fc\.dgii\.gov\.do\/testecf\/consultatimbrefc\?/);
  assert.equal(accepted.summarised, true);
  const [sent] = await app.simulators.ecf.handedIn(business.taxId);
  assert.match(sent!.xml, /<RFCE>/);
  assert.ok(verifyXml(sent!.xml)?.content.includes(`<CodigoSeguridadeCF>${accepted.securityCode}<`));
});

test('while the authority is away the document waits, says why, and goes through later by itself', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'down', organizationId: business.id });
  const { sourceId } = await submit(business);
  const waiting = await eventually(async () => {
    const document = await read(business, sourceId);
    return document.attempts > 0 && document;
  });
  assert.equal(waiting.state, 'waiting');
  assert.match(waiting.problem!, /cannot be reached/);
  assert.ok(waiting.nextAttemptAt);
  await behaviours.clear(business.id);
  const accepted = await becomes(business, sourceId, 'accepted');
  assert.equal(accepted.problem, null);
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

test('a document whose answer was lost is not submitted twice', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'answer-lost', organizationId: business.id, operation: 'send', times: 1 });
  const { sourceId } = await submit(business);
  await becomes(business, sourceId, 'accepted');
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

test('a document that is still being looked at is asked for again until it is judged', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'processing', organizationId: business.id, times: 1 });
  await behaviours.next({ kind: 'conditional', organizationId: business.id, times: 1 });
  const { sourceId } = await submit(business);
  const judged = await becomes(business, sourceId, 'accepted-conditionally');
  assert.equal(judged.messages.length, 1);
});

test('a rejection is kept with its reasons, notified to the owner, and resent only if its number is free', async () => {
  const business = await newIssuer();
  const messages = [{ code: '8', text: 'La secuencia no está autorizada.' }];
  await behaviours.next({ kind: 'reject', organizationId: business.id, times: 1, messages, numberUsed: false });
  const { sourceId } = await submit(business);
  const rejected = await becomes(business, sourceId, 'rejected');
  assert.deepEqual([rejected.messages, rejected.numberUsed], [messages, false]);
  await eventually(async () => {
    const { data } = await business.api.GET('/v1/organization/user/notifications');
    return data?.data.some(({ body }) => body.includes('La secuencia no está autorizada.'));
  });
  assert.equal((await resend(business, rejected.id)).response.status, 202);
  const accepted = await delivered(business, sourceId, 'delivered');
  assert.equal((await resend(business, accepted.id)).error?.code, 'ecf_decided');

  await behaviours.next({ kind: 'reject', organizationId: business.id, times: 1, numberUsed: true });
  const other = await submit(business, { number: 'E310000000002' });
  const used = await becomes(business, other.sourceId, 'rejected');
  assert.equal((await resend(business, used.id)).error?.code, 'ecf_number_used');
});

test('a document that the authority would reject is not sent, and its problem is shown', async () => {
  const business = await newIssuer();
  const { sourceId } = await submit(business, { buyer: null });
  const failed = await becomes(business, sourceId, 'failed');
  assert.match(failed.problem!, /buyer/);
  const xml = await business.api.GET('/v1/einvoice/document/{documentId}/xml', {
    params: { path: { documentId: failed.id } },
  });
  assert.equal(xml.response.status, 422);
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 0);
});

test('a document without a company waits for one', async () => {
  const business = await newBusiness();
  const { sourceId, stamp } = await submit(business);
  assert.deepEqual([stamp.state, stamp.securityCode], ['waiting', null]);
  assert.match((await read(business, sourceId)).problem!, /No company/);
  await business.api.POST('/v1/einvoice/company', { body: { ...companyBody, taxId: newTaxId() } });
  const accepted = await becomes(business, sourceId, 'accepted');
  assert.ok(accepted.securityCode);
});

test('a permanently refused document fails, and a resend restarts it', async () => {
  const business = await newIssuer();
  const messages = [{ code: '1', text: 'El certificado no está delegado.' }];
  await behaviours.next({ kind: 'refuse', organizationId: business.id, operation: 'send', times: 1, messages });
  const { sourceId } = await submit(business);
  const failed = await becomes(business, sourceId, 'failed');
  assert.equal(failed.problem, 'El certificado no está delegado.');
  const health = (await business.api.GET('/v1/einvoice/health')).data!;
  assert.equal(health.documents.failed, 1);
  const again = await resend(business, failed.id);
  assert.equal(again.data?.state, 'waiting');
  await becomes(business, sourceId, 'accepted');
});

test('a summary whose answer was lost is not submitted twice', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'answer-lost', organizationId: business.id, operation: 'sendSummary', times: 1 });
  const { sourceId } = await submit(business, { type: '32', number: 'E320000000001', buyer: null });
  await becomes(business, sourceId, 'accepted');
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

test('a failed document that the authority may have keeps its signature, and a resend queries first', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'answer-lost', organizationId: business.id, operation: 'send', times: 1 });
  await behaviours.next({ kind: 'refuse', organizationId: business.id, operation: 'findTrackId', times: 1 });
  const { sourceId } = await submit(business);
  const { id, securityCode } = await becomes(business, sourceId, 'failed');
  await resend(business, id);
  const accepted = await becomes(business, sourceId, 'accepted');
  assert.equal(accepted.securityCode, securityCode);
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

test('many resends at once hand a document in once', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'refuse', organizationId: business.id, operation: 'send', times: 1 });
  const { sourceId } = await submit(business);
  const { id } = await becomes(business, sourceId, 'failed');
  await Promise.all(Array.from({ length: 5 }, () => resend(business, id)));
  await becomes(business, sourceId, 'accepted');
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

/** A signed document that the worker does not follow up, with an attempt that holds it until then. */
async function newHeld(business: Business, heldUntil: Temporal.Instant) {
  const source = { kind: 'invoice', id: newId() };
  const row = newDocument({ id: newId(), source, content: content() }, { consumerThreshold: '250000' });
  const at = realNow();
  const { id: organizationId } = business;
  await app.engine.within(organizationId, async (ctx) => {
    const { tx } = ctx;
    await ecfDocuments.insert(ctx, row);
    const lease = { askedAt: at, heldBy: newId(), heldUntil, dueAt: at, createdAt: at };
    await tx
      .insertInto('exchanges')
      .values({ organizationId, kind: send.name, id: row.id, ...lease })
      .execute();
  });
  return row;
}

test('a document in transit is not submitted by a second process', async () => {
  const business = await newIssuer();
  const row = await newHeld(business, realNow().add({ minutes: 1 }));
  await followUp(send, business.id, row.id);
  assert.equal((await resend(business, row.id)).data?.state, 'waiting');
  await followUp(send, business.id, row.id);
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 0);
});

test('an attempt that was cut off delays the next one no longer than its lease', async () => {
  const business = await newIssuer();
  const row = await newHeld(business, realNow().subtract({ seconds: 1 }));
  await Promise.all([followUp(send, business.id, row.id), followUp(send, business.id, row.id)]);
  assert.equal((await becomes(business, row.sourceId, 'accepted')).problem, null);
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

test('a submitted document keeps its state and signature while the company uses another environment', async () => {
  const business = await newIssuer();
  const moveTo = (environment: 'simulator' | 'test') =>
    business.api.POST('/v1/einvoice/company', { body: { ...companyBody, taxId: business.taxId, environment } });
  await behaviours.next({ kind: 'processing', organizationId: business.id, operation: 'readResult' });
  const { sourceId } = await submit(business);
  const { securityCode } = await becomes(business, sourceId, 'sent');
  await moveTo('test');
  const failed = await becomes(business, sourceId, 'failed');
  assert.match(failed.problem!, /another environment/);
  const voided = app.engine.within(business.id, (ctx) => voidWithInvoice(ctx, sourceId));
  await assert.rejects(voided, refusesWith(FiscalReceiptSent));
  await moveTo('simulator');
  await behaviours.clear(business.id);
  await resend(business, failed.id);
  const accepted = await becomes(business, sourceId, 'accepted');
  assert.equal(accepted.securityCode, securityCode);
  assert.equal((await app.simulators.ecf.handedIn(business.taxId)).length, 1);
});

test('a document submitted in production is never signed for a test environment', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'answer-lost', organizationId: business.id, operation: 'send', times: 1 });
  await behaviours.next({ kind: 'refuse', organizationId: business.id, operation: 'findTrackId', times: 1 });
  const row = await becomes(business, (await submit(business)).sourceId, 'failed');
  const change = { environment: 'production' } as const;
  await app.engine.within(business.id, (ctx) => ecfDocuments.update(ctx, row.id, change));
  assert.equal((await resend(business, row.id)).error?.code, 'ecf_of_production');
});

test('a note fails with the document that it modifies, and is sent when that is accepted after all', async () => {
  const business = await newIssuer();
  for (const [place, kind, state] of [
    [1, 'refuse', 'failed'],
    [2, 'reject', 'rejected'],
  ] as const) {
    const number = `E31000000000${place}`;
    const played = { kind, organizationId: business.id, operation: 'send', times: 1 };
    await behaviours.next(kind === 'reject' ? { ...played, kind, numberUsed: false } : { ...played, kind });
    const invoice = await submit(business, { number });
    const { id } = await becomes(business, invoice.sourceId, state);
    const note = await submit(business, {
      type: '34',
      number: `E34000000000${place}`,
      sequenceExpiresOn: null,
      reference: { number, issuedOn: '2026-11-15', code: 3, reason: null, otherTaxId: null },
    });
    assert.match((await becomes(business, note.sourceId, 'failed')).problem!, /could not be sent|has rejected/);
    await resend(business, id);
    await becomes(business, invoice.sourceId, 'accepted');
    await becomes(business, note.sourceId, 'accepted');
  }
});

test('an invoice that is rolled back sends nothing', async () => {
  const business = await newIssuer();
  const source = { kind: 'invoice', id: newId() };
  const attempt = app.engine.within(business.id, async (ctx) => {
    await submitFiscalDocument(ctx, { source, content: content() });
    throw new Error('the invoice failed');
  });
  await assert.rejects(attempt, /the invoice failed/);
  const { data } = await business.api.GET('/v1/einvoice/document');
  assert.equal(data?.total, 0);
});

test('documents are listed by state, type and day, and belong to one organization', async () => {
  const [business, other] = [await newIssuer(), await newIssuer()];
  const { sourceId } = await submit(business);
  const wrong = await submit(business, { number: 'E310000000002', buyer: null });
  const { id } = await becomes(business, sourceId, 'accepted');
  await becomes(business, wrong.sourceId, 'failed');
  const list = async (query: object) =>
    (await business.api.GET('/v1/einvoice/document', { params: { query } })).data!.data.map(({ number }) => number);
  assert.deepEqual(await list({ state: 'failed' }), ['E310000000002']);
  assert.deepEqual(await list({ number: 'E310000000001' }), ['E310000000001']);
  assert.deepEqual(await list({ type: '32' }), []);
  assert.deepEqual(await list({ from: '2026-11-16' }), []);
  assert.equal((await list({ from: '2026-11-15', to: '2026-11-15' })).length, 2);
  assert.equal((await list({ number: 'E310000000001,E310000000002' })).length, 2);
  const page = await business.api.GET('/v1/einvoice/document', {
    params: { query: { itemsPerPage: 1, sort: 'created' } },
  });
  const after = { cursor: page.data!.nextCursor!, sort: 'created' };
  assert.deepEqual([page.data!.data[0]!.number, await list(after)], ['E310000000001', ['E310000000002']]);
  assert.equal((await other.api.GET('/v1/einvoice/document')).data?.total, 0);
  assert.equal((await resend(other, id)).response.status, 404);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.POST('/v1/einvoice/document/resend', { body: { id } })).response.status, 403);
});
