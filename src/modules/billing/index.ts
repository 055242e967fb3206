/** The front door: what other modules may use of billing. */
export * from './billing.port.ts';
export { fillInUsage } from './hooks.ts';
export type { Limits, Plan } from './plan/plans.ts';
export { type Entitlements, entitlementsOf } from './subscription/entitlements.ts';
