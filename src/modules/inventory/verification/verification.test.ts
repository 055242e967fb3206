import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { app, type Business, eventually, newBusiness } from '#test/harness.ts';
import { mainDivision, stockUp } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { verifyAllStock, verifyStockOf } from './verification.ts';

const published = async ({ api }: Business) => (await api.GET('/v1/resource/total-value')).data!;

const checkedAgain = async (business: Business) => {
  const before = (await published(business)).checkedAt;
  await app.engine.run({}, async (ctx) => ctx.enqueue(verifyStockOf, { organizationId: business.id }));
  return eventually(async () => {
    const found = await published(business);
    return found.checkedAt !== before && found;
  });
};

async function newStore() {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const rice = (await newResource(business.api)).id;
  const phone = (await newResource(business.api, { name: 'Celular', tracksSerials: true })).id;
  await stockUp(business, { resourceId: rice, divisionId, quantity: '10', value: '100' });
  await stockUp(business, { resourceId: phone, divisionId, quantity: '1', value: '50', serialNumbers: ['A'] });
  return { business, divisionId, rice, phone };
}

test('the nightly recount reaches every organization and publishes when its stock was verified', async () => {
  // Ids follow time: the organizations of earlier tests are left out.
  const { id: after } = await newBusiness();
  const stores = [await newStore(), await newStore()];
  await app.engine.run({}, async (ctx) => ctx.enqueue(verifyAllStock, { after }));
  for (const { business } of stores) {
    const found = await eventually(async () => {
      const worth = await published(business);
      return worth.verifiedAt !== null && worth;
    });
    assert.deepEqual([found.checkedAt, found.differences], [found.verifiedAt, []]);
  }
});

test('stock that differs from its movements or the ledger is found, and the owner is notified once', async () => {
  const { business, divisionId, rice, phone } = await newStore();
  const { verifiedAt } = await checkedAgain(business);
  assert.notEqual(verifiedAt, null);
  // Only a look behind the service's back can do this.
  const spoil = (sign: '+' | '-') =>
    asOwner(`UPDATE stock_positions SET value = value ${sign} 1 WHERE organization_id = $1 AND resource_id = $2`, [
      business.id,
      rice,
    ]);
  await spoil('+');
  await asOwner(
    `UPDATE serial_numbers SET status = 'sold', division_id = NULL WHERE organization_id = $1 AND resource_id = $2`,
    [business.id, phone],
  );
  const wrong = await checkedAgain(business);
  assert.equal(wrong.verifiedAt, verifiedAt);
  assert.deepEqual(wrong.differences, [
    { what: 'ledger', resourceId: null, divisionId, found: '150.00', expected: '150.01' },
    { what: 'units', resourceId: phone, divisionId, found: '0', expected: '1' },
    { what: 'value', resourceId: rice, divisionId, found: '100.01', expected: '100.00' },
  ]);
  await stockUp(business, { resourceId: rice, divisionId, quantity: '1', value: '10' });
  await checkedAgain(business);
  const { data: notified } = await business.api.GET('/v1/organization/user/notifications', { params: { query: {} } });
  assert.deepEqual(
    notified!.data.map(({ kind, title }) => [kind, title]),
    [['stock', 'Encontramos una diferencia en tu inventario']],
  );
  await spoil('-');
  await asOwner(
    `UPDATE serial_numbers SET status = 'in-stock', division_id = $3 WHERE organization_id = $1 AND resource_id = $2`,
    [business.id, phone, divisionId],
  );
  const healed = await checkedAgain(business);
  assert.deepEqual([healed.verifiedAt, healed.differences], [healed.checkedAt, []]);
});
