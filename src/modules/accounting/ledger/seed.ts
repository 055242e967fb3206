import { CurrencyInUse } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { dominicanChart, kindsByDigit, type SeedAccount } from './chart-seed.ts';
import { hasEntries, insertChart, insertPostingRules, updateChartCurrency } from './seed.sql.ts';

/** Gives a new organization the usual chart of accounts, and points every operation at it. */
export async function seedChart(ctx: TenantContext): Promise<void> {
  const currency = ctx.currency;
  const accounts = withParents(dominicanChart).map((account) => ({ ...account, currency, createdAt: ctx.now }));
  await insertChart(ctx, accounts);
  const rules = accounts.flatMap(({ id, rules = [] }) => rules.map((name) => ({ name, chartAccountId: id })));
  await insertPostingRules(ctx, rules, ctx.now);
}

/** An empty book can count in another currency; what is posted keeps the one it was posted in. */
export async function changeCurrency(ctx: TenantContext, currency: string, before: string): Promise<void> {
  if (await hasEntries(ctx)) throw CurrencyInUse();
  await updateChartCurrency(ctx, currency, before);
}

/** Every account with its id, its depth and the account that its code is under. */
function withParents(chart: SeedAccount[]) {
  const byCode = new Map(chart.map((account) => [account.code, { ...account, id: newId() }]));
  return chart.map((account) => {
    const parents = chart.filter(({ code }) => code !== account.code && account.code.startsWith(code));
    const parent = parents.toSorted((a, b) => b.code.length - a.code.length)[0];
    return {
      ...byCode.get(account.code)!,
      kind: kindsByDigit[account.code[0] as unknown as keyof typeof kindsByDigit],
      parentId: parent ? byCode.get(parent.code)!.id : null,
      parentDepth: parent ? parents.length - 1 : null,
      postable: !chart.some(({ code }) => code !== account.code && code.startsWith(account.code)),
    };
  });
}
