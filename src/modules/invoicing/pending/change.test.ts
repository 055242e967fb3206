import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { changeDocument, newDocument, readDocument, taxIdOf } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { anonymous, app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { settle, unsettle } from '../settlement/settle.ts';
import { shareForEditing } from '../share/editing-share.ts';
import { lockPendingRecord } from './find.ts';

const lines = [
  { description: 'Arroz', quantity: 2, unitPrice: '100' },
  { description: 'Habichuelas', unitPrice: '50' },
];

const updates = async (business: Business) =>
  (await eventsOf(business)).filter(({ type }) => type === 'invoice:updated').map(({ payload }) => payload);

/** Settles an amount as a payment does, and takes it back. */
const pay = (business: Business, id: string, amount: bigint) =>
  app.engine.within(business.id, async (ctx) =>
    settle(ctx, await lockPendingRecord(ctx, id), { source: 'account', amount, date: ctx.today.toString() }),
  );
const unpay = (business: Business, id: string, paymentId: string) =>
  app.engine.within(business.id, async (ctx) => unsettle(ctx, await lockPendingRecord(ctx, id), paymentId));

test('changing an issued invoice reverses and reposts it, and its event lists only changed fields', async () => {
  const business = await newBusiness();
  const { api } = business;
  const invoice = await newDocument(api, { elements: lines });
  const [rice, beans] = invoice.elements;
  const elements = [{ id: beans!.id, quantity: '4' }, { id: rice!.id }, { description: 'Sal', unitPrice: 10 }];
  const { data } = await changeDocument(api, { id: invoice.id, version: 1, notes: 'Urgente', elements });
  assert.deepEqual([data!.total, data!.version, data!.number], ['410.00', 2, 1]);
  assert.deepEqual(
    data!.elements.map(({ description, quantity, total }) => [description, quantity, total]),
    [
      ['Habichuelas', '4', '200.00'],
      ['Arroz', '2', '200.00'],
      ['Sal', '1', '10.00'],
    ],
  );
  assert.equal(data!.elements[0]!.id, beans!.id);
  assert.deepEqual(await readDocument(api, invoice.id), data);
  assert.equal(await ruleBalance(business, 'receivable'), 41000n);
  const [update] = await updates(business);
  assert.deepEqual(Object.keys(update!.new as object).toSorted(), [
    'balance',
    'baseTotal',
    'due',
    'elements',
    'net',
    'notes',
    'subtotal',
    'total',
  ]);
  assert.equal((await changeDocument(api, { id: invoice.id, version: 1, notes: '' })).code, 'version_conflict');
  const record = await api.GET('/v1/record/{recordId}', { params: { path: { recordId: invoice.recordId! } } });
  assert.equal(record.data!.versions.length, 2);
});

test('fields that post nothing change without touching the books', async () => {
  const business = await newBusiness();
  const invoice = await newDocument(business.api, { elements: lines });
  const { data } = await changeDocument(business.api, { id: invoice.id, stage: 'ganada', terms: 'Sin devolución' });
  assert.equal(data!.stage, 'ganada');
  const record = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: invoice.recordId! } } });
  assert.equal(record.data!.versions.length, 1);
  const same = await changeDocument(business.api, { id: invoice.id, stage: 'ganada' });
  assert.equal(same.data!.stage, 'ganada');
  assert.equal((await updates(business)).length, 1, 'A change without effect emits no event.');
});

test('a draft is issued by saying so', async () => {
  const business = await newBusiness();
  const draft = await newDocument(business.api, { status: 'draft', elements: [] });
  assert.equal((await changeDocument(business.api, { id: draft.id, status: 'issued' })).code, 'document_empty');
  const { data } = await changeDocument(business.api, { id: draft.id, status: 'issued', elements: lines });
  assert.deepEqual([data!.status, data!.number, data!.total], ['issued', 1, '250.00']);
  assert.equal(await ruleBalance(business, 'receivable'), 25000n);
});

