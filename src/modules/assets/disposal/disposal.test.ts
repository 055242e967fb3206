import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { businessOn, newAsset, passTo, readAsset } from '#test/assets.ts';
import { chartId, newContact, newDivision, postedBy } from '#test/books.ts';
import { changeDocument, newDocument } from '#test/documents.ts';
import { app, type Business, codeOf } from '#test/harness.ts';
import { recountDepreciation } from '../depreciation/depreciation.sql.ts';
import { assets } from '../tables.ts';

const dispose = ({ api }: Business, assetId: string, body: Record<string, unknown>) =>
  api.POST('/v1/asset/{assetId}/disposal', { params: { path: { assetId } }, body: body as never });
const undo = ({ api }: Business, assetId: string) =>
  api.DELETE('/v1/asset/{assetId}/disposal', { params: { path: { assetId } } });

/** The balances that are left of an asset: cost, depreciation, and what its disposal brought. */
const leftOf = async (business: Business) =>
  Promise.all(
    ['fixedAssets', 'accumulatedDepreciation', 'depreciation', 'assetGain', 'assetLoss'].map(async (rule) =>
      Number(await ruleBalance(business, rule)),
    ),
  );

/** A van in the books, over 48 months, bought on 1 January 2027. */
async function vanOf(business: Business) {
  const lines = [
    { chartAccountId: await chartId(business, 'fixedAssets'), debit: '480000' },
    { chartAccountId: await chartId(business, 'capital'), credit: '480000' },
  ];
  await business.api.POST('/v1/record', { body: { kind: 'journal', date: '2027-01-01', lines } as never });
  return newAsset(business, { name: 'Camioneta', cost: '480000', lifeMonths: 48 });
}

test('a sale in the middle of a month depreciates its days and posts the gain', async () => {
  const business = await businessOn('2027-01-10');
  const bank = await openAccount(business);
  const van = await vanOf(business);
  await passTo(business, '2028-03-20');
  // 14 months of 10,000 and 15 of 31 days.
  const sold = await dispose(business, van.id, {
    kind: 'sold',
    date: '2028-03-15',
    proceeds: '350000',
    accountId: bank.id,
  });
  const { disposal } = sold.data!;
  assert.deepEqual(
    [disposal!.depreciation, disposal!.gain, sold.data!.accumulatedDepreciation, sold.data!.bookValue],
    ['4838.71', '14838.71', '144838.71', '0.00'],
  );
  assert.deepEqual(await postedBy(business.api, disposal!.recordId), [
    ['6110', '1202', '4838.71', 'depreciation'],
    ['1202', '1201', '144838.71', 'disposal'],
    ['1112', '1201', '335161.29', 'disposal'],
    ['1112', '4207', '14838.71', 'gain'],
  ]);
  assert.deepEqual(await leftOf(business), [0, 0, 14_483_871, -1_483_871, 0]);
  assert.equal(codeOf(await dispose(business, van.id, { kind: 'scrapped' })), 'asset_disposed');
  assert.equal(
    codeOf(await business.api.PATCH('/v1/asset', { body: { id: van.id, lifeMonths: 60 } })),
    'asset_disposed',
  );
  assert.equal((await business.api.PATCH('/v1/asset', { body: { id: van.id, note: 'Vendida' } })).error, undefined);
  await passTo(business, '2028-06-01');
  assert.deepEqual(await leftOf(business), [0, 0, 14_483_871, -1_483_871, 0]);
});

test('a scrapped asset is a loss, and undoing it brings the asset and its missed months back', async () => {
  const business = await businessOn('2027-01-10');
  const van = await vanOf(business);
  await passTo(business, '2027-03-15');
  const scrapped = await dispose(business, van.id, { kind: 'scrapped', date: '2027-03-01' });
  assert.equal(scrapped.data!.disposal!.gain, '-459677.42');
  assert.deepEqual(await leftOf(business), [0, 0, 2_032_258, 0, 45_967_742]);
  await passTo(business, '2027-06-10');
  const restored = await undo(business, van.id);
  assert.deepEqual([restored.data!.state, restored.data!.disposal], ['active', null]);
  await passTo(business, '2027-06-10');
  assert.deepEqual(await leftOf(business), [48_000_000, -5_000_000, 5_000_000, 0, 0]);
  assert.equal(codeOf(await undo(business, van.id)), 'asset_not_disposed');
});

