import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { newId } from '#platform/id.ts';
import { ruleBalance } from '#test/accounts.ts';
import { newResource } from '#test/catalog.ts';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { eventsOf } from '#test/events.ts';
import { uploadFile } from '#test/files.ts';
import { app, type Business, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';
import { beginImport, countsOf, csvOf, download, importDone, importFile } from '#test/imports.ts';
import { mainDivision } from '#test/stock.ts';

const PATH = '/v1/resource/import';

const listed = async ({ api }: Business, search?: string) =>
  (await api.GET('/v1/resource', { params: { query: { itemsPerPage: 200, ...(search && { search }) } } })).data!.data;

async function exported(business: Business, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { data: asked } = await business.api.POST('/v1/resource/export', { body: { format } });
  const { fileName } = await eventually(async () => {
    const { data } = await business.api.GET('/v1/resource/export/history');
    return data!.data.find(({ id, status }) => id === asked!.id && status === 'done');
  });
  return download(business, `/v1/resource/export/download/${fileName}`);
}

const taxIdOf = async ({ api }: Business, code: string) =>
  (await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } })).data!.data.find(
    (tax) => tax.code === code,
  )!.id;

test('a file creates products and services with all that its columns say', async () => {
  const business = await newBusiness();
  const rows = [
    ['Lista de productos 2026'],
    ['CODIGO', 'Producto', 'tipo', 'Categoría', 'Unidad', 'Código de barras', 'Precio', 'ITBIS', 'Costo', 'Proveedor'],
    [
      'A-1',
      'Arroz selecto',
      'Producto',
      'Granos',
      'lb',
      '7460000000017; 7460000000024',
      'RD$ 1,250.50',
      '18%',
      '900',
      'x',
    ],
    ['', '', '', '', '', '', '', '', '', ''],
    ['A-2', 'Piña y ñame', '', '', '', '', '45', 'exento', '', ''],
    ['S-1', 'Entrega', 'servicio', '', '', '', '', 'ITBIS-18', '', ''],
  ];
  const done = await importFile(business, PATH, csvOf(rows, ';'), { name: 'productos.csv' });
  assert.deepEqual([done.status, ...countsOf(done), done.rowCount], ['done', 3, 0, 0, 0, 3], JSON.stringify(done));
  assert.deepEqual(done.ignoredColumns, ['Proveedor']);
  const [rice, delivery, pineapple] = await listed(business);
  const itbis = await taxIdOf(business, 'ITBIS-18');
  assert.deepEqual(
    [rice!.code, rice!.category, rice!.unit, rice!.barcodes, rice!.prices[0]!.amount, rice!.cost, rice!.taxIds],
    ['A-1', 'Granos', 'lb', ['7460000000017', '7460000000024'], '1250.50', '900.00', [itbis]],
  );
  assert.deepEqual([delivery!.kind, delivery!.taxIds], ['service', [itbis]]);
  assert.deepEqual([pineapple!.name, pineapple!.taxIds], ['Piña y ñame', []]);
  assert.equal((await eventsOf(business, 'resource:created')).length, 3);
  const { data: history } = await business.api.GET('/v1/organization/import/history');
  assert.deepEqual([history!.data[0]!.id, history!.data[0]!.fileName], [done.id, 'productos.csv']);
});

test('the headings of a store are known, and pictures come with the products', async () => {
  const business = await newBusiness();
  const rows = [
    ['Title', 'Variant SKU', 'Variant Price', 'Cost per item', 'Image Src', 'Vendor'],
    ['Camiseta', 'CAM-M', '590.00', '210', 'https://cdn.example.com/1.jpg; https://cdn.example.com/2.jpg', 'Este'],
    ['Gorra', 'GOR-1', '300', '', 'gorra', ''],
  ];
  const refused = await importFile(business, PATH, csvOf(rows));
  assert.deepEqual(
    [refused.status, refused.errors.map(({ row, column }) => [row, column])],
    ['failed', [[3, 'Image Src']]],
  );
  const done = await importFile(business, PATH, csvOf(rows.slice(0, 2)));
  assert.deepEqual([done.status, done.ignoredColumns], ['done', ['Vendor']], JSON.stringify(done));
  const [shirt] = await listed(business);
  assert.deepEqual(
    [shirt!.name, shirt!.code, shirt!.prices[0]!.amount, shirt!.cost, shirt!.images],
    ['Camiseta', 'CAM-M', '590.00', '210.00', ['https://cdn.example.com/1.jpg', 'https://cdn.example.com/2.jpg']],
  );
  const again = await importFile(business, PATH, await exported(business, 'csv'));
  assert.deepEqual(countsOf(again), [0, 0, 1, 0], JSON.stringify(again));
});

