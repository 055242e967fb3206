import { fromMillionths, sumOf } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import type { Month } from '../period.ts';
import type { Employee, EntryKind, Filing, PayrollEntry } from '../tables.ts';
import { earnedIn, salaryAtEnd } from './earned.ts';
import { type hourlyPay, ruleOf } from './entry-kinds.ts';
import { type PayrollLaw, type Payslip, payOfHours, payslipOf } from './payslip.ts';

/** An entry with the amount that is paid or kept back. */
interface PaidEntry {
  id: string;
  kind: EntryKind;
  hours: string | null;
  amount: bigint;
  description: string;
  chartAccountId: string | null;
  /** The credit that it pays, and the record of that payment. */
  creditId: string | null;
  recordId: string | null;
}

/** One person's month. */
export interface Pay {
  employeeId: string;
  name: string;
  taxId: string | null;
  /** Of the month, on the payroll. */
  days: number;
  slip: Payslip;
  entries: PaidEntry[];
}

/** The pay of an employee. A person who has left is paid only the entered amounts, without health insurance for dependants. */
export function payOf(
  employee: Employee,
  given: PayrollEntry[],
  month: Month,
  law: PayrollLaw,
  riskPercent: string,
): Pay {
  const { id: employeeId, name, taxId } = employee;
  const { days, gross: salary } = earnedIn(month, employee, law.currency);
  const monthlySalary = salaryAtEnd(month, employee, law.currency);
  const entries = given.map(({ id, kind, hours, amount, description, chartAccountId, creditId }) => ({
    id,
    kind,
    hours: hours === null ? null : fromMillionths(hours),
    amount: amount ?? payOfHours(hours!, kind as keyof typeof hourlyPay, monthlySalary, law),
    description,
    chartAccountId,
    creditId,
    recordId: null,
  }));
  const sumWhere = (counts: (kind: EntryKind) => boolean) =>
    sumOf(entries, ({ kind, amount }) => (counts(kind) ? amount : 0n));
  const pay = {
    salary,
    commissions: sumWhere((kind) => ruleOf(kind).group === 'contributory'),
    otherPay: sumWhere((kind) => ruleOf(kind).group === 'other'),
    bonuses: sumWhere((kind) => kind === 'bonus'),
    untaxed: sumWhere((kind) => ruleOf(kind).group === 'untaxed'),
    deductions: sumWhere((kind) => ruleOf(kind).group === 'deduction'),
    dependants: days > 0 ? employee.dependants : 0,
  };
  return { employeeId, name, taxId, days, slip: payslipOf(pay, law, riskPercent), entries };
}

const slipFields: (keyof Payslip)[] = [
  'salary',
  'commissions',
  'otherPay',
  'untaxed',
  'gross',
  'sfs',
  'afp',
  'dependants',
  'infotepBonus',
  'incomeTax',
  'deductions',
  'net',
  'employerSfs',
  'employerAfp',
  'employerSrl',
  'infotep',
];

export function totalsOf(pays: Pay[]): Payslip {
  const total = (name: keyof Payslip) => sumOf(pays, ({ slip }) => slip[name]);
  return Object.fromEntries(slipFields.map((name) => [name, total(name)])) as unknown as Payslip;
}

export const describeSlip = (slip: Payslip, currency: string) =>
  Object.fromEntries(slipFields.map((name) => [name, fromMinor(slip[name], currency)])) as Record<
    keyof Payslip,
    string
  >;

export const describePay = ({ slip, entries, ...pay }: Pay, currency: string) => ({
  ...pay,
  ...describeSlip(slip, currency),
  entries: entries.map((entry) => ({ ...entry, amount: fromMinor(entry.amount, currency) })),
});

/** The pays as they were posted. The first releases stored only the salary, without days. */
export function keptPays({ figures }: Filing, month: Month, currency: string): Pay[] {
  const { employees } = figures as { employees: ReturnType<typeof describePay>[] };
  return employees.map(({ employeeId, name, taxId, days = month.lastDay.day, entries = [], ...money }) => {
    const { salary = money.gross } = money;
    const given = { ...money, salary };
    const slip = Object.fromEntries(slipFields.map((field) => [field, toMinor(given[field] ?? '0', currency)]));
    return {
      employeeId,
      name,
      taxId,
      days,
      slip: slip as unknown as Payslip,
      entries: entries.map((entry) => ({ ...entry, amount: toMinor(entry.amount, currency) })),
    };
  });
}
