import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toMinor } from '#platform/money.ts';
import { cashOf } from '#test/accounts.ts';
import { type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';
import { bonusLine, documentTypes, incomeTypes, payLine } from './tss-line.ts';

const PERIOD = '2026-10';

async function newEmployer(taxId = '131-24679-6'): Promise<Business> {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId } });
  return business;
}

const employ = async ({ api }: Business, name: string, more: object = {}) => {
  const body = { name, monthlySalary: '45000', startsOn: '2025-01-01', ...more };
  return (await api.POST('/v1/taxes/rrhh/employees', { body })).data!.id;
};

const enter = (
  { api }: Business,
  employeeId: string,
  kind: 'commission' | 'bonus' | 'untaxed' | 'christmas',
  amount: string,
) => api.POST('/v1/taxes/rrhh/entries', { body: { employeeId, period: PERIOD, kind, amount } });

const download = ({ id, owner }: Business, which: 'tss' | 'infotep', period = PERIOD, token = owner.token) =>
  fetch(`${baseUrl}/v1/taxes/rrhh/${which}/file?period=${period}`, {
    headers: { authorization: `Bearer ${token}`, 'x-service-organization-id': id },
  });

async function linesOf(answer: Response): Promise<string[]> {
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  assert.equal(answer.status, 200, text);
  assert.ok(text.endsWith('\r\n'));
  return text.slice(0, -2).split('\r\n');
}

const problemOf = async (answer: Response) =>
  (await answer.json()) as { code: string; detail: string; errors?: { path: string; message: string }[] };

/** The first and last position of each field, from 1, as the instructions of the TSS count them. */
const identityAt = {
  document: [5, 30],
  givenNames: [31, 80],
  firstSurname: [81, 120],
  secondSurname: [121, 160],
  sex: [161, 161],
  bornOn: [162, 169],
} as const;
const amountsAt = {
  contributory: [170, 185],
  voluntary: [186, 201],
  taxed: [202, 217],
  otherPay: [218, 233],
  otherEmployers: [245, 260],
  exempt: [261, 276],
  credit: [277, 292],
  infotep: [293, 308],
} as const;

const at = (line: string, [from, to]: readonly [number, number]): string => line.slice(from - 1, to);
const fieldsOf = (line: string): Record<string, string | string[]> => ({
  code: at(line, [2, 4]),
  ...Object.fromEntries(Object.entries(identityAt).map(([name, place]) => [name, at(line, place).trimEnd()])),
  ...Object.fromEntries(Object.entries(amountsAt).map(([name, place]) => [name, at(line, place)])),
  agent: at(line, [234, 244]),
  incomeType: at(line, [309, 312]),
  blocks: line.slice(312).match(/.{18}/g) ?? [],
});
const zero = '0000000000000.00';
const unused = { voluntary: zero, taxed: zero, otherEmployers: zero, exempt: zero, credit: zero, infotep: zero };

/** An employee with a cédula, one with a passport, one with an NSS who was hired in the month, and one who left before it. */
async function employAll(business: Business) {
  const luisa = await employ(business, 'Luisa Peña', { taxId: '001-1391820-5', dependants: 1 });
  const jean = await employ(business, 'Jean-Pierre Núñez', {
    taxId: 'pp1234567',
    givenNames: 'Jean-Pierre  José',
    firstSurname: 'Núñez',
    secondSurname: 'D’Óleo',
    sex: 'M',
    bornOn: '1990-03-07',
    monthlySalary: '500000',
    payrollCode: '002',
    incomeType: 'weekly',
  });
  const nss = { taxId: '012345678', documentType: 'nss', givenNames: 'Ana', firstSurname: 'Müller', sex: 'F' };
  await employ(business, 'Ana', { ...nss, bornOn: '2001-12-31', monthlySalary: '31000', startsOn: '2026-10-22' });
  const gone = await employ(business, 'Ida', { taxId: '00113918213', endsOn: '2026-09-30' });
  await employ(business, 'Eva', { endsOn: '2026-09-30' });
  await enter(business, luisa, 'commission', '10000.50');
  await enter(business, luisa, 'bonus', '5000');
  await enter(business, jean, 'bonus', '0.05');
  await enter(business, gone, 'untaxed', '80000');
  await enter(business, gone, 'christmas', '33750');
}

