import { selectPostingRules, type Transfer } from '#modules/accounting/index.ts';
import { legalParameters } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { AlreadyPaid, describeFiling, lateFees, payFiling, payingAccount } from '../payment/filing.ts';
import { dueOn, type Month, monthOf, workingDayAfter } from '../period.ts';
import { taxesSettings } from '../settings.ts';
import { type Employee, type Filing, type FilingKind, payrollEntries, taxFilings } from '../tables.ts';
import { type ChristmasSalary, christmasSalaryOf, describeChristmas } from './christmas.ts';
import { selectPayroll } from './employee.sql.ts';
import { lockMonth } from './entry.sql.ts';
import { payLoans } from './loans.ts';
import { describePay, describeSlip, keptPays, type Pay, payOf, totalsOf } from './pay.ts';
import { type Payslip, payrollLaw } from './payslip.ts';
import { employeePart, employerPart, salaryTransfers } from './postings.ts';

export const NobodyOnPayroll = refusal(
  'nobody_on_payroll',
  'No employee worked in this month: add the employees first.',
);
export const PayrollNotPosted = refusal(
  'payroll_not_posted',
  'The salaries of this month are not paid yet: withholdings are owed once they are. Post the payroll first.',
);

export const PayBelowZero = refusal(
  'pay_below_zero',
  'The deductions of an employee exceed the pay of the month: check the net pay, the dependants and the deductions.',
);

export const ChristmasInDecember = refusal(
  'christmas_in_december',
  'The Christmas salary is part of the payroll of December: give that period.',
);

export const payrollParts = ['salaries', 'tss', 'ir3', 'christmas'] as const;
const MONTHLY: readonly PayrollPart[] = ['salaries', 'tss', 'ir3'];
type PayrollPart = (typeof payrollParts)[number];
const kindOf: Record<PayrollPart, FilingKind> = {
  salaries: 'payroll',
  tss: 'tss',
  ir3: 'ir3',
  christmas: 'christmas',
};

interface Payroll {
  month: Month;
  currency: string;
  pays: Pay[];
  totals: Payslip;
  /** The total owed to the social security: both sides, with dependants and INFOTEP. */
  tss: bigint;
  tssDueOn: Temporal.PlainDate;
  ir3DueOn: Temporal.PlainDate;
  christmas: ChristmasSalary | null;
  paid: Filing[];
}

interface Ir3 {
  amount: bigint;
  /** The part of it that is surcharge and interest. */
  lateCharges: bigint;
}

/** Computes a month's payroll. Once the salaries are paid, it returns the figures that were paid. */
export async function payrollOf(ctx: TenantContext, month: Month, paid: Filing[]): Promise<Payroll> {
  const { currency } = ctx;
  const [employees, limits] = await Promise.all([
    selectPayroll(ctx, month.from, month.to),
    legalParameters(ctx, ['due-working-day-tss', 'due-day-ir3'], month.lastDay),
  ]);
  const posted = paid.find(({ kind }) => kind === 'payroll');
  const pays = posted ? keptPays(posted, month, currency) : await paysOf(ctx, month, employees);
  const christmas = await christmasSalaryOf(ctx, month, employees, paid);
  const totals = totalsOf(pays);
  return {
    month,
    currency,
    pays,
    totals,
    tss: employeePart(totals) + employerPart(totals),
    tssDueOn: workingDayAfter(month, Number(limits['due-working-day-tss'])),
    ir3DueOn: dueOn(month, Number(limits['due-day-ir3'])),
    christmas,
    paid,
  };
}

/** Without employees no law is needed: the law is not known for every month. */
async function paysOf(ctx: TenantContext, month: Month, employees: Employee[]): Promise<Pay[]> {
  if (employees.length === 0) return [];
  const hasDependants = employees.some(({ dependants }) => dependants > 0);
  const [entries, law, lowest, settings] = await Promise.all([
    payrollEntries.all(ctx, { period: month.from }, { orderBy: ['id'] }),
    payrollLaw(ctx, month.lastDay, ctx.currency, hasDependants),
    legalParameters(ctx, ['srl-class-lowest'], month.lastDay),
    readSettings(ctx, taxesSettings),
  ]);
  const riskPercent = settings.workRiskPercent ?? lowest['srl-class-lowest'];
  const entriesOf = Map.groupBy(entries, ({ employeeId }) => employeeId);
  return employees.map((employee) => payOf(employee, entriesOf.get(employee.id) ?? [], month, law, riskPercent));
}

export async function payrollSummary(ctx: TenantContext, period: string | undefined) {
  const month = monthOf(ctx, period);
  const payroll = await payrollOf(ctx, month, await taxFilings.all(ctx, { period: month.from, status: 'paid' }));
  return describe(payroll, await ir3Of(ctx, payroll, ctx.today));
}

