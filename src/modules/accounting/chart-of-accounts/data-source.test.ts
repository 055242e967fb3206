import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createClient } from '#client';
import { modules } from '#modules/index.ts';
import { newId } from '#platform/id.ts';
import { app, type Business, newBusiness, newMember, startTestApp } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { rewriteRecord, voidRecord, writeRecord } from '../record/write-record.ts';
import { selectChart } from './chart.sql.ts';

const path = '/v1/chart-of-accounts/data-source';

async function add(business: Business, body: Record<string, unknown>) {
  const { data, error } = await business.api.POST(path, { body: body as never });
  assert.ok(data, `not added: ${error?.code} ${error?.detail}`);
  return data;
}

/** The ids of the chart by code, and of a division, a project and a contact of the business. */
async function worldOf(business: Business) {
  return app.engine.within(business.id, async (ctx) => {
    const organizationId = business.id;
    const [divisionId, projectId, contactId] = [newId(), newId(), newId()];
    const row = { organizationId, name: 'Algo', createdAt: ctx.now };
    await ctx.tx
      .insertInto('divisions')
      .values({ ...row, id: divisionId })
      .execute();
    await ctx.tx
      .insertInto('projects')
      .values({ ...row, id: projectId })
      .execute();
    await ctx.tx
      .insertInto('contacts')
      .values({ ...row, id: contactId })
      .execute();
    const chart = await selectChart(ctx);
    const id = (code: string) => chart.find((account) => account.code === code)!.id;
    return { divisionId, projectId, contactId, id };
  });
}

interface Entry {
  kind?: string;
  date?: string;
  debit: string;
  credit: string;
  pesos: number;
  purpose?: string;
  divisionId?: string;
  projectId?: string;
  contactId?: string;
  taxId?: string;
  resourceId?: string;
}

const contentOf = ({ kind = 'income', date = '2026-10-05', pesos, taxId, resourceId, purpose, ...entry }: Entry) => {
  const amount = BigInt(pesos * 100);
  const { debit, credit, ...dimensions } = entry;
  const transfers = [{ debit, credit, amount, taxId, resourceId, purpose: purpose ?? 'net' }];
  return { kind, date, amount, currency: 'DOP', baseAmount: amount, transfers, ...dimensions };
};

const record = (business: Business, entry: Entry) =>
  app.engine.within(business.id, (ctx) => writeRecord(ctx, contentOf(entry)));

async function elements(business: Business, id: string, query: Record<string, unknown> = {}) {
  const { data } = await business.api.GET(`${path}/{id}/elements`, { params: { path: { id }, query: query as never } });
  return data!;
}

async function balance(business: Business, accountId: string, query: Record<string, unknown> = {}) {
  const { data, error } = await business.api.GET('/v1/chart-of-accounts/{accountId}/balance-with-sources', {
    params: { path: { accountId }, query: query as never },
  });
  assert.ok(data, `no balance: ${error?.detail}`);
  return data;
}

test('a data source is added, found by name, changed and deleted', async () => {
  const business = await newBusiness();
  const { divisionId, id } = await worldOf(business);
  const made = await add(business, { name: 'Ventas de la sucursal', accountIds: [id('4')], divisionIds: [divisionId] });
  assert.deepEqual(
    [made.accountIds, made.divisionIds, made.recordKinds, made.version],
    [[id('4')], [divisionId], [], 1],
  );
  const { data: changed } = await business.api.PATCH(path, {
    body: { id: made.id, version: 1, divisionIds: [], recordKinds: ['income'], name: 'Ventas' },
  });
  assert.deepEqual(
    [changed!.name, changed!.accountIds, changed!.divisionIds, changed!.recordKinds, changed!.version],
    ['Ventas', [id('4')], [], ['income'], 2],
  );
  const { data: page } = await business.api.GET(path, { params: { query: { search: 'VENTAS' } } });
  assert.deepEqual(page!.data, [changed]);
  const remove = async (api = business.api) =>
    (await api.DELETE(`${path}/{id}`, { params: { path: { id: made.id } } })).response.status;
  assert.equal(await remove((await newBusiness()).api), 404);
  assert.equal(await remove(), 204);
  assert.equal(await remove(), 404);
});

