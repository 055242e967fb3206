import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { newDocument, taxIdOf } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { app, type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';

/** A business that buys abroad. */
async function newImporter() {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { taxId: '1-31-24679-6' } });
  for (const type of ['B17', 'B04'] as const)
    await api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 50 } });
  const [abroad, software, fees] = await Promise.all(
    ['RET-ISR-EXT', 'RET-ISR-SOFTWARE', 'RET-ISR-HON'].map((code) => taxIdOf(api, code)),
  );
  const buy = (unitPrice: string, date: string, { taxIds = [abroad], ...more }: Record<string, unknown>) =>
    newDocument(api, {
      direction: 'purchase',
      fiscalType: 'B17',
      expenseType: '02',
      date,
      dueOn: '2026-12-31',
      elements: [{ description: 'Servicio', unitPrice, taxIds }],
      ...more,
    });
  return { business, buy, taxes: { abroad, software, fees }, accountId: await cashOf(business) };
}

const payWith = async (
  { api }: Business,
  id: string,
  date: string,
  payment: { accountId: string; amount: string; settles?: string },
) => {
  const { error } = await api.PATCH('/v1/record/pending/pay', { body: { id, date, payments: [payment] } });
  assert.equal(error, undefined);
};
const supplierOf = async ({ api }: Business, body: object) =>
  (await api.POST('/v1/beneficiary', { body: { name: 'Cloud Inc', isSupplier: true, ...body } })).data!.id;
const reportOf = async ({ api }: Business, period = '2026-10') =>
  (await api.GET('/v1/taxes/609', { params: { query: { period } } })).data!;
