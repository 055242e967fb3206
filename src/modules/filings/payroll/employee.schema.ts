import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';

const Salary = decimalWithin({ above: 0, digits: 11, decimals: 2 });

const fields = {
  name: z.string().trim().min(1).max(200),
  taxId: z
    .string()
    .trim()
    .max(30)
    .refine((text) => /^[0-9A-Za-z]{5,20}$/.test(text.replace(/[^0-9A-Za-z]/g, '')), 'has 5 to 20 letters and digits')
    .nullable()
    .describe('The cédula.'),
  monthlySalary: Salary.describe('The gross salary, in the organization’s currency.'),
  dependants: z.number().int().min(0).max(20).describe('Additional dependants in the health insurance.'),
  startsOn: CalendarDate.describe('The first day of work.'),
  endsOn: CalendarDate.nullable().describe('The last day of work.'),
};

export const NewEmployee = z.strictObject(fields).partial().required({ name: true, monthlySalary: true });
export const EmployeeChange = changeOf({
  ...fields,
  salaryFrom: CalendarDate.describe('The first day of the new `monthlySalary`. Default: correct the present one.'),
}).refine(({ salaryFrom, monthlySalary }) => salaryFrom === undefined || monthlySalary !== undefined, {
  path: ['monthlySalary'],
  message: 'is required with `salaryFrom`',
});

export const Employee = z.object({
  id: z.uuid(),
  name: z.string(),
  taxId: z.string().nullable(),
  monthlySalary: z.string(),
  dependants: z.number().int(),
  startsOn: CalendarDate,
  endsOn: CalendarDate.nullable(),
  earlierSalaries: z.array(z.object({ until: CalendarDate, monthlySalary: z.string() })),
  version: z.number().int(),
  createdAt: Timestamp,
});
