import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { isAfter, realNow, toTimestamp } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { type Merchant, type Payproc, payproc } from '../payproc.port.ts';
import { type MerchantAccount, merchantAccounts } from '../tables.ts';
import { insertOwner } from './merchant.sql.ts';

export const MerchantAccountMissing = refusal(
  'merchant_account_missing',
  'There is no merchant account yet: open it with GET /v1/organization/pay/create.',
);

/**
 * Opens the merchant account, or reads the existing one. The organization's id is the idempotency key: concurrent calls, or
 * a repetition after a lost answer, lead to the same account.
 */
export async function openMerchant(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const known = await findMerchant(ctx, provider);
  if (known) return refreshMerchant(ctx, provider, known);
  const { country } = await ctx.transaction(({ tx }) => findOrganization(tx, ctx.organizationId));
  const askedAt = realNow();
  const merchant = await provider.createMerchant({ reference: ctx.organizationId, country }, ctx.organizationId);
  return keepMerchant(ctx, provider, merchant, askedAt);
}

export async function linkToOnboarding(ctx: TenantSteps, urls: { returnUrl: string; refreshUrl: string }) {
  const provider = await ctx.port(payproc);
  const account = await requireMerchant(ctx, provider);
  const link = await provider.onboardingLink(account.providerAccountId, urls);
  return { url: link.url, expiresAt: toTimestamp(link.expiresAt) };
}

/** The provider offers no dashboard before the onboarding is finished; until then the answer is only the state. */
export async function linkToDashboard(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const account = await refreshMerchant(ctx, provider, await requireMerchant(ctx, provider));
  const link = account.detailsSubmitted ? await provider.dashboardLink(account.accountId) : null;
  return { url: link?.url ?? null, expiresAt: link && toTimestamp(link.expiresAt), account };
}

export async function acceptedMethods(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const account = await findMerchant(ctx, provider);
  return { data: account ? await provider.acceptedMethods(account.providerAccountId) : [] };
}

/** The organization's account at a provider; null before it is open. */
export const findMerchantId = async (ctx: TenantContext, adapter: string): Promise<string | null> =>
  (await merchantAccounts.find(ctx, { adapter }))?.providerAccountId ?? null;

/** Whether customers can pay the organization online now. Asks the provider if the last known state is that they cannot. */
export async function isPayableNow(ctx: TenantSteps): Promise<boolean> {
  if (await ctx.transaction(canBePaidOnline)) return true;
  const provider = await ctx.port(payproc);
  const known = await findMerchant(ctx, provider);
  return known ? (await refreshMerchant(ctx, provider, known)).chargesEnabled : false;
}

/** Whether customers can pay the organization online, by the last known state of its account. */
export async function canBePaidOnline(ctx: TenantContext): Promise<boolean> {
  const chosen = await ctx.connections.choice(ctx.tx, ctx.organizationId, payproc);
  const adapter = chosen?.adapter ?? ctx.connections.adaptersOf(payproc)[0]?.name;
  const account = adapter && (await merchantAccounts.find(ctx, { adapter }));
  return account ? account.chargesEnabled : false;
}

export const findMerchant = (ctx: TenantSteps, provider: Payproc): Promise<MerchantAccount | undefined> =>
  ctx.transaction((inside) => merchantAccounts.find(inside, { adapter: provider.adapter }));

export async function requireMerchant(ctx: TenantSteps, provider: Payproc): Promise<MerchantAccount> {
  const account = await findMerchant(ctx, provider);
  if (!account) throw MerchantAccountMissing();
  return account;
}

export async function refreshMerchant(ctx: TenantSteps, provider: Payproc, account: MerchantAccount) {
  const askedAt = realNow();
  return keepMerchant(ctx, provider, await provider.readMerchant(account.providerAccountId), askedAt);
}

/**
 * Keeps the state of the account, unless the provider was asked later for the one that is kept. An organization that has another
 * account at this provider keeps that one.
 */
async function keepMerchant(
  ctx: TenantSteps,
  { adapter }: Payproc,
  { id: providerAccountId, payoutSchedule: _, ...state }: Merchant,
  askedAt: Temporal.Instant,
) {
  const account = await ctx.transaction(async (inside) => {
    const { tx, organizationId, now } = inside;
    const row = { adapter, providerAccountId, ...state, readAt: askedAt, createdAt: now, updatedAt: now };
    const opened = await merchantAccounts.insertUnlessTaken(inside, row);
    const known = opened ?? (await merchantAccounts.lock(inside, { adapter }));
    const isNewer = known.readAt === null || !isAfter(known.readAt, askedAt);
    const kept =
      opened || !isNewer || known.providerAccountId !== providerAccountId
        ? known
        : await merchantAccounts.update(inside, { adapter }, { ...state, readAt: askedAt, updatedAt: now });
    await insertOwner(tx, { adapter, providerAccountId: kept.providerAccountId, organizationId });
    return kept;
  });
  return { ...account, accountId: account.providerAccountId };
}