test('an export of every language and format is imported again without a change, and an edited cell changes that alone', async () => {
  const business = await newBusiness();
  const { api } = business;
  const rice = await newResource(api, {
    name: 'Arroz',
    code: '=007',
    barcodes: ['1', '2'],
    cost: 5,
    description: 'Grano largo;\n"selecto"',
    attributes: { color: 'blanco; puro', peso: 5 },
    taxIds: [await taxIdOf(business, 'ITBIS-18')],
    prices: [
      { amount: 10 },
      { amount: 8, label: 'mayorista', minimumQuantity: 12 },
      { amount: 9, validFrom: '2099-01-01', validTo: '2099-02-01' },
    ],
  });
  await newResource(api, { name: 'Azúcar', prices: [{ amount: 3, currency: 'USD' }], leadTimeDays: 3 });
  for (const language of ['es', 'en']) {
    await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language } } });
    for (const format of ['csv', 'xlsx'] as const) {
      const done = await importFile(business, PATH, await exported(business, format), { name: `x.${format}` });
      assert.deepEqual([done.status, ...countsOf(done)], ['done', 0, 0, 2, 0], JSON.stringify(done));
    }
  }
  assert.equal((await eventsOf(business, 'resource:updated')).length, 0);
  const text = (await exported(business, 'csv')).toString();
  const records = parse(text, { bom: true }) as string[][];
  const [headings, first] = [records[0]!, records[1]!];
  first[headings.indexOf('Price')] = '12.5';
  first[headings.indexOf('Name')] = 'Arroz blanco';
  first[headings.indexOf('Other prices')] = 'mayorista: 7.00 DOP from 12';
  const done = await importFile(business, PATH, csvOf([headings, first], '\t'));
  assert.deepEqual(countsOf(done), [0, 1, 0, 0], JSON.stringify(done.errors));
  const { data: after } = await api.GET('/v1/resource/{resourceId}', { params: { path: { resourceId: rice.id } } });
  assert.deepEqual(after!.prices.map(({ label, amount, validFrom }) => [label, amount, validFrom]).toSorted(), [
    ['general', '12.50', null],
    ['general', '9.00', '2099-01-01'],
    ['mayorista', '7.00', null],
  ]);
  assert.deepEqual([after!.name, after!.code, after!.attributes], ['Arroz blanco', '=007', rice.attributes]);
});

test('a row is found by its code or barcode, and empty cells change nothing', async () => {
  const business = await newBusiness();
  const rice = await newResource(business.api, { name: 'Arroz', code: 'A-1', category: 'Granos' });
  const salt = await newResource(business.api, { name: 'Sal', barcodes: ['746'] });
  const done = await importFile(
    business,
    PATH,
    csvOf([
      ['Code', 'Name', 'Category', 'Barcode', 'Price with tax', 'Tax'],
      ['a-1', 'Arroz selecto', '', '', '118', '18'],
      ['', 'Sal fina', '', '746', '', ''],
      ['N-1', 'Nuevo', '', '', '59', '0.18'],
    ]),
  );
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 1, 2, 0, 0], JSON.stringify(done.errors));
  const found = new Map((await listed(business)).map((each) => [each.id, each]));
  const after = found.get(rice.id)!;
  assert.deepEqual([after.name, after.category, after.prices[0]!.amount], ['Arroz selecto', 'Granos', '100.00']);
  assert.deepEqual([found.get(salt.id)!.name, found.size], ['Sal fina', 3]);
  assert.deepEqual((await listed(business, 'nuevo'))[0]!.prices[0]!.amount, '50.00');
});

const wrongRows = csvOf([
  ['Código', 'Nombre', 'Precio', 'Tipo', 'Impuestos', 'Códigos de barras', 'Unidad'],
  ['A', 'Arroz', '10', '', '', '1', ''],
  ['B', 'Barato', 'diez', 'cosa', '', '', ''],
  ['a', 'Repetido', '5', '', '', '1', ''],
  ['C', '', '5', '', '', '', ''],
  ['D', 'Sal', '5', '', 'IVA', '', ''],
  ['E', 'Larga', '5', '', '', '', 'una unidad de medida demasiado larga'],
  ['F', '#N/A', '5', '', '', '', ''],
]);