test('a disposal that is entered late takes back the depreciation of later days', async () => {
  const business = await businessOn('2027-01-10');
  const van = await vanOf(business);
  await passTo(business, '2027-06-10');
  // Half of April in the disposal, and May at the end of May.
  const { data } = await dispose(business, van.id, { kind: 'scrapped', date: '2027-04-15' });
  assert.deepEqual([data!.disposal!.depreciation, data!.accumulatedDepreciation], ['-5000.00', '35000.00']);
  assert.deepEqual(await leftOf(business), [0, 0, 3_500_000, 0, 44_500_000]);
  assert.equal(await ruleBalance(business, 'depreciation', '2027-04-30'), 3_500_000n);
  assert.equal(await ruleBalance(business, 'depreciation', '2027-05-30'), 3_500_000n);
  const recounted = () => app.engine.within(business.id, recountDepreciation);
  assert.deepEqual(await recounted(), { counted: 1n, differences: 0 });
  await undo(business, van.id);
  await passTo(business, '2027-06-10');
  assert.deepEqual(await recounted(), { counted: 1n, differences: 0 });
  await app.engine.within(business.id, (ctx) => assets.update(ctx, van.id, { accumulated: 1n }));
  assert.deepEqual(await recounted(), { counted: 1n, differences: 1 });
  await app.engine.within(business.id, (ctx) => assets.update(ctx, van.id, { accumulated: 5_000_000n }));
  assert.equal((await readAsset(business, van.id)).accumulatedDepreciation, '50000.00');
  assert.equal(await ruleBalance(business, 'depreciation', '2027-04-30'), 4_000_000n);
  assert.deepEqual(await leftOf(business), [48_000_000, -5_000_000, 5_000_000, 0, 0]);
});

test('a disposal posts the months before it that are not posted yet', async () => {
  const business = await businessOn('2027-03-31');
  const van = await vanOf(business);
  const { data } = await dispose(business, van.id, { kind: 'scrapped' });
  assert.equal(data!.accumulatedDepreciation, '30000.00');
  assert.deepEqual(await leftOf(business), [0, 0, 3_000_000, 0, 45_000_000]);
  assert.deepEqual(
    (await readAsset(business, van.id)).schedule.map(({ amount, postedOn }) => [amount, postedOn]),
    [
      ['10000.00', '2027-01-31'],
      ['10000.00', '2027-02-28'],
    ],
  );
});

test('an invoice of the sale has the money, and only the gain stays as income', async () => {
  const business = await businessOn('2027-03-01');
  const { api } = business;
  const van = await vanOf(business);
  await passTo(business, '2027-03-01');
  const gains = await chartId(business, 'assetGain');
  const line = { description: 'Camioneta usada', unitPrice: '470000', chartAccountId: gains };
  const invoice = await newDocument(api, { incomeType: '05', elements: [line] });
  assert.equal((await leftOf(business))[3], -47_000_000);
  const quote = await newDocument(api, { kind: 'quote' });
  assert.equal(codeOf(await dispose(business, van.id, { kind: 'sold', pendingRecordId: quote.id })), 'not_a_sale');
  const { data } = await dispose(business, van.id, { kind: 'sold', pendingRecordId: invoice.id });
  // Two months and the first day of March.
  assert.deepEqual([data!.disposal!.proceeds, data!.disposal!.gain], ['470000.00', '10322.58']);
  assert.deepEqual(await leftOf(business), [0, 0, 2_032_258, -1_032_258, 0]);
  const voided = () => api.DELETE('/v1/record/pending', { body: { id: invoice.id } });
  assert.equal(codeOf(await voided()), 'document_followed');
  const cheaper = { id: invoice.id, elements: [{ ...line, unitPrice: '1' }] };
  assert.equal((await changeDocument(api, cheaper)).code, 'document_followed');
  await undo(business, van.id);
  assert.equal((await voided()).error, undefined);
});

test('a line of the invoice without an account was posted to sales, which the disposal debits', async () => {
  const business = await businessOn('2027-01-01');
  const van = await vanOf(business);
  const invoice = await newDocument(business.api, { elements: [{ description: 'Camioneta', unitPrice: '500000' }] });
  const { data } = await dispose(business, van.id, { kind: 'sold', pendingRecordId: invoice.id });
  assert.equal(data!.disposal!.gain, '20322.58');
  assert.equal(await ruleBalance(business, 'sales'), 0n);
  assert.deepEqual(await leftOf(business), [0, 0, 32_258, -2_032_258, 0]);
});

