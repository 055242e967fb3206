import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Business, newBusiness, newMember } from '#test/harness.ts';
import { fetchPdf, pagesOf } from '#test/pdf.ts';

const PERIOD = '2026-10';

const employ = async ({ api }: Business, name: string, more: object = {}) =>
  (await api.POST('/v1/taxes/rrhh/employees', {
    body: { name, monthlySalary: '45000', startsOn: '2025-01-01', ...more },
  }))!.data!.id;

const print = (token: string, business: Business, query: Record<string, string> = {}) =>
  fetchPdf(business, `/v1/taxes/rrhh/payslips?${new URLSearchParams({ period: PERIOD, ...query })}`, token);

test('a payslip has the pay and the deductions of an employee, and adds up to the net pay', async () => {
  const business = await newBusiness({ name: 'Colmado La Fe' });
  const { token } = business.owner;
  const luisa = await employ(business, 'Luisa Peña', { taxId: '001-1391820-5' });
  await employ(business, 'José Núñez', { taxId: '012345678', documentType: 'nss' });
  for (const entry of [
    { kind: 'overtime', hours: '10', description: 'Inventario' },
    { kind: 'loan', amount: '3000' },
  ] as const)
    await business.api.POST('/v1/taxes/rrhh/entries', { body: { employeeId: luisa, period: PERIOD, ...entry } });
  const pages = await pagesOf(await print(token, business));
  assert.equal(pages.length, 2);
  const [first, second] = pages as [string, string];
  for (const text of [
    'Colmado La Fe',
    'VOLANTE DE PAGO',
    'octubre de 2026',
    'Luisa Peña',
    'Cédula: 001-1391820-5',
    'Días trabajados: 31',
    'Salario RD$ 45,000.00',
    'Horas extras al 35 %, 10 h, Inventario RD$ 3,186.63',
    'Total de ingresos RD$ 48,186.63',
    'Seguro familiar de salud (SFS) RD$ 1,368.00',
    'Fondo de pensiones (AFP) RD$ 1,291.50',
    'Cuota de préstamo RD$ 3,000.00',
  ])
    assert.ok(first.includes(text), `${text}: ${first}`);
  const { data: month } = await business.api.GET('/v1/taxes/rrhh/monthly-payment-summary', {
    params: { query: { period: PERIOD } },
  });
  const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',');
  for (const { name, net } of month!.employees)
    assert.ok(
      pages.some((page) => page.includes(name) && page.includes(`Neto a recibir RD$ ${grouped(net)}`)),
      name,
    );
  assert.ok(second.includes('José Núñez') && !second.includes('préstamo'));
  assert.ok(second.includes('Documento: 012345678'), second);
  assert.equal((await pagesOf(await print(token, business, { employeeId: luisa }))).length, 1);
});

test('the Christmas salary has payslips of its own, with what it is a twelfth of', async () => {
  const business = await newBusiness();
  const { token } = business.owner;
  const luisa = await employ(business, 'Luisa Peña', { taxId: '001-1391820-5' });
  await employ(business, 'José Núñez', { endsOn: '2025-11-30' });
  const christmas = { part: 'christmas', period: '2025-12' };
  const pages = await pagesOf(await print(token, business, christmas));
  assert.equal(pages.length, 1);
  for (const text of [
    'diciembre de 2025',
    'Luisa Peña',
    'Cédula: 001-1391820-5',
    'Salarios y comisiones del año: RD$ 540,000.00',
    'Salario de Navidad (regalía pascual) RD$ 45,000.00',
    'Total de deducciones RD$ 0.00',
    'Neto a recibir RD$ 45,000.00',
  ])
    assert.ok(pages[0]!.includes(text), `${text}: ${pages[0]}`);
  const codeOf = async (query: Record<string, string>) =>
    ((await (await print(token, business, { ...christmas, ...query })).json()) as { code: string }).code;
  assert.equal(await codeOf({ period: '2025-11' }), 'christmas_in_december');
  await business.api.PATCH('/v1/taxes/rrhh/employees', { body: { id: luisa, endsOn: '2025-10-31' } });
  assert.equal(await codeOf({}), 'nobody_on_payroll');
});

test('payslips are for those who may read the payroll, and for months with one', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
  assert.equal(await codeOf(await print(business.owner.token, business)), 'nobody_on_payroll');
  assert.equal(await codeOf(await print(business.owner.token, business, { period: '2999-01' })), 'period_not_begun');
  assert.equal(await codeOf(await print(seller.token, business)), 'forbidden');
});
