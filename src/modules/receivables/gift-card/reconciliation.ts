import { selectPostingRules, selectTotals } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { selectCardSums } from './gift-card.sql.ts';

/** Compares the balances of the cards with the account of the books that holds them. */
export async function reconcileGiftCards(ctx: TenantContext, date: string | undefined) {
  const until = date ?? null;
  const base = ctx.currency;
  const [sums, rules] = await Promise.all([selectCardSums(ctx, until), selectPostingRules(ctx)]);
  const chartAccountId = rules.get('giftCards')!;
  const [total] = await selectTotals(ctx, { accountIds: [chartAccountId], divisionId: null, until });
  const booked = total ? total.credit - total.debit : 0n;
  const outstanding = sumOf(sums, ({ baseAmount }) => baseAmount);
  const currencies = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, rows]) => {
    const of = (...kinds: string[]): bigint => sumOf(rows, ({ kind, amount }) => (kinds.includes(kind) ? amount : 0n));
    return {
      currency,
      issued: fromMinor(of('issue'), currency),
      redeemed: fromMinor(-of('redeem', 'return', 'undone'), currency),
      canceled: fromMinor(-of('cancel'), currency),
      expired: fromMinor(-of('expire'), currency),
      outstanding: fromMinor(of('issue', 'redeem', 'return', 'undone', 'cancel', 'expire'), currency),
    };
  });
  return {
    date: until,
    currency: base,
    currencies,
    outstanding: fromMinor(outstanding, base),
    chartAccountId,
    booked: fromMinor(booked, base),
    difference: fromMinor(booked - outstanding, base),
    reconciled: booked === outstanding,
  };
}