test('a void invoice stays readable with its number, and the books forget it', async () => {
  const business = await newBusiness();
  const { api } = business;
  const invoice = await newDocument(api, { elements: lines });
  const { data } = await api.DELETE('/v1/record/pending', { body: { id: invoice.id } });
  assert.deepEqual([data!.state, data!.number], ['void', 1]);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  const again = await api.DELETE('/v1/record/pending', { body: { id: invoice.id } });
  assert.equal(again.error!.code, 'document_is_void');
  assert.equal((await changeDocument(api, { id: invoice.id, notes: 'x' })).code, 'document_is_void');
  assert.equal((await newDocument(api)).number, 2);
});

test('a paid document keeps its amounts until its payment is reversed', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id } = await newDocument(api, { elements: lines });
  const { payment } = await pay(business, id, 5000n);
  assert.deepEqual(pick(await readDocument(api, id)), ['partial', '50.00', '200.00']);
  assert.equal((await changeDocument(api, { id, elements: [lines[0]] })).code, 'document_settled');
  assert.equal((await api.DELETE('/v1/record/pending', { body: { id } })).error!.code, 'document_settled');
  assert.equal((await changeDocument(api, { id, dueOn: '2999-12-31' })).code, undefined);
  await assert.rejects(pay(business, id, 20001n), { message: /more than is still due/ });
  const { document } = await pay(business, id, 20000n);
  assert.deepEqual([document.state, document.paidAt !== null], ['paid', true]);
  await unpay(business, id, payment.id);
  assert.deepEqual(pick(await readDocument(api, id)), ['partial', '200.00', '50.00']);
  await assert.rejects(unpay(business, id, payment.id), { message: /already void/ });
  const paid = (await eventsOf(business)).filter(({ type }) => type === 'invoice:paid');
  assert.deepEqual(
    paid.map(({ payload }) => payload),
    [{ invoiceId: id }],
  );
  const quote = await newDocument(api, { kind: 'quote' });
  await assert.rejects(pay(business, quote.id, 1n), { message: /Only an issued invoice/ });
});

const pick = ({ state, paid, balance }: { state: string; paid: string; balance: string }) => [state, paid, balance];

test('an issued invoice without a receipt takes one when its kind is set, once', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } as never });
  const { id, total, number } = await newDocument(api, { fiscalType: null, elements: lines });
  assert.equal((await changeDocument(api, { id, fiscalType: 'B01' })).code, 'buyer_tax_id_required');
  const { data } = await changeDocument(api, { id, fiscalType: 'B02' });
  assert.deepEqual([data!.fiscalNumber, data!.total, data!.number], ['B0200000001', total, number]);
  assert.equal((await changeDocument(api, { id, notes: 'Gracias' })).data!.fiscalNumber, 'B0200000001');
  assert.equal((await changeDocument(api, { id, fiscalType: null })).data!.fiscalNumber, 'B0200000001');
  assert.equal((await newDocument(api, { fiscalType: 'B02' })).fiscalNumber, 'B0200000002');
});

test('an invoice with its fiscal receipt is corrected with a credit note, and void it goes into the 608', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } as never });
  const invoice = await newDocument(api, { fiscalType: 'B02', elements: lines });
  const { id } = invoice;
  const contactId = await newContact(business);
  assert.equal((await changeDocument(api, { id, elements: [lines[0]] })).code, 'fiscally_numbered');
  assert.equal((await changeDocument(api, { id, contactId })).code, 'fiscally_numbered');
  assert.equal((await changeDocument(api, { id, date: '2026-01-01' })).code, 'fiscally_numbered');
  const { data } = await changeDocument(api, { id, notes: 'Gracias', dueOn: '2999-01-01' });
  assert.equal(data!.fiscalNumber, 'B0200000001');
  const gone = await api.DELETE('/v1/record/pending', { body: { id, reason: '05' } });
  assert.deepEqual([gone.data!.state, gone.data!.fiscalNumber], ['void', 'B0200000001']);
  assert.equal((await newDocument(api, { fiscalType: 'B02' })).fiscalNumber, 'B0200000002');
});

