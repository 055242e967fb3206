import { fiscalYearStart, type Transfer, writeRecord } from '#modules/accounting/index.ts';
import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import { type Asset, assetDepreciations, assets } from '../tables.ts';
import { lockDue, selectDepreciatedSince, selectNextMonth, updateDepreciated } from './depreciation.sql.ts';
import { endOf, monthAfter, monthOf, nextAmount, type Plan } from './schedule.ts';

export const depreciating = tick('asset-depreciation');

export const MonthNotBegun = refusal(
  'month_not_begun',
  'Depreciation can be posted up to the end of this month: use an earlier date.',
);

const MONTHS_AT_ONCE = 120;

interface PostedMonth {
  month: string;
  amount: bigint;
  /** Null: less than a cent fell in it. */
  recordId: string | null;
}

/** Lets a job post the months that have ended, so that a refused posting does not fail the tick. */
export async function tickDepreciation(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const month = await selectNextMonth(ctx);
  if (!month) return null;
  if (endOf(month) >= ctx.today.toString()) return startOf(ctx, monthAfter(month));
  ctx.enqueue(depreciateAssets, {});
  // A month that cannot be posted today, because everything is locked for example, is tried again tomorrow.
  return startOf(ctx, ctx.today.add({ days: 1 }).toString());
}

/** Wakes the tick when the next month of an asset has ended. */
export const wakeForMonth = (ctx: TenantContext, { nextMonth }: Asset): void =>
  ctx.wakeAt(depreciating, startOf(ctx, monthAfter(nextMonth)));

