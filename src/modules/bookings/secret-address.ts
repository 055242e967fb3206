import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';

type Sealer = Pick<TenantContext, 'organizationId' | 'secrets'>;

/** Unguessable values that each open one thing. They are kept sealed as well, so that letters and answers can repeat them. */
export function secretAddress({ kind, prefix }: { kind: string; prefix: string }) {
  const purposeOf = (organizationId: string, id: string): string => `${kind} ${organizationId} ${id}`;
  const capabilityOf = ({ organizationId }: Sealer, entityId: string) => ({ organizationId, kind, entityId });
  return {
    purposeOf,
    /** A new value for a thing; the former one opens nothing any more. */
    async grant(ctx: TenantContext, id: string): Promise<Buffer> {
      const secret = await grantCapability(ctx, capabilityOf(ctx, id), { prefix, newest: 1 });
      return ctx.secrets.encrypt(secret, purposeOf(ctx.organizationId, id));
    },
    reveal: (ctx: Sealer, id: string, sealed: Buffer): string =>
      ctx.secrets.decrypt(sealed, purposeOf(ctx.organizationId, id)).toString(),
    revoke: (ctx: TenantContext, id: string) => revokeCapabilities(ctx, capabilityOf(ctx, id)),
    /** The thing that a value opens, in its organization. */
    async open(ctx: WorkContext, secret: string): Promise<{ ctx: TenantContext; id: string }> {
      const opened = await resolveCapability(ctx, secret, kind);
      if (!opened) throw NotFound();
      return { ctx: await ctx.enter(opened.organizationId), id: opened.entityId };
    },
  };
}

export const bookingToken = secretAddress({ kind: 'booking', prefix: 'bkg' });
export const scheduleCalendar = secretAddress({ kind: 'schedule-calendar', prefix: 'cal' });
export const scheduleLink = secretAddress({ kind: 'schedule-link', prefix: 'sch' });

/** Where the person of a booking sees, moves and cancels it. */
export const bookingUrl = ({ publicUrl }: { publicUrl: string }, token: string): string =>
  `${publicUrl}/v1/tasks/schedule/booking/${token}`;
export const calendarUrl = ({ publicUrl }: { publicUrl: string }, secret: string): string =>
  `${publicUrl}/v1/tasks/schedule/${secret}/ics`;
export const linkUrl = ({ publicUrl }: { publicUrl: string }, sharedId: string): string =>
  `${publicUrl}/v1/tasks/schedule/link/${sharedId}`;
