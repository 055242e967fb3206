import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument, refusedDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const addRange = async ({ api }: Business, type: 'B01' | 'B02' | 'E31', end = 100, start = 1) => {
  const { error } = await api.POST('/v1/taxes/numerals', {
    body: { type, start, end, authorizedOn: '2026-01-02', expiresOn: type === 'B02' ? null : '2027-12-31' } as never,
  });
  assert.equal(error, undefined);
};

const addContact = async ({ api }: Business, fiscalType: 'consumer' | 'fiscal-credit' | 'government') => {
  const { data } = await api.POST('/v1/beneficiary', { body: { name: 'Ñame', taxId: '131246796', fiscalType } });
  return data!.id;
};

test('an invoice that names no receipt takes the one of its contact, and a consumer receipt without one', async () => {
  const business = await newBusiness();
  const [company, consumer] = [await addContact(business, 'fiscal-credit'), await addContact(business, 'consumer')];
  const numberOf = async (details: Record<string, unknown>) => (await newDocument(business.api, details)).fiscalNumber;
  assert.equal(await numberOf({ contactId: company }), null);
  await addRange(business, 'B01');
  await addRange(business, 'B02');
  assert.equal(await numberOf({ contactId: company }), 'B0100000001');
  assert.equal(await numberOf({ contactId: consumer }), 'B0200000001');
  assert.equal(await numberOf({ contactId: company, fiscalType: 'B02' }), 'B0200000002');
  assert.equal(await numberOf({ contactId: company, fiscalType: null }), null);
  assert.equal(await numberOf({ contactId: await addContact(business, 'government') }), null);
  assert.equal(await numberOf({}), 'B0200000003');
  assert.equal(await numberOf({ fiscalType: null }), null);
  assert.equal(await numberOf({ contactId: company, direction: 'purchase' }), null);
});

test('a quote takes no receipt, and the invoice made of it takes the one of the contact', async () => {
  const business = await newBusiness();
  await addRange(business, 'B01');
  const contactId = await addContact(business, 'fiscal-credit');
  const quote = await newDocument(business.api, { kind: 'quote', contactId });
  assert.equal(quote.fiscalType, null);
  const { data } = await business.api.POST('/v1/record/pending/create-from', {
    body: { id: quote.id, kind: 'invoice' } as never,
  });
  assert.equal(data!.fiscalNumber, 'B0100000001');
});

test('a sequence that is used up refuses the invoice instead of issuing it without a receipt', async () => {
  const business = await newBusiness();
  await addRange(business, 'B01', 1);
  const contactId = await addContact(business, 'fiscal-credit');
  await newDocument(business.api, { contactId });
  assert.equal(await refusedDocument(business.api, { contactId }), 'numerals_exhausted');
  await addRange(business, 'B02');
  assert.equal(await refusedDocument(business.api, { contactId }), 'numerals_exhausted');
});

test('a bulk takes the last numbers of a sequence and goes on with the next one, in the order of its documents', async () => {
  const business = await newBusiness();
  await addRange(business, 'B02', 3);
  await addRange(business, 'B02', 102, 101);
  await addRange(business, 'B01');
  const contactId = await addContact(business, 'fiscal-credit');
  const sale = (given: object) => ({ elements: [{ description: 'Hielo', quantity: 1, unitPrice: '50' }], ...given });
  const bulk = (documents: object[]) => business.api.POST('/v1/record/pending/bulk', { body: { documents } as never });
  const [toConsumer, toCompany] = [sale({ fiscalType: 'B02' }), sale({ contactId, fiscalType: 'B01' })];
  const { data, error } = await bulk([toConsumer, toConsumer, toCompany, toConsumer, toConsumer]);
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual(
    data.results.map(({ number }) => number),
    [1, 2, 3, 4, 5],
  );
  const listed = async () => {
    const { data: page } = await business.api.GET('/v1/record/pending/all');
    return page!.data.toSorted((a, b) => a.number! - b.number!).map(({ fiscalNumber }) => fiscalNumber);
  };
  const numbers = ['B0200000001', 'B0200000002', 'B0100000001', 'B0200000003', 'B0200000101'];
  assert.deepEqual(await listed(), numbers);
  assert.equal((await bulk([toConsumer, toConsumer])).error!.code, 'numerals_exhausted');
  assert.deepEqual(await listed(), numbers);
  assert.equal((await newDocument(business.api, toConsumer)).fiscalNumber, 'B0200000102');
});

test('a business without sequences for fiscal credit issues consumer receipts to companies, not to the State', async () => {
  const business = await newBusiness();
  await addRange(business, 'B02');
  const numberFor = async (contactId: string) => (await newDocument(business.api, { contactId })).fiscalNumber;
  assert.equal(await numberFor(await addContact(business, 'fiscal-credit')), 'B0200000001');
  assert.equal(await numberFor(await addContact(business, 'government')), null);
});

test('a supplier’s credit note is no purchase: it is made with a return', async () => {
  const business = await newBusiness();
  const contactId = await addContact(business, 'fiscal-credit');
  const bill = { direction: 'purchase' as const, contactId, elements: [{ description: 'Cemento', unitPrice: '100' }] };
  for (const fiscalNumber of ['B0400000001', 'E340000000001']) {
    const { error } = await business.api.POST('/v1/record/pending', { body: { ...bill, fiscalNumber } });
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['fiscal_type_unsuitable', 'body.fiscalNumber']);
  }
  const { id } = await newDocument(business.api, { ...bill, fiscalNumber: 'B0100000001' });
  const { error } = await business.api.PATCH('/v1/record/pending', { body: { id, fiscalNumber: 'B0400000001' } });
  assert.equal(error?.code, 'fiscal_type_unsuitable');
});
