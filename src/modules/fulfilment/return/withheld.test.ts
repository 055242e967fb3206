import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { changeReturn, newReturn } from '#test/fulfilment.ts';
import { newBusiness } from '#test/harness.ts';

test('a withheld tax that a return has reversed is not undone as a payment', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const itbis = data!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const bank = await openAccount(business, { openingBalance: '5000' });
  const sale = await newDocument(api, {
    contactId: await newContact(business),
    fiscalType: null,
    date: '2026-09-01',
    elements: [{ description: 'Asesoría', quantity: 4, unitPrice: '250', taxIds: [itbis] }],
  });
  const payments = [
    { withheld: 'isr' as const, amount: '20' },
    { withheld: 'isr' as const, amount: '30' },
    { withheld: 'itbis' as const, amount: '54' },
    { accountId: bank.id, amount: '1076' },
  ];
  const paid = await api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, date: '2026-09-01', payments } });
  const [small, large, ofItbis] = paid.data!.payments;
  const half = { date: '2026-09-20', lines: [{ elementId: sale.elements[0]!.id, quantity: 2 }] };
  const back = await newReturn(business, sale.id, half);
  assert.deepEqual([back.reversedItbis, back.reversedIsr], ['27.00', '25.00']);
  const undo = async (id: string) => {
    const { error } = await api.DELETE('/v1/record/pending/payment', { body: { id } });
    return error?.code ?? 'undone';
  };
  // The other one covers what the return has reversed.
  assert.equal(await undo(small!.id), 'undone');
  assert.deepEqual([await undo(large!.id), await undo(ofItbis!.id)], ['payment_returned', 'payment_returned']);
  assert.equal(await ruleBalance(business, 'taxWithheldFromUs'), 32_00n);
  await changeReturn(business, { id: back.id, status: 'void' });
  assert.deepEqual([await undo(large!.id), await undo(ofItbis!.id)], ['undone', 'undone']);
  assert.equal(await ruleBalance(business, 'taxWithheldFromUs'), 0n);
});
