import type { TenantContext, WorkContext } from '../context.ts';
import type { Tenant } from '../db/table.ts';
import type { SealedKind } from '../verification.ts';
import { grantCapability, openCapability, revokeCapabilities } from './capability.ts';

type Sealer = Pick<TenantContext, 'organizationId' | 'secrets'>;

interface Declared {
  /** The kind of its capabilities. */
  kind: string;
  prefix: string;
  /** Binds the encrypted value, in addition to the organization and the thing. */
  purpose?: string;
}

/**
 * Unguessable values that each open one thing without a session. They are stored encrypted as well as hashed, so that e-mails and
 * answers can show them again.
 */
export function secretAddress({ kind, prefix, purpose = kind }: Declared) {
  const purposeOf = (organizationId: string, id: string): string => `${purpose} ${organizationId} ${id}`;
  const capabilityOf = ({ organizationId }: Sealer, entityId: string) => ({ organizationId, kind, entityId });
  return {
    purposeOf,
    /** A new value for a thing, encrypted; the former one opens nothing any more. */
    async grant(ctx: TenantContext, id: string): Promise<Buffer> {
      const secret = await grantCapability(ctx, capabilityOf(ctx, id), { prefix, newest: 1 });
      return ctx.secrets.encrypt(secret, purposeOf(ctx.organizationId, id));
    },
    reveal: (ctx: Sealer, id: string, sealed: Buffer): string =>
      ctx.secrets.decrypt(sealed, purposeOf(ctx.organizationId, id)).toString(),
    revoke: (ctx: TenantContext, id: string) => revokeCapabilities(ctx, capabilityOf(ctx, id)),
    /** The thing that a value opens, in its organization. */
    open: (ctx: WorkContext, secret: string) => openCapability(ctx, secret, kind),
    /** Lets an operator check that stored values can be decrypted. */
    sealedKind: (
      what: string,
      find: (tenant: Tenant) => Promise<{ id: string; sealed: Buffer | null } | undefined>,
    ): SealedKind => ({
      what,
      sample: async (tenant) => {
        const found = await find(tenant);
        return found?.sealed ? { sealed: found.sealed, purpose: purposeOf(tenant.organizationId, found.id) } : null;
      },
    }),
  };
}
