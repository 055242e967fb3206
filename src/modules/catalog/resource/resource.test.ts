import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireResources } from '#modules/catalog/index.ts';
import { newId } from '#platform/id.ts';
import { chartId, newContact, newDivision } from '#test/books.ts';
import { newResource, refusedResource } from '#test/catalog.ts';
import { payloadsOf } from '#test/events.ts';
import { app, newBusiness, newMember } from '#test/harness.ts';

test('a resource keeps its given fields and gets defaults for the others', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: taxes } = await api.GET('/v1/taxes/list');
  const taxIds = [taxes!.data[0]!.id];
  const [salesChartAccountId, divisionId, contactId] = [
    await chartId(business, 'sales'),
    await newDivision(business),
    await newContact(business),
  ];
  const made = await newResource(api, {
    name: 'Arroz selecto 5 lb',
    code: 'arr-005',
    barcodes: ['7460123456789', 'CAJA 12'],
    category: 'Granos',
    attributes: { marca: 'La Garza', libras: 5, integral: false },
    images: ['https://example.com/arroz.jpg'],
    cost: 155,
    minStockAlert: '12',
    salesChartAccountId,
    taxIds,
    prices: [
      { amount: '195' },
      { label: 'mayorista', amount: '178.505', minimumQuantity: '12', currency: 'USD' },
      { amount: '150.00', divisionId, contactId, validFrom: '2026-11-01', validTo: '2026-11-30' },
    ],
  });
  const { data } = await api.GET('/v1/resource/{resourceId}', { params: { path: { resourceId: made.id } } });
  assert.deepEqual(data, made);
  const { prices, id, createdAt, updatedAt, ...fields } = made;
  assert.deepEqual(fields, {
    kind: 'goods',
    name: 'Arroz selecto 5 lb',
    code: 'arr-005',
    barcodes: ['7460123456789', 'CAJA 12'],
    description: '',
    unit: 'unidad',
    category: 'Granos',
    attributes: { marca: 'La Garza', libras: 5, integral: false },
    images: ['https://example.com/arroz.jpg'],
    cost: '155.00',
    currency: 'DOP',
    tracksStock: true,
    tracksSerials: false,
    tracksLots: false,
    allowsNegativeStock: null,
    minStockAlert: '12',
    supplierId: null,
    purchaseMultiple: null,
    leadTimeDays: null,
    salesChartAccountId,
    expenseChartAccountId: null,
    taxIds,
    parts: [],
    marketplace: { status: 'none', note: null, requestedAt: null, decidedAt: null },
    archivedAt: null,
    version: 1,
  });
  assert.deepEqual(
    prices.map(({ label, amount, currency, minimumQuantity, divisionId: at, contactId: to, validFrom, validTo }) => [
      label,
      amount,
      currency,
      minimumQuantity,
      at,
      to,
      validFrom,
      validTo,
    ]),
    [
      ['general', '195.00', 'DOP', '0', null, null, null, null],
      ['general', '150.00', 'DOP', '0', divisionId, contactId, '2026-11-01', '2026-11-30'],
      ['mayorista', '178.505', 'USD', '12', null, null, null, null],
    ],
  );
});

test('a service and a combo have no stock, and a combo is made of other resources', async () => {
  const { api } = await newBusiness();
  const rice = await newResource(api);
  const service = await newResource(api, { name: 'Entrega a domicilio', kind: 'service' });
  assert.equal(service.tracksStock, false);
  const parts = [
    { resourceId: rice.id, quantity: '2' },
    { resourceId: service.id, quantity: '1' },
  ];
  const combo = await newResource(api, { name: 'Canasta', kind: 'combo', parts });
  assert.deepEqual(combo.parts.toSorted(byId), parts.toSorted(byId));
  assert.deepEqual(await refusedResource(api, { kind: 'combo' }), ['resource_invalid', 'body.parts']);
  assert.deepEqual(await refusedResource(api, { parts }), ['resource_invalid', 'body.parts']);
  assert.deepEqual(await refusedResource(api, { kind: 'combo', parts: [{ resourceId: combo.id, quantity: 1 }] }), [
    'resource_invalid',
    'body.parts[0].resourceId',
  ]);
  assert.deepEqual(await refusedResource(api, { kind: 'service', tracksStock: true }), [
    'resource_invalid',
    'body.tracksStock',
  ]);
  assert.deepEqual(await refusedResource(api, { tracksSerials: true, allowsNegativeStock: true }), [
    'resource_invalid',
    'body.allowsNegativeStock',
  ]);
  assert.deepEqual(await refusedResource(api, { tracksSerials: true, tracksStock: false }), [
    'resource_invalid',
    'body.tracksSerials',
  ]);
});