const fileOf = async ({ owner }: Business, period = '2026-10') => {
  const response = await fetch(`${app.publicUrl}/v1/taxes/609/file?period=${period}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  return { text: await response.text(), name: response.headers.get('content-disposition') };
};
const codesOf = ({ issues }: Awaited<ReturnType<typeof reportOf>>) => issues.map(({ code }) => code);

test('the 609 lists the purchases abroad that were settled in the month', async () => {
  const { business, buy, taxes, accountId } = await newImporter();
  const cloud = await supplierOf(business, {
    kind: 'company',
    taxId: '98-7654321',
    abroad: { country: 'US', service: '24' },
  });
  const ana = await supplierOf(business, {
    name: 'Ana | García',
    kind: 'person',
    taxId: 'X1234567',
    abroad: { country: 'ES', service: '82', related: true },
  });
  const paid = await buy('1000', '2026-09-20', {
    contactId: cloud,
    currency: 'USD',
    rate: '60',
    taxIds: [taxes.software],
  });
  assert.deepEqual([paid.net, paid.withheld, paid.due], ['1000.00', '150.00', '850.00']);
  await payWith(business, paid.id, '2026-10-05', { accountId, amount: '51000', settles: '850' });
  const inParts = await buy('2000', '2026-10-10', { contactId: ana });
  await payWith(business, inParts.id, '2026-10-12', { accountId, amount: '1000' });
  await payWith(business, inParts.id, '2026-11-03', { accountId, amount: '460' });
  await buy('3000', '2026-10-11', { contactId: cloud });
  const october = await reportOf(business);
  assert.deepEqual(october.data, [
    {
      documentId: paid.id,
      name: 'Cloud Inc',
      idType: '2',
      taxId: '987654321',
      country: 'US',
      service: '24',
      related: false,
      number: 'B1700000001',
      date: '2026-09-20',
      paidOn: '2026-10-05',
      net: '60000.00',
      isrWithheld: '9000.00',
    },
  ]);
  assert.deepEqual([october.total, october.totals], [1, { net: '60000.00', isrWithheld: '9000.00' }]);
  assert.deepEqual([october.issues, october.rejectedCount, october.warningCount], [[], 0, 0]);
  assert.deepEqual(await fileOf(business), {
    text: [
      '609|131246796|202610|1',
      'Cloud Inc|2|987654321|840|02|24|0|B1700000001|20260920|60000.00|20261005||9000.00',
      '',
    ].join('\r\n'),
    name: 'attachment; filename="DGII_F_609_131246796_202610.TXT"',
  });
  assert.deepEqual(
    (await reportOf(business, '2026-11')).data.map(({ documentId, paidOn }) => [documentId, paidOn]),
    [[inParts.id, '2026-11-03']],
  );
  const november = (await fileOf(business, '2026-11')).text.split('\r\n')[1];
  assert.equal(november, 'Ana   García|1|X1234567|724|08|82|1|B1700000002|20261010|2000.00|20261103||540.00');
  const { data: ir17 } = await business.api.GET('/v1/taxes/ir17/monthly-payment-summary', {
    params: { query: { period: '2026-10' } },
  });
  assert.deepEqual(
    ir17!.boxes.map(({ box, base, tax }) => [box, base, tax]),
    [['23', '60000.00', '9000.00']],
  );
  const { data: calendar } = await business.api.GET('/v1/taxes/calendar', { params: { query: { period: '2026-10' } } });
  const entry = calendar!.data.find(({ filing }) => filing === '609')!;
  assert.deepEqual([entry.dueOn, entry.rows, entry.status], ['2026-11-16', 1, 'report']);
});

test('the 609 lists the missing fields of a row', async () => {
  const { business, buy, taxes, accountId } = await newImporter();
  const plain = await buy('100', '2026-10-01', { contactName: 'Sin Contacto', taxIds: [] });
  await payWith(business, plain.id, '2026-10-01', { accountId, amount: '100' });
  assert.deepEqual(codesOf(await reportOf(business)), [
    'abroad_missing',
    'supplier_tax_id_missing',
    'withholding_missing',
  ]);
  assert.equal((await fileOf(business)).text.split('\r\n')[1], 'Sin Contacto|2|||||0|B1700000001|20261001|100.00|||');
  const here = await supplierOf(business, { taxId: 'A123456', abroad: { country: 'DO', service: '22' } });
  const nowhere = await supplierOf(business, { taxId: 'B123456', abroad: { country: 'XX', service: '22' } });
  for (const [period, contactId] of [
    ['2026-08', here],
    ['2026-09', nowhere],
  ] as const) {
    const { id } = await buy('100', `${period}-10`, { contactId, taxIds: [taxes.fees] });
    await payWith(business, id, `${period}-10`, { accountId, amount: '85' });
    assert.deepEqual(codesOf(await reportOf(business, period)), ['country_invalid', 'withholding_not_abroad']);
  }
});

test('a purchase abroad that was only returned is not in the 609, and one that was returned in part is marked', async () => {
  const { business, buy, accountId } = await newImporter();
  const contactId = await supplierOf(business, { taxId: 'A123456', abroad: { country: 'US', service: '21' } });
  const [whole, part] = [
    await buy('100', '2026-10-01', { contactId, taxIds: [] }),
    await buy('200', '2026-10-01', { contactId, taxIds: [] }),
  ];
  const back = (document: typeof part, quantity: string) =>
    newReturn(business, document.id, {
      date: '2026-10-02',
      lines: [{ elementId: document.elements[0]!.id, quantity }],
    });
  await back(whole, '1');
  await back(part, '0.5');
  await payWith(business, part.id, '2026-10-03', { accountId, amount: '100' });
  const report = await reportOf(business);
  assert.deepEqual(
    [report.data.map(({ documentId }) => documentId), codesOf(report)],
    [[part.id], ['withholding_missing', 'partly_returned']],
  );
});

test('a supplier abroad has a country and a service, which a merge keeps', async () => {
  const business = await newBusiness();
  const { api } = business;
  const add = (abroad: object) => api.POST('/v1/beneficiary', { body: { name: 'Cloud', abroad: abroad as never } });
  assert.equal(codeOf(await add({ country: 'USA', service: '21' })), 'invalid_request');
  assert.equal(codeOf(await add({ country: 'US', service: '25' })), 'invalid_request');
  assert.equal(codeOf(await add({ country: 'US' })), 'invalid_request');
  const { data: cloud } = await add({ country: 'US', service: '21' });
  assert.deepEqual(cloud!.abroad, { country: 'US', service: '21', related: false });
  const changed = await api.PATCH('/v1/beneficiary', {
    body: { id: cloud!.id, abroad: { country: 'IE', service: '52', related: true } },
  });
  assert.deepEqual(changed.data!.abroad, { country: 'IE', service: '52', related: true });
  const other = (await api.POST('/v1/beneficiary', { body: { name: 'Nube' } })).data!;
  assert.equal(other.abroad, null);
  const merged = await api.PATCH('/v1/beneficiary/merge', { body: { id: other.id, fromIds: [cloud!.id] } });
  assert.deepEqual(merged.data!.abroad, { country: 'IE', service: '52', related: true });
});

test('the 609 is for those who read reports', async () => {
  const { business } = await newImporter();
  const viewer = await newMember(business);
  assert.equal(codeOf(await viewer.api.GET('/v1/taxes/609')), 'forbidden');
});
