import type { TenantContext } from '#platform/context.ts';
import { giftCardExpiry } from '../ticks.ts';

/** A card can be used until the end of its last day. */
export const endOf = (ctx: TenantContext, lastDay: string): Temporal.Instant =>
  Temporal.PlainDate.from(lastDay).add({ days: 1 }).toZonedDateTime(ctx.timeZone).toInstant();

export const wakeForExpiry = (ctx: TenantContext, lastDay: string): void =>
  ctx.wakeAt(giftCardExpiry, endOf(ctx, lastDay));