test('a wrong row refuses the file, and each error names its row, its column and what is wrong', async () => {
  const business = await newBusiness();
  const done = await importFile(business, PATH, wrongRows);
  assert.deepEqual([done.status, ...countsOf(done)], ['failed', 0, 0, 0, 6], JSON.stringify(done));
  assert.deepEqual(
    done.errors.map(({ row, column, message }) => [row, column, message.slice(0, 28)]),
    [
      [3, 'Tipo', '“cosa” is not one of Product'],
      [3, 'Precio', '“diez” is not a number.'],
      [4, 'Código', 'Row 2 has it too.'],
      [4, 'Códigos de barras', 'Row 2 has it too.'],
      [5, 'Nombre', 'A new resource needs a name.'],
      [6, 'Impuestos', 'There is no tax IVA: there a'],
      [7, 'Unidad', 'must have at most 20 charact'],
      [8, 'Nombre', 'The spreadsheet could not co'],
    ],
  );
  assert.equal((await listed(business)).length, 0);
});

test('a dry run says what would happen, and `validRowsOnly` writes the valid rows', async () => {
  const business = await newBusiness();
  await newResource(business.api, { name: 'Arroz', code: 'A' });
  const options = { validRowsOnly: true };
  const tried = await importFile(business, PATH, wrongRows, { ...options, dryRun: true });
  assert.deepEqual([tried.status, tried.dryRun, ...countsOf(tried)], ['done', true, 0, 1, 0, 6]);
  assert.deepEqual((await listed(business)).length, 1);
  assert.equal((await eventsOf(business, 'resource:updated')).length, 0);
  const done = await importFile(business, PATH, wrongRows, options);
  assert.deepEqual([done.dryRun, ...countsOf(done)], [false, 0, 1, 0, 6]);
  assert.deepEqual(done.errors, tried.errors);
  assert.deepEqual((await listed(business))[0]!.barcodes, ['1']);
});

test('a row with a change that is refused fails alone', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api, { code: 'A' });
  const divisionId = await mainDivision(business);
  await business.api.POST('/v1/resource/record', {
    body: { type: 'IN', resourceId, divisionId, quantity: '5', unitCost: '1' } as never,
  });
  const others = Array.from({ length: 9 }, (_, n) => [`N-${n}`, `Nuevo ${n}`, 'sí']);
  const file = csvOf([['Código', 'Nombre', 'Lleva inventario'], ...others, ['A', 'Con existencia', 'no']]);
  const done = await importFile(business, PATH, file, { validRowsOnly: true });
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 9, 0, 0, 1], JSON.stringify(done.errors));
  assert.deepEqual([done.errors.length, done.errors[0]!.row], [1, 11]);
  assert.match(done.errors[0]!.message, /no stock/);
});

