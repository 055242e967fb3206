import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';
import { moveToDay } from '#test/sandbox-clock.ts';

test('on a past day a document in instalments was due with the first instalment that was unpaid then', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  await moveToDay(business, '2027-01-15');
  const { id: accountId } = await openAccount(business);
  const contactId = await newContact(business);
  const { id: pendingRecordId } = await newDocument(api, {
    ...{ contactId, date: '2027-01-01', dueOn: '2027-01-05' },
    elements: [{ description: 'Nevera', unitPrice: '300' }],
  });
  const { data: credit } = await api.POST('/v1/record/pending/credit', {
    body: {
      pendingRecordId,
      plan: { instalments: 3, method: 'constant-capital', annualRate: '0', firstDueOn: '2027-02-15' },
    },
  });
  const creditId = credit!.id;
  const pay = () =>
    api.POST('/v1/record/pending/credit/makeCreditPayment', { body: { creditId, accountId, amount: '100' } });
  const reported = async (asOf: string) => {
    const { data } = await api.GET('/v1/record/pending/report', { params: { query: { asOf } } });
    const { balance, aging } = data!.totals;
    return [balance, ...Object.entries(aging).flatMap(([age, amount]) => (amount === '0.00' ? [] : age))];
  };
  await moveToDay(business, '2027-03-01');
  assert.equal((await pay()).error, undefined);
  await moveToDay(business, '2027-06-01');
  assert.equal((await pay()).error, undefined);
  const owed = {
    '2027-01-10': ['300.00', 'days1To30'],
    '2027-01-31': ['300.00', 'notYetDue'],
    '2027-02-28': ['300.00', 'days1To30'],
    '2027-03-10': ['200.00', 'notYetDue'],
    '2027-05-31': ['200.00', 'days61To90'],
    '2027-06-01': ['100.00', 'days31To60'],
  };
  for (const [day, expected] of Object.entries(owed)) assert.deepEqual(await reported(day), expected, day);
  await api.POST('/v1/record/pending/credit/{creditId}/cancel', {
    params: { path: { creditId } },
    body: { remainder: 'owed' },
  });
  assert.deepEqual(await reported('2027-06-01'), ['100.00', 'notYetDue']);
  assert.deepEqual(await reported('2027-05-31'), ['200.00', 'days61To90']);
});

test('a recurring invoice keeps its terms of payment after its first one was put in instalments', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  await moveToDay(business, '2027-01-15');
  const first = await newDocument(api, {
    contactId: await newContact(business),
    dueOn: '2027-01-25',
    recurrency: { frequency: 'monthly' },
  });
  const plan = { instalments: 3, firstDueOn: '2027-06-15' };
  const credit = await api.POST('/v1/record/pending/credit', { body: { pendingRecordId: first.id, plan } });
  assert.equal(credit.data?.nextDueOn, '2027-06-15');
  const { data: next, error } = await api.POST('/v1/record/pending/nextRecurrency', {
    body: { recurrencyId: first.recurrency!.id },
  });
  assert.ok(next, JSON.stringify(error));
  const made = await readDetail(api, next.pendingRecordId);
  assert.deepEqual([made.date, made.dueOn], ['2027-01-15', '2027-01-25']);
});
