import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { eventsOf } from '#test/events.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { countsOf, csvOf, download, importFile } from '#test/imports.ts';

const PATH = '/v1/beneficiary/import';

const listed = async ({ api }: Business) => (await api.GET('/v1/beneficiary')).data!.data;
const dataOf = ({ contactData }: Awaited<ReturnType<typeof listed>>[number]) =>
  contactData.map(({ kind, value, label, isPrimary }) => [kind, value, label, isPrimary]);

test('a file creates customers and suppliers with all that its columns say', async () => {
  const business = await newBusiness();
  const done = await importFile(
    business,
    PATH,
    csvOf(
      [
        [
          'NOMBRE',
          'RNC',
          'Cliente',
          'Proveedor',
          'Teléfono',
          'Celular',
          'Correo',
          'Dirección',
          'Límite de crédito',
          'Días de crédito',
          'Saldo',
        ],
        [
          'Ferretería Peña',
          '1-31-24679-6',
          'no',
          'sí',
          '809-555-0123 (oficina)',
          '(829) 555-0124',
          'a@example.com',
          'Calle 5; Santiago',
          'RD$50,000',
          '30',
          '9',
        ],
        ['Juana', '', '', '', '', '', '', '', '', '', ''],
      ],
      ';',
    ),
  );
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 2, 0, 0, 0], JSON.stringify(done));
  assert.deepEqual(done.ignoredColumns, ['Saldo']);
  const [store, juana] = await listed(business);
  assert.deepEqual(
    [store!.taxId, store!.kind, store!.isCustomer, store!.isSupplier, store!.creditLimit, store!.paymentTermsDays],
    ['131246796', 'company', false, true, '50000.00', 30],
  );
  assert.deepEqual(dataOf(store!), [
    ['address', 'Calle 5', '', true],
    ['address', 'Santiago', '', false],
    ['email', 'a@example.com', '', true],
    ['phone', '809-555-0123', 'oficina', true],
    ['phone', '(829) 555-0124', '', false],
  ]);
  assert.deepEqual([juana!.name, juana!.isCustomer], ['Juana', true]);
  assert.equal((await eventsOf(business, 'beneficiary:created')).length, 2);
});

test('an export is imported again without a change, and an edited cell changes that alone', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: store } = await api.POST('/v1/beneficiary', {
    body: {
      name: 'Ferretería Don Pepe',
      taxId: '131246796',
      taxIdKind: 'passport',
      notes: '=1+1',
      labels: ['mayorista', 'Santiago'],
      creditLimit: '50000',
      contactData: [
        { kind: 'phone', value: '+1 809 555 0123', label: 'oficina' },
        { kind: 'phone', value: '-829-555-0124' },
        { kind: 'address', value: 'Calle 5; altos (atrás)' },
        { kind: 'date', value: '1984-11-15', label: 'aniversario' },
      ],
    },
  });
  await api.POST('/v1/beneficiary', { body: { name: 'Ana', sellerId: business.owner.id } });
  for (const language of ['es', 'en']) {
    await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language } } });
    for (const format of ['csv', 'xlsx']) {
      const file = await download(business, `/v1/beneficiary/export?format=${format}`);
      const done = await importFile(business, PATH, file, { name: `x.${format}` });
      assert.deepEqual([done.status, ...countsOf(done)], ['done', 0, 0, 2, 0], JSON.stringify(done));
    }
  }
  const [headings, , row] = parse(await download(business, '/v1/beneficiary/export?format=csv'), {
    bom: true,
  }) as string[][];
  row![headings!.indexOf('Phones')] = '849-555-0999 (nuevo); -829-555-0124';
  row![headings!.indexOf('Credit limit')] = '75000';
  row![headings!.indexOf('Archived')] = 'Yes';
  const done = await importFile(business, PATH, csvOf([headings!, row!]));
  assert.deepEqual(countsOf(done), [0, 1, 0, 0], JSON.stringify(done));
  const { data: after } = await api.GET('/v1/beneficiary/{beneficiaryId}', {
    params: { path: { beneficiaryId: store!.id } },
  });
  assert.deepEqual(
    dataOf(after!).filter(([kind]) => kind === 'phone'),
    [
      ['phone', '849-555-0999', 'nuevo', true],
      ['phone', '-829-555-0124', '', false],
    ],
  );
  assert.deepEqual(
    [after!.creditLimit, after!.taxIdKind, after!.labels, after!.archivedAt !== null, after!.contactData.length],
    ['75000.00', 'passport', ['mayorista', 'Santiago'], true, 4],
  );
});

test('a row is found by its RNC, and a wrong one is reported with its column', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.POST('/v1/beneficiary', { body: { name: 'Pepe', taxId: '131246796' } });
  const rows = [
    ['Nombre', 'RNC o cédula', 'Emails', 'Phones', 'Credit limit'],
    ['Ferretería Pepe', '1-31-24679-6', 'pepe@example.com', '', ''],
    ['Otra', '131-246796', '', '', ''],
    ['Mala', '', 'nada', '809-555-0101; 12', 'mucho'],
    ['Mala', '', 'nada', '809-555-0101; 12', ''],
    ['Buena', '', '', '', '10'],
  ];
  const refused = await importFile(business, PATH, csvOf(rows));
  assert.equal(refused.status, 'failed');
  assert.deepEqual(
    refused.errors.map(({ row, column }) => [row, column]),
    [
      [3, 'RNC o cédula'],
      [4, 'Credit limit'],
      [5, 'Phones'],
      [5, 'Emails'],
    ],
  );
  const done = await importFile(business, PATH, csvOf(rows), { validRowsOnly: true });
  assert.deepEqual([done.status, ...countsOf(done)], ['done', 1, 1, 0, 3]);
  assert.deepEqual((await listed(business)).map(({ name }) => name).toSorted(), ['Buena', 'Ferretería Pepe']);
});

test('a contact without RNC is found by its name and a telephone or e-mail, or by its name if nothing else is known', async () => {
  const business = await newBusiness();
  const headings = ['Nombre', 'Teléfono', 'Correo', 'Notas'];
  const rows = [
    ['José Peña', '809-555-0123', '', ''],
    ['Ana', '', 'ana@example.com', ''],
    ['Juana', '', '', ''],
  ];
  const file = csvOf([headings, ...rows]);
  assert.deepEqual(countsOf(await importFile(business, PATH, file)), [3, 0, 0, 0]);
  assert.deepEqual(countsOf(await importFile(business, PATH, file)), [0, 0, 3, 0]);
  const others = [
    ['JOSE PEÑA', '(809) 555 0123; 829-555-0124', '', 'Paga tarde'],
    ['José Peña', '849-555-0199', '', ''],
    ['Ana', '', '', ''],
    ['Juana', '809-555-0123', '', ''],
  ];
  const done = await importFile(business, PATH, csvOf([headings, ...others]));
  assert.deepEqual(countsOf(done), [3, 1, 0, 0], JSON.stringify(done.errors));
  const { contactData, notes } = (await listed(business)).find(({ name }) => name === 'JOSE PEÑA')!;
  assert.deepEqual([contactData.length, notes], [2, 'Paga tarde']);
  // Two people of the same name and telephone cannot be told apart.
  const twin = { name: 'Ana', contactData: [{ kind: 'email' as const, value: 'ana@example.com' }] };
  await business.api.POST('/v1/beneficiary', { body: twin });
  assert.deepEqual(countsOf(await importFile(business, PATH, csvOf([headings, rows[1]!]))), [1, 0, 0, 0]);
});