const byId = (a: { resourceId: string }, b: { resourceId: string }) => a.resourceId.localeCompare(b.resourceId);

test('codes and barcodes are unique in an organization, however a code is written', async () => {
  const { api } = await newBusiness();
  await newResource(api, { code: 'ARR-1', barcodes: ['111', '112'] });
  assert.deepEqual(await refusedResource(api, { code: 'arr-1' }), ['resource_code_taken', 'body.code']);
  assert.deepEqual(await refusedResource(api, { barcodes: ['113', '112'] }), ['barcode_taken', 'body.barcodes[1]']);
  const other = await newBusiness();
  await newResource(other.api, { code: 'ARR-1', barcodes: ['111'] });
});

test('of many concurrent requests for the same code and barcode, one succeeds', async () => {
  const { api } = await newBusiness();
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      api.POST('/v1/resource', {
        body: { name: `Arroz ${place}`, ...(place % 2 ? { code: 'A' } : {}), barcodes: ['1'] },
      }),
    ),
  );
  assert.equal(tries.filter(({ data }) => data).length, 1);
  assert.ok(tries.every(({ data, error }) => data || ['resource_code_taken', 'barcode_taken'].includes(error!.code)));
  const { data } = await api.GET('/v1/resource');
  assert.equal(data!.total, 1);
});

test('of two concurrent changes to the same code, one succeeds', async () => {
  const { api } = await newBusiness();
  const [one, other] = [await newResource(api), await newResource(api)];
  const moves = await Promise.all(
    [one, other].map(({ id }) => api.PATCH('/v1/resource', { body: { id, code: 'X', barcodes: ['9'] } })),
  );
  assert.deepEqual(moves.map(({ response }) => response.status).toSorted(), [200, 409]);
});

test('unknown references of a resource are refused', async () => {
  const business = await newBusiness();
  const id = newId();
  for (const [details, path] of [
    [{ salesChartAccountId: id }, 'body.salesChartAccountId'],
    [{ expenseChartAccountId: id }, 'body.expenseChartAccountId'],
    [{ taxIds: [id] }, 'body.taxIds[0]'],
    [{ kind: 'combo', parts: [{ resourceId: id, quantity: 1 }] }, 'body.parts[0].resourceId'],
    [{ prices: [{ amount: 1, divisionId: id }] }, 'body.prices[0].divisionId'],
    [{ prices: [{ amount: 1, contactId: id }] }, 'body.prices[0].contactId'],
  ] as const) {
    assert.deepEqual(await refusedResource(business.api, details), ['reference_not_found', path]);
  }
});

test('a change keeps the fields it leaves out, raises the version and announces the changed fields', async () => {
  const { api } = await newBusiness();
  const made = await newResource(api, { code: 'A', barcodes: ['1', '2'], category: 'Granos', cost: '10' });
  const { data } = await api.PATCH('/v1/resource', {
    body: { id: made.id, version: 1, name: 'Arroz integral', cost: '12.5', barcodes: ['2', '3'], category: null },
  });
  assert.deepEqual(
    [data!.name, data!.code, data!.cost, data!.barcodes, data!.category, data!.version],
    ['Arroz integral', 'A', '12.50', ['2', '3'], null, 2],
  );
  const stale = await api.PATCH('/v1/resource', { body: { id: made.id, version: 1, name: 'Otro' } });
  assert.equal(stale.error?.code, 'version_conflict');
  const same = await api.PATCH('/v1/resource', { body: { id: made.id, cost: '12.500', barcodes: ['2', '3'] } });
  assert.equal(same.data!.version, 2);
  assert.deepEqual(
    (await payloadsOf({ api }, 'resource:updated')).map((payload) => ({ old: payload.old, new: payload.new })),
    [
      {
        old: { name: 'Arroz selecto', cost: '10', barcodes: ['1', '2'], category: 'Granos' },
        new: { name: 'Arroz integral', cost: '12.5', barcodes: ['2', '3'], category: null },
      },
    ],
  );
});

