import { secretAddress } from '#platform/auth/secret-address.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Booking, ScheduleLink } from './tables.ts';

export const bookingToken = secretAddress({ kind: 'booking', prefix: 'bkg' });
export const scheduleCalendar = secretAddress({ kind: 'schedule-calendar', prefix: 'cal' });
export const scheduleLink = secretAddress({ kind: 'schedule-link', prefix: 'sch' });

/** Where the person of a booking sees, moves and cancels it. */
export const bookingUrl = (ctx: TenantContext, { id, sealedToken }: Pick<Booking, 'id' | 'sealedToken'>): string =>
  `${ctx.publicUrl}/v1/tasks/schedule/booking/${bookingToken.reveal(ctx, id, sealedToken)}`;
export const calendarUrl = ({ publicUrl }: { publicUrl: string }, secret: string): string =>
  `${publicUrl}/v1/tasks/schedule/${secret}/ics`;
export const linkUrl = ({ publicUrl }: { publicUrl: string }, sharedId: string): string =>
  `${publicUrl}/v1/tasks/schedule/link/${sharedId}`;
/** The page on which a schedule is booked. */
export const pageUrlOf = (ctx: TenantContext, { scheduleId, sealedSharedId }: ScheduleLink): string =>
  linkUrl(ctx, scheduleLink.reveal(ctx, scheduleId, sealedSharedId));
