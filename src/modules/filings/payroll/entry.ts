import type { z } from 'zod';
import { selectChart, selectPostingRules } from '#modules/accounting/index.ts';
import { requireOwedCredit } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { type EntryKind, employees, type PayrollEntry, payrollEntries, taxFilings } from '../tables.ts';
import type { EntryChange, NewEntry } from './entry.schema.ts';
import { lockMonth, selectCounts } from './entry.sql.ts';
import { hourlyPay } from './entry-kinds.ts';

export const SalariesPaid = refusal(
  'salaries_paid',
  'The salaries of this month are paid: void that payment first, or use another month.',
  409,
);
export const HoursNotOfKind = refusal(
  'hours_not_of_kind',
  'Only overtime and the hours of nights and holidays have hours: give the amount instead.',
);
const ENTRIES_MAX = 100;
export const TooManyEntries = refusal(
  'too_many_payroll_entries',
  `An employee has at most ${ENTRIES_MAX} entries in a month: enter sums.`,
);
export const AccountNotForPayroll = refusal(
  'account_not_for_payroll',
  'Choose an account that is in use, takes postings and is in the organization’s currency; not receivables or payables, which need a contact.',
);

export const CreditNotOfEntry = refusal(
  'credit_not_of_entry',
  'Only an entry of the kind `loan` without `chartAccountId` pays a credit: correct the entry.',
);

type Given = z.output<typeof NewEntry>;

export const addEntry = async (ctx: TenantContext, given: Given) => (await enterAll(ctx, [given], () => 'body'))[0]!;

/** Enters all or none. */
export const addEntries = (ctx: TenantContext, given: Given[]) =>
  enterAll(ctx, given, (place) => `body.entries[${place}]`);

async function enterAll(ctx: TenantContext, given: Given[], pathOf: (place: number) => string) {
  const months = [...new Set(given.map(({ period }) => `${period}-01`))].toSorted();
  for (const month of months) await holdUnpaid(ctx, month);
  const employeeIds = [...new Set(given.map(({ employeeId }) => employeeId))];
  const known = new Set((await employees.all(ctx, { id: employeeIds }, { columns: ['id'] })).map(({ id }) => id));
  const counts = await selectCounts(ctx, employeeIds, months);
  const checked = new Set<string | null>();
  const rows = await mapInTurns(given, async (entry, place): Promise<PayrollEntry> => {
    const { employeeId, kind, description = '', chartAccountId = null, creditId = null } = entry;
    const [path, period] = [pathOf(place), `${entry.period}-01`];
    if (!known.has(employeeId)) throw unknownReference(`${path}.employeeId`, 'This employee');
    if (!checked.has(chartAccountId)) await requireAccountOfChart(ctx, chartAccountId, path);
    refuseCreditOfOtherKind({ kind, chartAccountId, creditId }, path);
    if (creditId && !checked.has(creditId)) await requireOwedCredit(ctx, creditId, `${path}.creditId`);
    checked.add(chartAccountId).add(creditId);
    const count = (counts.get(`${employeeId} ${period}`) ?? 0) + 1;
    if (count > ENTRIES_MAX) throw TooManyEntries.at(`${path}.employeeId`, 'too_many');
    counts.set(`${employeeId} ${period}`, count);
    const paid = amountOf(ctx, kind, entry, path);
    const facts = { employeeId, period, kind, ...paid, description, chartAccountId, creditId };
    return { ...facts, id: newId(), version: 1, createdAt: toTimestamp(ctx.now) };
  });
  await payrollEntries.insertMany(ctx, rows);
  return rows.map((row) => describeEntry(ctx, row));
}

export async function changeEntry(ctx: TenantContext, given: z.output<typeof EntryChange>) {
  const { id, version, hours, amount, ...fields } = given;
  const before = await holdEntry(ctx, id, version);
  const { kind } = before;
  await requireAccountOfChart(ctx, fields.chartAccountId);
  const { chartAccountId = before.chartAccountId, creditId = before.creditId } = fields;
  refuseCreditOfOtherKind({ kind, chartAccountId, creditId });
  if (creditId) await requireOwedCredit(ctx, creditId, 'body.creditId');
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
  path = 'body',
): Pick<PayrollEntry, 'hours' | 'amount'> {
  if (amount !== undefined) return { hours: null, amount: toMinor(amount, currency) };
  if (!(kind in hourlyPay)) throw HoursNotOfKind.at(`${path}.hours`, 'not_of_kind');
  return { hours: toMillionths(hours!), amount: null };
}

async function requireAccountOfChart(ctx: TenantContext, chartAccountId: string | null | undefined, path = 'body') {
  if (!chartAccountId) return;
  const [chart, rules] = await Promise.all([selectChart(ctx), selectPostingRules(ctx)]);
  const account = chart.find(({ id }) => id === chartAccountId);
  if (!account) throw unknownReference(`${path}.chartAccountId`, 'This account of the chart');
  const isOfContacts = [rules.get('receivable'), rules.get('payable')].includes(account.id);
  if (!account.postable || account.archivedAt || account.currency !== ctx.currency || isOfContacts)
    throw AccountNotForPayroll.at(`${path}.chartAccountId`, 'not_for_payroll');
}

/** Only a `loan` pays a credit, and then the posting follows from the credit. */
function refuseCreditOfOtherKind(
  { kind, chartAccountId, creditId }: Pick<PayrollEntry, 'kind' | 'chartAccountId' | 'creditId'>,
  path = 'body',
): void {
  if (creditId && (kind !== 'loan' || chartAccountId)) throw CreditNotOfEntry.at(`${path}.creditId`, 'not_of_entry');
}

export const describeEntry = ({ currency }: TenantContext, { hours, amount, period, ...entry }: PayrollEntry) => ({
  ...entry,
  period: period.slice(0, 7),
  hours: hours === null ? null : fromMillionths(hours),
  amount: amount === null ? null : fromMinor(amount, currency),
});