test('resources are found by words of the name, by code and by barcode, and listed by name', async () => {
  const { api } = await newBusiness();
  const beans = await newResource(api, { name: 'Habichuelas rojas', code: 'GR-2', category: 'Granos' });
  const rice = await newResource(api, {
    name: 'Árroz selecto',
    code: 'GR-1',
    barcodes: ['7460001'],
    category: 'Granos',
  });
  const service = await newResource(api, { name: 'Entrega', kind: 'service' });
  const ids = async (query: Record<string, unknown> = {}) =>
    (await api.GET('/v1/resource', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await ids(), [rice.id, service.id, beans.id]);
  assert.deepEqual(await ids({ search: 'sel arr' }), [rice.id]);
  assert.deepEqual(await ids({ search: 'gr-' }), [rice.id, beans.id]);
  assert.deepEqual(await ids({ search: '746' }), [rice.id]);
  assert.deepEqual(await ids({ search: 'rojas arroz' }), []);
  assert.deepEqual(await ids({ code: 'gr-2' }), [beans.id]);
  assert.deepEqual(await ids({ barcode: '7460001' }), [rice.id]);
  assert.deepEqual(await ids({ kind: 'service' }), [service.id]);
  assert.deepEqual(await ids({ kind: 'service,combo', sort: '-name' }), [service.id]);
  assert.deepEqual(await ids({ sort: '-created' }), [service.id, rice.id, beans.id]);
  assert.deepEqual(await ids({ search: 'gr-', sort: '-name' }), [beans.id, rice.id]);
  assert.deepEqual(await ids({ category: 'Granos', tracksStock: 'true' }), [rice.id, beans.id]);
  await api.PATCH('/v1/resource/bulk/archive', { body: { ids: [rice.id] } });
  assert.deepEqual(await ids({ search: 'arroz' }), []);
  assert.deepEqual(await ids({ archived: 'true' }), [rice.id]);
  assert.deepEqual(await ids({ archived: 'all' }), [rice.id, service.id, beans.id]);
  await api.PATCH('/v1/resource', { body: { id: beans.id, name: 'Gandules' } });
  assert.deepEqual(await ids({ search: 'habichuelas' }), []);
  const { data: picked } = await api.GET('/v1/resource/list', { params: { query: { search: 'gand' } } });
  assert.deepEqual(
    picked!.data.map(({ id, code, price }) => [id, code, price]),
    [[beans.id, 'GR-2', null]],
  );
});

test('a common text lists every match once, by word, code and barcode', async () => {
  const { api } = await newBusiness();
  const count = 2_100;
  for (let from = 0; from < count; from += 700) {
    const resources = Array.from({ length: 700 }, (_, place) => ({
      name: `Tornillo tornado ${from + place}`,
      code: `Z-${from + place}`,
      barcodes: [`999${from + place}`, `9990${from + place}`],
      category: `Pasillo ${(from + place) % 7}`,
    }));
    const { data } = await api.POST('/v1/resource/bulk', { body: { resources } });
    assert.equal(data?.createdCount, 700);
  }
  for (const search of ['torn', 'tornillo torn', 'z-', '999']) {
    const { data: first } = await api.GET('/v1/resource/list', { params: { query: { search, itemsPerPage: 3 } } });
    assert.deepEqual([first!.total, first!.totalIsLowerBound], [100, true], search);
    const counted = await api.GET('/v1/resource/list', { params: { query: { search, count: 'exact' } } });
    assert.deepEqual([counted.data!.total, counted.data!.totalIsLowerBound], [count, undefined], search);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { search, limit: 800, ...(cursor && { cursor }) };
      const { data } = await api.GET('/v2/resource/ids', { params: { query } });
      seen.push(...data!.data);
      cursor = data!.nextCursor;
    }
    assert.equal(seen.length, count, search);
    assert.equal(new Set(seen).size, count, search);
    const page = await api.GET('/v2/resource', {
      params: { query: { search, cursor: first!.nextCursor!, itemsPerPage: 200 } },
    });
    assert.deepEqual(
      [...first!.data, ...page.data!.data].map(({ id }) => id),
      seen.slice(0, 203),
      search,
    );
    const backwards = await api.GET('/v1/resource/list', {
      params: { query: { search, sort: '-name', itemsPerPage: 2 } },
    });
    assert.equal(backwards.data!.total, 100, search);
    assert.deepEqual(
      backwards.data!.data.map(({ name }) => name),
      ['Tornillo tornado 999', 'Tornillo tornado 998'],
    );
    const mixed = { search, sort: '-name' as const, cursor: first!.nextCursor! };
    const { error } = await api.GET('/v2/resource', { params: { query: mixed } });
    assert.equal(error!.code, 'invalid_request', 'A cursor of one order does not continue another.');
    const narrowed = { search, category: 'Pasillo 3' };
    const { data: few } = await api.GET('/v1/resource/list', { params: { query: narrowed } });
    assert.equal(few!.total, count / 7, search);
    await api.PATCH('/v1/resource/bulk/archive', { body: { ids: seen.slice(0, 5) } });
    const { data: left } = await api.GET('/v1/resource/list', { params: { query: { search, count: 'exact' } } });
    assert.equal(left!.total, count - 5, search);
    await api.PATCH('/v1/resource/bulk/archive', { body: { ids: seen.slice(0, 5), archived: false } });
  }
  const exact = await newResource(api, { name: 'Zócalo', code: 'T' });
  const { data: typed } = await api.GET('/v1/resource/list', { params: { query: { search: 't' } } });
  assert.deepEqual(
    typed!.data.map(({ id }) => id),
    [exact.id],
    'A code that was typed whole is found among thousands of words that begin so.',
  );
});

