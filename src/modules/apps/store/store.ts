import type { Services, TenantContext, WorkContext } from '#platform/context.ts';
import type { Port } from '#platform/ports/port.ts';
import { ProviderUnavailable } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { type Store, stores } from '../tables.ts';
import { deleteAddresses, insertAddress } from './store.sql.ts';

/** The apps of the service that connect stores; a migration publishes them. */
export const STOREAPP_A = '0199a000-0000-7000-8000-00000000000a';
export const STOREAPP_B = '0199a000-0000-7000-8000-00000000000b';

export const StoreTaken = refusal(
  'store_taken',
  'This store is connected to another organization: disconnect it there first.',
  409,
);

const purposeOf = ({ organizationId }: { organizationId: string }, id: string): string =>
  `store credentials ${organizationId} ${id}`;

export const sealCredentials = (ctx: TenantContext, id: string, secret: string): Buffer =>
  ctx.secrets.encrypt(secret, purposeOf(ctx, id));

/** In plain text: never let it leave the service except to the store itself. */
export const openCredentials = (
  ctx: Pick<Services, 'secrets'> & { organizationId: string },
  { id, credentials }: Pick<Store, 'id' | 'credentials'>,
): string => ctx.secrets.decrypt(credentials!, purposeOf(ctx, id)).toString();

/** A provider of stores as the service itself reaches it. */
export function providerOf<T>({ connections }: Pick<WorkContext, 'connections'>, port: Port<T>): T {
  const provider = connections.ofService(port);
  if (!provider) throw ProviderUnavailable(`No provider is connected for ${port.name}.`);
  return provider;
}

/** Gives a store its address for webhooks, so that no other organization has it. */
export async function claimAddress(
  ctx: TenantContext,
  { id, provider }: Pick<Store, 'id' | 'provider'>,
  address: string,
) {
  if (!(await insertAddress(ctx, provider, address, id))) throw StoreTaken();
}

/** Later messages of the store are refused; earlier ones stay. */
export async function disconnectStore(ctx: TenantContext, id: string): Promise<void> {
  await deleteAddresses(ctx, id);
  const gone = { state: 'disconnected', credentials: null, subscribedAt: null, updatedAt: ctx.now } as const;
  await stores.updateAll(ctx, { id }, gone);
}

export async function disconnectStoresOf(ctx: TenantContext, appId: string): Promise<void> {
  for (const { id } of await stores.all(ctx, { appId }, { columns: ['id'] })) await disconnectStore(ctx, id);
}

export const sealedStores: SealedKind = {
  what: 'credentials of stores',
  sample: async (tenant) => {
    const found = await stores.find(tenant, { state: 'connected' }, { columns: ['id', 'credentials'] });
    return found ? { sealed: found.credentials!, purpose: purposeOf(tenant, found.id) } : null;
  },
};
