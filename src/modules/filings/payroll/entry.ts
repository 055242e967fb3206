import type { z } from 'zod';
import { selectChart, selectPostingRules } from '#modules/accounting/index.ts';
import { requireOwedCredit } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { type EntryKind, employees, type PayrollEntry, payrollEntries, taxFilings } from '../tables.ts';
import type { EntryChange, NewEntry } from './entry.schema.ts';
import { lockMonth } from './entry.sql.ts';
import { hourlyPay } from './entry-kinds.ts';

export const SalariesPaid = refusal(
  409,
  'salaries_paid',
  'The salaries of this month are paid: void that payment first, or use another month.',
);
export const HoursNotOfKind = refusal(
  422,
  'hours_not_of_kind',
  'Only overtime and the hours of nights and holidays have hours: give the amount instead.',
);
const ENTRIES_MAX = 100;
export const TooManyEntries = refusal(
  422,
  'too_many_payroll_entries',
  `An employee has at most ${ENTRIES_MAX} entries in a month: enter sums.`,
);
export const AccountNotForPayroll = refusal(
  422,
  'account_not_for_payroll',
  'Choose an account that is in use, takes postings and is in the organization’s currency; not receivables or payables, which need a contact.',
);

export const CreditNotOfEntry = refusal(
  422,
  'credit_not_of_entry',
  'Only an entry of the kind `loan` without `chartAccountId` pays a credit: correct the entry.',
);

export async function addEntry(ctx: TenantContext, given: z.output<typeof NewEntry>) {
  const { employeeId, kind, description, chartAccountId, creditId } = given;
  const period = `${given.period}-01`;
  await holdUnpaid(ctx, period);
  if (!(await employees.exists(ctx, employeeId))) throw unknownReference('body.employeeId', 'This employee');
  await requireAccountOfChart(ctx, chartAccountId);
  await requireCredit(ctx, { kind, chartAccountId, creditId });
  if ((await payrollEntries.count(ctx, { employeeId, period })) >= ENTRIES_MAX) throw TooManyEntries();
  const entry = await payrollEntries.insert(ctx, {
    id: newId(),
    employeeId,
    period,
    kind,
    ...amountOf(ctx, kind, given),
    description,
    chartAccountId,
    creditId,
    createdAt: ctx.now,
  });
  return describeEntry(ctx, entry);
}

export async function changeEntry(ctx: TenantContext, given: z.output<typeof EntryChange>) {
  const { id, version, hours, amount, ...fields } = given;
  const before = await holdEntry(ctx, id, version);
  const { kind } = before;
  await requireAccountOfChart(ctx, fields.chartAccountId);
  const { chartAccountId = before.chartAccountId, creditId = before.creditId } = fields;
  await requireCredit(ctx, { kind, chartAccountId, creditId });
  const isGiven = hours !== undefined || amount !== undefined;
  const change = { ...fields, ...(isGiven && amountOf(ctx, kind, { hours, amount })) };
  return describeEntry(ctx, await payrollEntries.update(ctx, id, change));
}

export async function removeEntry(ctx: TenantContext, id: string): Promise<void> {
  await holdEntry(ctx, id);
  await payrollEntries.remove(ctx, id);
}

/** Locks an entry of a month that is not paid yet. */
async function holdEntry(ctx: TenantContext, id: string, version?: number): Promise<PayrollEntry> {
  const { period } = await payrollEntries.get(ctx, id);
  await holdUnpaid(ctx, period);
  return payrollEntries.lock(ctx, id, version);
}

/** A payment that runs at the same time either pays what is entered here or is done before, and then this is refused. */
async function holdUnpaid(ctx: TenantContext, period: string): Promise<void> {
  await lockMonth(ctx, period);
  if (await taxFilings.exists(ctx, { kind: 'payroll', period, status: 'paid' })) throw SalariesPaid();
}

function amountOf(
  { currency }: TenantContext,
  kind: EntryKind,
  { hours, amount }: { hours?: string | undefined; amount?: string | undefined },
): Pick<PayrollEntry, 'hours' | 'amount'> {
  if (amount !== undefined) return { hours: null, amount: toMinor(amount, currency) };
  if (!(kind in hourlyPay)) throw HoursNotOfKind.at('body.hours', 'not_of_kind');
  return { hours: toMillionths(hours!), amount: null };
}

async function requireAccountOfChart(ctx: TenantContext, chartAccountId: string | null | undefined): Promise<void> {
  if (!chartAccountId) return;
  const [chart, rules] = await Promise.all([selectChart(ctx), selectPostingRules(ctx)]);
  const account = chart.find(({ id }) => id === chartAccountId);
  if (!account) throw unknownReference('body.chartAccountId', 'This account of the chart');
  const isOfContacts = [rules.get('receivable'), rules.get('payable')].includes(account.id);
  if (!account.postable || account.archivedAt || account.currency !== ctx.currency || isOfContacts)
    throw AccountNotForPayroll();
}

/** Only a `loan` pays a credit, and then the posting follows from the credit. */
async function requireCredit(
  ctx: TenantContext,
  { kind, chartAccountId, creditId }: Pick<Partial<PayrollEntry>, 'kind' | 'chartAccountId' | 'creditId'>,
): Promise<void> {
  if (!creditId) return;
  if (kind !== 'loan' || chartAccountId) throw CreditNotOfEntry.at('body.creditId', 'not_of_entry');
  await requireOwedCredit(ctx, creditId, 'body.creditId');
}

export const describeEntry = ({ currency }: TenantContext, { hours, amount, period, ...entry }: PayrollEntry) => ({
  ...entry,
  period: period.slice(0, 7),
  hours: hours === null ? null : fromMillionths(hours),
  amount: amount === null ? null : fromMinor(amount, currency),
});