test('assets that are sold with one invoice share its net', async () => {
  const business = await businessOn('2027-01-01');
  const [van, truck, car] = [await vanOf(business), await vanOf(business), await vanOf(business)];
  const invoice = await newDocument(business.api, { elements: [{ description: 'Vehículos', unitPrice: '900000' }] });
  const sale = { kind: 'sold', pendingRecordId: invoice.id };
  await dispose(business, van.id, { ...sale, proceeds: '500000' });
  const rest = await dispose(business, truck.id, sale);
  assert.equal(rest.data!.disposal!.proceeds, '400000.00');
  assert.equal(await ruleBalance(business, 'sales'), 0n);
  assert.equal(codeOf(await dispose(business, car.id, sale)), 'proceeds_required');
});

test('the asset of a branch leaves the books of that branch, also if another division has the proceeds', async () => {
  const business = await businessOn('2027-01-01');
  const { api } = business;
  const [contactId, branch, north] = [
    await newContact(business),
    await newDivision(business),
    await newDivision(business, 'Norte'),
  ];
  const line = { description: 'Camioneta', unitPrice: '12000', chartAccountId: await chartId(business, 'fixedAssets') };
  const buy = () => newDocument(api, { direction: 'purchase', contactId, divisionId: branch, elements: [line] });
  const register = async () => {
    await buy();
    return (await newAsset(business, { divisionId: branch })).id;
  };
  const [van, car] = [await register(), await register()];
  const elements = [{ description: 'Camioneta usada', unitPrice: '5000' }];
  const invoice = await newDocument(api, { contactId, divisionId: north, elements });
  const sold = { kind: 'sold', date: '2027-01-01' };
  await dispose(business, van, { ...sold, proceeds: '15000', accountId: await cashOf(business) });
  await dispose(business, car, { ...sold, pendingRecordId: invoice.id });
  const balancesOf = async (divisionId?: string) => {
    const query = { type: 'trial-balance', from: '2027-01-01', ...(divisionId && { divisionId }) };
    const { data } = await api.GET('/v1/chart-of-accounts/report', { params: { query: query as never } });
    const lines = (data as { lines: { code: string; closingDebit: string; closingCredit: string }[] }).lines;
    return lines
      .map(({ code, closingDebit, closingCredit }) => [code, Number(closingDebit) - Number(closingCredit)] as const)
      .filter(([code, balance]) => balance !== 0 && !['1105', '2101'].includes(code));
  };
  assert.deepEqual(await balancesOf(branch), [
    ['1111', 20000],
    ['4207', -3032.26],
    ['6110', 64.52],
    ['6206', 6967.74],
  ]);
  assert.deepEqual(await balancesOf(north), [['1111', -5000]]);
  assert.deepEqual(await balancesOf(), [
    ['1101', 15000],
    ['4207', -3032.26],
    ['6110', 64.52],
    ['6206', 6967.74],
  ]);
});

test('a disposal is refused without proceeds, outside of its dates, and in a locked period', async () => {
  const business = await businessOn('2027-03-10');
  const van = await vanOf(business);
  const dollars = await openAccount(business, { currency: 'USD', name: 'Dólares' });
  await passTo(business, '2027-03-10');
  const refusals: [Record<string, unknown>, string][] = [
    [{ kind: 'sold' }, 'proceeds_required'],
    [{ kind: 'sold', proceeds: '100' }, 'proceeds_required'],
    [{ kind: 'sold', proceeds: '100', accountId: dollars.id }, 'currency_mismatch'],
    [{ kind: 'sold', proceeds: '100', accountId: van.id }, 'reference_not_found'],
    [{ kind: 'sold', proceeds: '100', chartAccountId: van.id }, 'reference_not_found'],
    [{ kind: 'sold', pendingRecordId: van.id }, 'reference_not_found'],
    [{ kind: 'scrapped', date: '2026-12-31' }, 'disposal_date_out_of_range'],
    [{ kind: 'scrapped', date: '2027-03-11' }, 'disposal_date_out_of_range'],
  ];
  for (const [body, code] of refusals) assert.equal(codeOf(await dispose(business, van.id, body)), code, code);
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'accounting', value: { lockDate: '2027-03-05' } } as never,
  });
  assert.equal(codeOf(await dispose(business, van.id, { kind: 'scrapped', date: '2027-03-05' })), 'period_locked');
});

test('two disposals at once dispose of an asset once', async () => {
  const business = await businessOn('2027-01-10');
  const van = await vanOf(business);
  const codes = await Promise.all(
    [1, 2, 3].map(async () => codeOf(await dispose(business, van.id, { kind: 'scrapped' }))),
  );
  assert.deepEqual(codes.filter(Boolean), ['asset_disposed', 'asset_disposed']);
  assert.deepEqual((await leftOf(business)).slice(0, 2), [0, 0]);
});
