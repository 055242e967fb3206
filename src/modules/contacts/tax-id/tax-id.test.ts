import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importTaxpayers } from '#modules/contacts/index.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { lookUpTaxId } from './look-up.ts';
import { followTaxCheck, RegistryEmpty } from './tax-check.ts';
import { hasValidCheckDigit, randomTaxId, taxIdKindOf, taxWarnings } from './tax-id.ts';

const run = <T>(work: Parameters<typeof app.engine.run<T>>[1]) => app.engine.run({}, work).then(({ result }) => result);

async function importFile(text: string | AsyncIterable<Buffer>) {
  const file =
    typeof text === 'string'
      ? (async function* () {
          yield Buffer.from(text, 'latin1');
        })()
      : text;
  return importTaxpayers(file, run);
}

const line = (taxId: string, name: string, status = 'ACTIVO') =>
  `${taxId}|${name}|COMERCIO ${taxId}|VENTA AL POR MENOR| | | | |27/08/2010|${status}|NORMAL\r\n`;

const lookUp = (business: Business, taxId: string) =>
  business.api.GET('/v1/beneficiary/taxId/{taxId}', { params: { path: { taxId } } });

test('check digits match issued numbers', () => {
  for (const rnc of ['101850043', '131246796', '401505967', '122011226', '101007151', '501050302'])
    assert.equal(hasValidCheckDigit(rnc, 'rnc'), true, rnc);
  for (const rnc of ['101850042', '112031226', '131098190', '10233317', '1318500431'])
    assert.equal(hasValidCheckDigit(rnc, 'rnc'), false, rnc);
  for (const cedula of ['00113918205', '00113918213', '22400022111', '00112345673', '40223456787', '22300262700'])
    assert.equal(hasValidCheckDigit(cedula, 'cedula'), true, cedula);
  for (const cedula of ['00113918204', '00112345674'])
    assert.equal(hasValidCheckDigit(cedula, 'cedula'), false, cedula);
  assert.equal(hasValidCheckDigit('X1234567', 'passport'), null);
  for (let n = 0; n < 200; n++) {
    assert.equal(hasValidCheckDigit(randomTaxId('rnc'), 'rnc'), true);
    assert.equal(hasValidCheckDigit(randomTaxId('cedula'), 'cedula'), true);
  }
});

test('the registry file is imported in batches, and a second import writes only changes', async () => {
  const prefix = '7';
  const idOf = (n: number) => `${prefix}${String(n).padStart(8, '0')}`;
  let changed = false;
  /** In pieces that end anywhere, as a file is read. */
  async function* generated(): AsyncIterable<Buffer> {
    let text = '';
    for (let n = 0; n < 50_000; n++) {
      text += line(idOf(n), `COMPAÑÍA ${changed && n === 77 ? 'NUEVA' : n} SRL`);
      if (text.length > 60_000) {
        const bytes = Buffer.from(text, 'latin1');
        yield bytes.subarray(0, 33_333);
        yield bytes.subarray(33_333);
        text = '';
      }
    }
    yield Buffer.from(`${text}not a taxpayer\n||||||||||\n`, 'latin1');
  }
  assert.deepEqual(await importFile(generated()), { read: 50_000, written: 50_000, skipped: 2 });
  const business = await newBusiness();
  const { data } = await lookUp(business, idOf(49_999));
  assert.deepEqual(data?.taxpayer, {
    taxId: idOf(49_999),
    name: 'COMPAÑÍA 49999 SRL',
    tradeName: `COMERCIO ${idOf(49_999)}`,
    activity: 'VENTA AL POR MENOR',
    status: 'ACTIVO',
    regime: 'NORMAL',
    startedOn: '2010-08-27',
  });
  changed = true;
  assert.deepEqual(await importFile(generated()), { read: 50_000, written: 1, skipped: 2 });
  assert.equal((await lookUp(business, idOf(77))).data?.taxpayer?.name, 'COMPAÑÍA NUEVA SRL');
});

test('UTF-8, short, repeated and unterminated lines are handled', async () => {
  const utf8 = Buffer.from('101850043|JARDÍN|||15/13/1999|SUSPENDIDO|\n101850043|JARDÍN DOS|||1|ACTIVO|RST');
  assert.deepEqual(
    await importFile(
      (async function* () {
        yield utf8;
      })(),
    ),
    { read: 2, written: 1, skipped: 0 },
  );
  const { data } = await lookUp(await newBusiness(), '101850043');
  assert.deepEqual(
    [data?.taxpayer?.name, data?.taxpayer?.startedOn, data?.taxpayer?.regime],
    ['JARDÍN DOS', null, 'RST'],
  );
});

test('a file without line breaks is refused before it fills the memory', async () => {
  async function* endless(): AsyncIterable<Buffer> {
    for (;;) yield Buffer.alloc(16 * 1024, 'x');
  }
  await assert.rejects(importFile(endless()), /not the registry file/);
});