test('a data source without selectors, with unknown references or with a taken name is refused', async () => {
  const business = await newBusiness();
  const elsewhere = await worldOf(await newBusiness());
  const { id } = await worldOf(business);
  const made = await add(business, { name: 'Ventas', accountIds: [id('4')] });
  const refused = async (body: object) => {
    const { error } = await business.api.POST(path, { body: { name: 'Otra', ...body } });
    return [error!.code, error!.errors[0]?.path];
  };
  assert.deepEqual(await refused({}), ['selector_empty', undefined]);
  assert.deepEqual(await refused({ name: 'Ventas', recordKinds: ['income'] }), ['source_name_taken', undefined]);
  assert.deepEqual(await refused({ recordKinds: ['No'] }), ['invalid_request', 'body.recordKinds[0]']);
  assert.deepEqual(await refused({ accountIds: [id('4'), id('4')] }), ['invalid_request', 'body.accountIds']);
  for (const [list, foreign] of [
    ['accountIds', elsewhere.id('4')],
    ['contactIds', elsewhere.contactId],
    ['divisionIds', elsewhere.divisionId],
    ['projectIds', elsewhere.projectId],
  ] as const) {
    assert.deepEqual(await refused({ [list]: [foreign] }), ['reference_not_found', `body.${list}`]);
    assert.deepEqual(await refused({ [list]: [newId()] }), ['reference_not_found', `body.${list}`]);
  }
  assert.deepEqual(await refused({ taxIds: [newId()] }), ['reference_not_found', 'body.taxIds[0]']);
  assert.deepEqual(await refused({ resourceIds: [newId()] }), ['reference_not_found', 'body.resourceIds[0]']);
  const change = async (body: object) =>
    (await business.api.PATCH(path, { body: { id: made.id, ...body } })).error?.code;
  assert.equal(await change({ accountIds: [] }), 'selector_empty');
  assert.equal(await change({ version: 7, name: 'Nueva' }), 'version_conflict');
  assert.equal((await business.api.PATCH(path, { body: { id: newId(), name: 'X' } })).error!.code, 'not_found');
});

test('an account that a data source names is not deleted', async () => {
  const business = await newBusiness();
  const { id } = await worldOf(business);
  await add(business, { name: 'Alquileres', accountIds: [id('6103')] });
  const { error } = await business.api.DELETE('/v1/chart-of-accounts/{accountId}', {
    params: { path: { accountId: id('6103') } },
  });
  assert.equal(error!.detail, 'A data source names it.');
});

test('the elements of a source are the transfers that every one of its lists matches, newest first', async () => {
  const business = await newBusiness();
  const { id, divisionId, projectId, contactId } = await worldOf(business);
  const [cash, bank, sales, rent] = [id('1101'), id('1102'), id('4101'), id('6103')];
  const first = await record(business, { debit: cash, credit: sales, pesos: 10, divisionId, contactId });
  const second = await record(business, { debit: bank, credit: sales, pesos: 20, projectId, date: '2026-10-06' });
  const third = await record(business, { kind: 'expense', debit: rent, credit: bank, pesos: 30, divisionId });
  const caught = async (selector: object, query = {}) => {
    const source = await add(business, { name: newId(), ...selector });
    return (await elements(business, source.id, query)).data.map(({ recordId }) => recordId);
  };
  assert.deepEqual(await caught({ accountIds: [id('4')] }), [second.id, first.id]);
  assert.deepEqual(await caught({ accountIds: [id('1102')] }), [second.id, third.id]);
  assert.deepEqual(await caught({ divisionIds: [divisionId] }), [third.id, first.id]);
  assert.deepEqual(await caught({ divisionIds: [divisionId], recordKinds: ['income'] }), [first.id]);
  assert.deepEqual(await caught({ contactIds: [contactId] }), [first.id]);
  assert.deepEqual(await caught({ projectIds: [projectId] }), [second.id]);
  assert.deepEqual(await caught({ recordKinds: ['income', 'expense'] }, { from: '2026-10-06' }), [second.id]);
  assert.deepEqual(await caught({ recordKinds: ['income', 'expense'] }, { to: '2026-10-05' }), [third.id, first.id]);
  const source = await add(business, { name: 'Ventas', accountIds: [sales] });
  const page = await elements(business, source.id, { itemsPerPage: 1 });
  assert.deepEqual([page.total, page.hasMore], [2, true]);
  assert.deepEqual(
    [page.data[0]!.debit.code, page.data[0]!.credit.code, page.data[0]!.amount, page.data[0]!.takesBack],
    ['1102', '4101', '20.00', false],
  );
  const rest = await elements(business, source.id, { cursor: page.nextCursor });
  assert.deepEqual([rest.data.map(({ amount }) => amount), rest.nextCursor], [['10.00'], null]);
});

