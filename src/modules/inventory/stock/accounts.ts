import { selectPostingRules } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** The account for stock that was neither bought nor sold. */
export const adjustmentsAccount = async (ctx: TenantContext): Promise<string> =>
  (await selectPostingRules(ctx)).get('inventoryAdjustments')!;
