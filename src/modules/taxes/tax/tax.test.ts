import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requireTaxes } from '#modules/taxes/index.ts';
import { newId } from '#platform/id.ts';
import { Refusal } from '#platform/refusal.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';

const listed = async (business: Business, query = {}) =>
  (await business.api.GET('/v1/taxes/list', { params: { query } })).data!.data;
const taxOf = async (business: Business, code: string, query = {}) =>
  (await listed(business, query)).find((tax) => tax.code === code)!;

/** The rate that a document of a day takes. */
const rateOn = (business: Business, id: string, date: string) =>
  app.engine.within(business.id, async (ctx) => {
    const taxes = await requireTaxes(ctx, [id], Temporal.PlainDate.from(date), 'body.taxIds');
    return taxes.get(id)!.rate;
  });

test('a new organization has the legal taxes with their dated rates', async () => {
  const business = await newBusiness();
  const itbis = await taxOf(business, 'ITBIS-18');
  assert.deepEqual([itbis.kind, itbis.base, itbis.rate, itbis.ratesOfLaw], ['itbis', 'net', '18', true]);
  const fees = await taxOf(business, 'RET-ISR-HON', { date: '2026-06-30' });
  assert.deepEqual([fees.rate, (await taxOf(business, 'RET-ISR-HON', { date: '2026-07-01' })).rate], ['10', '15']);
  assert.equal(await rateOn(business, fees.id, '2026-06-30'), '10');
  assert.equal(await rateOn(business, fees.id, '2026-07-01'), '15');
  const withheld = await taxOf(business, 'RET-ITBIS-30');
  assert.deepEqual([withheld.base, withheld.rate], ['itbis', '30']);
  assert.deepEqual(
    (await listed(business, { kind: 'tip' })).map(({ code, rate }) => [code, rate]),
    [['PROPINA', '10']],
  );
});

test('taxes are listed by several kinds, in a chosen order, and page by cursor', async () => {
  const { api } = await newBusiness();
  const query = { kind: ['tip' as const, 'itbis' as const], sort: '-code' as const, itemsPerPage: 2 };
  const first = (await api.GET('/v1/taxes/list', { params: { query } })).data!;
  const rest = await api.GET('/v1/taxes/list', { params: { query: { ...query, cursor: first.nextCursor! } } });
  const codes = [...first.data, ...rest.data!.data].map(({ code }) => code);
  assert.equal(codes[0], 'PROPINA');
  assert.deepEqual(codes, [...new Set(codes)].toSorted().toReversed());
  assert.ok(codes.length > 2);
});

test('a tax is refused on days it is not in force, and always once archived', async () => {
  const business = await newBusiness();
  const informal = await taxOf(business, 'RET-ITBIS-75');
  assert.equal(informal.rate, null);
  assert.equal(await rateOn(business, informal.id, '2018-01-15'), '75');
  const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.kind.code === code;
  await assert.rejects(rateOn(business, informal.id, '2026-01-15'), refusedWith('tax_not_in_force'));
  const itbis = await taxOf(business, 'ITBIS-18');
  await business.api.PATCH('/v1/taxes', { body: { id: itbis.id, archived: true } });
  await assert.rejects(rateOn(business, itbis.id, '2026-11-15'), refusedWith('reference_not_found'));
  await assert.rejects(rateOn(business, newId(), '2026-11-15'), refusedWith('reference_not_found'));
  assert.equal(await taxOf(business, 'ITBIS-18'), undefined);
  assert.equal((await taxOf(business, 'ITBIS-18', { archived: 'true' })).archived, true);
});

test('a custom tax has dated rates, each valid until the next begins', async () => {
  const business = await newBusiness();
  const rates = [
    { validFrom: '2026-07-01', rate: '12.5' },
    { validFrom: '2026-01-01', rate: '10' },
  ];
  const made = await business.api.POST('/v1/taxes', {
    body: { code: 'MUNICIPAL', name: 'Arbitrio', kind: 'other', rates },
  });
  assert.equal(made.response.status, 201);
  assert.deepEqual(made.data!.rates, [
    { validFrom: '2026-01-01', validUntil: '2026-06-30', rate: '10' },
    { validFrom: '2026-07-01', validUntil: null, rate: '12.5' },
  ]);
  assert.equal(await rateOn(business, made.data!.id, '2026-06-30'), '10');
  assert.equal(await rateOn(business, made.data!.id, '2026-07-01'), '12.5');
  const changed = await business.api.PATCH('/v1/taxes', {
    body: { id: made.data!.id, version: 1, name: 'Arbitrio municipal', rates: [{ validFrom: '2026-01-01', rate: 11 }] },
  });
  assert.deepEqual([changed.data!.name, changed.data!.version], ['Arbitrio municipal', 2]);
  assert.equal(await rateOn(business, made.data!.id, '2026-07-01'), '11');
});

