import type { z } from 'zod';
import { cleanTaxId } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type EarlierSalary, type Employee, employees } from '../tables.ts';
import type { EmployeeChange, NewEmployee } from './employee.schema.ts';

export const EmployeeKnown = refusal(
  'employee_known',
  'Another employee has this tax id: change that one instead.',
  409,
);
export const LeavesBeforeComing = refusal(
  'leaves_before_coming',
  'The last day of work is before the first: `endsOn` must not be before `startsOn`.',
);

export const SalaryFromTooEarly = refusal(
  'salary_from_too_early',
  'A new salary starts after the first day of work and after the last change: choose a later `salaryFrom`.',
);
const SALARIES_MAX = 100;
export const SalaryChangedTooOften = refusal(
  'salary_changed_too_often',
  `A salary changes at most ${SALARIES_MAX} times: correct the present one instead.`,
);

const taxIdKnown = () => EmployeeKnown.at('body.taxId');

export async function addEmployee(ctx: TenantContext, given: z.output<typeof NewEmployee>) {
  const { taxId, monthlySalary, startsOn = ctx.today.toString(), endsOn = null, ...fields } = given;
  checkDates({ startsOn, endsOn });
  const employee = await employees.insertUnlessTaken(ctx, {
    ...fields,
    taxId: taxId ? cleanTaxId(taxId) : null,
    monthlySalary: toMinor(monthlySalary, ctx.currency),
    startsOn,
    endsOn,
  });
  if (!employee) throw taxIdKnown();
  return describeEmployee(ctx, employee);
}

export async function changeEmployee(ctx: TenantContext, given: z.output<typeof EmployeeChange>) {
  const { id, version, taxId, monthlySalary, salaryFrom, ...fields } = given;
  const employee = await employees.lock(ctx, id, version);
  const { startsOn, endsOn } = employee;
  checkDates({ startsOn: fields.startsOn ?? startsOn, endsOn: fields.endsOn === undefined ? endsOn : fields.endsOn });
  const change = {
    ...fields,
    taxId: taxId && cleanTaxId(taxId),
    ...(monthlySalary !== undefined && {
      monthlySalary: toMinor(monthlySalary, ctx.currency),
      ...(salaryFrom && { earlierSalaries: salariesBefore(ctx, employee, salaryFrom) }),
    }),
  };
  const changed = await employees.change(ctx, id, change).catch(onViolation('employees_tax_id', taxIdKnown));
  return describeEmployee(ctx, changed);
}

/** The earlier salaries of an employee whose salary changes on a day. */
function salariesBefore({ currency }: TenantContext, employee: Employee, from: string): EarlierSalary[] {
  const { startsOn, earlierSalaries, monthlySalary } = employee;
  const until = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  if (from <= startsOn || until <= (earlierSalaries.at(-1)?.until ?? ''))
    throw SalaryFromTooEarly.at('body.salaryFrom');
  if (earlierSalaries.length >= SALARIES_MAX) throw SalaryChangedTooOften();
  return [...earlierSalaries, { until, monthlySalary: fromMinor(monthlySalary, currency) }];
}

function checkDates({ startsOn, endsOn }: Pick<Employee, 'startsOn' | 'endsOn'>): void {
  if (endsOn && endsOn < startsOn) throw LeavesBeforeComing.at('body.endsOn');
}

export const describeEmployee = ({ currency }: TenantContext, employee: Employee) => ({
  ...employee,
  monthlySalary: fromMinor(employee.monthlySalary, currency),
});
