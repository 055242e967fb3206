import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';

const total = async ({ api }: Business, query: Record<string, unknown> = {}) => {
  const { data } = await api.GET('/v1/beneficiary', { params: { query } });
  return data!.total;
};

test('a thousand beneficiaries are added at once and each is announced', async () => {
  const business = await newBusiness();
  const beneficiaries = Array.from({ length: 1000 }, (_, n) => ({
    name: `Cliente ${n}`,
    contactData: [{ kind: 'phone' as const, value: `809555${String(n).padStart(4, '0')}` }],
  }));
  const { data, response } = await business.api.POST('/v1/beneficiary/bulk', { body: { beneficiaries } });
  assert.equal(response.status, 201);
  assert.deepEqual([data?.createdCount, data?.failedCount, data?.results.length], [1000, 0, 1000]);
  assert.equal(await total(business), 1000);
  const events = await business.api.GET('/v1/organization/events', {
    params: { query: { type: 'beneficiary:created' } },
  });
  assert.equal(events.data?.total, 1000);
  const { data: found } = await business.api.GET('/v1/beneficiary', { params: { query: { search: '809-555-0999' } } });
  assert.deepEqual(
    found?.data.map(({ id, name }) => [id, name]),
    [[data?.results[999]?.id, 'Cliente 999']],
  );
});

const rows = [
  { name: 'Buena', contactData: [{ kind: 'phone' as const, value: '809-555-0123' }] },
  { name: 'Mala', contactData: [{ kind: 'phone' as const, value: '12' }] },
  { name: 'Repetida', contactData: [{ kind: 'phone' as const, value: '8095550123' }] },
  { name: 'Sin vendedor', sellerId: '019a8c5e-8a11-7c55-8f6e-4b1d2c3e4f5a' },
];

test('one wrong row refuses the whole request, with an error for each wrong row', async () => {
  const business = await newBusiness();
  const { error, response } = await business.api.POST('/v1/beneficiary/bulk', { body: { beneficiaries: rows } });
  assert.equal(response.status, 422);
  assert.equal(error?.code, 'bulk_refused');
  assert.deepEqual(
    error?.errors.map(({ path, code }) => [path, code]),
    [
      ['body.beneficiaries[1].contactData[0].value', 'invalid_phone'],
      ['body.beneficiaries[3].sellerId', 'not_found'],
    ],
  );
  assert.equal(await total(business), 0);
});

test('with `validRowsOnly` the valid rows are added and the others reported', async () => {
  const business = await newBusiness();
  const { data } = await business.api.POST('/v1/beneficiary/bulk', {
    body: { beneficiaries: rows, validRowsOnly: true },
  });
  assert.deepEqual([data?.createdCount, data?.failedCount], [2, 2]);
  const [good, bad, repeated, unsold] = data!.results;
  assert.deepEqual([bad?.id, unsold?.id, bad?.errors.length, unsold?.errors.length], [null, null, 1, 1]);
  assert.deepEqual(repeated?.possibleDuplicates, [{ id: good?.id, name: 'Buena', reasons: ['phone'] }]);
  assert.equal(await total(business), 2);
});

test('with `validRowsOnly` a malformed row is reported by its place and the valid rows around it are added', async () => {
  const business = await newBusiness();
  const mixed = [
    { nombre: 'Sin nombre' },
    { name: 'Ana' },
    { name: 'Mal', creditLimit: 'mucho' },
    7,
    { name: 'Berta' },
  ];
  const badRows = { beneficiaries: [...mixed, rows[3]] as never };
  const refused = await business.api.POST('/v1/beneficiary/bulk', { body: badRows });
  assert.deepEqual([refused.response.status, refused.error?.code], [400, 'invalid_request']);
  assert.equal(await total(business), 0);
  const { data, response } = await business.api.POST('/v1/beneficiary/bulk', {
    body: { ...badRows, validRowsOnly: true },
  });
  assert.equal(response.status, 201);
  assert.deepEqual([data?.createdCount, data?.failedCount], [2, 4]);
  assert.deepEqual(
    data!.results.map(({ row, id, errors }) => [row, id !== null, errors[0]?.path]),
    [
      [0, false, 'body.beneficiaries[0].nombre'],
      [1, true, undefined],
      [2, false, 'body.beneficiaries[2].creditLimit'],
      [3, false, 'body.beneficiaries[3]'],
      [4, true, undefined],
      [5, false, 'body.beneficiaries[5].sellerId'],
    ],
  );
  assert.equal(await total(business), 2);
  const body = { ...badRows, validRowsOnly: true, other: 1 } as never;
  assert.equal((await business.api.POST('/v1/beneficiary/bulk', { body })).error?.code, 'invalid_request');
  const none = { beneficiaries: [7, { name: 1 }] as never, validRowsOnly: true };
  const wholly = await business.api.POST('/v1/beneficiary/bulk', { body: none });
  assert.deepEqual(
    wholly.error?.errors.map(({ path }) => path),
    ['body.beneficiaries[0]', 'body.beneficiaries[1].name'],
  );
});

test('many contacts are archived and restored at once, and one unknown id refuses the request', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const names = ['Ana', 'Berta', 'Carla'].map((name) => ({ name }));
  const { data } = await business.api.POST('/v1/beneficiary/bulk', { body: { beneficiaries: names } });
  const { data: foreign } = await other.api.POST('/v1/beneficiary', { body: { name: 'Ajena' } });
  const ids = data!.results.map(({ id }) => id!);
  for (const unknown of [foreign!.id, crypto.randomUUID()]) {
    const { error } = await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids: [ids[0]!, unknown] } });
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', 'body.ids[1]']);
  }
  assert.equal(await total(business), 3);
  const archived = await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids: ids.slice(0, 2) } });
  assert.deepEqual(archived.data, { changedCount: 2 });
  const again = await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids } });
  assert.deepEqual(again.data, { changedCount: 1 });
  assert.equal(await total(business), 0);
  const back = await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids, archived: false } });
  assert.deepEqual(back.data, { changedCount: 3 });
  assert.equal(await total(business), 3);
  assert.equal(await total(other), 1);
});

