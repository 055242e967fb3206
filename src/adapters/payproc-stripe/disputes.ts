import type Stripe from 'stripe';
import type { Dispute, DisputeState, PayprocAccount } from '#modules/payments/index.ts';
import { idOf } from './customers.ts';
import { asked } from './stripe-errors.ts';
import { amountFrom, instantOf, moneyFrom } from './stripe-money.ts';

export function disputesOf(stripe: Stripe, on: Stripe.RequestOptions) {
  return {
    readDispute: async (id): Promise<Dispute> => {
      const dispute = await asked(stripe.disputes.retrieve(id, {}, on));
      const { due_by: dueBy } = dispute.evidence_details;
      return {
        id,
        chargeId: await chargeIdOf(dispute),
        ...moneyFrom(dispute),
        state: states[dispute.status] ?? 'open',
        reason: dispute.reason,
        evidenceDueAt: dueBy ? instantOf(dueBy) : null,
        movements: dispute.balance_transactions
          .toSorted((a, b) => a.created - b.created)
          .map((moved) => ({ ...moneyFrom(moved), fee: amountFrom(moved.fee, moved.currency) })),
        createdAt: instantOf(dispute.created),
      };
    },
    listDisputes: async ({ since, before, limit }) => {
      const created = { gte: Math.floor(since.epochMilliseconds / 1000) };
      const page = { limit, created, ...(before && { starting_after: before }) };
      const { data } = await asked(stripe.disputes.list(page, on));
      return data.map(({ id, status }) => ({ id, state: states[status] ?? 'open' }));
    },
  } satisfies Partial<PayprocAccount>;

  /** We know a charge on a page by its Checkout. */
  async function chargeIdOf({ payment_intent, charge }: Stripe.Dispute): Promise<string> {
    const intentId = idOf(payment_intent);
    if (!intentId) return idOf(charge)!;
    const { data } = await asked(stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 }, on));
    return data[0]?.id ?? intentId;
  }
}

/** `warning…` is an inquiry; `prevented` was settled before money was taken. */
const states: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'open',
  appeal_needs_response: 'open',
  under_review: 'under-review',
  appeal_under_review: 'under-review',
  won: 'won',
  lost: 'lost',
};