test('lines are added, changed and removed one by one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const invoice = await newDocument(api, { elements: lines });
  const added = await api.POST('/v1/record/pending/element', {
    body: { pendingRecordId: invoice.id, description: 'Sal', unitPrice: '10' },
  });
  assert.equal(added.data!.total, '260.00');
  const changed = await api.PATCH('/v1/record/pending/element', {
    body: { id: added.data!.elements[2]!.id, quantity: '3', discount: { amount: '5' } },
  });
  assert.equal(changed.data!.total, '275.00');
  const removed = await api.DELETE('/v1/record/pending/element', { body: { id: invoice.elements[0]!.id } });
  assert.equal(removed.data!.total, '75.00');
  assert.equal(await ruleBalance(business, 'receivable'), 7500n);
  const unknown = await api.PATCH('/v1/record/pending/element', { body: { id: invoice.id, quantity: '3' } });
  assert.equal(unknown.error!.code, 'not_found');
  const last = await newDocument(api);
  const refused = await api.DELETE('/v1/record/pending/element', { body: { id: last.elements[0]!.id } });
  assert.equal(refused.error!.code, 'document_empty');
});

test('taxes of a line come and go; without a session only with the document’s own editing share id', async () => {
  const business = await newBusiness();
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  const [one, other] = [await newDocument(api), await newDocument(api)];
  const elementId = one.elements[0]!.id;
  const taxed = await api.POST('/v1/record/pending/element/taxes', { body: { elementId, taxIds } });
  assert.equal(taxed.data!.total, '118.00');
  const take = async (client: typeof api, shareId?: string) => {
    const { data, error } = await client.DELETE('/v1/record/pending/element/taxes', {
      body: { elementId, taxIds, ...(shareId && { shareId }) },
    });
    return data?.total ?? error!.code;
  };
  const share = (id: string) => app.engine.within(business.id, (ctx) => shareForEditing(ctx, id));
  assert.equal(await take(anonymous), 'unauthenticated');
  assert.equal(await take((await newMember(business, 'viewer')).api), 'forbidden');
  assert.equal(await take(anonymous, 'pre_0123456789abcdef'), 'not_found');
  assert.equal(await take(anonymous, await share(other.id)), 'not_found');
  const shareId = await share(one.id);
  assert.equal(await take(anonymous, shareId), '100.00');
  assert.equal(await take(anonymous, shareId), 'reference_not_found');
  await api.POST('/v1/record/pending/element/taxes', { body: { elementId, taxIds } });
  assert.equal(await take(api), '100.00');
});

test('the holder of an editing share id gets the shared view of the document, not the internal one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  const document = await newDocument(api, { elements: [{ description: 'Arroz selecto', unitPrice: '100', taxIds }] });
  const { data: link } = await api.GET('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId: document.id }, query: { editing: true } },
  });
  const body = { elementId: document.elements[0]!.id, taxIds, shareId: link!.editingShareId! };
  const { data: changed } = await anonymous.DELETE('/v1/record/pending/element/taxes', { body });
  const { data: shared } = await anonymous.GET('/v1/record/pending/{shareId}/data', {
    params: { path: { shareId: link!.shareId } },
  });
  assert.equal(shared?.total, '100.00');
  assert.deepEqual(changed, shared);
  assert.equal(JSON.stringify(changed).includes(document.id), false);
});

test('of two concurrent changes neither is lost, and with versions one is refused', async () => {
  const { api } = await newBusiness();
  const { id } = await newDocument(api, { elements: lines });
  await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      api.POST('/v1/record/pending/element', {
        body: { pendingRecordId: id, description: `Línea ${place}`, unitPrice: '10' },
      }),
    ),
  );
  const after = await readDocument(api, id);
  assert.deepEqual([after.total, after.elements.length, after.version], ['370.00', 14, 13]);
  const codes = await Promise.all(
    Array.from({ length: 6 }, () => changeDocument(api, { id, version: 13, notes: 'a' })),
  );
  assert.equal(codes.filter(({ code }) => code === undefined).length, 1);
});

test('documents of another organization are not found', async () => {
  const [business, stranger] = [await newBusiness(), await newBusiness()];
  const invoice = await newDocument(business.api, { elements: lines });
  assert.equal((await changeDocument(stranger.api, { id: invoice.id, notes: 'x' })).code, 'not_found');
  const gone = await stranger.api.DELETE('/v1/record/pending', { body: { id: invoice.id } });
  assert.equal(gone.error!.code, 'not_found');
  const added = await stranger.api.POST('/v1/record/pending/element', {
    body: { pendingRecordId: invoice.id, description: 'x', unitPrice: 1 },
  });
  assert.equal(added.error!.code, 'reference_not_found');
});