test('a viewer can neither add nor archive', async () => {
  const business = await newBusiness();
  const { api } = await newMember(business, 'viewer');
  const added = await api.POST('/v1/beneficiary/bulk', { body: { beneficiaries: [{ name: 'Ana' }] } });
  const archived = await api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids: [crypto.randomUUID()] } });
  assert.deepEqual([added.error?.code, archived.error?.code], ['forbidden', 'forbidden']);
});

const download = async ({ owner, id }: Business, query: string) => {
  const response = await fetch(`${baseUrl}/v1/beneficiary/export?${query}`, {
    headers: { authorization: `Bearer ${owner.token}`, 'x-service-organization-id': id },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
};

test('the download contains all matching contacts, over several batches, as CSV or as a workbook', async () => {
  const business = await newBusiness();
  const beneficiaries = Array.from({ length: 700 }, (_, n) => ({ name: `Cliente ${String(n).padStart(3, '0')}` }));
  await business.api.POST('/v1/beneficiary/bulk', { body: { beneficiaries } });
  await business.api.POST('/v1/beneficiary', {
    body: {
      name: 'Ñame & Cía',
      taxId: '131246796',
      isSupplier: true,
      creditLimit: '1000',
      contactData: [
        { kind: 'phone', value: '809-555-0123', label: 'oficina' },
        { kind: 'phone', value: '809-555-0124' },
      ],
    },
  });
  const all: Record<string, string>[] = parse(await download(business, ''), { bom: true, columns: true });
  assert.equal(all.length, 701);
  assert.equal(new Set(all.map(({ Id }) => Id)).size, 701);
  assert.deepEqual(
    all.map(({ Nombre }) => Nombre),
    [...beneficiaries.map(({ name }) => name), 'Ñame & Cía'],
  );
  const [supplier, ...more]: Record<string, string>[] = parse(await download(business, 'isSupplier=true'), {
    bom: true,
    columns: true,
  });
  assert.deepEqual(more, []);
  assert.deepEqual(
    [supplier!['RNC o cédula'], supplier!.Teléfonos, supplier!['Límite de crédito'], supplier!.Suplidor],
    ['1-31-24679-6', '809-555-0123 (oficina); 809-555-0124', '1000.00', 'Sí'],
  );
  const sheet = strFromU8(unzipSync(await download(business, 'format=xlsx&search=name'))['xl/worksheets/sheet1.xml']!);
  assert.equal(sheet.match(/<row/g)?.length, 2);
  assert.ok(sheet.includes('Ñame &amp; Cía'));
});

test('rows with an id change contacts and replace the data of the kinds that they have', async () => {
  const { api } = await newBusiness();
  const { data: ana } = await api.POST('/v1/beneficiary', {
    body: {
      name: 'Ana',
      contactData: [
        { kind: 'phone', value: '809-555-0101' },
        { kind: 'phone', value: '809-555-0102' },
        { kind: 'email', value: 'ana@example.com' },
      ],
    },
  });
  const { data: beto } = await api.POST('/v1/beneficiary', { body: { name: 'Beto' } });
  await api.PATCH('/v1/beneficiary/merge', { body: { id: ana!.id, fromIds: [beto!.id] } });
  const write = (beneficiaries: Record<string, unknown>[]) =>
    api.POST('/v1/beneficiary/bulk', { body: { beneficiaries: beneficiaries as never } });
  const phones = [
    { kind: 'phone', value: '809-555-0102' },
    { kind: 'phone', value: '809-555-0103', isPrimary: true },
  ];
  const { data } = await write([{ id: beto!.id, name: 'Ana María', contactData: phones }, { name: 'Carla' }]);
  assert.deepEqual(
    [data!.results.map(({ outcome }) => outcome), data!.results[0]!.id, data!.updatedCount],
    [['updated', 'created'], ana!.id, 1],
  );
  const { data: after } = await api.GET('/v1/beneficiary/{beneficiaryId}', {
    params: { path: { beneficiaryId: ana!.id } },
  });
  assert.deepEqual(
    after!.contactData.map(({ value, isPrimary }) => [value, isPrimary]),
    [
      ['ana@example.com', true],
      ['809-555-0103', true],
      ['809-555-0102', false],
    ],
  );
  const kept = ana!.contactData.find(({ value }) => value === '809-555-0102')!.id;
  assert.ok(after!.contactData.some(({ id }) => id === kept));
  const { data: found } = await api.GET('/v1/beneficiary', { params: { query: { search: 'maría' } } });
  assert.equal(found!.total, 1);
  const same = await write([{ id: ana!.id, name: 'Ana María', contactData: phones }]);
  assert.deepEqual([same.data!.unchangedCount, same.data!.results[0]!.outcome], [1, 'unchanged']);
  const refused = await write([
    { id: ana!.id, version: 1 },
    { id: beto!.id, name: 'Otra' },
    { id: '019a8c5e-8a11-7c55-8f6e-4b1d2c3e4f5a' },
    { taxId: '1' },
  ]);
  assert.deepEqual(
    refused.error!.errors!.map(({ path, code }) => [path, code]),
    [
      ['body.beneficiaries[0].version', 'version_conflict'],
      ['body.beneficiaries[1].id', 'duplicate'],
      ['body.beneficiaries[2].id', 'not_found'],
      ['body.beneficiaries[3].name', 'required'],
    ],
  );
});
