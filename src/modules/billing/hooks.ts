import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';
import type { Limits } from './plan/plans.ts';
import type { DayCount, UsageSpan } from './usage/meters.ts';

/** Adds how much of a limit is used, by the module that counts it. */
export const fillInUsage =
  hook<[ctx: TenantContext, usage: Partial<Record<keyof Limits, number>>]>('billing.fillInUsage');

/** Adds what was used on each day of a span, by the module whose rows it is counted from. */
export const countDays = hook<[ctx: TenantContext, span: UsageSpan, counts: DayCount[]]>('billing.countDays');
