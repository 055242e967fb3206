import type { Total } from '../ledger/ledger.sql.ts';
import type { ChartAccount } from '../tables.ts';
import type { AccountKind } from './chart.schema.ts';

/** Parents before children, children by code: the order in which a chart is read. */
export function inTreeOrder(chart: ChartAccount[]): ChartAccount[] {
  const children = childrenByParent(chart);
  const walk = (parentId: string | null): ChartAccount[] =>
    (children.get(parentId) ?? []).flatMap((account) => [account, ...walk(account.id)]);
  return walk(null);
}

/** The account and everything under it. */
export function subtreeOf(chart: ChartAccount[], id: string): ChartAccount[] {
  const children = childrenByParent(chart);
  const walk = (account: ChartAccount): ChartAccount[] => [account, ...(children.get(account.id) ?? []).flatMap(walk)];
  return chart.filter((account) => account.id === id).flatMap(walk);
}

/** These accounts and every heading above them. */
export function withHeadings(chart: ChartAccount[], wanted: ChartAccount[]): Set<string> {
  const byId = new Map(chart.map((account) => [account.id, account]));
  const kept = new Set<string>();
  for (const account of wanted) {
    let above: ChartAccount | undefined = account;
    while (above && !kept.has(above.id)) {
      kept.add(above.id);
      above = above.parentId ? byId.get(above.parentId) : undefined;
    }
  }
  return kept;
}

export const childrenByParent = (chart: ChartAccount[]): Map<string | null, ChartAccount[]> =>
  Map.groupBy(
    chart.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
    ({ parentId }) => parentId,
  );

/** Sums of one account, or of a heading with all that is under it. Minor units of the organization's currency. */
export interface Sums {
  debit: bigint;
  credit: bigint;
}

export const noSums: Sums = { debit: 0n, credit: 0n };

/** The sums of each account and heading, including everything under it. */
export function rolledUp(chart: ChartAccount[], totals: Total[]): Map<string, Sums> {
  const own = new Map(totals.map((total) => [total.accountId, total]));
  const sums = new Map(
    chart.map(({ id }) => [id, { debit: own.get(id)?.debit ?? 0n, credit: own.get(id)?.credit ?? 0n }]),
  );
  for (const { id, parentId } of chart.toSorted((a, b) => b.depth - a.depth)) {
    if (!parentId) continue;
    const above = sums.get(parentId)!;
    above.debit += sums.get(id)!.debit;
    above.credit += sums.get(id)!.credit;
  }
  return sums;
}

/** Assets and expenses grow with debits, the others with credits: a balance is positive on the side where it grows. */
export const balanceOf = (kind: AccountKind, { debit, credit }: Sums): bigint =>
  kind === 'asset' || kind === 'expense' ? debit - credit : credit - debit;
