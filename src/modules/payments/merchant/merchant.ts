import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { type Merchant, type Payproc, payproc } from '../payproc.port.ts';
import { insertOwner, type MerchantAccount, selectMerchant, upsertMerchant } from './merchant.sql.ts';

export const MerchantAccountMissing = refusal(
  422,
  'merchant_account_missing',
  'There is no merchant account yet: open it with GET /v1/organization/pay/create.',
);

/**
 * Opens the merchant account, or reads the one there is. The organization's id is the provider's key: two calls at once,
 * or a second one after a lost answer, are the same account.
 */
export async function openMerchant(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const known = await findMerchant(ctx, provider);
  if (known) return refreshMerchant(ctx, provider, known);
  const { country } = await ctx.transaction(({ tx }) => findOrganization(tx, ctx.organizationId));
  const merchant = await provider.createMerchant({ reference: ctx.organizationId, country }, ctx.organizationId);
  return keepMerchant(ctx, provider, merchant);
}

export async function linkToOnboarding(ctx: TenantSteps, urls: { returnUrl: string; refreshUrl: string }) {
  const provider = await ctx.port(payproc);
  const account = await requireMerchant(ctx, provider);
  const link = await provider.onboardingLink(account.providerAccountId, urls);
  return { url: link.url, expiresAt: toTimestamp(link.expiresAt) };
}

/** The provider lets nobody into a dashboard before it knows them: until then there is only the state. */
export async function linkToDashboard(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const account = await refreshMerchant(ctx, provider, await requireMerchant(ctx, provider));
  const link = account.detailsSubmitted ? await provider.dashboardLink(account.accountId) : null;
  return { url: link?.url ?? null, expiresAt: link && toTimestamp(link.expiresAt), account };
}

/** A merchant account that does not exist accepts nothing. */
export async function acceptedMethods(ctx: TenantSteps) {
  const provider = await ctx.port(payproc);
  const account = await findMerchant(ctx, provider);
  return { data: account ? await provider.acceptedMethods(account.providerAccountId) : [] };
}

/** The organization's account at a provider; null before it is open. */
export const findMerchantId = async (ctx: TenantContext, adapter: string): Promise<string | null> =>
  (await selectMerchant(ctx.tx, ctx.organizationId, adapter))?.providerAccountId ?? null;

/** Whether the organization's customers can pay it online, as far as the provider has said. */
export async function canBePaidOnline({ tx, organizationId, connections }: TenantContext): Promise<boolean> {
  const chosen = await connections.choice(tx, organizationId, payproc);
  const adapter = chosen?.adapter ?? connections.adaptersOf(payproc)[0]?.name;
  const account = adapter && (await selectMerchant(tx, organizationId, adapter));
  return account ? account.chargesEnabled : false;
}

const findMerchant = (ctx: TenantSteps, provider: Payproc): Promise<MerchantAccount | undefined> =>
  ctx.transaction(({ tx }) => selectMerchant(tx, ctx.organizationId, provider.adapter));

async function requireMerchant(ctx: TenantSteps, provider: Payproc): Promise<MerchantAccount> {
  const account = await findMerchant(ctx, provider);
  if (!account) throw MerchantAccountMissing();
  return account;
}

const refreshMerchant = async (ctx: TenantSteps, provider: Payproc, account: MerchantAccount) =>
  keepMerchant(ctx, provider, await provider.readMerchant(account.providerAccountId));

async function keepMerchant(ctx: TenantSteps, provider: Payproc, { id, ...state }: Merchant) {
  const { adapter } = provider;
  const account = await ctx.transaction(async ({ tx, now, organizationId }) => {
    const row = { adapter, providerAccountId: id, ...state, createdAt: now, updatedAt: now };
    const kept =
      (await upsertMerchant(tx, organizationId, row)) ?? (await selectMerchant(tx, organizationId, adapter))!;
    await insertOwner(tx, { adapter, providerAccountId: kept.providerAccountId, organizationId });
    return kept;
  });
  return { ...account, accountId: account.providerAccountId };
}
