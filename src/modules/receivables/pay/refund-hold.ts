import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { lockRefund, type PaymentRefund, updateRefund } from './refund.sql.ts';

/** Asking takes no longer: several calls, each with its own time limit. */
const ASKING_SECONDS = 90;

/** For updates that end an asking. */
export const released = { heldBy: null, heldUntil: null } as const;

/** Whether somebody is asking the provider. */
export const isHeld = ({ heldUntil }: PaymentRefund): boolean =>
  heldUntil !== null && Temporal.Instant.compare(heldUntil, realNow()) > 0;

/** Takes the turn to ask the provider, if there is something to ask and nobody is at it; the refund is as it was before. */
export async function holdRefund(
  ctx: TenantContext,
  id: string,
  holder: string,
): Promise<{ refund: PaymentRefund; isMine: boolean }> {
  const refund = await lockRefund(ctx.tx, ctx.organizationId, id);
  if (refund.status !== 'requested' || isHeld(refund)) return { refund, isMine: false };
  const now = realNow();
  await updateRefund(ctx.tx, ctx.organizationId, id, {
    ...(refund.askedAt === null && { askedAt: now }),
    heldBy: holder,
    heldUntil: now.add({ seconds: ASKING_SECONDS }),
  });
  return { refund, isMine: true };
}

/** Ends the turn of whoever took it, and nobody else's. */
export async function releaseRefund(ctx: TenantContext, id: string, holder: string): Promise<void> {
  const { heldBy } = await lockRefund(ctx.tx, ctx.organizationId, id);
  if (heldBy === holder) await updateRefund(ctx.tx, ctx.organizationId, id, released);
}