const startOf = (ctx: TenantContext, day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(ctx.timeZone).toInstant();

export const depreciateAssets = tenantJob({
  name: 'assets/depreciate',
  run: async (steps) => {
    while (await steps.transaction((ctx) => depreciateNext(ctx, ctx.today.subtract({ days: 1 }).toString())));
  },
});

/** Posts the months that end on this day or before, oldest first. */
export async function depreciateUntil(ctx: TenantContext, given?: string) {
  const until = given ?? ctx.today.subtract({ days: 1 }).toString();
  if (until > endOf(ctx.today.toString())) throw MonthNotBegun();
  const posted: PostedMonth[] = [];
  let next = await depreciateNext(ctx, until);
  while (next) {
    posted.push(next);
    next = posted.length < MONTHS_AT_ONCE ? await depreciateNext(ctx, until) : null;
  }
  const data = posted.map((month) => ({ ...month, amount: fromMinor(month.amount, ctx.currency) }));
  return { data, currency: ctx.currency, more: posted.length === MONTHS_AT_ONCE };
}

/** Posts the oldest month that ended by this day; null: there is none. */
async function depreciateNext(ctx: TenantContext, until: string): Promise<PostedMonth | null> {
  const month = await selectNextMonth(ctx);
  if (!month || endOf(month) > until || !(await dayFor(ctx, month))) return null;
  const due = await lockDue(ctx, month);
  // Another transaction has just posted this month: go on with the next one.
  return due.length === 0 ? depreciateNext(ctx, until) : postMonth(ctx, month, due);
}

/** One record for a month of these assets, which are locked. Divisions and projects are kept by its transfers. */
export async function postMonth(ctx: TenantContext, month: string, due: Asset[]): Promise<PostedMonth> {
  const date = (await dayFor(ctx, month)) ?? endOf(month);
  const plans = await plansOf(ctx, due);
  const parts = due.map((asset, place) => ({ asset, amount: nextAmount(plans[place]!) }));
  const charged = parts.filter(({ amount }) => amount > 0n);
  const amount = sumOf(charged, (part) => part.amount);
  const isLate = date > endOf(month);
  const description = `Depreciación de ${nameOf(month)}${isLate ? ' (su período estaba cerrado)' : ''}`;
  const record = amount > 0n ? await writeDepreciation(ctx, date, description, transfersOf(charged)) : null;
  await updateDepreciated(
    ctx,
    parts.map((part) => ({ id: part.asset.id, amount: part.amount })),
    monthAfter(month),
    ctx.now,
  );
  if (record)
    await assetDepreciations.insertMany(
      ctx,
      charged.map((part) => ({
        assetId: part.asset.id,
        month,
        amount: part.amount,
        postedOn: date,
        recordId: record.id,
      })),
    );
  return { month, amount, recordId: record?.id ?? null };
}

/** Reverses the posted months after this one, each on its own day, so that every period has the right expense. */
export async function takeBackAfter(ctx: TenantContext, asset: Asset, month: string): Promise<Asset> {
  const posted = await assetDepreciations.all(ctx, { assetId: asset.id }, { orderBy: ['month'] });
  const later = posted.filter((each) => each.month > month);
  if (later.length === 0) return asset;
  for (const { month: reversed, amount, postedOn } of later) {
    const description = `Reverso de la depreciación de ${nameOf(reversed)}: ${asset.name}`;
    const [{ debit, credit, ...rest }] = transfersOf([{ asset, amount }]) as [Transfer];
    await writeDepreciation(ctx, postedOn, description, [{ ...rest, debit: credit, credit: debit }]);
  }
  await assetDepreciations.delete(ctx, { assetId: asset.id, month: later.map((each) => each.month) });
  return assets.update(ctx, asset.id, {
    accumulated: asset.accumulated - sumOf(later, ({ amount }) => amount),
    nextMonth: [monthAfter(month), monthOf(asset.inServiceOn)].toSorted().at(-1)!,
    updatedAt: ctx.now,
  });
}

function writeDepreciation(ctx: TenantContext, date: string, description: string, transfers: Transfer[]) {
  const amount = sumOf(transfers, (transfer) => transfer.amount);
  const money = { amount, currency: ctx.currency, baseAmount: amount };
  return writeRecord(ctx, {
    kind: 'depreciation',
    date,
    description,
    ...money,
    sourceKind: 'asset-depreciation',
    transfers,
  });
}

/** The end of the month, or the first day that is not locked. Null: that day is still to come. */
async function dayFor(ctx: TenantContext, month: string): Promise<string | null> {
  const { lockDate } = await readSettings(ctx, accountingSettings);
  if (!lockDate || endOf(month) > lockDate) return endOf(month);
  const open = Temporal.PlainDate.from(lockDate).add({ days: 1 }).toString();
  return open <= ctx.today.toString() ? open : null;
}

const nameOf = (month: string): string =>
  Temporal.PlainDate.from(month).toLocaleString('es-DO', { month: 'long', year: 'numeric' });

/** One transfer for each pair of accounts, division and project. */
function transfersOf(parts: { asset: Asset; amount: bigint }[]): Transfer[] {
  const groups = Map.groupBy(parts, ({ asset: { expenseAccountId, accumulatedAccountId, divisionId, projectId } }) =>
    [expenseAccountId, accumulatedAccountId, divisionId, projectId].join(),
  );
  return [...groups.values()].map((group) => ({
    debit: group[0]!.asset.expenseAccountId,
    credit: group[0]!.asset.accumulatedAccountId,
    amount: sumOf(group, ({ amount }) => amount),
    purpose: 'depreciation',
    divisionId: group[0]!.asset.divisionId,
    projectId: group[0]!.asset.projectId,
  }));
}

/** How each asset goes on from its next month. */
export async function plansOf(ctx: TenantContext, rows: Asset[]): Promise<Plan[]> {
  const { fiscalYearStartMonth: yearStartMonth } = await readSettings(ctx, accountingSettings);
  const byYear = Map.groupBy(rows, ({ nextMonth }) => fiscalYearStart(nextMonth, yearStartMonth));
  const sums = await Promise.all(
    [...byYear].map(([year, inYear]) =>
      selectDepreciatedSince(
        ctx,
        inYear.map(({ id }) => id),
        year,
      ),
    ),
  );
  const inYear = new Map(sums.flatMap((sum) => [...sum]));
  return rows.map((asset) => ({
    ...asset,
    yearStartMonth,
    yearAccumulated: asset.accumulated - (inYear.get(asset.id) ?? 0n),
  }));
}