test('a legal tax can have custom rates and return to the legal ones', async () => {
  const business = await newBusiness();
  const { id } = await taxOf(business, 'PROPINA');
  const own = await business.api.PATCH('/v1/taxes', { body: { id, rates: [{ validFrom: '2020-01-01', rate: '12' }] } });
  assert.deepEqual([own.data!.rate, own.data!.ratesOfLaw, own.data!.ofLaw], ['12', false, true]);
  assert.equal(await rateOn(business, id, '2026-11-15'), '12');
  const law = await business.api.PATCH('/v1/taxes', { body: { id, rates: [] } });
  assert.deepEqual([law.data!.rate, law.data!.ratesOfLaw], ['10', true]);
});

describe('a tax is refused', () => {
  test('with a code that is taken, overlapping rates, no rate, or an unknown account', async () => {
    const business = await newBusiness();
    const body = { code: 'X', name: 'X', kind: 'other' as const, rates: [{ validFrom: '2026-01-01', rate: '1' }] };
    const refused = async (change: object) =>
      (await business.api.POST('/v1/taxes', { body: { ...body, ...change } })).error!.code;
    assert.equal(await refused({ code: 'ITBIS-18' }), 'tax_code_taken');
    const twice = [...body.rates, { validFrom: '2026-01-01', rate: '2' }];
    assert.equal(await refused({ rates: twice }), 'rates_overlap');
    const until = [
      { validFrom: '2026-01-01', validUntil: '2026-02-01', rate: '1' },
      { validFrom: '2026-02-01', rate: '2' },
    ];
    assert.equal(await refused({ rates: until }), 'rates_overlap');
    assert.equal(await refused({ rates: [] }), 'invalid_request');
    assert.equal(await refused({ rates: [{ validFrom: '2026-01-01', rate: '101' }] }), 'invalid_request');
    assert.equal(await refused({ chartAccountId: newId() }), 'reference_not_found');
    assert.equal(await refused({ credit: 'none' }), 'credit_only_of_itbis');
    const { data } = await business.api.POST('/v1/taxes', { body });
    const emptied = await business.api.PATCH('/v1/taxes', { body: { id: data!.id, rates: [] } });
    const stale = await business.api.PATCH('/v1/taxes', { body: { id: data!.id, version: 7, name: 'Y' } });
    assert.deepEqual([emptied.error!.code, stale.error!.code], ['tax_without_rate', 'version_conflict']);
    const credited = await business.api.PATCH('/v1/taxes', { body: { id: data!.id, credit: 'proportional' } });
    assert.equal(credited.error!.code, 'credit_only_of_itbis');
  });

  test('from a viewer, and from another organization', async () => {
    const business = await newBusiness();
    const { id } = await taxOf(business, 'ITBIS-18');
    const viewer = await newMember(business);
    assert.equal((await viewer.api.PATCH('/v1/taxes', { body: { id, name: 'Mío' } })).error!.code, 'forbidden');
    const other = await newBusiness();
    for (const unknown of [id, newId()]) {
      const change = await other.api.PATCH('/v1/taxes', { body: { id: unknown, name: 'Mío' } });
      assert.equal(change.error!.code, 'not_found');
    }
  });
});

test('legal parameters can be read for any day', async () => {
  const { api } = await newBusiness();
  const on = async (date: string) => (await api.GET('/v1/taxes/parameters', { params: { query: { date } } })).data!;
  const wageOn = async (date: string) => (await on(date)).data.find(({ name }) => name === 'tss-base-wage')!.value;
  assert.deepEqual([await wageOn('2026-01-31'), await wageOn('2026-02-01')], ['21674.80', '23223.00']);
  assert.equal((await on('2026-12-31')).incomeTaxScale[1]!.above, '416220');
  assert.equal((await on('2027-01-01')).incomeTaxScale[1]!.above, '480000.01');
});