/** As Excel writes it: shared texts, numbers in their own form, and the first sheet in another file. */
function excelFile(): Buffer {
  const texts = ['Código', 'Nombre', 'Precio', 'Código de barras', 'Azúcar <crema> & más'];
  const shared = `<sst>${texts.map((text) => `<si><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></si>`).join('')}</sst>`;
  const head = [0, 1, 2, 3].map((text, place) => `<c r="${'ABCD'[place]}1" t="s"><v>${text}</v></c>`).join('');
  const row =
    '<c r="A3"><v>1001</v></c><c r="B3" t="s"><v>4</v></c><c r="C3"><v>10.300000000000001</v></c><c r="D3"><v>7.460000000017E12</v></c>';
  const sheet = `<worksheet><sheetData><row r="1">${head}</row><row r="3">${row}</row></sheetData></worksheet>`;
  const files = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Productos" r:id="rId7"/><sheet name="Otra" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet2.xml': sheet,
    'xl/sharedStrings.xml': shared,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

test('a workbook of Excel and a CSV file in Windows-1252 are read', async () => {
  const business = await newBusiness();
  const workbook = await importFile(business, PATH, excelFile(), { name: 'productos.xlsx' });
  assert.deepEqual(countsOf(workbook), [1, 0, 0, 0], JSON.stringify(workbook));
  const [sugar] = await listed(business);
  assert.deepEqual(
    [sugar!.code, sugar!.name, sugar!.prices[0]!.amount, sugar!.barcodes],
    ['1001', 'Azúcar <crema> & más', '10.30', ['7460000000017']],
  );
  const latin = Buffer.from('Código;Descripción;Nombre;Precio\r\n2;Año;Piñón €;12,50\r\n', 'latin1');
  latin[latin.indexOf('Piñón ', 0, 'latin1') + 6] = 0x80;
  const done = await importFile(business, PATH, latin);
  assert.deepEqual(countsOf(done), [1, 0, 0, 0], JSON.stringify(done));
  const [nut] = await listed(business, 'piñón');
  assert.deepEqual([nut!.name, nut!.description, nut!.prices[0]!.amount], ['Piñón €', 'Año', '12.50']);
});

test('a large file does not hold the event loop', async () => {
  const business = await newBusiness();
  const long = 'Descripción larga. '.repeat(50);
  const rows = Array.from({ length: 2000 }, (_, n) => [`C-${n}`, `Producto ${n}`, n, 'mayorista: 5 desde 12', long]);
  const file = csvOf([['Código', 'Nombre', 'Precio', 'Otros precios', 'Descripción'], ...rows]);
  const { id: fileId } = await uploadFile(business, file, 'largo.csv');
  const held = await shortestOfTurnsMs(async () => {
    const { data } = await business.api.POST(PATH, { body: { fileId, dryRun: true } });
    assert.deepEqual(countsOf(await importDone(business, data!.id)), [2000, 0, 0, 0]);
  });
  assert.ok(held < HELD_MAX_MS, `${held} ms`);
});

test('a file that cannot be read says why', async () => {
  const business = await newBusiness();
  const messageOf = async (bytes: string | Buffer) => {
    const { status, errors } = await importFile(business, PATH, bytes);
    return [status, errors[0]!.message.slice(0, 30)];
  };
  assert.deepEqual(await messageOf('a,b\n1,2\n'), ['failed', 'No row of headings was found: ']);
  assert.deepEqual(await messageOf('Nombre,Precio\n'), ['failed', 'There are no rows in the file.']);
  assert.deepEqual(await messageOf('Nombre,Precio,Precio\nA,1,2\n'), ['failed', 'The columns Precio and Precio ']);
  assert.deepEqual(await messageOf(Buffer.from('PK\u0003\u0004broken')), ['failed', 'The file is damaged.']);
  assert.deepEqual(await messageOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])), [
    'failed',
    'Old .xls files and files with ',
  ]);
  const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<worksheet/>') }));
  // The size before compression, in the directory of the ZIP.
  bomb.writeUInt32LE(81_000_000, bomb.indexOf('PK\u0001\u0002') + 24);
  assert.deepEqual(await messageOf(bomb), ['failed', 'The file is no spreadsheet, or']);
  const rows = '<row><c t="s"><v>0</v></c></row>' + '<row><c t="s"><v>1</v></c></row>'.repeat(5000);
  const repeated = {
    'xl/sharedStrings.xml': strToU8(`<sst><si><t>Nombre</t></si><si><t>${'x'.repeat(10_000)}</t></si></sst>`),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  };
  assert.deepEqual(await messageOf(Buffer.from(zipSync(repeated))), ['failed', 'The file has too much text: im']);
  const long = `Nombre\n${'x\n'.repeat(20_001)}`;
  assert.deepEqual(await messageOf(long), ['failed', 'A file has at most 20000 rows:']);
  const { error } = await business.api.POST(PATH, { body: { fileId: newId() } });
  assert.equal(error?.errors?.[0]?.path, 'body.fileId');
});

test('a file of another organization is not found, and who may not write cannot import', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const { id: fileId } = await uploadFile(other, 'Nombre\nA\n', 'a.csv');
  const { response, error } = await business.api.POST(PATH, { body: { fileId } });
  assert.deepEqual([response.status, error?.code], [422, 'reference_not_found']);
  const viewer = await newMember(other);
  assert.equal((await viewer.api.POST(PATH, { body: { fileId } })).response.status, 403);
  const { data: imported } = await other.api.POST(PATH, { body: { fileId } });
  const importId = imported!.id;
  const path = '/v1/organization/import/{importId}';
  assert.equal((await business.api.GET(path, { params: { path: { importId } } })).response.status, 404);
  await importDone(other, importId);
});

