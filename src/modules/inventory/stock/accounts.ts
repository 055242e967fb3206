import { selectPostingRules } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** Where the value of stock goes that nobody bought or sold. */
export const adjustmentsAccount = async (ctx: TenantContext): Promise<string> =>
  (await selectPostingRules(ctx)).get('inventoryAdjustments')!;