test('taxes and items are selected once a module knows them', async () => {
  const [taxId, resourceId] = [newId(), newId()];
  const known = (field: string, id: string) => ({ field, exists: async (_: unknown, asked: string) => asked === id });
  const entityKinds = [known('taxId', taxId), known('resourceId', resourceId)];
  const service = await startTestApp(
    {},
    { databaseUrl: app.databaseUrl, modules: [...modules, { name: 'trial', uses: [], entityKinds }] },
  );
  try {
    const business = await newBusiness();
    const api = createClient({ baseUrl: service.publicUrl, credentials: { token: business.owner.token } });
    const { id } = await worldOf(business);
    const net = { debit: id('1101'), credit: id('4101'), pesos: 100, resourceId };
    const tax = { debit: id('1101'), credit: id('2102'), pesos: 18, taxId, purpose: 'tax' };
    const [sold, taxed] = [await record(business, net), await record(business, tax)];
    const ofTax = await add({ ...business, api }, { name: 'ITBIS', taxIds: [taxId] });
    const ofItem = await add({ ...business, api }, { name: 'Arroz', resourceIds: [resourceId] });
    assert.equal((await elements(business, ofTax.id)).data[0]!.recordId, taxed.id);
    assert.equal((await elements(business, ofItem.id)).data[0]!.recordId, sold.id);
    const split = await balance(business, id('1101'), { to: '2026-10-31' });
    assert.deepEqual(
      split.sources.map((share) => [share.dataSource.name, share.balance]),
      [
        ['Arroz', '100.00'],
        ['ITBIS', '18.00'],
      ],
    );
  } finally {
    await service.stop();
  }
});

test('a record that was changed or voided shows all that it posted', async () => {
  const business = await newBusiness();
  const { id } = await worldOf(business);
  const entry = { debit: id('1101'), credit: id('4101'), pesos: 10 };
  const made = await record(business, entry);
  await app.engine.within(business.id, async (ctx) => {
    await rewriteRecord(ctx, made.id, 1, async () => contentOf({ ...entry, pesos: 7 }));
    await voidRecord(ctx, made.id);
  });
  const source = await add(business, { name: 'Ventas', accountIds: [id('4')] });
  const { data } = await elements(business, source.id);
  assert.deepEqual(
    data.map(({ recordVersion, takesBack, amount, recordStatus }) => [recordVersion, takesBack, amount, recordStatus]),
    [
      [2, true, '7.00', 'void'],
      [2, false, '7.00', 'void'],
      [1, true, '10.00', 'void'],
      [1, false, '10.00', 'void'],
    ],
  );
});

test('a balance is split by source, each movement once, and the remainder by its origin', async () => {
  const business = await newBusiness();
  const { id, divisionId, contactId } = await worldOf(business);
  const [cash, sales, interest] = [id('1101'), id('4101'), id('4201')];
  await record(business, { debit: cash, credit: sales, pesos: 40, date: '2026-09-30' });
  await record(business, { debit: cash, credit: sales, pesos: 100, divisionId });
  await record(business, { debit: cash, credit: sales, pesos: 25, divisionId, contactId });
  await record(business, { debit: cash, credit: sales, pesos: 7, contactId });
  await record(business, { kind: 'journal', debit: cash, credit: interest, pesos: 3, purpose: 'interest' });
  const branch = await add(business, { name: 'Sucursal', divisionIds: [divisionId] });
  const customer = await add(business, { name: 'Cliente', contactIds: [contactId] });
  const period = { from: '2026-10-01', to: '2026-10-31' };
  const split = await balance(business, id('4'), { ...period, dataSourceIds: `${branch.id},${customer.id}` });
  assert.deepEqual([split.opening, split.balance, split.closing], ['40.00', '135.00', '175.00']);
  assert.deepEqual(
    split.sources.map((share) => [share.dataSource.name, share.balance, share.caught, share.movements]),
    [
      ['Sucursal', '125.00', '125.00', 2],
      ['Cliente', '7.00', '32.00', 1],
    ],
  );
  assert.deepEqual(split.remainder, {
    balance: '3.00',
    movements: 1,
    origins: [{ recordKind: 'journal', purpose: 'interest', balance: '3.00', movements: 1 }],
  });
  const byName = await balance(business, id('4'), period);
  assert.deepEqual(
    byName.sources.map((share) => [share.dataSource.name, share.balance]),
    [
      ['Cliente', '32.00'],
      ['Sucursal', '100.00'],
    ],
  );
  const fromSales = await add(business, { name: 'De ventas', accountIds: [sales] });
  const till = await balance(business, cash, { to: '2026-10-31', dataSourceIds: fromSales.id });
  assert.deepEqual([till.balance, till.sources[0]!.balance, till.remainder.balance], ['175.00', '172.00', '3.00']);
  const ofBranch = await balance(business, id('4'), { ...period, divisionId });
  assert.equal(ofBranch.balance, '125.00');
});

