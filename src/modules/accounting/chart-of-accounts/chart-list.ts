import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { several } from '#platform/db/list.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { folded } from '#platform/search/folded.ts';
import { selectTotals, type Total } from '../ledger/ledger.sql.ts';
import { type ChartAccount, ledgerVerifications } from '../tables.ts';
import { ChartAccountKind, type ListedAccount } from './chart.schema.ts';
import { selectChart } from './chart.sql.ts';
import { balanceOf, childrenByParent, noSums, rolledUp, withHeadings } from './tree.ts';

/** Which accounts of the chart are listed. */
export const ChartFilter = {
  code: several(z.string().min(1).max(30)).optional().describe('Exactly these codes.'),
  kind: several(ChartAccountKind).optional().describe('Only these kinds.'),
  search: z.string().trim().min(1).max(100).optional().describe('In the code and the name.'),
  archived: z.boolean().default(false).describe('Also archived accounts.'),
};
type Filter = z.output<z.ZodObject<typeof ChartFilter>>;

interface ChartQuery extends PageRequest, Filter {
  cursor?: string | undefined;
  view: 'tree' | 'flat';
  balances: boolean;
  date?: string | undefined;
  knownAt?: string | undefined;
  divisionId?: string | undefined;
}

/** A page of the accounts that match, or of the tops of the trees that hold them. */
export async function listChart(ctx: TenantContext, query: ChartQuery) {
  const moment = momentOf(ctx, query);
  const { currency } = ctx;
  const [chart, verification, totals] = await Promise.all([
    selectChart(ctx),
    ledgerVerifications.find(ctx, {}),
    query.balances ? totalsUntil(ctx, { ...query, until: moment.date, knownAt: query.knownAt }) : null,
  ]);
  const balances = totals && balancesOf(chart, totals, currency);
  const matching = chart.filter((account) => matches(account, query));
  const rows: ListedAccount[] = query.view === 'flat' ? matching : treeOf(chart, matching);
  const page = pageInMemory(query, rows, ({ id }) => id);
  return {
    ...page,
    data: balances ? page.data.map((account) => withBalances(account, balances)) : page.data,
    checkedAt: verification?.checkedAt ?? null,
    verifiedAt: verification?.verifiedAt ?? null,
    differences: verification?.differences.length ?? 0,
    currency,
    ...(query.balances && moment),
  };
}

/** The day and the moment of a report; by default today and now. */
export const momentOf = (ctx: TenantContext, query: { date?: string | undefined; knownAt?: string | undefined }) => ({
  date: query.date ?? ctx.today.toString(),
  knownAt: query.knownAt ?? toTimestamp(ctx.now),
});

export const totalsUntil = (
  ctx: TenantContext,
  filter: { until: string; knownAt?: string | undefined; divisionId?: string | undefined; accountIds?: string[] },
): Promise<Total[]> =>
  selectTotals(ctx, {
    accountIds: filter.accountIds ?? null,
    divisionId: filter.divisionId ?? null,
    until: filter.until,
    knownAt: filter.knownAt ?? null,
  });

export function matches(account: ChartAccount, query: Filter): boolean {
  if (query.code && ![query.code].flat().includes(account.code)) return false;
  if (query.kind && ![query.kind].flat().includes(account.kind)) return false;
  if (account.archivedAt && !query.archived) return false;
  const text = folded(`${account.code} ${account.name}`);
  return folded(query.search ?? '')
    .split(' ')
    .every((word) => text.includes(word));
}

/** The accounts under the headings that lead to them. */
function treeOf(chart: ChartAccount[], matching: ChartAccount[]): ListedAccount[] {
  const kept = withHeadings(chart, matching);
  const children = childrenByParent(chart.filter(({ id }) => kept.has(id)));
  const grow = (account: ChartAccount): ListedAccount => ({
    ...account,
    children: (children.get(account.id) ?? []).map(grow),
  });
  return (children.get(null) ?? []).map(grow);
}

interface Balances {
  balance: string;
  ownBalance?: string;
}

/** The balance of every account: of headings and of archived accounts too, so that each level sums to the one above. */
function balancesOf(chart: ChartAccount[], totals: Total[], currency: string): Map<string, Balances> {
  const sums = rolledUp(chart, totals);
  const own = new Map(totals.map((total) => [total.accountId, { debit: total.ownDebit, credit: total.ownCredit }]));
  return new Map(
    chart.map((account) => [
      account.id,
      {
        balance: fromMinor(balanceOf(account.kind, sums.get(account.id)!), currency),
        ...(account.postable &&
          account.currency !== currency && {
            ownBalance: fromMinor(balanceOf(account.kind, own.get(account.id) ?? noSums), account.currency),
          }),
      },
    ]),
  );
}

const withBalances = (account: ListedAccount, balances: Map<string, Balances>): ListedAccount => ({
  ...account,
  ...balances.get(account.id)!,
  ...(account.children && { children: account.children.map((child) => withBalances(child, balances)) }),
});
