import { findOrganization } from '#modules/organization/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, Refusal } from '#platform/refusal.ts';
import { PaymentMethodUnknown, type Payproc, payproc } from '../payproc.port.ts';
import { serviceCustomers } from '../tables.ts';

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

/** Creates the customer on the first setup. An unfinished setup has no effect, so each request begins its own. */
export async function beginSetup(ctx: TenantSteps, returnUrl: string) {
  const provider = await ctx.port(payproc);
  const account = provider.account(null);
  const { name, email } = await ctx.transaction(({ tx }) => findOrganization(tx, ctx.organizationId));
  const { id } = await account.ensureCustomer({ reference: ctx.organizationId, name, email });
  const { adapter } = provider;
  await ctx.transaction((inside) => serviceCustomers.insertUnlessTaken(inside, { adapter, providerCustomerId: id }));
  const setup = await account.createSetup(id, { returnUrl }, newId());
  return { id: setup.id, clientSecret: setup.clientSecret, status: setup.state, url: setup.url };
}

/** Undefined for an organization that never saved a method. */
const findCustomerId = async (ctx: TenantSteps, { adapter }: Payproc): Promise<string | undefined> =>
  (await ctx.transaction((inside) => serviceCustomers.find(inside, { adapter })))?.providerCustomerId;