test('a look-up returns the registry entry, warnings and the contacts with the number', async () => {
  await importFile(line('131246796', 'FERRETERIA DON PEPE SRL') + line('401505967', 'CERRADA SRL', 'DADO DE BAJA'));
  const business = await newBusiness();
  const other = await newBusiness();
  await other.api.POST('/v1/beneficiary', { body: { name: 'Ajena', taxId: '131246796' } });
  const { data: pepe } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Don Pepe', taxId: '1-31-24679-6' },
  });
  assert.deepEqual([pepe?.taxStatus, pepe?.legalName], ['active', 'FERRETERIA DON PEPE SRL']);
  const { data } = await lookUp(business, '1-31-24679-6');
  assert.deepEqual(
    [data?.taxId, data?.formatted, data?.kind, data?.status, data?.checkDigitValid, data?.warnings],
    ['131246796', '1-31-24679-6', 'rnc', 'active', true, []],
  );
  assert.deepEqual(data?.beneficiaries, [{ id: pepe?.id, name: 'Don Pepe' }]);
  const codes = async (taxId: string) => (await lookUp(business, taxId)).data?.warnings.map(({ code }) => code);
  assert.deepEqual(await codes('401505967'), ['taxpayer_inactive']);
  assert.deepEqual(await codes('101850042'), ['tax_id_check_digit', 'taxpayer_unregistered']);
  for (const wrong of ['abc', '12', '123456789012', '1---------2']) {
    assert.equal((await lookUp(business, wrong)).response.status, 400, wrong);
  }
});

test('an invented number has a valid check digit and is not in the registry', async () => {
  const business = await newBusiness();
  for (const [kind, length] of [
    ['rnc', 9],
    ['cedula', 11],
  ] as const) {
    const { data } = await business.api.GET('/v1/beneficiary/taxId/random', { params: { query: { kind } } });
    assert.equal(data?.taxId.length, length);
    const { data: found } = await lookUp(business, data!.taxId);
    assert.deepEqual([found?.checkDigitValid, found?.kind, found?.taxpayer], [true, kind, null]);
  }
});

const process = (business: Business, id?: string) =>
  business.api.GET('/v1/beneficiary/tax-data/process', { params: { query: id ? { id } : {} } });

test('contacts are checked against the registry in the background, with progress', async () => {
  const business = await newBusiness();
  const beneficiaries = Array.from({ length: 1001 }, (_, n) => ({
    name: `Cliente ${n}`,
    taxId: `8${String(n).padStart(8, '0')}`,
  }));
  for (const rows of [
    beneficiaries.slice(0, 600),
    beneficiaries.slice(600),
    [{ name: 'Sin número' }, { name: 'De fuera', taxId: 'X-1' }],
  ]) {
    await business.api.POST('/v1/beneficiary/bulk', { body: { beneficiaries: rows } });
  }
  await importFile(
    line('800000000', 'EMPRESA CERO') +
      line('800000001', 'EMPRESA UNO', 'SUSPENDIDO') +
      line('800001000', 'EMPRESA MIL'),
  );
  const started = await Promise.all([process(business), process(business), process(business)]);
  const ids = new Set(started.map(({ data }) => data!.id));
  assert.equal(ids.size, 1);
  const [id] = [...ids] as [string];
  const done = await eventually(async () => {
    const { data } = await process(business, id);
    return data?.status === 'done' && data;
  }, 30_000);
  const { startedAt, finishedAt, ...counts } = done;
  assert.ok(finishedAt! >= startedAt);
  assert.deepEqual(counts, {
    id,
    status: 'done',
    progress: 1,
    totalCount: 1001,
    checkedCount: 1001,
    activeCount: 2,
    inactiveCount: 1,
    unregisteredCount: 998,
    changedCount: done.changedCount,
  });
  assert.ok(done.changedCount >= 3);
  const { data: active } = await business.api.GET('/v1/beneficiary', { params: { query: { taxStatus: 'active' } } });
  assert.deepEqual(
    active?.data.map(({ name, legalName }) => [name, legalName]),
    [
      ['Cliente 0', 'EMPRESA CERO'],
      ['Cliente 1000', 'EMPRESA MIL'],
    ],
  );
  const { data: found } = await business.api.GET('/v1/beneficiary', { params: { query: { search: 'empresa uno' } } });
  assert.deepEqual(
    found?.data.map(({ name, warnings }) => [name, warnings[0]?.code]),
    [['Cliente 1', 'taxpayer_inactive']],
  );
});

test('a run of another organization is not found, and a viewer cannot start one', async () => {
  await importFile(line('131246796', 'FERRETERIA DON PEPE SRL'));
  const business = await newBusiness();
  const other = await newBusiness();
  const { data: theirs } = await process(other);
  for (const id of [theirs!.id, crypto.randomUUID()])
    assert.equal((await process(business, id)).error?.code, 'not_found');
  const viewer = await newMember(business, 'viewer');
  const refused = await viewer.api.GET('/v1/beneficiary/tax-data/process');
  assert.equal(refused.error?.code, 'forbidden');
});

test('without a registry no number is called unregistered, and no run starts', async () => {
  const { id } = await newBusiness();
  await app.engine.run({ dryRun: true }, async (work) => {
    await work.tx.deleteFrom('taxpayers').execute();
    const ctx = await work.enter(id);
    assert.equal((await lookUpTaxId(ctx, '131246796')).status, 'unchecked');
    await assert.rejects(followTaxCheck(ctx, undefined), { kind: RegistryEmpty });
  });
});

test('zeros are no cédula, and numbers of 8 or 10 digits warn', () => {
  assert.equal(hasValidCheckDigit('00000000000', 'cedula'), false);
  const codes = (taxId: string) => taxWarnings(taxId, taxIdKindOf(taxId, 'DO'), 'unchecked').map(({ code }) => code);
  assert.deepEqual(['00000000000', '10185004', '0011391820', '101850043', 'X1234567'].map(codes), [
    ['tax_id_check_digit'],
    ['tax_id_length'],
    ['tax_id_length'],
    [],
    [],
  ]);
});
