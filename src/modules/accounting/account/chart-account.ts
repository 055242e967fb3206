import type { TenantContext } from '#platform/context.ts';
import { lockChart } from '../chart-of-accounts/chart.sql.ts';
import { createChartAccount } from '../chart-of-accounts/chart.ts';
import type { PostingRule } from '../ledger/chart-seed.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { type Account, accounts, type ChartAccount, chartAccounts } from '../tables.ts';

/** The accounts of a kind are next to the account of this rule in the chart. */
const ruleOf: Record<Account['kind'], PostingRule> = {
  cash: 'cash',
  bank: 'bank',
  card: 'cardsInTransit',
  payout: 'processorBalance',
  other: 'cash',
};

/** Makes an account of the chart for a money account, with the next free code under the heading of its kind. */
export async function makeChartAccount(
  ctx: TenantContext,
  { kind, name, currency }: { kind: Account['kind']; name: string; currency: string },
): Promise<string> {
  const { chart, named } = await lockedChart(ctx, kind);
  const code = nextCode(chart, named.parentId);
  const { parentId, kind: chartKind } = named;
  return (await createChartAccount(ctx, { code, name, kind: chartKind, parentId, currency, postable: true })).id;
}

/** The account of the kind's posting rule, if no money account owns it yet: postings by the rule then show in that account. */
export async function takeRuleAccount(
  ctx: TenantContext,
  { kind, currency }: { kind: Account['kind']; currency: string },
): Promise<string | null> {
  const { named } = await lockedChart(ctx, kind);
  if (!named.postable || named.archivedAt || named.currency !== currency) return null;
  return (await accounts.exists(ctx, { chartAccountId: named.id })) ? null : named.id;
}

/** The locked chart, and in it the account of a kind's rule. */
async function lockedChart(
  ctx: TenantContext,
  kind: Account['kind'],
): Promise<{ chart: ChartAccount[]; named: ChartAccount }> {
  const chart = await lockChart(ctx);
  const rules = await selectPostingRules(ctx);
  return { chart, named: chart.find(({ id }) => id === rules.get(ruleOf[kind]))! };
}

/** Renames the account of the chart unless it has a name of its own, and archives it with the money account. */
export async function followAccount(ctx: TenantContext, before: Account, after: Account): Promise<void> {
  const isArchived = after.archivedAt !== null;
  if (after.name === before.name && isArchived === (before.archivedAt !== null)) return;
  const chart = await lockChart(ctx);
  const follower = chart.find(({ id }) => id === after.chartAccountId)!;
  await chartAccounts.update(ctx, follower.id, {
    name: follower.name === before.name ? after.name : follower.name,
    archivedAt: isArchived ? ctx.now : null,
  });
}

const CODE_DIGITS_MIN = 2;

/** The next number under the same heading, with as many digits as the others, so that codes sort. */
export function nextCode(chart: Pick<ChartAccount, 'id' | 'code' | 'parentId'>[], parentId: string | null): string {
  const prefix = chart.find(({ id }) => id === parentId)?.code ?? '';
  const numbers = chart
    .filter((account) => account.parentId === parentId && account.code.startsWith(prefix))
    .map(({ code }) => code.slice(prefix.length))
    .filter((rest) => /^\d{1,9}$/.test(rest));
  const width = Math.max(CODE_DIGITS_MIN, ...numbers.map((rest) => rest.length));
  const taken = new Set(chart.map(({ code }) => code));
  const codeOf = (number: number) => prefix + String(number).padStart(width, '0');
  let next = 1 + Math.max(0, ...numbers.map(Number));
  while (taken.has(codeOf(next))) next++;
  return codeOf(next);
}