test('the file of the TSS has each field in its place, and its salaries are those of the payroll', async () => {
  const business = await newEmployer();
  await employAll(business);
  const answer = await download(business, 'tss');
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=iso-8859-1');
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="AM_131246796_102026.txt"');
  const lines = await linesOf(answer);
  assert.deepEqual([lines[0], lines.at(-1)], ['EAM  131246796102026', 'S000006']);
  const none = { givenNames: '', firstSurname: '', secondSurname: '', sex: '', bornOn: '', agent: ' '.repeat(11) };
  assert.deepEqual(lines.slice(1, -1).map(fieldsOf), [
    {
      ...{ ...none, ...unused, code: '001', document: 'C00113918205', incomeType: '0001' },
      ...{ contributory: '0000000055000.50', otherPay: '0000000005000.00', blocks: [] },
    },
    {
      ...{ ...none, ...unused, code: '002', document: 'PPP1234567', incomeType: '0005' },
      ...{
        givenNames: 'JEAN-PIERRE JOSE',
        firstSurname: 'NUÑEZ',
        secondSurname: "D'OLEO",
        sex: 'M',
        bornOn: '07031990',
      },
      ...{ contributory: '0000000500000.00', otherPay: '0000000000000.05', blocks: [] },
    },
    {
      ...{ ...none, ...unused, code: '001', document: 'N012345678', incomeType: '0004' },
      ...{ givenNames: 'ANA', firstSurname: 'MULLER', sex: 'F', bornOn: '31122001' },
      ...{ contributory: '0000000010000.00', otherPay: zero, blocks: [] },
    },
    {
      ...{ ...none, ...unused, code: '001', document: 'C00113918213', incomeType: '0004' },
      ...{ contributory: zero, otherPay: zero, blocks: ['010000000033750.00', '020000000080000.00'] },
    },
  ]);
  const query = { period: PERIOD };
  const { data } = await business.api.GET('/v1/taxes/rrhh/monthly-payment-summary', { params: { query } });
  const { salary, commissions, otherPay, untaxed } = data!.totals;
  const sum = (place: readonly [number, number]) =>
    lines.slice(1, -1).reduce((total, line) => total + toMinor(at(line, place) || '0', 'DOP'), 0n);
  assert.equal(sum(amountsAt.contributory), toMinor(salary, 'DOP') + toMinor(commissions, 'DOP'));
  assert.equal(sum(amountsAt.otherPay), toMinor(otherPay, 'DOP'));
  assert.equal(sum([315, 330]) + sum([333, 348]), toMinor(untaxed, 'DOP'));
});

test('the file of INFOTEP has the bonuses from which the payroll keeps its part', async () => {
  const business = await newEmployer('001-1391820-5');
  await employAll(business);
  const answer = await download(business, 'infotep');
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="BO_00113918205_102026.txt"');
  const blank = (width: number) => ' '.repeat(width);
  assert.deepEqual(await linesOf(answer), [
    'EBO00113918205102026',
    `DC00113918205${blank(14 + 50 + 40 + 40 + 1 + 8)}0000000005000.00`,
    [
      ...['DP', 'PP1234567'.padEnd(25), 'JEAN-PIERRE JOSE'.padEnd(50), 'NUÑEZ'.padEnd(40), "D'OLEO".padEnd(40)],
      ...['M', '07031990', '0000000000000.05'],
    ].join(''),
    'S000004',
  ]);
  assert.equal((await problemOf(await download(business, 'infotep', '2026-09'))).code, 'no_bonuses');
});

test('the file of December has the Christmas salary as exempt income', async () => {
  const business = await newEmployer();
  await employ(business, 'Luisa Peña', { taxId: '00113918205' });
  const [, line] = await linesOf(await download(business, 'tss', '2025-12'));
  assert.deepEqual(fieldsOf(line!).blocks, ['010000000045000.00']);
  assert.equal(fieldsOf(line!).contributory, '0000000045000.00');
});

test('the file shows the paid amounts with the present identity of employees', async () => {
  const business = await newEmployer();
  const luisa = await employ(business, 'Luisa Peña', { taxId: '00113918205' });
  await business.api.POST('/v1/taxes/rrhh/monthly-payment', {
    body: { period: PERIOD, accountId: await cashOf(business), date: '2026-11-02', parts: ['salaries'] },
  });
  const body = { id: luisa, monthlySalary: '90000', taxId: '00113918213', givenNames: 'Luisa', payrollCode: '010' };
  await business.api.PATCH('/v1/taxes/rrhh/employees', { body });
  const [, line] = await linesOf(await download(business, 'tss'));
  const { contributory, document, givenNames, code } = fieldsOf(line!);
  assert.deepEqual([contributory, document, givenNames, code], ['0000000045000.00', 'C00113918213', 'LUISA', '010']);
});

