import { z } from 'zod';
import { AccountNotPostable, SameAccount } from '#modules/accounting/index.ts';
import { CreditEventOutOfOrder, CreditNotActive, CreditOverpaid, DateInFuture } from '#modules/receivables/index.ts';
import { LawUnknown } from '#modules/taxes/index.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { CalendarDate } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { exampleFiling, PaymentFields, postingRefusals, TaxPayment } from '../payment/filing.schema.ts';
import { AccountNotInCurrency, AlreadyPaid } from '../payment/filing.ts';
import { Period, PeriodNotBegun, PeriodQuery, periodQuery } from '../period.ts';
import { TaxIdMissing } from '../report/report.ts';
import { Employee, EmployeeChange, NewEmployee } from './employee.schema.ts';
import { employeeList } from './employee.sql.ts';
import {
  addEmployee,
  changeEmployee,
  describeEmployee,
  EmployeeKnown,
  LeavesBeforeComing,
  SalaryChangedTooOften,
  SalaryFromTooEarly,
} from './employee.ts';
import { PaidEntry } from './entry.schema.ts';
import {
  ChristmasInDecember,
  NobodyOnPayroll,
  PayBelowZero,
  PayrollNotPosted,
  payPayroll,
  payrollParts,
  payrollSummary,
} from './payroll.ts';
import { printPayslips, TooManyPayslips } from './print-payslips.ts';
import { EmployeeDataMissing, infotepFile, NoBonuses, tssFile } from './tss-file.ts';

const Slip = {
  salary: z.string().describe('Of the days of the month on the payroll.'),
  commissions: z.string().describe('Taxed, and with contributions like the salary.'),
  otherPay: z.string().describe('Overtime, bonuses and other pay: taxed, without contributions.'),
  untaxed: z.string().describe('Pay without income tax and contributions.'),
  gross: z.string().describe('All pay.'),
  sfs: z.string().describe('Health insurance, kept back.'),
  afp: z.string().describe('Pension, kept back.'),
  dependants: z.string().describe('Health insurance of additional dependants, kept back.'),
  infotepBonus: z.string().describe('INFOTEP of bonuses, kept back.'),
  incomeTax: z.string().describe('Kept back for the IR-3.'),
  deductions: z.string().describe('Loans, advances and other deductions, kept back.'),
  net: z.string().describe('Net pay.'),
  employerSfs: z.string().describe('Health insurance, paid by the employer.'),
  employerAfp: z.string().describe('Pension, paid by the employer.'),
  employerSrl: z.string().describe('Insurance of work risks.'),
  infotep: z.string().describe('INFOTEP, paid by the employer.'),
};

const Owed = z.object({
  amount: z.string().describe('What is to be paid, or was paid.'),
  dueOn: CalendarDate.describe('The last day to pay it.'),
  filingId: z.uuid().nullable().describe('The payment; null: not paid yet.'),
});

const Pay = z.object({
  employeeId: z.uuid().describe('The employee.'),
  name: z.string().describe('As the payslip shows it.'),
  taxId: z.string().nullable().describe('The cédula, or another document; null: not given.'),
  days: z.number().int().describe('Of the month, on the payroll.'),
  ...Slip,
  entries: z.array(PaidEntry).describe('Variable pay and deductions.'),
});

const ChristmasPay = z.object({
  employeeId: z.uuid().describe('The employee.'),
  name: z.string().describe('As the payslip shows it.'),
  taxId: z.string().nullable().describe('The cédula, or another document; null: not given.'),
  earned: z.string().describe('The salary and commissions of the year.'),
  amount: z.string().describe('A twelfth of it.'),
});

