import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileRatesAdapter } from '#adapters/file-rates/file-rates.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { mainDivision } from '#test/stock.ts';
import { converted, crossRate } from './convert.ts';
import { rateOn } from './currency.ts';

const ratesOf = async (business: Business, query: { date?: string; currency?: string } = {}) => {
  const { data } = await business.api.GET('/v1/currency/rates', { params: { query } });
  return data!;
};

test('sample rates say that they are samples, and are there soon after the first organization', async () => {
  const business = await newBusiness();
  const { base, data } = await eventually(async () => {
    const known = await ratesOf(business);
    return known.data.length > 0 && known;
  });
  assert.equal(base, 'DOP');
  assert.deepEqual(
    data.find(({ currency }) => currency === 'USD'),
    { currency: 'USD', rate: '60.1', date: '2026-01-02', source: 'sample' },
  );
  assert.deepEqual((await ratesOf(business, { date: '2025-12-31' })).data, []);
});

test('an organization in another currency sees the same rates from its side', async () => {
  await eventually(async () => (await ratesOf(await newBusiness())).data.length > 0);
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { currency: 'USD' } });
  const { base, data } = await ratesOf(business);
  assert.equal(base, 'USD');
  const of = (wanted: string) => data.find(({ currency }) => currency === wanted)?.rate;
  assert.equal(of('DOP'), crossRate('1', '60.1'));
  assert.equal(of('EUR'), crossRate('69.2', '60.1'));
  assert.equal(of('USD'), undefined);
});

test('budgets of projects, labour costs and free deliveries keep their figures in a currency with other decimals', async () => {
  const { api, ...business } = await newBusiness();
  const { data: project } = await api.POST('/v1/project', { body: { name: 'Obra', budget: '123.45' } });
  const [bread, flour] = [await newResource(api, { name: 'Pan' }), await newResource(api, { name: 'Harina' })];
  const parts = [{ resourceId: flour.id, quantity: '1' }];
  const { data: batch } = await api.POST('/v1/resource/production', {
    body: {
      resourceId: bread.id,
      divisionId: await mainDivision({ api, ...business }),
      quantity: '1',
      recipe: { parts, labourCost: '7.77' },
    },
  });
  const { id: resourceId } = await newResource(api, { name: 'Envío', kind: 'service', prices: [{ amount: '10' }] });
  await api.POST('/v1/marketplace/delivery-method', {
    body: { kind: 'delivery', name: 'Envío', resourceId, freeFrom: '250.50' },
  });
  await api.PATCH('/v1/organization', { body: { currency: 'JPY' } });
  const read = await api.GET('/v1/project/{projectId}', { params: { path: { projectId: project!.id } } });
  const path = { productionId: batch!.id };
  const recipe = await api.GET('/v1/resource/production/{productionId}/recipe', { params: { path } });
  const methods = await api.GET('/v1/marketplace/delivery-method');
  assert.deepEqual([read.data?.budget, recipe.data?.labourCost, methods.data?.data[0]?.freeFrom], ['123', '8', '251']);
});

test('an organization with a document or a line of a bank statement keeps its currency', async () => {
  const [seller, importer] = [await newBusiness(), await newBusiness()];
  await newDocument(seller.api, { kind: 'quote' });
  const { id: accountId } = await newDrawer(importer, { kind: 'bank' });
  await importer.api.POST('/v1/account/{accountId}/statement', {
    params: { path: { accountId } },
    body: {
      format: 'csv',
      content: 'fecha,monto\n2026-11-16,-10.55',
      csv: { header: true, dateFormat: 'yyyy-MM-dd', columns: { date: 'fecha', amount: 'monto' } },
    },
  });
  for (const { api } of [seller, importer]) {
    const { error } = await api.PATCH('/v1/organization', { body: { currency: 'USD' } });
    assert.equal(error?.code, 'currency_in_use');
  }
});

