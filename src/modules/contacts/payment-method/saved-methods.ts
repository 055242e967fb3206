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
import {
  type FoundProfile,
  type PaymentCustomer,
  type Provider,
  selectCustomers,
  upsertProfiles,
} from './payment-method.sql.ts';

/** After many merges: so many customers of one provider are asked about. */
const CUSTOMERS_MAX = 20;
/** When somebody who was sent to a provider's page may have finished there. */
const LOOKED_FOR_AFTER_MINUTES = [1, 5, 30, 120, 24 * 60];

export const PaymentMethodElsewhere = refusal(
  422,
  'payment_method_elsewhere',
  'This method is kept by a provider that the organization no longer uses.',
);

/** Asks the payment processor what a contact has there, and keeps the answer. */
export async function syncPayproc(steps: TenantSteps, provider: Payproc, contactId: string): Promise<number> {
  const [customers, merchantId] = await steps.transaction(({ tx, organizationId, ...ctx }) =>
    Promise.all([
      selectCustomers(tx, organizationId, contactId, provider.adapter, CUSTOMERS_MAX),
      findMerchantId({ ...ctx, tx, organizationId }, provider.adapter),
    ]),
  );
  if (!merchantId) return 0;
  const account = provider.account(merchantId);
  return syncCustomers(steps, 'payproc', customers, (reference) => methodsOf(account, reference));
}

/** Asks the card processor what a contact has there, and keeps the answer. */
export async function syncCardproc(steps: TenantSteps, provider: Cardproc, contactId: string): Promise<number> {
  const customers = await steps.transaction(({ tx, organizationId }) =>
    selectCustomers(tx, organizationId, contactId, provider.adapter, CUSTOMERS_MAX),
  );
  return syncCustomers(steps, 'cardproc', customers, (reference) => profilesOf(provider, reference));
}

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
    added += await steps.transaction(({ tx, organizationId }) =>
      upsertProfiles(tx, organizationId, customer, provider, found, { askedAt, now: realNow() }),
    );
  }
  return added;
}

/** Looks for what a contact may have saved on a provider's page: pages send nobody back who closes them. */
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