export const payrollRoutes = [
  route('GET', '/v1/taxes/rrhh/employees', 'payroll:read', {
    summary: 'List the employees',
    description: 'In the order in which they were added.',
    query: employeeList.query,
    returns: pageOf(Employee),
    examples: { query: { on: '2026-10-31' } },
    handler: (ctx, { query }) => employeeList.page(ctx, query, (rows) => rows.map((row) => describeEmployee(ctx, row))),
  }),
  route('POST', '/v1/taxes/rrhh/employees', 'payroll:write', {
    action: 'createEmployee',
    summary: 'Add an employee',
    description: 'The payroll counts them from `startsOn` to `endsOn`, by the days of the month.',
    status: 201,
    body: NewEmployee,
    returns: Employee,
    refusals: [EmployeeKnown, LeavesBeforeComing],
    examples: { body: { name: 'Luisa Peña', taxId: '001-1391820-5', monthlySalary: '45000', startsOn: '2026-01-15' } },
    handler: (ctx, { body }) => addEmployee(ctx, body),
  }),
  route('PATCH', '/v1/taxes/rrhh/employees', 'payroll:write', {
    action: 'updateEmployee',
    summary: 'Change an employee',
    description:
      'Applies to payrolls that are not paid yet: paid ones stay as they were. A raise with `salaryFrom` leaves the days before it at the earlier salary.',
    body: EmployeeChange,
    returns: Employee,
    refusals: [EmployeeKnown, LeavesBeforeComing, SalaryFromTooEarly, SalaryChangedTooOften],
    examples: { body: { id: exampleId, version: 1, monthlySalary: '48000', salaryFrom: '2026-10-16' } },
    handler: (ctx, { body }) => changeEmployee(ctx, body),
  }),
  route('GET', '/v1/taxes/rrhh/monthly-payment-summary', 'payroll:read', {
    action: 'getMonth',
    summary: 'Read the payroll of a month',
    description:
      'The pay, deductions (SFS, AFP, income tax) and net pay of each employee and the contributions of the employer, by the law of that month; what is owed to the social security (TSS) and with the IR-3, and until when. Once the salaries are paid: what was paid. The law is known from April 2025, the insurance of additional dependants from November 2025: earlier months with employees are refused with `law_unknown`.',
    query: PeriodQuery,
    returns: z.object({
      period: Period,
      currency: z.string(),
      employees: z.array(Pay).describe('One for each employee of the month.'),
      totals: z.object(Slip).describe('Of all employees.'),
      salaries: z
        .object({
          amount: z.string().describe('The sum of `net`.'),
          filingId: z.uuid().nullable().describe('The payment; null: not paid yet.'),
        })
        .describe('What the employees get.'),
      tss: Owed.describe('What is owed to the social security.'),
      ir3: Owed.extend({
        lateCharges: z
          .string()
          .describe('Surcharge and interest in `amount`, if it is paid late: today, while it is owed.'),
      }).describe('Income tax of the employees.'),
      christmas: Owed.extend({ employees: z.array(ChristmasPay).describe('One for each employee.') })
        .nullable()
        .describe('In December: the Christmas salary (regalía) of the year for everybody on this payroll.'),
    }),
    refusals: [PeriodNotBegun, LawUnknown],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => payrollSummary(ctx, query.period),
  }),
  route('GET', '/v1/taxes/rrhh/payslips', 'payroll:read', {
    action: 'printPayslips',
    summary: 'Print the payslips of a month',
    description:
      'A PDF with a page for each employee, or for one. `christmas`: of the Christmas salary, with the period of December.',
    query: z.strictObject({
      ...periodQuery,
      employeeId: z.uuid().optional().describe('Only this employee.'),
      part: z.enum(['salaries', 'christmas']).default('salaries').describe('Which payslips.'),
    }),
    returns: { contentType: 'application/pdf' },
    refusals: [PeriodNotBegun, LawUnknown, NobodyOnPayroll, ChristmasInDecember, TooManyPayslips, TooComplex],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => printPayslips(ctx, query),
  }),
  route('GET', '/v1/taxes/rrhh/tss/file', 'payroll:read', {
    action: 'downloadTss',
    summary: 'Download the TSS file of a month (autodeterminación)',
    description:
      'The payroll as the file that SUIR Plus takes (process AM): a header, a line of fixed width for each employee, a summary. Once the salaries are paid: what was paid. Identities are those of today. Employees without a cédula need `givenNames`, `firstSurname`, `sex` and `bornOn`.',
    query: PeriodQuery,
    returns: { contentType: 'text/plain' },
    refusals: [PeriodNotBegun, LawUnknown, TaxIdMissing, NobodyOnPayroll, EmployeeDataMissing],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => tssFile(ctx, query.period),
  }),
  route('GET', '/v1/taxes/rrhh/infotep/file', 'payroll:read', {
    action: 'downloadInfotep',
    summary: 'Download the INFOTEP file of a month (bonuses)',
    description:
      'The entries of the kind `bonus` as the file that SUIR Plus takes (process BO), a line of fixed width for each employee. The TSS collects the 0.5 % with a notice of its own.',
    query: PeriodQuery,
    returns: { contentType: 'text/plain' },
    refusals: [PeriodNotBegun, LawUnknown, TaxIdMissing, NoBonuses, EmployeeDataMissing],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => infotepFile(ctx, query.period),
  }),
  route('POST', '/v1/taxes/rrhh/monthly-payment', 'payroll:write', {
    action: 'pay',
    summary: 'Pay the payroll of a month',
    description:
      'Pays and posts the salaries, the social security and the employees’ income tax of a month, or the given `parts`. What is kept back is a debt until it is paid. `christmas` pays the Christmas salary with the period of December. Each part is paid once a month; DELETE /v1/taxes/monthly-payment takes one back. A late IR-3 is paid with surcharge and interest.',
    status: 201,
    body: z.strictObject({
      ...PaymentFields,
      parts: z.array(z.enum(payrollParts)).min(1).max(4).optional().describe('Default: all but `christmas`.'),
    }),
    returns: z.object({ data: z.array(TaxPayment).describe('One for each part that was paid.') }),
    refusals: [
      PeriodNotBegun,
      LawUnknown,
      NobodyOnPayroll,
      PayrollNotPosted,
      PayBelowZero,
      ChristmasInDecember,
      AlreadyPaid,
      AccountNotInCurrency,
      AccountNotPostable,
      SameAccount,
      CreditNotActive,
      CreditOverpaid,
      CreditEventOutOfOrder,
      DateInFuture,
      ...postingRefusals,
    ],
    examples: { body: { period: '2026-10', accountId: exampleFiling.accountId, parts: ['salaries'] } },
    handler: (ctx, { body }) => payPayroll(ctx, body),
  }),
];
