import type { z } from 'zod';
import { cleanTaxId } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type Employee, employees } from '../tables.ts';
import type { EmployeeChange, NewEmployee } from './employee.schema.ts';

export const EmployeeKnown = refusal(
  409,
  'employee_known',
  'Another employee has this tax id: change that one instead.',
);
export const LeavesBeforeComing = refusal(
  422,
  'leaves_before_coming',
  'The last day of work is before the first: `endsOn` must not be before `startsOn`.',
);

export async function addEmployee(ctx: TenantContext, given: z.output<typeof NewEmployee>) {
  const { name, taxId, dependants = 0, startsOn = ctx.today.toString(), endsOn = null } = given;
  checkDates({ startsOn, endsOn });
  const employee = await employees.insertUnlessTaken(ctx, {
    id: newId(),
    name,
    taxId: taxId ? cleanTaxId(taxId) : null,
    monthlySalary: toMinor(given.monthlySalary, ctx.currency),
    dependants,
    startsOn,
    endsOn,
    createdAt: ctx.now,
  });
  if (!employee) throw EmployeeKnown();
  return describeEmployee(ctx, employee);
}

export async function changeEmployee(ctx: TenantContext, given: z.output<typeof EmployeeChange>) {
  const { id, version, taxId, monthlySalary, ...fields } = given;
  const { startsOn, endsOn } = await employees.lock(ctx, id, version);
  checkDates({
    startsOn: fields.startsOn ?? startsOn,
    endsOn: fields.endsOn === undefined ? endsOn : fields.endsOn,
  });
  const change = {
    ...fields,
    taxId: taxId && cleanTaxId(taxId),
    monthlySalary: monthlySalary === undefined ? undefined : toMinor(monthlySalary, ctx.currency),
  };
  const changed = await employees.update(ctx, id, change).catch(onViolation('employees_tax_id', EmployeeKnown));
  return describeEmployee(ctx, changed);
}

function checkDates({ startsOn, endsOn }: Pick<Employee, 'startsOn' | 'endsOn'>): void {
  if (endsOn && endsOn < startsOn) throw LeavesBeforeComing();
}

export const describeEmployee = ({ currency }: TenantContext, employee: Employee) => ({
  ...employee,
  monthlySalary: fromMinor(employee.monthlySalary, currency),
});
