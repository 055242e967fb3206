import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { beforePostingRulesChanged } from '../hooks.ts';
import { dominicanChart, kindsByDigit, type PostingRule } from '../ledger/chart-seed.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import type { AccountKind } from './chart.schema.ts';
import { lockChart } from './chart.sql.ts';
import { type NamedRule, selectRules, updateRules } from './posting-rule.sql.ts';

export const AccountUnsuitable = refusal(
  'account_unsuitable',
  'The account does not suit this posting rule: choose one of the kinds that GET /v1/chart-of-accounts/posting-rules lists.',
);

export const PostingRuleInUse = refusal(
  'posting_rule_in_use',
  'The current account of this rule has a balance that would be left behind: bring it to zero first.',
);

/** Points operations at other accounts, from the next posting on. */
export async function changePostingRules(ctx: TenantContext, changes: { name: PostingRule; chartAccountId: string }[]) {
  const chart = await lockChart(ctx);
  for (const [place, { name, chartAccountId }] of changes.entries()) {
    const account = chart.find(({ id }) => id === chartAccountId);
    if (!account) throw unknownReference(`body.rules[${place}].chartAccountId`, 'The account');
    if (!account.postable || account.archivedAt) throw AccountNotPostable();
    if (account.currency !== ctx.currency) throw AccountUnsuitable(`${name} needs an account in ${ctx.currency}.`);
    if (!kindsFor(name).includes(account.kind)) {
      throw AccountUnsuitable(`${name} needs an account of the kind ${kindsFor(name).join(' or ')}.`);
    }
  }
  const before = await selectRules(ctx);
  const moved = changes.filter(({ name, chartAccountId }) =>
    before.some((rule) => rule.name === name && rule.chartAccountId !== chartAccountId),
  );
  await beforePostingRulesChanged(
    ctx,
    moved.map(({ name }) => name),
  );
  await updateRules(ctx, changes, ctx.now);
  const changed = new Set<string>(changes.map(({ name }) => name));
  return { data: (await selectRules(ctx)).filter(({ name }) => changed.has(name)).map(describeRule) };
}

const seededKinds = new Map(
  dominicanChart.flatMap(({ code, rules = [] }) =>
    rules.map((rule) => [rule, kindsByDigit[code[0] as unknown as keyof typeof kindsByDigit]] as const),
  ),
);

/** The kind of the seeded account; where that is a result, income or expense. */
function kindsFor(rule: PostingRule): AccountKind[] {
  const kind = seededKinds.get(rule)!;
  return kind === 'income' || kind === 'expense' ? ['income', 'expense'] : [kind];
}

export const describeRule = (rule: NamedRule) => ({
  name: rule.name as PostingRule,
  account: { id: rule.chartAccountId, code: rule.accountCode, name: rule.accountName },
  kinds: kindsFor(rule.name as PostingRule),
  updatedAt: rule.updatedAt,
});
