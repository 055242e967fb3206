import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { balancesOf, cashOf } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newInvoice, refusedDocument } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { app, newBusiness } from '#test/harness.ts';

const LARGEST = '999999999999.99';

test('sums of documents at the largest amount are exact in reports, at the till and in returns', async () => {
  const business = await newBusiness();
  const { api } = business;
  const accountId = await cashOf(business);
  const contactId = await newContact(business);
  const invoices = [];
  for (const _ of [1, 2, 3]) {
    const invoice = await newInvoice(business, LARGEST, { contactId });
    const body = { id: invoice.id, payments: [{ accountId, amount: LARGEST }] };
    assert.equal((await api.PATCH('/v1/record/pending/pay', { body })).error, undefined);
    invoices.push(invoice);
  }
  const report = await api.GET('/v1/record/pending/report', { params: { query: { groupBy: 'kind' } } });
  assert.equal(report.data!.totals.total, '2999999999999.97');
  assert.ok(Object.values(await balancesOf(business)).includes('2999999999999.97'));
  const returned = await newReturn(business, invoices[0]!.id);
  assert.equal(returned.total, LARGEST);
});

test('a sum beyond a bigint is compared with the credit limit, and does not break the request', async () => {
  const business = await newBusiness();
  const { data } = await business.api.POST('/v1/beneficiary', { body: { name: 'Deudora', creditLimit: '1000' } });
  const contactId = data!.id;
  for (const _ of [1, 2]) await newInvoice(business, '10', { contactId });
  const most = 9n * 10n ** 18n;
  await app.engine.within(business.id, ({ tx }) =>
    sql`UPDATE pending_records SET net = ${most}, total = ${most}, base_net = ${most}, base_total = ${most}
        WHERE organization_id = ${business.id}`.execute(tx),
  );
  assert.equal(await refusedDocument(business.api, { contactId }), 'credit_limit_exceeded');
});