test('the pages by cursor together are the whole list, each resource once', async () => {
  const { api } = await newBusiness();
  const made = [];
  for (let place = 0; place < 7; place++) made.push((await newResource(api, { name: `Arroz ${place % 3}` })).id);
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await api.GET('/v2/resource', {
      params: { query: { itemsPerPage: 2, ...(cursor && { cursor }) } },
    });
    pages.push(...data!.data.map(({ id }) => id));
    cursor = data!.nextCursor ?? undefined;
  } while (cursor);
  assert.deepEqual(pages.toSorted(), made.toSorted());
  const { data: all } = await api.GET('/v2/resource/ids', { params: { query: { limit: 5 } } });
  assert.deepEqual(all!.data, pages.slice(0, 5));
  const { data: rest } = await api.GET('/v2/resource/ids', { params: { query: { cursor: all!.nextCursor! } } });
  assert.deepEqual([rest!.data, rest!.nextCursor], [pages.slice(5), null]);
  const wrong = await api.GET('/v2/resource', { params: { query: { cursor: 'nonsense' } } });
  assert.equal(wrong.error?.code, 'invalid_request');
});

test('many resources are archived or restored together, all or none', async () => {
  const { api } = await newBusiness();
  const ids = [(await newResource(api)).id, (await newResource(api)).id];
  const refused = await api.PATCH('/v1/resource/bulk/archive', { body: { ids: [...ids, newId()] } });
  assert.deepEqual([refused.error?.code, refused.error?.errors?.[0]?.path], ['reference_not_found', 'body.ids[2]']);
  const archive = async (archived: boolean) =>
    (await api.PATCH('/v1/resource/bulk/archive', { body: { ids, archived } })).data!.changedCount;
  assert.deepEqual([await archive(true), await archive(true), await archive(false)], [2, 0, 2]);
});

