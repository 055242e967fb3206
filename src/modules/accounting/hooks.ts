import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** Posting rules of these names are about to point at other accounts: refuse with `PostingRuleInUse`. */
export const beforePostingRulesChanged = hook<[ctx: TenantContext, names: string[]]>(
  'accounting.beforePostingRulesChanged',
);

/** A transfer that moves no stock is about to post to the inventory account: refuse where stock is kept. */
export const beforePostingToInventory = hook<[ctx: TenantContext]>('accounting.beforePostingToInventory');

/** A division is about to be archived: refuse with `DivisionInUse` while it holds something. */
export const beforeDivisionArchived = hook<[ctx: TenantContext, divisionId: string]>(
  'accounting.beforeDivisionArchived',
);

/** An account of the chart is about to be archived or to become a heading: refuse with `AccountInUse` if something posts to it. */
export const beforeChartAccountClosed = hook<[ctx: TenantContext, chartAccountId: string]>(
  'accounting.beforeChartAccountClosed',
);
