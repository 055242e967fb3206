import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessOn, newAsset, passTo } from '#test/assets.ts';
import { chartId } from '#test/books.ts';
import { type Business, codeOf } from '#test/harness.ts';

async function register({ api }: Business, query: Record<string, string> = {}) {
  const { data, error } = await api.GET('/v1/asset/register', { params: { query } });
  assert.ok(data, String(error?.code));
  return data;
}

/** Posts the cost of an asset, and registers it. */
async function bought(business: Business, details: Record<string, unknown> & { acquiredOn: string; cost: string }) {
  const { acquiredOn: date, cost } = details;
  const lines = [
    { chartAccountId: await chartId(business, 'fixedAssets'), debit: cost },
    { chartAccountId: await chartId(business, 'capital'), credit: cost },
  ];
  await business.api.POST('/v1/record', { body: { kind: 'journal', date, lines } as never });
  return newAsset(business, details);
}

test('the register adds up by category, and agrees with the ledger on every day', async () => {
  const business = await businessOn('2027-01-02');
  const building = { name: 'Local', taxCategory: 1, acquiredOn: '2026-06-01', cost: '2400000', lifeMonths: undefined };
  await bought(business, building);
  const van = await bought(business, {
    name: 'Camioneta',
    taxCategory: 2,
    acquiredOn: '2027-02-10',
    cost: '1000000',
    lifeMonths: 60,
    salvageValue: '100000',
  });
  const laptop = { name: 'Laptop', taxCategory: 2, acquiredOn: '2027-03-05', cost: '59999.99', lifeMonths: 36 };
  await bought(business, { ...laptop, method: 'declining' });
  await passTo(business, '2028-02-20');
  await business.api.POST('/v1/asset/{assetId}/disposal', {
    params: { path: { assetId: van.id } },
    body: { kind: 'scrapped', date: '2027-12-20' },
  });
  const year = await register(business, { from: '2027-01-01', to: '2027-12-31' });
  assert.deepEqual(
    year.categories.map(({ category, sums: { assets, costBefore, acquired, costDisposed, cost } }) => ({
      category,
      figures: [assets, costBefore, acquired, costDisposed, cost],
    })),
    [
      { category: 'Edificaciones', figures: [1, '2400000.00', '0.00', '0.00', '2400000.00'] },
      {
        category: 'Vehículos livianos y equipos de oficina',
        figures: [2, '0.00', '1059999.99', '1000000.00', '59999.99'],
      },
    ],
  );
  const [local] = year.data;
  assert.deepEqual(
    [local!.depreciatedBefore, local!.depreciated, local!.accumulatedDepreciation, local!.bookValue],
    ['70000.00', '120000.00', '190000.00', '2210000.00'],
  );
  const days = ['2026-06-30', '2027-02-28', '2027-03-01', '2027-11-30', '2027-12-20', '2027-12-31', '2028-02-20'];
  for (const to of days) {
    const { accounts, totals } = await register(business, { to });
    assert.deepEqual(
      accounts.map(({ code, difference }) => [code, difference]),
      [
        ['1201', '0.00'],
        ['1202', '0.00'],
      ],
      to,
    );
    assert.equal(totals.cost, accounts[0]!.ledger, to);
    assert.equal(`-${totals.accumulatedDepreciation}`.replace('-0.00', '0.00'), accounts[1]!.ledger, to);
  }
  const later = await register(business, { from: '2028-01-01', to: '2028-02-20' });
  assert.deepEqual(
    later.data.map(({ name }) => name),
    ['Local', 'Laptop'],
  );
});

test('the register shows postings to its accounts without an asset', async () => {
  const business = await businessOn('2027-01-02');
  await newAsset(business);
  const { accounts } = await register(business);
  assert.deepEqual(accounts[0], { ...accounts[0]!, register: '12000.00', ledger: '0.00', difference: '-12000.00' });
});

test('the register is a file with a line for each asset, filtered like the answer', async () => {
  const business = await businessOn('2027-02-02');
  const { api } = business;
  await newAsset(business, { name: 'Nevera', category: 'Cocina', code: 'N-1' });
  await newAsset(business, { name: 'Mesa', category: 'Muebles' });
  await passTo(business, '2027-02-02');
  const { data } = await api.GET('/v1/asset/register/download', { params: { query: { category: 'Cocina' } } });
  const content = await data!.text();
  const [head, ...lines] = content.trim().split('\r\n');
  assert.match(head!, /Categoría.*Código.*Activo.*Valor en libros/);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /Cocina.*N-1.*Nevera.*2027-01-01.*12000.00.*1000.00.*11000.00/);
  const backwards = { from: '2027-02-01', to: '2027-01-01' };
  assert.equal(codeOf(await api.GET('/v1/asset/register', { params: { query: backwards } })), 'invalid_request');
});
