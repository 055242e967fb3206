import { grantCapability, takeCapability } from '#platform/auth/capability.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { InvalidRequest, refusal } from '#platform/refusal.ts';
import { openInstalled } from '../data/installed-type.ts';
import { stores } from '../tables.ts';
import { storeappA } from './store.port.ts';
import { claimAddress, providerOf, STOREAPP_A, sealCredentials } from './store.ts';
import { subscribeStore } from './subscribe.ts';

export const AuthorizationInvalid = refusal(
  'authorization_invalid',
  'This authorization is not signed by the store, is too old, was used before, or belongs to another organization: start the connection again.',
  403,
);

const STATE = 'storeapp-a-state';
const STATE_MINUTES = 10;

const callbackUrl = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}/v1/apps/storeapp-a/auth/callback`;

/** Where the owner of a shop gives their consent. The state works once, for this organization and this shop. */
export async function startAuthorization(ctx: TenantContext, shop: string): Promise<string> {
  const provider = providerOf(ctx, storeappA);
  if (!provider.isShop(shop)) {
    throw InvalidRequest.at('query.shop', 'invalid', 'This is not the domain of a shop.');
  }
  await openInstalled(ctx, STOREAPP_A);
  const known = await stores.find(ctx, { provider: 'storeapp-a', address: shop });
  const { id } =
    known ??
    (await stores.insert(ctx, {
      appId: STOREAPP_A,
      provider: 'storeapp-a',
      address: shop,
      state: 'connecting',
    }));
  const expiresAt = realNow().add({ minutes: STATE_MINUTES });
  const opens = { organizationId: ctx.organizationId, kind: STATE, entityId: id };
  const state = await grantCapability(ctx, opens, { prefix: 'sst', newest: 1, expiresAt });
  return provider.authorizeUrl({ shop, state, redirectUri: callbackUrl(ctx) });
}

/** The owner came back with a code: exchanges it for a token, and asks the shop for its messages. */
export async function finishAuthorization(steps: TenantSteps, parameters: Record<string, string>) {
  const { shop = '', code = '', state = '' } = parameters;
  const provider = providerOf(steps, storeappA);
  if (!provider.isAuthentic(parameters, realNow()) || !provider.isShop(shop)) throw AuthorizationInvalid();
  const store = await steps.transaction(async (ctx) => {
    const taken = await takeCapability(ctx, state, STATE);
    if (taken?.organizationId !== ctx.organizationId) throw AuthorizationInvalid();
    const found = await stores.get(ctx, taken.entityId);
    if (found.address !== shop) throw AuthorizationInvalid();
    return found;
  });
  const { accessToken } = await provider.exchange({ shop, code });
  return steps.transaction(async (ctx) => {
    await openInstalled(ctx, STOREAPP_A);
    await claimAddress(ctx, store, shop);
    const credentials = sealCredentials(ctx, store.id, accessToken);
    const connected = { state: 'connected', credentials, problem: null, updatedAt: ctx.now } as const;
    ctx.enqueue(subscribeStore, { storeId: store.id });
    return stores.update(ctx, store.id, connected);
  });
}
