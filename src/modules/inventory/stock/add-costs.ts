import type { Transfer } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum, sumOf } from '#platform/decimal.ts';
import type { StockKey } from '../tables.ts';
import { writeAdjustment } from './adjustment-record.ts';
import { openStock } from './open-stock.ts';
import { applyRevaluation } from './revalue-stock.ts';
import { addToCosts, type Cause } from './stock.sql.ts';

interface Costs {
  cause: Cause;
  description: string;
  /** Arrivals with the costs that they gain, or lose if negative. Minor units of the organization's currency. */
  arrivals: (StockKey & { id: string; date: string; amount: bigint })[];
  /** The accounts that the costs were posted to, with the same sum, and the division there. */
  sources: { accountId: string; amount: bigint }[];
  divisionId: string | null;
}

/**
 * Adds costs to goods that have arrived. Goods in stock are worth more, goods that were sold since cost more, and products that were
 * made of them too; the costs leave the accounts that they were posted to. Answers the record of it, dated today.
 */
export async function addCosts(ctx: TenantContext, costs: Costs): Promise<string | null> {
  const { cause, description, arrivals, sources } = costs;
  const since = arrivals.map(({ date }) => date).toSorted()[0]!;
  const stock = await openStock(ctx, {
    cause,
    since,
    date: ctx.today.toString(),
    keys: arrivals,
    serials: [],
    evenArchived: true,
  });
  const { adjustments, betweenDivisions } = stock.accounts;
  const source = sources[0]!.accountId;
  stock.accounts = { ...stock.accounts, adjustments: source };
  await addToCosts(ctx, arrivals);
  await applyRevaluation(ctx, stock, [...new Set(arrivals.map(({ resourceId }) => resourceId))], since, cause);
  const taken = takenFrom(source, [...stock.transfers, ...stock.passedOn]);
  const rest = sum(arrivals.map(({ amount }) => amount)) - sum([...taken.values()]);
  stock.passedOn.push(
    ...[...taken].flatMap(([divisionId, amount]) =>
      divisionId === costs.divisionId
        ? []
        : [
            transfer(source, betweenDivisions, amount, divisionId),
            transfer(betweenDivisions, source, amount, costs.divisionId),
          ],
    ),
    // Differences of an earlier valuation that this one corrected.
    transfer(adjustments, source, rest, costs.divisionId),
    ...sources.slice(1).map(({ accountId, amount }) => transfer(source, accountId, amount, costs.divisionId)),
  );
  stock.passedOn = stock.passedOn.filter(({ debit, credit, amount }) => amount > 0n && debit !== credit);
  return writeAdjustment(ctx, stock, undefined, description);
}

/** How much was credited to an account, by division. */
function takenFrom(accountId: string, transfers: Transfer[]): Map<string | null, bigint> {
  const byDivision = Map.groupBy(transfers, ({ divisionId }) => divisionId ?? null);
  return new Map(
    [...byDivision].map(([divisionId, own]) => [
      divisionId,
      sumOf(own, ({ debit, credit, amount }) => (credit === accountId ? amount : debit === accountId ? -amount : 0n)),
    ]),
  );
}

/** A negative amount goes the other way. */
const transfer = (debit: string, credit: string, amount: bigint, divisionId: string | null): Transfer => ({
  ...(amount < 0n ? { debit: credit, credit: debit, amount: -amount } : { debit, credit, amount }),
  purpose: 'landed-cost',
  divisionId,
});
