import { findOrganization } from '#modules/organization/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, Refusal } from '#platform/refusal.ts';
import { PaymentMethodUnknown, type Payproc, payproc } from '../payproc.port.ts';
import { insertCustomer, selectCustomerId } from './customer.sql.ts';

/** An organization that never saved a method is not known to the provider, and need not be. */
export async function listOwnMethods(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const customerId = await findCustomerId(ctx, provider);
  if (!customerId) return { data: [] };
  const methods = await provider.account(null).listPaymentMethods(customerId);
  return { data: methods.map((method) => ({ ...method, createdAt: toTimestamp(method.createdAt) })) };
}

export async function removeOwnMethod(ctx: TenantSteps, paymentMethodId: string): Promise<void> {
  const provider = await ctx.port(payproc);
  const customerId = await findCustomerId(ctx, provider);
  if (!customerId) throw NotFound();
  try {
    await provider.account(null).detachPaymentMethod(customerId, paymentMethodId);
  } catch (error) {
    throw error instanceof Refusal && error.kind === PaymentMethodUnknown ? NotFound() : error;
  }
}

/** The customer is made on the first setup. A setup that nobody finishes is nothing, so each request begins its own. */
export async function beginSetup(ctx: TenantSteps, returnUrl: string) {
  const provider = await ctx.port(payproc);
  const account = provider.account(null);
  const { name, email } = await ctx.transaction(({ tx }) => findOrganization(tx, ctx.organizationId));
  const { id } = await account.ensureCustomer({ reference: ctx.organizationId, name, email });
  await ctx.transaction(({ tx, organizationId, now }) =>
    insertCustomer(tx, { organizationId, adapter: provider.adapter, providerCustomerId: id, createdAt: now }),
  );
  const setup = await account.createSetup(id, { returnUrl }, newId());
  return { id: setup.id, clientSecret: setup.clientSecret, status: setup.state, url: setup.url };
}

const findCustomerId = (ctx: TenantSteps, provider: Payproc): Promise<string | null> =>
  ctx.transaction(({ tx }) => selectCustomerId(tx, ctx.organizationId, provider.adapter));