test('of two imports at the same time one is refused, and no row is written twice', async () => {
  const business = await newBusiness();
  const file = csvOf([['Código', 'Nombre'], ...Array.from({ length: 1200 }, (_, n) => [`C-${n}`, `Producto ${n}`])]);
  const begun = await Promise.all([1, 2, 3].map(() => beginImport(business, PATH, file)));
  assert.deepEqual(begun.map(({ response }) => response.status).toSorted(), [202, 409, 409]);
  assert.equal(begun.find(({ error }) => error)!.error!.code, 'import_running');
  const done = await importDone(business, begun.find(({ data }) => data)!.data!.id);
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 1200, 0, 0, 0]);
  const again = await importFile(business, PATH, file);
  assert.deepEqual(countsOf(again), [0, 0, 1200, 0]);
});

test('a job that is repeated goes on where it was', async () => {
  const business = await newBusiness();
  const rows = Array.from({ length: 700 }, (_, n) => [`Producto ${n}`]);
  const { data } = await beginImport(business, PATH, csvOf([['Nombre'], ...rows]), { validRowsOnly: true });
  await importDone(business, data!.id);
  // As if the process had ended after the first transaction.
  await app.engine.within(business.id, async (ctx) => {
    const { imports } = await import('#modules/organization/tables.ts');
    await imports.update(ctx, data!.id, { status: 'running', finishedAt: null, createdCount: 500 });
    const { resourceImport } = await import('./import.ts');
    const { fileContents, files } = await import('#modules/files/tables.ts');
    const [file] = await files.all(ctx, { kind: 'file' });
    const { storageKey } = await fileContents.get(ctx, { sha256: file!.sha256! });
    ctx.enqueue(resourceImport.job as never, { id: data!.id, storageKey, validRowsOnly: true } as never);
  });
  const done = await importDone(business, data!.id);
  assert.deepEqual(countsOf(done), [700, 0, 0, 0]);
  const { data: list } = await business.api.GET('/v1/resource');
  assert.equal(list!.total, 900);
});

test('the template has the headings that an import reads', async () => {
  const business = await newBusiness();
  const workbook = await download(business, `${PATH}/template`);
  assert.match(strFromU8(unzipSync(workbook)['xl/worksheets/sheet1.xml']!), /Código.*Nombre.*Precio con ITBIS/);
  const [headings] = parse(await download(business, `${PATH}/template?format=csv`), { bom: true }) as string[][];
  const row = headings!.map((heading) => (heading === 'Nombre' ? 'Arroz' : ''));
  const done = await importFile(business, PATH, csvOf([headings!, row]));
  assert.deepEqual([...countsOf(done), done.ignoredColumns], [1, 0, 0, 0, []]);
});

test('a file brings opening stock into branches once', async () => {
  const business = await newBusiness();
  const main = await mainDivision(business);
  const { data: store } = await business.api.POST('/v1/division', { body: { name: 'Almacén' } });
  const { name: shop } = (await business.api.GET('/v1/division')).data!.data.find(({ id }) => id === main)!;
  const headings = ['Código', 'Nombre', 'Tipo', 'Costo', 'Existencia inicial', 'Costo inicial', 'Sucursal'];
  const rows = [
    ['A', 'Arroz', '', '12', '10.5', '', shop],
    ['B', 'Aceite', '', '', '1,000', '3.333', 'ALMACEN'],
    ['C', 'Café', '', '5', '0', '', ''],
  ];
  const file = csvOf([headings, ...rows]);
  const checked = await importFile(business, PATH, file, { dryRun: true });
  assert.deepEqual(countsOf(checked), [3, 0, 0, 0], JSON.stringify(checked.errors));
  assert.equal(await ruleBalance(business, 'inventory'), 0n);
  assert.deepEqual(countsOf(await importFile(business, PATH, file)), [3, 0, 0, 0]);
  const { data: positions } = await business.api.GET('/v1/resource/position');
  assert.deepEqual(
    positions!.data.map(({ divisionId, quantity, value }) => [divisionId, quantity, value]).toSorted(),
    [
      [main, '10.5', '126.00'],
      [store!.id, '1000', '3333.00'],
    ].toSorted(),
  );
  assert.equal(await ruleBalance(business, 'inventory'), 345_900n);
  assert.equal(await ruleBalance(business, 'openingBalances'), -345_900n);
  const query = { causeKind: 'opening-stock' };
  const { data: moved } = await business.api.GET('/v1/resource/record', { params: { query } });
  assert.deepEqual([moved!.total, moved!.data[0]!.note], [2, 'Inventario inicial']);

  const again = await importFile(business, PATH, file);
  assert.deepEqual([again.status, ...countsOf(again)], ['done', 0, 0, 3, 0], JSON.stringify(again.errors));
  assert.equal(await ruleBalance(business, 'inventory'), 345_900n);
  const roundTrip = await importFile(business, PATH, await exported(business, 'csv'));
  assert.deepEqual([...countsOf(roundTrip), roundTrip.status], [0, 0, 3, 0, 'done']);
  const more = csvOf([headings, ['A', '', '', '', '11', '', shop], ['C', '', '', '', '4', '', shop]]);
  const refused = await importFile(business, PATH, more);
  const message = 'It has moved in this branch already: enter a count instead.';
  assert.deepEqual([refused.status, refused.errors], ['failed', [{ row: 2, column: 'Existencia inicial', message }]]);
  assert.deepEqual(countsOf(await importFile(business, PATH, more, { validRowsOnly: true })), [0, 1, 0, 1]);
  assert.equal(await ruleBalance(business, 'inventory'), 347_900n);
});

