import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { beforePostingRulesChanged } from '../hooks.ts';
import { dominicanChart, kindsByDigit, type PostingRule } from '../ledger/chart-seed.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { type AccountKind, lockChart } from './chart.sql.ts';
import { selectRules, updateRules } from './posting-rule.sql.ts';

export const AccountUnsuitable = refusal(422, 'account_unsuitable', 'The account does not suit this posting rule.');

export const PostingRuleInUse = refusal(
  422,
  'posting_rule_in_use',
  'What this rule stands for is in the present account.',
);

export async function listPostingRules(ctx: TenantContext, query: PageRequest) {
  const rules = await selectRules(ctx);
  const { offset, limit } = pageWindow(query);
  return toPage(query, rules.slice(offset, offset + limit).map(describe), rules.length);
}

/** Points operations at other accounts, from the next posting on. What is posted already stays where it is. */
export async function changePostingRules(ctx: TenantContext, changes: { name: PostingRule; chartAccountId: string }[]) {
  const [chart, currency] = await Promise.all([lockChart(ctx), ctx.currency]);
  for (const [place, { name, chartAccountId }] of changes.entries()) {
    const account = chart.find(({ id }) => id === chartAccountId);
    if (!account) throw unknownReference(`body.rules[${place}].chartAccountId`, 'The account');
    if (!account.postable || account.archivedAt) throw AccountNotPostable();
    if (account.currency !== currency) throw AccountUnsuitable(`${name} needs an account in ${currency}.`);
    if (!kindsFor(name).includes(account.kind)) {
      throw AccountUnsuitable(`${name} needs an account of the kind ${kindsFor(name).join(' or ')}.`);
    }
  }
  const moved = await selectRules(ctx);
  const others = changes.filter(({ name, chartAccountId }) =>
    moved.some((rule) => rule.name === name && rule.chartAccountId !== chartAccountId),
  );
  await beforePostingRulesChanged(
    ctx,
    others.map(({ name }) => name),
  );
  await updateRules(ctx, changes, ctx.now);
  const changed = new Set<string>(changes.map(({ name }) => name));
  return {
    data: (await selectRules(ctx)).filter(({ name }) => changed.has(name)).map(describe),
  };
}

const seededKinds = new Map(
  dominicanChart.flatMap(({ code, rules = [] }) =>
    rules.map((rule) => [rule, kindsByDigit[code[0] as unknown as keyof typeof kindsByDigit]] as const),
  ),
);

/** Of the same kind as in the usual chart; what is a result may be an income or an expense. */
function kindsFor(rule: PostingRule): AccountKind[] {
  const kind = seededKinds.get(rule)!;
  return kind === 'income' || kind === 'expense' ? ['income', 'expense'] : [kind];
}

const describe = (rule: Awaited<ReturnType<typeof selectRules>>[number]) => ({
  name: rule.name as PostingRule,
  account: { id: rule.chartAccountId, code: rule.accountCode, name: rule.accountName },
  kinds: kindsFor(rule.name as PostingRule),
  updatedAt: rule.updatedAt,
});
