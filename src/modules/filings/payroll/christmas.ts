import { legalParameters } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, sumOf } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { type Month, toMonth } from '../period.ts';
import { type Employee, type Filing, taxFilings } from '../tables.ts';
import { earnedIn } from './earned.ts';
import { selectCommissionsOf } from './entry.sql.ts';
import { keptPays } from './pay.ts';

const DECEMBER = 12;

/** The Christmas salary (regalía) of a year, which is part of the payroll of December. */
export interface ChristmasSalary {
  pays: { employeeId: string; name: string; taxId: string | null; earned: bigint; amount: bigint }[];
  amount: bigint;
  dueOn: Temporal.PlainDate;
}

/**
 * A twelfth of the salary and commissions of the year for everybody who works in December, without contributions and income tax.
 * Once it is paid, it returns what was paid. Null in the other months.
 */
export async function christmasSalaryOf(
  ctx: TenantContext,
  month: Month,
  employees: Employee[],
  paid: Filing[],
): Promise<ChristmasSalary | null> {
  const { year, month: ofYear } = month.firstDay;
  if (ofYear !== DECEMBER) return null;
  const law = await legalParameters(ctx, ['due-day-christmas-salary'], month.lastDay);
  const months = Array.from({ length: 12 }, (_, place) => toMonth(new Temporal.PlainYearMonth(year, place + 1)));
  const posted = paid.find(({ kind }) => kind === 'christmas');
  const pays = posted ? keptChristmas(posted, ctx.currency) : await paysOf(ctx, employees, months);
  const dueOn = month.firstDay.with({ day: Number(law['due-day-christmas-salary']) });
  return { pays, amount: sumOf(pays, ({ amount }) => amount), dueOn };
}

async function paysOf(ctx: TenantContext, employees: Employee[], months: Month[]): Promise<ChristmasSalary['pays']> {
  const { currency } = ctx;
  const december = months.at(-1)!;
  const [commissions, paid] = await Promise.all([
    selectCommissionsOf(ctx, months[0]!.from, december.from),
    paidSalaries(ctx, months),
  ]);
  const working = employees.filter((employee) => earnedIn(december, employee, currency).days > 0);
  return working.map((employee) => {
    const { id: employeeId, name, taxId } = employee;
    const salaries = sumOf(
      months,
      (month) => paid.get(month.from)?.get(employeeId) ?? earnedIn(month, employee, currency).gross,
    );
    const earned = salaries + (commissions.get(employeeId) ?? 0n);
    return { employeeId, name, taxId, earned, amount: divideRounded(earned, 12n) };
  });
}

/** The salaries of the months that are paid, by month and employee: a later change of the salary does not change them. */
async function paidSalaries(ctx: TenantContext, months: Month[]): Promise<Map<string, Map<string, bigint>>> {
  const byFirstDay = new Map(months.map((month) => [month.from, month]));
  const filings = await taxFilings.all(ctx, { kind: 'payroll', status: 'paid', period: [...byFirstDay.keys()] });
  return new Map(
    filings.map((filing) => {
      const pays = keptPays(filing, byFirstDay.get(filing.period)!, ctx.currency);
      return [filing.period, new Map(pays.map(({ employeeId, slip }) => [employeeId, slip.salary]))];
    }),
  );
}

function keptChristmas({ figures }: Filing, currency: string): ChristmasSalary['pays'] {
  const { christmas } = figures as { christmas: ReturnType<typeof describeChristmas> };
  return christmas.employees.map(({ earned, amount, ...employee }) => ({
    ...employee,
    earned: toMinor(earned, currency),
    amount: toMinor(amount, currency),
  }));
}

export const describeChristmas = ({ pays, amount, dueOn }: ChristmasSalary, currency: string) => ({
  amount: fromMinor(amount, currency),
  dueOn: dueOn.toString(),
  employees: pays.map((pay) => ({
    ...pay,
    earned: fromMinor(pay.earned, currency),
    amount: fromMinor(pay.amount, currency),
  })),
});