test('an own rate takes precedence over the published one of its day, applies until a newer one, and can be removed', async () => {
  const business = await newBusiness();
  await eventually(async () => (await ratesOf(business)).data.length > 0);
  const set = (date: string, rate: string | null) =>
    business.api.PUT('/v1/currency/rates', { body: { date, rates: [{ currency: 'USD', rate }] } });
  const usd = async (date: string) => (await ratesOf(business, { date, currency: 'USD' })).data[0];
  await set('2026-01-02', '59');
  await set('2026-03-01', '62.5');
  assert.deepEqual(await usd('2026-01-02'), { currency: 'USD', rate: '59', date: '2026-01-02', source: 'manual' });
  assert.equal((await usd('2026-02-28'))?.rate, '59');
  assert.equal((await usd('2026-04-01'))?.rate, '62.5');
  await set('2026-01-02', null);
  assert.equal((await usd('2026-01-02'))?.rate, '60.1');
  const seen = await app.engine.within(business.id, (ctx) => rateOn(ctx, 'USD', '2026-03-05'));
  assert.equal(seen?.rate, '62.5');
  const other = await newBusiness();
  assert.equal((await ratesOf(other, { date: '2026-04-01', currency: 'USD' })).data[0]?.rate, '60.1');
});

test('an invalid rate is refused and sets nothing', async () => {
  const business = await newBusiness();
  const code = async (body: object) =>
    (await business.api.PUT('/v1/currency/rates', { body: body as never })).error?.code;
  assert.equal(await code({ rates: [{ currency: 'DOP', rate: '2' }] }), 'rate_of_own_currency');
  assert.equal(await code({ rates: [{ currency: 'USD', rate: '0' }] }), 'invalid_request');
  assert.equal(await code({ rates: [{ currency: 'USD', rate: '-1' }] }), 'invalid_request');
  assert.equal(await code({ rates: [] }), 'invalid_request');
  const twice = [1, 2].map((rate) => ({ currency: 'USD', rate }));
  assert.equal(await code({ rates: twice }), 'invalid_request');
  const { api } = await newMember(business, 'viewer');
  const denied = await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '1' }] } });
  assert.equal(denied.response.status, 403);
  assert.equal((await ratesOf(business)).data.filter(({ source }) => source === 'manual').length, 0);
});

test('the file of rates is read each time, and a wrong row invalidates it', async () => {
  const path = join(process.env.TEST_FOLDER!, `rates-${process.pid}.csv`);
  const publisher = fileRatesAdapter({ path }).connect({}, '');
  assert.deepEqual(await publisher.publishedSince(null), []);
  await writeFile(path, 'date,base,currency,rate\n2026-01-01,DOP,USD,60\n2026-01-02,DOP,USD,61\n');
  assert.equal((await publisher.publishedSince('2026-01-02')).length, 1);
  await writeFile(path, 'date,base,currency,rate\n2026-01-01,DOP,USD,sixty\n');
  await assert.rejects(publisher.publishedSince(null));
});

test('amounts change currency by their minor units, rounded half away from zero', () => {
  assert.equal(converted(100n, '60.255', 'USD', 'DOP'), 6026n);
  assert.equal(converted(100n, '150.5', 'USD', 'JPY'), 151n);
  assert.equal(converted(151n, '0.0066', 'JPY', 'USD'), 100n);
});

test('a rate that is older than the setting allows is shown and not used', async () => {
  const business = await newBusiness();
  await eventually(async () => (await ratesOf(business)).data.length > 0);
  const use = (date: string) => app.engine.within(business.id, (ctx) => rateOn(ctx, 'USD', date));
  assert.equal((await use('2026-11-15'))?.rate, '60.1');
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'accounting', value: { rateMaxAgeDays: 7 } },
  });
  assert.equal(await use('2026-11-15'), null);
  assert.equal((await use('2026-01-09'))?.rate, '60.1');
  assert.equal((await ratesOf(business, { date: '2026-11-15', currency: 'USD' })).data.length, 1);
  const invoice = { currency: 'USD', elements: [{ description: 'Arroz', unitPrice: '100' }] };
  const refused = await business.api.POST('/v1/record/pending', { body: invoice });
  assert.equal(refused.error?.code, 'rate_unknown');
  await business.api.PUT('/v1/currency/rates', {
    body: { date: '2026-01-03', rates: [{ currency: 'USD', rate: '61' }] },
  });
  assert.equal((await use('2026-11-15'))?.rate, '61', 'Own rates hold until they are replaced.');
});
