import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartId, postedBy } from '#test/books.ts';
import { newDocument, taxIdOf } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const balances = async ({ api }: Business, type: 'profit-and-loss' | 'trial-balance') => {
  const { data } = await api.GET('/v1/chart-of-accounts/report', { params: { query: { type } } });
  return data!;
};

test('a discount is posted to its own account, and sales show the price before it', async () => {
  const business = await newBusiness();
  const itbis = await taxIdOf(business.api, 'ITBIS-18');
  const elements = [
    { description: 'Arroz', quantity: 2, unitPrice: '100', taxIds: [itbis], discount: { percent: '10' } },
    { description: 'Sal', unitPrice: '50', taxIds: [itbis] },
  ];
  const { recordId, total } = await newDocument(business.api, { elements });
  assert.equal(total, '271.40');
  assert.deepEqual(await postedBy(business.api, recordId!), [
    ['1105', '4101', '230.00', 'net'],
    ['1105', '2102', '41.40', 'tax'],
    ['4103', '4101', '20.00', 'discount'],
  ]);
});

test('a discount on prices that include tax is posted without the tax, also when it takes everything off', async () => {
  const business = await newBusiness();
  const itbis = await taxIdOf(business.api, 'ITBIS-18');
  const line = { description: 'Arroz', unitPrice: '118', taxIds: [itbis] };
  const half = await newDocument(business.api, {
    pricesIncludeTax: true,
    elements: [{ ...line, discount: { amount: '59' } }],
  });
  assert.deepEqual(await postedBy(business.api, half.recordId!), [
    ['1105', '4101', '50.00', 'net'],
    ['1105', '2102', '9.00', 'tax'],
    ['4103', '4101', '50.00', 'discount'],
  ]);
  const gift = await newDocument(business.api, {
    pricesIncludeTax: true,
    elements: [line, { ...line, discount: { percent: '100' } }],
  });
  assert.deepEqual((await postedBy(business.api, gift.recordId!)).at(-1), ['4103', '4101', '100.00', 'discount']);
});

test('the organization chooses the account of discounts, and a discount in its sales account needs no posting', async () => {
  const business = await newBusiness();
  const discounted = { elements: [{ description: 'Arroz', unitPrice: '100', discount: { amount: '10' } }] };
  const choose = (chartAccountId: string) =>
    business.api.PATCH('/v1/chart-of-accounts/posting-rules', {
      body: { rules: [{ name: 'salesDiscounts', chartAccountId }] },
    });
  await choose(await chartId(business, 'otherIncome'));
  const promoted = await newDocument(business.api, discounted);
  assert.deepEqual((await postedBy(business.api, promoted.recordId!)).at(-1), ['4204', '4101', '10.00', 'discount']);
  await choose(await chartId(business, 'sales'));
  const plain = await newDocument(business.api, discounted);
  assert.deepEqual(await postedBy(business.api, plain.recordId!), [['1105', '4101', '90.00', 'net']]);
});

test('profit and loss shows the discounts and the same result', async () => {
  const business = await newBusiness();
  const elements = [{ description: 'Arroz', unitPrice: '100', discount: { amount: '10' } }];
  await newDocument(business.api, { elements, currency: 'USD', rate: '60.123456' });
  const report = await balances(business, 'profit-and-loss');
  const text = JSON.stringify(report);
  assert.ok(text.includes('"6012.35"') || text.includes('"6012.34"'), text);
  assert.ok(text.includes('"5411.11"'), text);
});
