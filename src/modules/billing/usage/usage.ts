import type { TenantContext } from '#platform/context.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { countActiveMembers } from '#platform/members.sql.ts';
import { refusal } from '#platform/refusal.ts';
import { countDays, fillInUsage } from '../hooks.ts';
import type { Limits } from '../plan/plans.ts';
import { entitlementsOf } from '../subscription/entitlements.ts';
import { countedMeters, type DayCount, type Meter, meters } from './meters.ts';
import { hasDays, replaceDays, selectDays, type UsageDay } from './usage.sql.ts';

export const SpanTooLong = refusal('span_too_long', 'Ask for at most 366 days, with `from` not after `to`.');

const DAYS_MAX = 366;

/** Counts today and yesterday again; the first time the whole month. */
export async function countUsage(ctx: TenantContext): Promise<void> {
  const first = (await hasDays(ctx)) ? ctx.today.subtract({ days: 1 }) : ctx.today.with({ day: 1 });
  await replaceDays(ctx, first.toString(), await countSince(ctx, first));
}

async function countSince(ctx: TenantContext, first: Temporal.PlainDate): Promise<DayCount[]> {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(ctx.timeZone).toInstant();
  const counts: DayCount[] = [];
  await countDays(ctx, { from: startOf(first), to: startOf(ctx.today.add({ days: 1 })) }, counts);
  return counts;
}

const countOne = tenantJob({ name: 'billing/count-usage', run: (steps) => steps.transaction(countUsage) });
export const usageJobs = [countOne, everyOrganization('billing/count-all-usage', '5 * * * *', countOne)];

/** The days of a span, with today counted now: it costs one day of rows, however long the history is. */
async function daysOf(ctx: TenantContext, span: { from: string; to: string }, wanted: readonly Meter[]) {
  const today = ctx.today.toString();
  const stored = await selectDays(ctx, { ...span, meters: wanted });
  if (today < span.from || today > span.to) return stored;
  const isCounted = (meter: Meter): boolean => countedMeters.some((counted) => counted === meter);
  const live = wanted.some(isCounted) ? await countSince(ctx, ctx.today) : [];
  return [
    ...stored.filter(({ day, meter }) => day !== today || !isCounted(meter)),
    ...live.flatMap(({ quantity, ...count }) =>
      wanted.includes(count.meter) ? { ...count, quantity: BigInt(quantity) } : [],
    ),
  ];
}

/** The meters of this month against the plan. */
export async function readUsage(ctx: TenantContext) {
  const from = ctx.today.with({ day: 1 });
  const period = { from: from.toString(), to: from.add({ months: 1 }).subtract({ days: 1 }).toString() };
  const { plan, limits } = await entitlementsOf(ctx);
  const days = await daysOf(ctx, period, meters);
  const usage: Partial<Record<keyof Limits, number>> = { members: await countActiveMembers(ctx) };
  await fillInUsage(ctx, usage);
  const used = new Map(meters.map((meter) => [meter, totalOf(days, meter)]));
  const standing = (['members', 'storageBytes', 'bots'] as const).map((name) => ({
    name,
    used: usage[name] ?? 0,
    limit: limits[name],
    isMonthly: false,
  }));
  const monthly = meters.map((name) => ({
    name,
    used: used.get(name)!,
    limit: name === 'documents' ? limits.documentsPerMonth : null,
    isMonthly: true,
  }));
  return { plan: plan.id, period, meters: [...standing, ...monthly] };
}

/** How many documents were made this month, for the entitlements of the plan. */
export async function documentsThisMonth(ctx: TenantContext): Promise<number> {
  const span = { from: ctx.today.with({ day: 1 }).toString(), to: ctx.today.toString() };
  return totalOf(await daysOf(ctx, span, ['documents']), 'documents');
}

const totalOf = (days: UsageDay[], meter: Meter): number =>
  Number(days.filter((day) => day.meter === meter).reduce((sum, { quantity }) => sum + quantity, 0n));

/** Every day of a span, also those without use. */
export async function readUsageStats(
  ctx: TenantContext,
  query: { from?: string | undefined; to?: string | undefined; meter?: Meter | Meter[] | undefined },
) {
  const to = query.to ?? ctx.today.toString();
  const from = query.from ?? Temporal.PlainDate.from(to).subtract({ days: 29 }).toString();
  const length = Temporal.PlainDate.from(from).until(to).days + 1;
  if (length < 1 || length > DAYS_MAX) {
    const message = SpanTooLong.title;
    throw SpanTooLong.at('query.from', 'out_of_range', message);
  }
  const wanted = query.meter === undefined ? meters : [query.meter].flat();
  const days = await daysOf(ctx, { from, to }, wanted);
  const found = new Map(days.map(({ day, meter, quantity }) => [`${day} ${meter}`, Number(quantity)]));
  const dates = Array.from({ length }, (_, place) => Temporal.PlainDate.from(from).add({ days: place }).toString());
  return {
    from,
    to,
    meters: wanted.map((name) => ({
      name,
      total: totalOf(days, name),
      days: dates.map((date) => ({ date, quantity: found.get(`${date} ${name}`) ?? 0 })),
    })),
  };
}
