import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';
import type { Limits } from './plan/plans.ts';

/** Adds how much of a limit is used, by the module that counts it. */
export const fillInUsage =
  hook<[ctx: TenantContext, usage: Partial<Record<keyof Limits, number>>]>('billing.fillInUsage');