test('a viewer reads the catalog and cannot change it', async () => {
  const business = await newBusiness();
  const { id } = await newResource(business.api);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/resource')).data!.total, 1);
  assert.equal((await viewer.api.POST('/v1/resource', { body: { name: 'X' } })).response.status, 403);
  assert.equal((await viewer.api.PATCH('/v1/resource', { body: { id, name: 'X' } })).response.status, 403);
});

test('a dry run creates nothing', async () => {
  const { api } = await newBusiness();
  const { data } = await api.POST('/v1/resource', { body: { name: 'X' }, headers: { 'Dry-Run': 'true' } });
  assert.equal((data as unknown as { dryRun: boolean }).dryRun, true);
  assert.equal((await api.GET('/v1/resource')).data!.total, 0);
});

test('other modules read resources by id, with their rule on negative stock', async () => {
  const business = await newBusiness();
  const { api } = business;
  const plain = await newResource(api, { barcodes: ['5'] });
  const strict = await newResource(api, { allowsNegativeStock: false });
  const numbered = await newResource(api, { tracksSerials: true });
  await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { allowNegativeStock: true } } });
  const ask = (ids: string[]) =>
    app.engine.within(business.id, (ctx) => requireResources(ctx, ids, 'body.lines[].resourceId'));
  const found = await ask([plain.id, strict.id, numbered.id, plain.id]);
  assert.equal(found.get(plain.id)!.barcode, '5');
  assert.deepEqual([plain, strict, numbered].map(({ id }) => found.get(id)!.allowsNegativeStock).slice(1), [
    false,
    false,
  ]);
  await assert.rejects(ask([plain.id, newId()]), (refused: { errors: { path: string }[] }) => {
    assert.equal(refused.errors[0]!.path, 'body.lines[1].resourceId');
    return true;
  });
  const other = await newBusiness();
  await assert.rejects(app.engine.within(other.id, (ctx) => requireResources(ctx, [plain.id], 'body.id')));
});

test('a resource is ordered from its supplier in multiples of a pack', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [from, into] = [await newContact(business, 'Corripio'), await newContact(business, 'Distribuidora Corripio')];
  const { id, ...made } = await newResource(api, { supplierId: from, purchaseMultiple: '12.50', leadTimeDays: 3 });
  assert.deepEqual([made.supplierId, made.purchaseMultiple, made.leadTimeDays], [from, '12.5', 3]);
  await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  const read = async () => (await api.GET('/v1/resource/{resourceId}', { params: { path: { resourceId: id } } })).data!;
  assert.equal((await read()).supplierId, into);
  // The id of a merged contact names its survivor.
  const other = await newResource(api, { name: 'Sal', supplierId: from });
  assert.equal(other.supplierId, into);
  const cleared = await api.PATCH('/v1/resource', { body: { id, supplierId: null, purchaseMultiple: null } as never });
  assert.deepEqual([cleared.data!.supplierId, cleared.data!.purchaseMultiple], [null, null]);
  const again = await api.PATCH('/v1/resource', { body: { id, supplierId: from } as never });
  assert.equal(again.data!.supplierId, into);
  const change = { ids: [id, other.id], change: { supplierId: from, leadTimeDays: 7 } };
  await api.PATCH('/v2/resource/bulk', { body: change as never });
  assert.deepEqual([(await read()).supplierId, (await read()).leadTimeDays], [into, 7]);
  const foreign = await newContact(await newBusiness());
  assert.deepEqual(await refusedResource(api, { supplierId: foreign }), ['reference_not_found', 'body.supplierId']);
  assert.deepEqual((await refusedResource(api, { purchaseMultiple: '0' }))[0], 'invalid_request');
  assert.deepEqual((await refusedResource(api, { leadTimeDays: 1000 }))[0], 'invalid_request');
});
