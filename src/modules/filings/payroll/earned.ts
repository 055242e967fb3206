import { divideRounded } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import type { Month } from '../period.ts';
import type { Employee } from '../tables.ts';

/** The salary of a month. An employee who starts or leaves within it is paid for the days worked, each day with its salary. */
export function earnedIn(month: Month, employee: Employee, currency: string): { days: number; gross: bigint } {
  const { startsOn, endsOn } = employee;
  const from = startsOn > month.from ? Temporal.PlainDate.from(startsOn) : month.firstDay;
  const to = endsOn !== null && endsOn < month.to ? Temporal.PlainDate.from(endsOn) : month.lastDay;
  if (Temporal.PlainDate.compare(to, from) < 0) return { days: 0, gross: 0n };
  let [day, earned] = [from, 0n];
  for (const { until, salary } of salariesOf(employee, currency)) {
    const last = until === null || until > to.toString() ? to : Temporal.PlainDate.from(until);
    if (Temporal.PlainDate.compare(last, day) < 0) continue;
    earned += salary * BigInt(daysBetween(day, last));
    day = last.add({ days: 1 });
  }
  return { days: daysBetween(from, to), gross: divideRounded(earned, BigInt(month.lastDay.day)) };
}

/** The monthly salary on the last day of work in a month. */
export function salaryAtEnd(month: Month, employee: Employee, currency: string): bigint {
  const { endsOn } = employee;
  const day = endsOn !== null && endsOn < month.to ? endsOn : month.to;
  return salariesOf(employee, currency).find(({ until }) => until === null || until >= day)!.salary;
}

/** Both days count. */
const daysBetween = (first: Temporal.PlainDate, last: Temporal.PlainDate): number =>
  first.until(last, { largestUnit: 'days' }).days + 1;

/** The salaries of an employee by their last day; null: the present one. */
const salariesOf = ({ earlierSalaries, monthlySalary }: Employee, currency: string) => [
  ...earlierSalaries.map(({ until, monthlySalary: earlier }) => ({ until, salary: toMinor(earlier, currency) })),
  { until: null, salary: monthlySalary },
];
