import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { chartId, newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { newBusiness } from '#test/harness.ts';

test('a return of a sale that was posted to an asset, a debt or equity reverses that account; others are sales returns', async () => {
  const business = await newBusiness();
  const line = async (rule: 'loansGranted' | 'openingBalances' | 'otherIncome', unitPrice: string) => ({
    description: rule,
    quantity: 2,
    unitPrice,
    chartAccountId: await chartId(business, rule),
  });
  const sale = await newDocument(business.api, {
    contactId: await newContact(business),
    fiscalType: null,
    elements: [
      await line('loansGranted', '4500'),
      await line('openingBalances', '100'),
      await line('otherIncome', '10'),
    ],
  });
  const back = await newReturn(business, sale.id, {
    lines: sale.elements.map(({ id }) => ({ elementId: id, quantity: 1 })),
  });
  assert.equal(back.total, '4610.00');
  const rules = ['loansGranted', 'openingBalances', 'otherIncome', 'salesReturns'];
  const balances = await Promise.all(rules.map((rule) => ruleBalance(business, rule)));
  assert.deepEqual(balances, [-4_500_00n, -100_00n, -20_00n, 10_00n]);
});
