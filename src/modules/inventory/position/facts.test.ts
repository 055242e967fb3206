import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';

test('the catalog statistics include the stock and its value', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const rice = await newResource(business.api, { name: 'Arroz', minStockAlert: '5' });
  await newResource(business.api, { name: 'Sal' });
  await stockUp(business, { resourceId: rice.id, divisionId, quantity: '4', unitCost: '25.50' });
  const { data } = await business.api.GET('/v1/resource/stats');
  assert.deepEqual(data?.stock, {
    resourcesInStock: 1,
    resourcesOutOfStock: 0,
    belowMinimum: 1,
    value: '102.00',
  });
});

test('once stock has moved the inventory account is fixed and takes no other postings, and a division with stock cannot be archived', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const other = (await api.POST('/v1/division', { body: { name: 'Almacén' } })).data!;
  const rice = await newResource(api);
  const { data: rules } = await api.GET('/v1/chart-of-accounts/posting-rules', {
    params: { query: { itemsPerPage: 200 } },
  });
  const accountOf = (rule: string): string => rules!.data.find(({ name }) => name === rule)!.account.id;
  const journal = () =>
    api.POST('/v1/record', {
      body: {
        kind: 'journal',
        lines: [
          { chartAccountId: accountOf('inventory'), debit: '5.00' },
          { chartAccountId: accountOf('supplierAdvances'), credit: '5.00' },
        ],
      },
    });
  const byHand = await journal();
  assert.equal(byHand.response.status, 201);
  await stockUp(business, { resourceId: rice.id, divisionId: other.id, quantity: '1', unitCost: '10' });
  assert.equal((await journal()).error?.code, 'account_not_postable');
  assert.equal((await api.DELETE('/v1/record', { body: { id: byHand.data!.id } })).response.status, 200);
  await checkStock(business);
  const point = (chartAccountId: string) =>
    api.PATCH('/v1/chart-of-accounts/posting-rules', { body: { rules: [{ name: 'inventory', chartAccountId }] } });
  assert.equal((await point(accountOf('supplierAdvances'))).error?.code, 'posting_rule_in_use');
  assert.equal((await point(accountOf('inventory'))).response.status, 200);
  const archive = (id: string) => api.PATCH('/v1/division', { body: { id, archived: true } });
  assert.equal((await archive(other.id)).error?.code, 'division_in_use');
  await api.POST('/v1/resource/record', {
    body: {
      type: 'TRANSFER',
      resourceId: rice.id,
      divisionId: other.id,
      toDivisionId: divisionId,
      quantity: '1',
    } as never,
  });
  assert.equal((await archive(other.id)).response.status, 200);
  await api.POST('/v1/resource/record', {
    body: { type: 'OUT', resourceId: rice.id, divisionId, quantity: '1' } as never,
  });
  assert.equal((await point(accountOf('supplierAdvances'))).error?.code, 'posting_rule_in_use');
});
