import type { ChartAccount } from '../tables.ts';

export type PlacedAccount = Pick<
  ChartAccount,
  'id' | 'code' | 'name' | 'kind' | 'currency' | 'postable' | 'parentId' | 'archivedAt'
>;

export type DraftChart = ReturnType<typeof draftOf>;

/** A chart in memory, in which accounts are put one after the other and each is checked against those before it. */
export function draftOf(chart: readonly PlacedAccount[]) {
  const accounts = new Map<string, PlacedAccount>();
  const under = new Map<string, Set<string>>();
  const put = (account: PlacedAccount): void => {
    const before = accounts.get(account.id)?.parentId;
    if (before) under.get(before)!.delete(account.id);
    accounts.set(account.id, account);
    if (!account.parentId) return;
    const siblings = under.get(account.parentId) ?? new Set();
    under.set(account.parentId, siblings.add(account.id));
  };
  const above = ({ parentId }: PlacedAccount) => (parentId ? accounts.get(parentId) : undefined);
  /** 0 at the top. */
  const depthOf = (account: PlacedAccount): number => {
    const parent = above(account);
    return parent ? depthOf(parent) + 1 : 0;
  };
  /** How many levels there are under an account. */
  const heightOf = (id: string): number => Math.max(0, ...childrenOf(id).map((child) => heightOf(child) + 1));
  const childrenOf = (id: string): string[] => [...(under.get(id) ?? [])];
  /** Whether an account is this one, or under it. */
  const isUnder = (account: PlacedAccount, id: string): boolean => {
    const parent = above(account);
    return account.id === id || (parent !== undefined && isUnder(parent, id));
  };
  for (const account of chart) put(account);
  return { find: (id: string) => accounts.get(id), put, depthOf, heightOf, childrenOf, isUnder };
}
