import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { fileExports } from '#platform/export/tables.ts';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { app, type Business, baseUrl, eventually, newBusiness } from '#test/harness.ts';
import { mainDivision } from '#test/stock.ts';

async function exported(business: Business, body: Record<string, unknown>) {
  const { data: asked } = await business.api.POST('/v1/resource/export', { body: body as never });
  assert.equal(asked!.status, 'running');
  const done = await eventually(async () => {
    const { data } = await business.api.GET('/v1/resource/export/history');
    return data!.data.find(({ id, status }) => id === asked!.id && status === 'done');
  });
  return { done, response: await download(business, done.fileName) };
}

const download = (business: Business, fileName: string) =>
  fetch(`${baseUrl}/v1/resource/export/download/${fileName}`, {
    headers: { authorization: `Bearer ${business.owner.token}`, 'x-service-organization-id': business.id },
  });

test('an export is written in the background and downloaded by its name', async () => {
  const business = await newBusiness();
  await newResource(business.api, {
    name: 'Arroz',
    code: 'A',
    barcodes: ['1', '2'],
    cost: 5,
    prices: [{ amount: 10 }, { amount: 8, label: 'mayorista', minimumQuantity: 12 }],
  });
  await newResource(business.api, { name: 'Entrega', kind: 'service' });
  const { done, response } = await exported(business, { format: 'csv', kind: 'goods' });
  assert.equal(done.rows, 1);
  assert.match(response.headers.get('content-type')!, /^text\/csv/);
  assert.match(response.headers.get('content-disposition')!, new RegExp(done.fileName));
  const [row] = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(
    ['Nombre', 'Código', 'Códigos de barras', 'Precio', 'Otros precios', 'Costo'].map((title) => row![title]),
    ['Arroz', 'A', '1; 2', '10.00', 'mayorista: 8.00 DOP desde 12', '5.00'],
  );
});

test('the headings and the words of exports are in the language of the organization', async () => {
  const business = await newBusiness();
  const { api, owner, id } = business;
  await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language: 'en' } } });
  const { id: resourceId } = await newResource(api, { name: 'Arroz', code: 'A', prices: [{ amount: 10 }] });
  const made = await exported(business, { format: 'csv' });
  const [resource] = parse(await made.response.text(), { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(
    ['Name', 'Code', 'Type', 'Price', 'Tracks stock', 'Tracks lots'].map((title) => resource![title]),
    ['Arroz', 'A', 'Product', '10.00', 'Yes', 'No'],
  );
  await newDocument(api, { elements: [{ description: 'Flete', unitPrice: '100' }] });
  await api.POST('/v1/resource/position', {
    body: { resourceId, divisionId: await mainDivision(business), minimum: '5' } as never,
  });
  const headers = { authorization: `Bearer ${owner.token}`, 'x-service-organization-id': id };
  const rowOf = async (path: string) => {
    const text = await (await fetch(`${baseUrl}${path}`, { headers })).text();
    return (parse(text, { bom: true, columns: true }) as Record<string, string>[])[0]!;
  };
  const document = await rowOf('/v1/record/pending/export?format=csv');
  assert.deepEqual([document.Document, document.Direction, document.Status], ['Invoice', 'Sale', 'Open']);
  const record = await rowOf('/v1/record/report/download?format=csv');
  assert.deepEqual([record.Type, record.Status], ['Sale', 'Posted']);
  assert.equal((await rowOf('/v1/resource/replenishment/download?format=csv'))['To order'], '5');
  const paths = ['/v1/beneficiary/export', '/v1/record/pending/report/download', '/v1/asset/register/download'];
  for (const path of paths) {
    const text = await (await fetch(`${baseUrl}${path}?format=csv`, { headers })).text();
    assert.doesNotMatch(text.split('\n')[0]!, /Nombre|Documentos|Código|ción|Impuestos/);
  }
});

test('an export names the taxes of each resource by their codes', async () => {
  const business = await newBusiness();
  const { data: taxes } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const taxIds = ['PROPINA', 'ITBIS-18'].map((code) => taxes!.data.find((tax) => tax.code === code)!.id);
  await newResource(business.api, { name: 'Almuerzo', taxIds });
  await newResource(business.api, { name: 'Vaso', taxIds: [] });
  const { response } = await exported(business, { format: 'csv' });
  const rows = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(
    rows.map((row) => [row.Nombre, row.Impuestos]),
    [
      ['Almuerzo', 'ITBIS-18; PROPINA'],
      ['Vaso', ''],
    ],
  );
});

test('an export can be a workbook', async () => {
  const business = await newBusiness();
  await newResource(business.api);
  const { response } = await exported(business, { format: 'xlsx' });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  assert.match(Buffer.from(files['xl/worksheets/sheet1.xml']!).toString(), /Arroz selecto/);
});

test('a file of another organization is not found', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const { done } = await exported(business, { format: 'csv' });
  assert.equal((await download(other, done.fileName)).status, 404);
  assert.equal((await download(other, 'never.csv')).status, 404);
});

test('an organization has a limited number of files in the making', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const begin = ({ api }: Business) => api.POST('/v1/resource/export', { body: { format: 'csv' } });
  const waiting = await app.engine.within(business.id, async (ctx) => {
    const files = Array.from({ length: 10 }, () => ({ id: newId(), fileName: `${newId()}.csv` }));
    const rest = { kind: 'elsewhere', format: 'csv' as const, filters: {}, createdAt: ctx.now };
    await fileExports.insertMany(
      ctx,
      files.map((file) => ({ ...file, ...rest })),
    );
    return files;
  });
  const refused = await begin(business);
  assert.deepEqual([refused.response.status, refused.error?.code], [429, 'too_many_requests']);
  assert.equal((await begin(other)).response.status, 202);
  await app.engine.within(business.id, (ctx) =>
    fileExports.update(ctx, waiting[0]!.id, { status: 'failed', finishedAt: ctx.now }),
  );
  assert.equal((await begin(business)).response.status, 202);
});