test('a balance with sources can be asked for a past moment', async () => {
  const business = await newBusiness({ sandbox: true });
  const { id } = await worldOf(business);
  const entry = { debit: id('1101'), credit: id('4101'), pesos: 10 };
  const made = await record(business, entry);
  await add(business, { name: 'Ventas', recordKinds: ['income'] });
  const query = { from: '2026-10-01', to: '2026-10-31' };
  const then = await balance(business, id('4'), query);
  await moveClock(business, Temporal.Now.instant().add({ hours: 24 }));
  await app.engine.within(business.id, (ctx) => voidRecord(ctx, made.id));
  assert.equal((await balance(business, id('4'), query)).balance, '0.00');
  assert.deepEqual(await balance(business, id('4'), { ...query, knownAt: then.knownAt }), then);
});

test('sources that are not here, and accounts of others, are as good as random ids', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const { id } = await worldOf(business);
  const source = await add(other, { name: 'Ajena', recordKinds: ['income'] });
  const ask = async (accountId: string, dataSourceIds?: string) => {
    const { error } = await business.api.GET('/v1/chart-of-accounts/{accountId}/balance-with-sources', {
      params: { path: { accountId }, query: { ...(dataSourceIds && { dataSourceIds }) } },
    });
    return error?.code;
  };
  for (const dataSourceId of [source.id, newId()])
    assert.equal(await ask(id('4'), dataSourceId), 'reference_not_found');
  for (const accountId of [(await worldOf(other)).id('4'), newId()]) assert.equal(await ask(accountId), 'not_found');
  assert.equal(await ask(id('4'), 'nonsense'), 'invalid_request');
  const { error } = await business.api.GET(`${path}/{id}/elements`, { params: { path: { id: source.id } } });
  assert.equal(error!.code, 'not_found');
});

test('a viewer reads sources and changes none', async () => {
  const business = await newBusiness();
  const made = await add(business, { name: 'Ventas', recordKinds: ['income'] });
  const { api } = await newMember(business, 'viewer');
  assert.equal((await api.GET(path)).response.status, 200);
  assert.equal((await api.POST(path, { body: { name: 'X', recordKinds: ['income'] } })).response.status, 403);
  assert.equal((await api.PATCH(path, { body: { id: made.id, name: 'X' } })).response.status, 403);
  assert.equal((await api.DELETE(`${path}/{id}`, { params: { path: { id: made.id } } })).response.status, 403);
});

test('in any history, shares and remainder add up to the balance', async () => {
  const business = await newBusiness();
  const { id, divisionId, projectId, contactId } = await worldOf(business);
  const codes = ['1101', '1102', '2101', '4101', '6103'];
  for (const selector of [
    { divisionIds: [divisionId] },
    { contactIds: [contactId], recordKinds: ['income'] },
    { accountIds: [id('4')] },
    { accountIds: [id('1102'), id('6')], projectIds: [projectId] },
  ])
    await add(business, { name: newId(), ...selector });
  const entry = fc.record({
    kind: fc.constantFrom('income', 'expense'),
    date: fc.constantFrom('2026-09-29', '2026-10-01', '2026-10-15', '2026-11-02'),
    debit: fc.nat(4),
    apart: fc.integer({ min: 1, max: 4 }),
    pesos: fc.integer({ min: 1, max: 1_000_000 }),
    divided: fc.boolean(),
    projected: fc.boolean(),
    contacted: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 6 }),
      fc.constantFrom('1', '11', '4', '4101'),
      async (entries, code) => {
        for (const { debit, apart, divided, projected, contacted, ...given } of entries) {
          await record(business, {
            ...given,
            debit: id(codes[debit]!),
            credit: id(codes[(debit + apart) % 5]!),
            ...(divided && { divisionId }),
            ...(projected && { projectId }),
            ...(contacted && { contactId }),
          });
        }
        const split = await balance(business, id(code), { from: '2026-10-01', to: '2026-10-31' });
        const { data } = await business.api.GET('/v1/chart-of-accounts', {
          params: { query: { view: 'flat', balances: true, date: '2026-10-31', itemsPerPage: 200 } },
        });
        assert.equal(split.closing, data!.data.find((account) => account.code === code)!.balance);
        const cents = (text: string) => BigInt(text.replace('.', ''));
        const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);
        const shares = [...split.sources.map((share) => share.balance), split.remainder.balance];
        assert.equal(sum(shares), cents(split.balance));
        assert.equal(sum(split.remainder.origins.map((origin) => origin.balance)), cents(split.remainder.balance));
      },
    ),
    { numRuns: 8 },
  );
});

test('a data source refuses kinds of records that do not exist', async () => {
  const { api } = await newBusiness();
  const create = (recordKinds: string[]) => api.POST(path, { body: { name: 'Ventas', recordKinds } as never });
  const wrong = await create(['incmoe']);
  assert.deepEqual([wrong.response.status, wrong.error?.errors[0]?.path], [400, 'body.recordKinds[0]']);
  assert.equal((await create(['income', 'sale-return', 'stock-adjustment'])).response.status, 201);
});
