import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { openAccount } from '#test/accounts.ts';
import { newDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';

const MONTH = { from: '2026-09-01', to: '2026-09-30' };

async function downloaded({ api }: Business, query: { type: string; from?: string; to?: string }) {
  const { data, response } = await api.GET('/v1/chart-of-accounts/report/download', {
    params: { query: query as never },
  });
  assert.equal(response.status, 200);
  const rows: Record<string, string>[] = parse(await (data as unknown as Response).text(), {
    columns: true,
    bom: true,
  });
  return { rows, fileName: /filename="(.+)"/.exec(response.headers.get('content-disposition')!)![1] };
}

const picked = (rows: Record<string, string>[], ...names: string[]) =>
  rows.map((row) => names.map((name) => row[name]));

test('the reports of the books are files with their accounts and totals', async () => {
  const business = await newBusiness();
  const bank = await openAccount(business, { name: 'Banco', kind: 'bank' });
  await newDocument(business.api, { date: '2026-09-02', elements: [{ description: 'Asesoría', unitPrice: '2000' }] });
  const expense = {
    kind: 'expense' as const,
    date: '2026-09-03',
    amount: '500',
    accountId: bank.id,
    description: 'Luz',
  };
  assert.equal((await business.api.POST('/v1/record', { body: expense })).response.status, 201);

  const trial = await downloaded(business, { type: 'trial-balance', ...MONTH });
  assert.equal(trial.fileName, 'balanza-de-comprobacion-2026-09-01-2026-09-30.csv');
  const { data } = await business.api.GET('/v1/chart-of-accounts/report', {
    params: { query: { type: 'trial-balance', ...MONTH } },
  });
  assert.ok(data?.type === 'trial-balance');
  assert.deepEqual(picked(trial.rows, 'Código contable', 'Cuenta contable', 'Debe', 'Saldo final acreedor'), [
    ...data.lines.map(({ code, name, debit, closingCredit }) => [code, name, debit, closingCredit]),
    ['', 'Total', data.totals.debit, data.totals.closingCredit],
  ]);
  assert.equal(data.totals.debit, '2500.00');

  const result = await downloaded(business, { type: 'profit-and-loss', ...MONTH });
  assert.deepEqual(
    picked(result.rows, 'Grupo', 'Código contable', 'Saldo').filter(([, code]) => code === '' || code === '4101'),
    [
      ['Ingresos', '4101', '2000.00'],
      ['Ingresos', '', '2000.00'],
      ['Costos y gastos', '', '500.00'],
      ['', '', '1500.00'],
    ],
  );

  const sheet = await downloaded(business, { type: 'balance-sheet', to: '2026-09-30' });
  const balances = new Map(picked(sheet.rows, 'Cuenta contable', 'Saldo') as [string, string][]);
  assert.equal(balances.get('Resultado del ejercicio'), '1500.00');
  assert.equal(
    balances.get('Total de pasivos y patrimonio'),
    sheet.rows.find(({ Grupo }) => Grupo === 'Activos')!.Saldo,
  );

  const flows = await downloaded(business, { type: 'cash-flow', ...MONTH });
  const [last] = picked(flows.rows, 'Cuenta contable', 'Neto').slice(-1);
  assert.deepEqual(last, ['Efectivo al final', '-500.00']);
  const paid = flows.rows.find(({ Salidas }) => Salidas !== '')!;
  assert.deepEqual([paid.Grupo, paid.Salidas, paid.Neto], ['Operación', '500.00', '-500.00']);
});

test('the reports of the books are papers to sign, with the letterhead, their totals and their comparison', async () => {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const elements = [{ description: 'Asesoría', unitPrice: '2000' }];
  await newDocument(business.api, { date: '2026-08-02', elements: [{ ...elements[0]!, unitPrice: '1600' }] });
  await newDocument(business.api, { date: '2026-09-02', elements });
  const path = '/v1/chart-of-accounts/report/download?format=pdf&from=2026-09-01&to=2026-09-30';
  const textOf = async (query: string) => (await pagesOf(await fetchPdf(business, `${path}&type=${query}`))).join(' ');
  const income = await textOf('profit-and-loss&compare=previous-period');
  assertHas(income, [
    'ESTADO DE RESULTADOS',
    'Del 01/09/2026 al 30/09/2026',
    'RNC/Cédula: 1-31-24679-6',
    'Valores en DOP',
  ]);
  assertHas(income, ['Del 01/08/2026 al 31/08/2026', '4101 Ventas 2,000.00 1,600.00 400.00 25.00 %']);
  assertHas(income, ['Total ingresos 2,000.00', 'Resultado 2,000.00 1,600.00 400.00 25.00 %', 'Autorizado por']);
  assertHas(await textOf('trial-balance'), ['BALANZA DE COMPROBACIÓN', '1105 Cuentas por cobrar a clientes 1,600.00']);
  assertHas(await textOf('cash-flow'), ['FLUJO DE EFECTIVO', 'Efectivo al final 0.00']);
  const sheet = await fetchPdf(
    business,
    '/v1/chart-of-accounts/report/download?format=pdf&type=balance-sheet&to=2026-09-30',
  );
  assertHas((await pagesOf(sheet)).join(' '), ['BALANCE GENERAL', 'Al 30/09/2026', 'Resultado del ejercicio 3,600.00']);
  const wide = await fetchPdf(business, `${path}&type=trial-balance&compare=previous-year`);
  assert.equal(wide.status, 400);
  assert.partialDeepStrictEqual(await wide.json(), { errors: [{ path: 'query.format', code: 'not_allowed' }] });
});
