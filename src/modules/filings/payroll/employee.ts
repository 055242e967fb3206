import { cleanTaxId } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { violates } from '#platform/db/database.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import {
  type Employee,
  type EmployeeFields,
  insertEmployee,
  lockEmployee,
  selectEmployees,
  updateEmployee,
} from './employee.sql.ts';

export const EmployeeKnown = refusal(409, 'employee_known', 'Another employee has this tax id.');
export const LeavesBeforeComing = refusal(422, 'leaves_before_coming', 'An employee leaves after coming.');

interface Given {
  name: string;
  taxId?: string | null | undefined;
  monthlySalary: string;
  dependants?: number | undefined;
  startsOn?: string | undefined;
  endsOn?: string | null | undefined;
}

export async function addEmployee(ctx: TenantContext, given: Given) {
  const currency = ctx.currency;
  const fields: EmployeeFields = {
    name: given.name,
    taxId: given.taxId ? cleanTaxId(given.taxId) : null,
    monthlySalary: toMinor(given.monthlySalary, currency),
    dependants: given.dependants ?? 0,
    startsOn: given.startsOn ?? ctx.today.toString(),
    endsOn: given.endsOn ?? null,
  };
  checkDates(fields);
  const employee = await insertEmployee(ctx.tx, ctx.organizationId, { id: newId(), ...fields }, ctx.now);
  if (!employee) throw EmployeeKnown();
  return describe(employee, currency);
}

export async function changeEmployee(
  ctx: TenantContext,
  { id, version, taxId, monthlySalary, ...rest }: Partial<Given> & { id: string; version?: number | undefined },
) {
  const [before, currency] = await Promise.all([lockEmployee(ctx.tx, ctx.organizationId, id), ctx.currency]);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const change: Partial<EmployeeFields> = {
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<EmployeeFields>),
    ...(taxId !== undefined && { taxId: taxId && cleanTaxId(taxId) }),
    ...(monthlySalary !== undefined && { monthlySalary: toMinor(monthlySalary, currency) }),
  };
  checkDates({ ...before, ...change });
  const after = await updateEmployee(ctx.tx, ctx.organizationId, id, change).catch((error: unknown) => {
    throw violates(error, 'employees_tax_id') ? EmployeeKnown() : error;
  });
  return describe(after, currency);
}

export async function listEmployees(ctx: TenantContext, query: PageRequest & { on?: string | undefined }) {
  const [{ rows, counted }, currency] = await Promise.all([
    selectEmployees(ctx.tx, ctx.organizationId, query.on, pageWindow(query)),
    ctx.currency,
  ]);
  return toPage(
    query,
    rows.map((employee) => describe(employee, currency)),
    counted,
  );
}

function checkDates({ startsOn, endsOn }: Pick<EmployeeFields, 'startsOn' | 'endsOn'>): void {
  if (endsOn && endsOn < startsOn) throw LeavesBeforeComing();
}

const describe = (employee: Employee, currency: string) => ({
  ...employee,
  monthlySalary: fromMinor(employee.monthlySalary, currency),
});
