import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';
import { PayrollCode } from '../settings.ts';
import { documentTypes, incomeTypes } from './tss-line.ts';

const Salary = decimalWithin({ above: 0, digits: 11, decimals: 2 });
const nameOf = (max: number) => z.string().trim().min(1).max(max).nullable();

/** The data that the files of the social security (TSS) contain. */
const identity = {
  documentType: z
    .enum(documentTypes)
    .nullable()
    .describe('The kind of `taxId`. Null: 11 digits are a cédula, letters and digits a passport.'),
  givenNames: nameOf(50).describe('For the TSS, of employees without a cédula; null: not given.'),
  firstSurname: nameOf(40).describe('For the TSS, of employees without a cédula; null: not given.'),
  secondSurname: nameOf(40).describe('For the TSS, of employees without a cédula; null: not given.'),
  sex: z.enum(['F', 'M']).nullable().describe('For the TSS, of employees without a cédula; null: not given.'),
  bornOn: CalendarDate.nullable().describe('For the TSS, of employees without a cédula; null: not given.'),
  payrollCode: PayrollCode.nullable().describe(
    'The payroll of the TSS (clave nómina). Null: `payrollCode` of the settings `taxes`.',
  ),
  incomeType: z
    .enum(incomeTypes)
    .nullable()
    .describe('The income type of the TSS. Null: `partial-month` in the months of hiring and leaving, else `normal`.'),
};

const fields = {
  name: z.string().trim().min(1).max(200).describe('As the payslip shows it.'),
  taxId: z
    .string()
    .trim()
    .max(30)
    .refine(
      (text) => /^[0-9A-Za-z]{5,20}$/.test(text.replace(/[^0-9A-Za-z]/g, '')),
      'must have 5 to 20 letters and digits',
    )
    .nullable()
    .describe('The cédula, or another document (`documentType`).'),
  monthlySalary: Salary.describe('The gross salary, in the organization’s currency.'),
  dependants: z.number().int().min(0).max(20).describe('Additional dependants in the health insurance.'),
  startsOn: CalendarDate.describe('The first day of work.'),
  endsOn: CalendarDate.nullable().describe('The last day of work.'),
  ...identity,
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
  name: z.string().describe('As the payslip shows it.'),
  taxId: z.string().nullable().describe('The cédula, or another document; null: not given.'),
  monthlySalary: z.string().describe('The gross salary, in the organization’s currency.'),
  dependants: z.number().int().describe('Additional dependants in the health insurance.'),
  startsOn: CalendarDate.describe('The first day of work.'),
  endsOn: CalendarDate.nullable().describe('The last day of work; null: they work here.'),
  ...identity,
  earlierSalaries: z
    .array(
      z.object({
        until: CalendarDate.describe('The last day with it.'),
        monthlySalary: z.string().describe('The gross salary of that time.'),
      }),
    )
    .describe('The salaries before, the oldest first.'),
  version: z.number().int(),
  createdAt: Timestamp,
});
