/** The public interface: what other modules may use of billing. */
export * from './billing.port.ts';
export { countDays, fillInUsage } from './hooks.ts';
export { entitlementsOf } from './subscription/entitlements.ts';
export { PlanNotCanceled } from './subscription/subscription.ts';
export type { DayCount, UsageSpan } from './usage/meters.ts';
export { addUsage, countByDay } from './usage/usage.sql.ts';