/** The income tax to pay on a day, with surcharge and interest if that is late. Once it is paid: the amount that was paid. */
export async function ir3Of(
  ctx: TenantContext,
  { totals, ir3DueOn, paid }: Payroll,
  paidOn: Temporal.PlainDate,
): Promise<Ir3> {
  const done = paid.find(({ kind }) => kind === 'ir3');
  if (done) return { amount: done.amount, lateCharges: done.amount - totals.incomeTax };
  const { surcharge, interest } = await lateFees(ctx, totals.incomeTax, ir3DueOn, paidOn);
  const lateCharges = surcharge + interest;
  return { amount: totals.incomeTax + lateCharges, lateCharges };
}

function describe({ month, currency, pays, totals, tss, tssDueOn, ir3DueOn, christmas, paid }: Payroll, ir3: Ir3) {
  const paidFor = (part: PayrollPart) => paid.find(({ kind }) => kind === kindOf[part])?.id ?? null;
  return {
    period: month.period,
    currency,
    employees: pays.map((pay) => describePay(pay, currency)),
    totals: describeSlip(totals, currency),
    salaries: { amount: fromMinor(totals.net, currency), filingId: paidFor('salaries') },
    tss: { amount: fromMinor(tss, currency), dueOn: tssDueOn.toString(), filingId: paidFor('tss') },
    ir3: {
      amount: fromMinor(ir3.amount, currency),
      lateCharges: fromMinor(ir3.lateCharges, currency),
      dueOn: ir3DueOn.toString(),
      filingId: paidFor('ir3'),
    },
    christmas: christmas && { ...describeChristmas(christmas, currency), filingId: paidFor('christmas') },
  };
}

/**
 * Pays parts of a month's payroll. The salaries come first: they post what everybody is owed, so that social security and
 * income tax wait as debts until they are paid in their turn.
 */
export async function payPayroll(
  ctx: TenantContext,
  given: { period: string; accountId: string; date?: string | undefined; parts?: PayrollPart[] | undefined },
) {
  const account = await payingAccount(ctx, given.accountId);
  const month = monthOf(ctx, given.period);
  await lockMonth(ctx, month.from);
  // The lock keeps the salaries from being voided while the taxes withheld from them are paid.
  const paid = await taxFilings.all(ctx, { period: month.from, status: 'paid' }, { lock: 'FOR SHARE' });
  const [computed, rules] = await Promise.all([payrollOf(ctx, month, paid), selectPostingRules(ctx)]);
  if (computed.pays.length === 0) throw NobodyOnPayroll();
  const paidOn = given.date ?? ctx.today.toString();
  const parts = payrollParts.filter((part) => (given.parts ?? MONTHLY).includes(part));
  const paysSalaries = parts.includes('salaries');
  if (paysSalaries && computed.pays.some(({ slip }) => slip.net < 0n)) throw PayBelowZero();
  const isPosted = paid.some(({ kind }) => kind === 'payroll');
  if (paysSalaries && isPosted) throw AlreadyPaid();
  if (!isPosted && !paysSalaries && parts.some((part) => part !== 'christmas')) throw PayrollNotPosted();
  const kept = { date: paidOn, chartAccountId: rules.get('payrollPayable')! };
  const payroll = paysSalaries ? { ...computed, pays: await payLoans(ctx, computed.pays, kept) } : computed;
  const filings = [];
  for (const part of parts) {
    const { amount, transfers, lateCharges } = await postingsOf(ctx, part, payroll, {
      rules,
      account: account.chartAccountId,
      paidOn,
    });
    const figures = describe(payroll, { amount: payroll.totals.incomeTax + lateCharges, lateCharges });
    filings.push(await payFiling(ctx, account, { kind: kindOf[part], month, paidOn, amount, figures, transfers }));
  }
  return { data: filings.map((filing) => describeFiling(ctx, filing)) };
}

async function postingsOf(
  ctx: TenantContext,
  part: PayrollPart,
  payroll: Payroll,
  { rules, account, paidOn }: { rules: Map<string, string>; account: string; paidOn: string },
): Promise<{ amount: bigint; transfers: Transfer[]; lateCharges: bigint }> {
  const { pays, totals, tss, christmas } = payroll;
  const rule = (name: string): string => rules.get(name)!;
  const [salaries, owed, withheld] = [rule('salaries'), rule('payrollPayable'), rule('withholdings')];
  if (part === 'salaries') {
    return { amount: totals.net, transfers: salaryTransfers(pays, totals, { rules, account }), lateCharges: 0n };
  }
  if (part === 'christmas') {
    if (!christmas) throw ChristmasInDecember();
    const { amount } = christmas;
    return { amount, transfers: [{ debit: salaries, credit: account, amount, purpose: 'salary' }], lateCharges: 0n };
  }
  if (part === 'tss') {
    // The social security states the charges of a late payment on its next notice.
    return { amount: tss, transfers: [{ debit: owed, credit: account, amount: tss, purpose: 'tax' }], lateCharges: 0n };
  }
  const { amount, lateCharges } = await ir3Of(ctx, payroll, Temporal.PlainDate.from(paidOn));
  const transfers = [
    { debit: withheld, credit: account, amount: totals.incomeTax, purpose: 'tax' },
    { debit: rule('expenses'), credit: account, amount: lateCharges, purpose: 'late' },
  ];
  return { amount, transfers, lateCharges };
}