test('opening stock that cannot be kept is an error of its row, and needs the right to move stock', async () => {
  const business = await newBusiness();
  await business.api.POST('/v1/division', { body: { name: 'Almacén' } });
  await newResource(business.api, { code: 'SN', tracksSerials: true, cost: '1' });
  const headings = ['Código', 'Nombre', 'Tipo', 'Cantidad', 'Costo inicial', 'Sucursal'];
  const file = csvOf([
    headings,
    ['S', 'Entrega', 'Servicio', '1', '1', 'Almacén'],
    ['SN', '', '', '1', '', 'Almacén'],
    ['A', 'Arroz', '', '1', '1', ''],
    ['B', 'Aceite', '', '1', '', 'Almacén'],
    ['C', 'Café', '', '1', '1', 'Otra'],
    ['D', 'Dulce', '', '-1', '1', 'Almacén'],
  ]);
  const done = await importFile(business, PATH, file);
  assert.deepEqual([done.status, ...countsOf(done)], ['failed', 0, 0, 0, 6]);
  assert.deepEqual(
    done.errors.map(({ row, column }) => [row, column]).toSorted(),
    [
      [2, 'Cantidad'],
      [3, 'Cantidad'],
      [4, 'Sucursal'],
      [5, 'Costo inicial'],
      [6, 'Sucursal'],
      [7, 'Cantidad'],
    ],
    JSON.stringify(done.errors),
  );
  const member = await newMember(business, 'custom', ['catalog:write', 'files:write', 'organization:read']);
  const body = { resources: [{ name: 'Sal', openingStock: { quantity: 1, unitCost: 1 } }] };
  assert.equal(codeOf(await member.api.POST('/v1/resource/bulk', { body })), 'forbidden');
});

test('an opening stock that is too large is an error of its row', async () => {
  const { api } = await newBusiness();
  const resources = [
    { name: 'Oro', openingStock: { quantity: 999_999_999, unitCost: 9_999_999 } },
    { name: 'Arena', openingStock: { quantity: 2, unitCost: 3 } },
  ];
  const refused = await api.POST('/v1/resource/bulk', { body: { resources } });
  const { path, code } = refused.error!.errors![0]!;
  assert.deepEqual(
    [refused.error!.code, path, code],
    ['bulk_refused', 'body.resources[0].openingStock', 'out_of_range'],
  );
  const { data } = await api.POST('/v1/resource/bulk', { body: { resources, validRowsOnly: true } });
  assert.deepEqual([data!.createdCount, data!.failedCount], [1, 1]);
});

test('of parallel bulk requests one brings the opening stock of a product', async () => {
  const business = await newBusiness();
  const { id } = await newResource(business.api, { cost: '2.50' });
  const write = (quantity: number) =>
    business.api.POST('/v1/resource/bulk', { body: { resources: [{ id, openingStock: { quantity } }] } });
  const answers = await Promise.all([4, 5, 6].map(write));
  assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [201, 422, 422]);
  assert.equal(answers.find(({ error }) => error)!.error!.errors![0]!.code, 'already_moved');
  const { data } = await business.api.GET('/v1/resource/record');
  assert.equal(data!.total, 1);
});