test('employees without a payroll code are in that of the settings', async () => {
  const business = await newEmployer();
  await employ(business, 'Luisa Peña', { taxId: '00113918205' });
  const set = async (payrollCode: string) =>
    (await business.api.PATCH('/v1/organization/settings', { body: { section: 'taxes', value: { payrollCode } } }))
      .response.status;
  assert.deepEqual([await set('000'), await set('888'), await set('12'), await set('012')], [400, 400, 400, 200]);
  const [, line] = await linesOf(await download(business, 'tss'));
  assert.equal(fieldsOf(line!).code, '012');
});

describe('refused', () => {
  test('employees without the data that the TSS asks for, each by name', async () => {
    const business = await newEmployer();
    const ids: string[] = [];
    for (const [name, more] of [
      ['Luisa', {}],
      ['José', { taxId: '123456789' }],
      ['Ida', { taxId: '0011391820', documentType: 'cedula' }],
      ['Eva', { taxId: 'A1234567', documentType: 'nss' }],
      ['Jean', { taxId: 'A7654321', bornOn: '2017-01-01', givenNames: '李' }],
      ['Ana', { taxId: '00113918205' }],
    ] as const)
      ids.push(await employ(business, name, more));
    const { code, detail, errors } = await problemOf(await download(business, 'tss'));
    assert.equal(code, 'employee_data_missing');
    assert.equal(detail, 'Luisa: give the cédula, the passport or the NSS.');
    assert.deepEqual(
      errors!.map(({ path }) => path),
      [
        `employees[${ids[0]}].taxId`,
        `employees[${ids[1]}].documentType`,
        `employees[${ids[2]}].taxId`,
        `employees[${ids[3]}].taxId`,
        ...['givenNames', 'firstSurname', 'sex', 'bornOn'].map((field) => `employees[${ids[4]}].${field}`),
      ],
    );
  });

  test('a month without pay, of the future, of an organization without RNC, by others', async () => {
    const business = await newEmployer();
    const codeOf = async (answer: Promise<Response>) => (await problemOf(await answer)).code;
    assert.equal(await codeOf(download(business, 'tss')), 'nobody_on_payroll');
    assert.equal(await codeOf(download(business, 'tss', '2998-01')), 'period_not_begun');
    await employ(business, 'Luisa Peña', { taxId: '00113918205' });
    const seller = await newMember(business, 'seller');
    for (const which of ['tss', 'infotep'] as const)
      assert.equal(await codeOf(download(business, which, PERIOD, seller.token)), 'forbidden');
    const other = await newEmployer();
    assert.equal(await codeOf(download(other, 'tss')), 'nobody_on_payroll');
    assert.equal(await codeOf(download(business, 'tss', PERIOD, other.owner.token)), 'organization_required');
    await business.api.PATCH('/v1/organization', { body: { taxId: null } });
    assert.equal(await codeOf(download(business, 'tss')), 'organization_tax_id_missing');
  });
});

test('a line has its exact width and the letters of the TSS, whatever the names and amounts are', () => {
  const name = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }));
  const minor = fc.bigInt(0n, 10n ** 15n - 1n);
  const insured = fc.record({
    ...{ documentType: fc.constantFrom(...documentTypes), documentNumber: fc.stringMatching(/^[0-9A-Z]{5,20}$/) },
    ...{ givenNames: name, firstSurname: name, secondSurname: name },
    sex: fc.constantFrom('F' as const, 'M' as const, null),
    bornOn: fc.constantFrom('1990-03-07', null),
  });
  const pay = fc.record({
    ...{ payrollCode: fc.constant('001'), incomeType: fc.constantFrom(...incomeTypes) },
    ...{ contributory: minor, otherPay: minor, untaxed: minor, christmas: minor },
  });
  fc.assert(
    fc.property(insured, pay, (person, amounts) => {
      const line = payLine(person, amounts);
      const blocks = [amounts.christmas, amounts.untaxed].filter((amount) => amount > 0n).length;
      assert.equal(line.length, 312 + 18 * blocks);
      assert.equal(bonusLine(person, amounts.otherPay).length, 182);
      assert.match(line.slice(30, 160), /^[A-ZÑ' -]*$/);
      assert.equal(Buffer.from(line, 'latin1').toString('latin1'), line);
    }),
  );
});
