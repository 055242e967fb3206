import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import type { DocumentFilter } from '../pending/list.sql.ts';
import { type FunnelRow, selectFunnel } from './report.sql.ts';

/** How quotes and orders fare: by stage, by seller, and together. */
export async function readFunnel(ctx: TenantContext, query: DocumentFilter) {
  const { currency } = ctx;
  const rows = await selectFunnel(ctx, query);
  const sellers = await findUsers(ctx.tx, [...new Set(rows.flatMap(({ sellerId }) => sellerId ?? []))]);
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const grouped = <K>(keyOf: (row: FunnelRow) => K) => [...Map.groupBy(rows, keyOf)];
  return {
    currency,
    totals: describe(rows, currency),
    stages: grouped(({ stage }) => stage).map(([stage, own]) => ({ stage, ...describe(own, currency) })),
    sellers: grouped(({ sellerId }) => sellerId).map(([sellerId, own]) => ({
      sellerId,
      sellerName: sellerId === null ? null : (names.get(sellerId) ?? null),
      ...describe(own, currency),
    })),
  };
}

function describe(rows: FunnelRow[], currency: string) {
  const count = (of: (row: FunnelRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const money = (of: (row: FunnelRow) => bigint): string => fromMinor(sumOf(rows, of), currency);
  const [won, lost, timed] = [count((row) => row.won), count((row) => row.lost), count((row) => row.timed)];
  return {
    open: count((row) => row.open),
    openTotal: money((row) => row.openTotal),
    won,
    wonTotal: money((row) => row.wonTotal),
    lost,
    lostTotal: money((row) => row.lostTotal),
    winRate: won + lost === 0 ? null : ((100 * won) / (won + lost)).toFixed(1),
    averageDaysToWin: timed === 0 ? null : (count((row) => row.days) / timed).toFixed(1),
  };
}
