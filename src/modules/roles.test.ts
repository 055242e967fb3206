import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { permissions } from '#platform/auth/permission.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { permissionsOf } from './roles.ts';

const levelOf = (role: string, area: string): string => {
  const held = permissionsOf(role, []);
  return held.has(`${area}:write`) ? 'write' : held.has(`${area}:read`) ? 'read' : 'none';
};

test('the documented table is what roles may do', async () => {
  const page = await readFile('docs/permissions.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(([, area, levels]) => [
    area!,
    levels!.split(' | '),
  ]);
  const columns = ['owner', 'accountant', 'seller', 'agent', 'viewer'];
  const areas = [...new Set(permissions().map((permission) => permission.split(':')[0]!))];
  const expected = areas.map((area) => [area, columns.map((role) => levelOf(role, area))]);
  const byArea = (all: unknown[]) => all.toSorted((a, b) => String(a).localeCompare(String(b)));
  assert.deepEqual(byArea(rows), byArea(expected));
  for (const area of areas) assert.equal(levelOf('admin', area), levelOf('owner', area));
});

test('viewers, sellers and agents read neither salaries nor the reports of the books nor what is declared', async () => {
  const business = await newBusiness();
  const period = '2026-10';
  await business.api.POST('/v1/taxes/rrhh/employees', {
    body: { name: 'Luisa Peña', taxId: '001-1391820-5', monthlySalary: '45000', startsOn: '2020-01-15' },
  });
  const account = await newDrawer(business, { kind: 'bank' });
  const paid = await business.api.POST('/v1/taxes/rrhh/monthly-payment', {
    body: { period, accountId: account.id, date: '2026-11-02' },
  });
  assert.equal(paid.response.status, 201, JSON.stringify(paid.error));
  const [salaries] = paid.data!.data;
  const ofAccount = { params: { path: { accountId: account.id } } };
  for (const role of ['viewer', 'seller', 'agent'] as const) {
    const { api } = await newMember(business, role);
    const statuses = await Promise.all([
      api.GET('/v1/taxes/rrhh/employees'),
      api.GET('/v1/taxes/rrhh/monthly-payment-summary', { params: { query: { period } } }),
      api.GET('/v1/taxes/monthly-payment', { params: { query: { kind: 'payroll' } } }),
      api.GET('/v1/taxes/606', { params: { query: { period } } }),
      api.GET('/v1/taxes/607', { params: { query: { period } } }),
      api.GET('/v1/taxes/607/file', { params: { query: { period } } }),
      api.GET('/v1/taxes/608/file', { params: { query: { period } } }),
      api.GET('/v1/taxes/monthly-payment-summary', { params: { query: { period } } }),
      api.GET('/v1/taxes/ir17/monthly-payment-summary', { params: { query: { period } } }),
      api.GET('/v1/taxes/monthly-payment'),
      api.GET('/v1/record/report'),
      api.GET('/v1/record/resume'),
      api.GET('/v1/record/chart'),
      api.GET('/v1/chart-of-accounts/report', { params: { query: { report: 'trial-balance' } as never } }),
      api.GET('/v1/chart-of-accounts', { params: { query: { balances: true } } }),
      api.GET('/v1/account/balance'),
      api.GET('/v1/account/all/balance-history'),
      api.GET('/v1/account/{accountId}/balance-history', ofAccount),
      api.GET('/v1/account/{accountId}/conciliation-transactions', ofAccount),
      api.GET('/v1/account/{accountId}/conciliation-list', ofAccount),
      api.GET('/v1/division/balance'),
    ]);
    assert.deepEqual(
      statuses.map(({ response }) => response.status),
      statuses.map(() => 403),
      role,
    );
    assert.equal((await api.GET('/v1/chart-of-accounts')).response.status, 200);
    assert.equal((await api.GET('/v1/account')).response.status, 200);
    assert.equal((await api.GET('/v1/taxes/list')).response.status, 200);
    const calendar = await api.GET('/v1/taxes/calendar', { params: { query: { period } } });
    assert.deepEqual(
      calendar.data!.data.map(({ amount }) => amount),
      calendar.data!.data.map(() => null),
    );
  }
  const withoutSalaries = await newMember(business, 'custom', ['reports:read']);
  assert.equal((await withoutSalaries.api.GET('/v1/taxes/monthly-payment')).data?.total, 0);
  const books = await newMember(business, 'custom', ['taxes:write', 'accounting:read']);
  const voided = await books.api.DELETE('/v1/taxes/monthly-payment', { body: { id: salaries!.id } });
  assert.equal(voided.error?.code, 'forbidden');
  const accountant = await newMember(business, 'accountant');
  assert.equal((await accountant.api.GET('/v1/taxes/rrhh/employees')).data?.total, 1);
  assert.equal((await accountant.api.GET('/v1/taxes/monthly-payment')).data?.total, 3);
});
