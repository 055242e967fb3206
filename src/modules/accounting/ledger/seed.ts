import { CurrencyInUse } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { keepFigures } from '#platform/db/keep-figures.ts';
import { newId } from '#platform/id.ts';
import { budgets, chartAccounts, ledgerEntries, postingRules, statementLines } from '../tables.ts';
import { dominicanChart, kindsByDigit, type SeedAccount } from './chart-seed.ts';

/** Gives a new organization the usual chart of accounts, with the posting rules that point at it. */
export async function seedChart(ctx: TenantContext): Promise<void> {
  const { currency, now } = ctx;
  const seeded = withParents(dominicanChart);
  // One statement: foreign keys are checked at its end, so parents and children need no order.
  await chartAccounts.insertMany(
    ctx,
    seeded.map(({ rules: _, ...account }) => ({ ...account, currency, createdAt: now })),
  );
  const rules = seeded.flatMap(({ id, rules = [] }) =>
    rules.map((name) => ({ name, chartAccountId: id, updatedAt: now })),
  );
  await postingRules.insertMany(ctx, rules);
}

/** The currency can change until the first entry, budget or line of a statement. The money accounts follow by their foreign key; a posting is waited for. */
export async function changeCurrency(ctx: TenantContext, currency: string, before: string): Promise<void> {
  for (const table of [ledgerEntries, budgets, statementLines]) if (await table.exists(ctx, {})) throw CurrencyInUse();
  await keepFigures(ctx, { table: 'projects', column: 'budget' }, currency, before);
  await chartAccounts.updateAll(ctx, { currency: before }, { currency });
}

/** The accounts with ids, each under the account with the longest code that its own begins with. */
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
