import { payKeptInstalment, undoKeptInstalment } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Filing } from '../tables.ts';
import type { describePay, Pay } from './pay.ts';

/** Pays the credits of entries with what is kept back for them, one after the other in the order of their ids to avoid deadlocks. */
export async function payLoans(
  ctx: TenantContext,
  pays: Pay[],
  { date, chartAccountId }: { date: string; chartAccountId: string },
): Promise<Pay[]> {
  const loans = pays.flatMap(({ entries }) =>
    entries.flatMap(({ id, creditId, amount }) => (creditId ? { id, creditId, amount } : [])),
  );
  const records = new Map<string, string>();
  for (const { id, creditId, amount } of loans.toSorted((a, b) => (a.creditId < b.creditId ? -1 : 1)))
    records.set(id, await payKeptInstalment(ctx, { creditId, amount, date, chartAccountId }));
  return pays.map((pay) => ({
    ...pay,
    entries: pay.entries.map((entry) => ({ ...entry, recordId: records.get(entry.id) ?? null })),
  }));
}

/** Undoes the payments of credits that salaries made, the last one first. */
export async function undoLoans(ctx: TenantContext, { figures }: Filing): Promise<void> {
  const { employees } = figures as { employees: Partial<Pick<ReturnType<typeof describePay>, 'entries'>>[] };
  const paid = employees.flatMap(({ entries = [] }) =>
    entries.flatMap(({ creditId, recordId }) => (creditId && recordId ? { creditId, recordId } : [])),
  );
  for (const { creditId, recordId } of paid.toSorted((a, b) => (a.recordId < b.recordId ? 1 : -1)))
    await undoKeptInstalment(ctx, creditId, recordId);
}
