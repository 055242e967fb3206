import type Stripe from 'stripe';
import type { Balance, Payout, PayprocAccount } from '#modules/payments/index.ts';
import { asked } from './stripe-errors.ts';
import { instantOf, moneyFrom, toStripe } from './stripe-money.ts';

export function fundsOf(stripe: Stripe, on: Stripe.RequestOptions) {
  return {
    balance: async () => {
      const { available, pending } = await asked(stripe.balance.retrieve({}, on));
      const balances = new Map<string, Balance>();
      const add = (kind: 'available' | 'pending', funds: { amount: number; currency: string }): void => {
        const { amount, currency } = moneyFrom(funds);
        const balance = balances.get(currency) ?? { currency, available: 0n, pending: 0n };
        balances.set(currency, { ...balance, [kind]: balance[kind] + amount });
      };
      for (const funds of available) add('available', funds);
      for (const funds of pending) add('pending', funds);
      return [...balances.values()];
    },
    createPayout: async (payout, idempotencyKey) =>
      toPayout(await asked(stripe.payouts.create(toStripe(payout), { ...on, idempotencyKey }))),
    readPayout: async (id) => toPayout(await asked(stripe.payouts.retrieve(id, {}, on))),
    listPayouts: async ({ before, limit }) => {
      const page = await asked(stripe.payouts.list({ limit, ...(before && { starting_after: before }) }, on));
      return page.data.map(toPayout);
    },
  } satisfies Partial<PayprocAccount>;
}

const toPayout = (payout: Stripe.Payout): Payout => ({
  id: payout.id,
  ...moneyFrom(payout),
  state: payout.status as Payout['state'],
  createdAt: instantOf(payout.created),
});
