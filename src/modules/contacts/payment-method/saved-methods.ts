import { z } from 'zod';
import {
  type Cardproc,
  cardproc,
  findMerchantId,
  type Payproc,
  type PayprocAccount,
  payproc,
} from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { type PaymentCustomer, type PaymentProfile, paymentCustomers, paymentProfiles } from '../tables.ts';
import { type FoundProfile, upsertProfiles } from './payment-method.sql.ts';

export type Provider = PaymentProfile['provider'];

/** After many merges a contact may have many customers at one provider; only so many are asked about. */
const CUSTOMERS_MAX = 20;
/** When to look for methods after a person was sent to a provider's page. */
const LOOKED_FOR_AFTER_MINUTES = [1, 5, 30, 120, 24 * 60];

export const PaymentMethodElsewhere = refusal(
  'payment_method_elsewhere',
  'This card is stored at a provider that the organization no longer uses: save it again with the current one.',
);

/** Reads the methods of a contact from the payment processor and stores them. */
export async function syncPayproc(steps: TenantSteps, provider: Payproc, contactId: string): Promise<number> {
  const [customers, merchantId] = await steps.transaction((ctx) =>
    Promise.all([customersOf(ctx, contactId, provider.adapter), findMerchantId(ctx, provider.adapter)]),
  );
  if (!merchantId) return 0;
  const account = provider.account(merchantId);
  return syncCustomers(steps, 'payproc', customers, (reference) => methodsOf(account, reference));
}

/** Reads the cards of a contact from the card processor and stores them. */
export async function syncCardproc(steps: TenantSteps, provider: Cardproc, contactId: string): Promise<number> {
  const customers = await steps.transaction((ctx) => customersOf(ctx, contactId, provider.adapter));
  return syncCustomers(steps, 'cardproc', customers, (reference) => profilesOf(provider, reference));
}

const customersOf = (ctx: TenantContext, contactId: string, adapter: string): Promise<PaymentCustomer[]> =>
  paymentCustomers.all(ctx, { contactId, adapter }, { orderBy: ['createdAt'], limit: CUSTOMERS_MAX });

/** A removed profile stays removed. */
export const updateProfileState = (ctx: TenantContext, id: string, state: 'active' | 'removed'): Promise<number> =>
  paymentProfiles.updateAll(ctx, { id, state: ['pending', 'active'] }, { state, updatedAt: realNow() });

async function methodsOf(account: PayprocAccount, customerReference: string): Promise<FoundProfile[]> {
  const methods = await account.listPaymentMethods(customerReference);
  return methods.map(({ id, type, card }) => ({
    reference: id,
    type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expiresOn: card?.expiresOn ?? null,
    active: true,
  }));
}

async function profilesOf(provider: Cardproc, customerReference: string): Promise<FoundProfile[]> {
  const profiles = await provider.listProfiles(customerReference);
  return profiles.map(({ id, active, ...card }) => ({ reference: id, type: 'card', active, ...card }));
}

async function syncCustomers(
  steps: TenantSteps,
  provider: Provider,
  customers: PaymentCustomer[],
  ask: (customerReference: string) => Promise<FoundProfile[]>,
): Promise<number> {
  let added = 0;
  for (const customer of customers) {
    const askedAt = realNow();
    const found = await ask(customer.reference);
    added += await steps.transaction((ctx) =>
      upsertProfiles(ctx, customer, provider, found, { askedAt, now: realNow() }),
    );
  }
  return added;
}

/** Looks for methods that a contact saved on a provider's page, because people who close the page do not return here. */
export const lookForMethods = tenantJob({
  name: 'contacts/look-for-payment-methods',
  payload: {
    contactId: z.uuid(),
    provider: z.enum(['payproc', 'cardproc']),
    time: z.number().int().min(0),
  },
  attempts: 3,
  run: async (ctx, { contactId, provider, time }) => {
    const added =
      provider === 'payproc'
        ? await syncPayproc(ctx, await ctx.port(payproc), contactId)
        : await syncCardproc(ctx, await ctx.port(cardproc), contactId);
    if (added === 0) await ctx.transaction(async (inside) => lookLater(inside, contactId, provider, time + 1));
  },
});

export function lookLater(ctx: TenantContext, contactId: string, provider: Provider, time = 0): void {
  const minutes = LOOKED_FOR_AFTER_MINUTES[time];
  if (minutes === undefined) return;
  const startAt = realNow().add({ minutes });
  ctx.enqueue(lookForMethods, { contactId, provider, time }, { startAt });
}
