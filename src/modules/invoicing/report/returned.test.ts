import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument, readDetail, taxIdOf } from '#test/documents.ts';
import { changeReturn, newReturn, newShop, sell } from '#test/fulfilment.ts';
import { baseUrl, newBusiness, newMember } from '#test/harness.ts';

const october = { from: '2026-10-01', to: '2026-10-31' };
const november = { from: '2026-11-01', to: '2026-11-30' };
const sales = { kind: 'invoice', direction: 'sale' } as const;

/** Ten sacks sold in October and four in November; three of October come back in November, one of November too. */
async function newSeason() {
  const business = await newBusiness();
  const { api } = business;
  const [seller, itbis] = await Promise.all([newMember(business, 'seller'), taxIdOf(api, 'ITBIS-18')]);
  const sold = (date: string, quantity: number, more: object = {}) =>
    newDocument(api, {
      date,
      dueOn: '2026-12-31',
      sellerId: seller.id,
      elements: [{ description: 'Arroz', quantity, unitPrice: '100', taxIds: [itbis] }],
      ...more,
    });
  const first = await sold('2026-10-10', 10);
  const second = await sold('2026-11-02', 4);
  await sold('2026-11-03', 7, { status: 'draft' });
  const back = (sale: typeof first, quantity: number, more: object = {}) =>
    newReturn(business, sale.id, {
      date: '2026-11-05',
      lines: [{ elementId: sale.elements[0]!.id, quantity }],
      ...more,
    });
  await back(first, 3);
  await back(second, 1);
  await back(second, 1, { status: 'draft' });
  await changeReturn(business, { id: (await back(second, 2)).id, status: 'void' });
  return { business, api, seller };
}

test('sales by seller and by month show sales, returns by their own date, and the difference', async () => {
  const { business, api, seller } = await newSeason();
  const report = async (query: object) =>
    (await api.GET('/v1/record/pending/report', { params: { query: { ...sales, ...query } } })).data!;
  const [own] = (await report({ groupBy: 'seller', ...november })).groups;
  assert.equal(own!.key.seller, seller.id);
  assert.deepEqual([own!.documents, own!.net, own!.tax, own!.total], [1, '400.00', '72.00', '472.00']);
  assert.deepEqual(own!.returned, { returns: 2, net: '400.00', tax: '72.00', total: '472.00' });
  assert.deepEqual(own!.afterReturns, { net: '0.00', tax: '0.00', total: '0.00' });
  const months = (await report({ groupBy: 'month' })).groups.map(({ key, documents, returned, afterReturns }) => [
    key.month,
    documents,
    returned.returns,
    afterReturns.net,
  ]);
  assert.deepEqual(months, [
    ['2026-10-01', 1, 0, '1000.00'],
    ['2026-11-01', 1, 2, '0.00'],
  ]);
  const { totals } = await report({});
  // Three returned sacks of October and one of November settled their invoices.
  assert.deepEqual([totals.documents, totals.total, totals.paid, totals.balance], [2, '1652.00', '472.00', '1180.00']);
  assert.deepEqual((await report({ asOf: '2026-11-04' })).totals.returned.returns, 0);
  const response = await fetch(`${baseUrl}/v1/record/pending/report/download?direction=sale&groupBy=month`, {
    headers: { authorization: `Bearer ${business.owner.token}` },
  });
  const [titles, , ofNovember] = (await response.text())
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  const at = (title: string) => ofNovember![titles!.findIndex((name) => name.includes(title))];
  assert.deepEqual([at('Total menos devoluciones'), at('Neto menos devoluciones')], ['0.00', '0.00']);
});

test('sales by product show sales, returns and the difference, also for earlier sales', async () => {
  const { api } = await newSeason();
  const items = async (query: object) =>
    (await api.GET('/v2/record/pending/items', { params: { query: { ...sales, ...query } } })).data!.data;
  const [all] = await items({});
  assert.deepEqual([all!.documents, all!.quantity, all!.net], [2, '14', '1400.00']);
  assert.deepEqual(all!.returned, { quantity: '4', net: '400.00', tax: '72.00', total: '472.00' });
  assert.deepEqual(all!.afterReturns, { quantity: '10', net: '1000.00', tax: '180.00', total: '1180.00' });
  assert.equal((await items(october))[0]!.returned.quantity, '0');
  const [later] = await items({ from: '2026-11-04', to: '2026-11-30' });
  assert.deepEqual([later!.documents, later!.quantity, later!.lastOn], [0, '0', '2026-11-02']);
  assert.deepEqual(later!.afterReturns, { quantity: '-4', net: '-400.00', tax: '-72.00', total: '-472.00' });
  assert.deepEqual(await items({ from: '2026-11-06', to: '2026-11-30' }), []);
});

test('the margin of a sale leaves returned goods out', async () => {
  const shop = await newShop();
  const sale = await sell(shop, 4);
  const lines = [{ elementId: sale.elements[0]!.id, quantity: 1 }];
  const back = await newReturn(shop.business, sale.id, { lines });
  const { margin } = await readDetail(shop.api, sale.id);
  assert.deepEqual(
    [margin!.net, margin!.returned, margin!.cost, margin!.margin, margin!.marginPercent],
    ['399.96', '99.99', '150.00', '149.97', '49.99'],
  );
  await changeReturn(shop.business, { id: back.id, status: 'void' });
  assert.deepEqual((await readDetail(shop.api, sale.id)).margin!.margin, '199.96');
});
