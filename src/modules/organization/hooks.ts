import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** Gives a new organization its defaults. */
export const seedOrganization = hook<[ctx: TenantContext]>('organization.seedOrganization');

/** The organization changes its base currency: refuse with `CurrencyInUse`, or convert what depends on it. */
export const beforeCurrencyChanged = hook<[ctx: TenantContext, currency: string, before: string]>(
  'organization.beforeCurrencyChanged',
);
