import { absolute, percentage } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';

export interface Period {
  from: string;
  to: string;
}

export interface ComparisonQuery {
  compare?: 'previous-period' | 'previous-year' | undefined;
  compareFrom?: string | undefined;
  compareTo?: string | undefined;
}

type Line = { accountId: string };

export interface ComparedAmount {
  amount: string;
  difference: string;
  percent: string | null;
}

type AmountNames<T> = keyof { [K in keyof T as T[K] extends bigint ? K : never]: T[K] };

/** Every amount as decimal text. In a comparison each object with amounts also has those of the other period. */
export type Figures<T> = T extends bigint
  ? string
  : T extends (infer U)[]
    ? Figures<U>[]
    : T extends object
      ? { [K in keyof T]: Figures<T[K]> } & { compared?: Record<AmountNames<T>, ComparedAmount> }
      : T;

/** The period that a report is compared with, if any. */
export function comparedPeriod(
  period: Period,
  { compare, compareFrom, compareTo }: ComparisonQuery,
  yearStartOf: (date: string) => string,
): Period | null {
  if (compareTo) return { from: compareFrom ?? yearStartOf(compareTo), to: compareTo };
  if (compare === 'previous-year') return { from: shifted(period.from, 12), to: shifted(period.to, 12) };
  return compare ? previousPeriod(period) : null;
}

/** The same number of whole months before a period of whole months; of days before any other. */
function previousPeriod({ from, to }: Period): Period {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const next = last.add({ days: 1 });
  const isOfMonths = first.day === 1 && next.day === 1;
  const length = first.until(next, { largestUnit: isOfMonths ? 'month' : 'day' });
  return { from: first.subtract(length).toString(), to: dayBefore(from) };
}

/** A day so many months before; the last day of a month becomes the last day of the other. */
function shifted(date: string, months: number): string {
  const day = Temporal.PlainDate.from(date);
  const target = day.subtract({ months });
  return (day.day === day.daysInMonth ? target.with({ day: target.daysInMonth }) : target).toString();
}

export const dayBefore = (date: string): string => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();

/** Formats a report, compared with the same report of another period. Lines that only one of them has are zero in the other. */
export function figuresOf<T>(now: T, then: T | null, chartOrder: string[], currency: string): Figures<T> {
  const read = (value: unknown, other: unknown): unknown => {
    if (typeof value === 'bigint') return fromMinor(value, currency);
    if (Array.isArray(value)) return paired(value, other as Line[] | null, chartOrder).map(([a, b]) => read(a, b));
    if (typeof value !== 'object' || value === null) return value;
    const others = other as Record<string, unknown> | null;
    const entries = Object.entries(value).map(([key, member]) => [key, read(member, others?.[key] ?? null)]);
    const compared = Object.entries(value).flatMap(([key, amount]) =>
      others && typeof amount === 'bigint' ? [[key, comparedAmount(amount, others[key] as bigint, currency)]] : [],
    );
    return Object.fromEntries([
      ...entries,
      ...(compared.length > 0 ? [['compared', Object.fromEntries(compared)]] : []),
    ]);
  };
  return read(now, then) as Figures<T>;
}

const comparedAmount = (now: bigint, then: bigint, currency: string): ComparedAmount => ({
  amount: fromMinor(then, currency),
  difference: fromMinor(now - then, currency),
  percent: percentage(now - then, absolute(then)),
});

/** The lines of both, in the order of the chart. */
function paired(now: Line[], then: Line[] | null, chartOrder: string[]): [Line, Line | null][] {
  if (!then) return now.map((line) => [line, null]);
  const [byId, otherById] = [now, then].map((lines) => new Map(lines.map((line) => [line.accountId, line])));
  return chartOrder.flatMap((id) => {
    const [line, other] = [byId!.get(id), otherById!.get(id)];
    const known = line ?? other;
    return known ? [[line ?? withoutAmounts(known), other ?? withoutAmounts(known)]] : [];
  });
}

const withoutAmounts = (line: Line): Line =>
  Object.fromEntries(
    Object.entries(line).map(([key, value]) => [key, typeof value === 'bigint' ? 0n : value]),
  ) as unknown as Line;
