import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failingTokens, type ReceivedConversion } from '#adapters/conversions-simulator/conversions-simulator.ts';
import { simulatorStore } from '#platform/ports/simulator-store.ts';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { app, type Business, eventually, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { mainDivision } from '#test/stock.ts';
import { reportSale } from './report-sale.ts';

const received = ({ id }: Business) =>
  simulatorStore(app.database, 'conversions').transaction((objects) =>
    objects.list<ReceivedConversion>('event', id, 10),
  );

async function reportingShop(accessToken = 'token-1234') {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  await business.api.PATCH('/v1/division', {
    body: { id: divisionId, conversions: { provider: 'simulator', accessToken } },
  });
  const contactId = await newContact(business);
  await business.api.POST('/v1/beneficiary/contact', {
    body: { beneficiaryId: contactId, kind: 'email', value: 'ana@example.com' },
  });
  return { business, divisionId, contactId };
}

test('a sale of a division with a conversions endpoint is reported once, when it is issued', async () => {
  const { business, divisionId, contactId } = await reportingShop();
  const draft = await newDocument(business.api, { divisionId, contactId, status: 'draft' });
  await newDocument(business.api, { divisionId: null, contactId });
  await newDocument(business.api, { divisionId, contactId, kind: 'quote' });
  const sale = await newDocument(business.api, { divisionId, contactId });
  await business.api.PATCH('/v1/record/pending', { body: { id: draft.id, status: 'issued' } });
  const events = await eventually(async () => {
    const all = await received(business);
    return all.length >= 2 && all;
  });
  assert.deepEqual(events.map(({ id }) => id).toSorted(), [sale.id, draft.id].toSorted());
  const report = events.find(({ id }) => id === sale.id)!;
  assert.deepEqual(
    [report.name, report.email, report.value],
    ['Purchase', 'ana@example.com', { amount: '100.00', currency: 'DOP' }],
  );
  await runNow(reportSale as never, { organizationId: business.id, id: sale.id });
  assert.equal((await received(business)).length, 2);
});

test('a refused sale is not sent again, but a sale is retried while the endpoint is down', async () => {
  const { business, divisionId, contactId } = await reportingShop(failingTokens.refused);
  const sale = await newDocument(business.api, { divisionId, contactId });
  const report = () => runNow(reportSale as never, { organizationId: business.id, id: sale.id });
  await report();
  await business.api.PATCH('/v1/division', {
    body: { id: divisionId, conversions: { provider: 'simulator', accessToken: failingTokens.unavailable } },
  });
  await assert.rejects(report());
});
