import type { SealedKind } from '#platform/verification.ts';
import { urlPurpose } from './calendar/url-purpose.ts';
import { bookingToken, scheduleCalendar, scheduleLink } from './secret-address.ts';
import { bookings, outsideCalendars, scheduleLinks, schedules } from './tables.ts';

/** The values that bookings store encrypted. */
export const sealedKinds: SealedKind[] = [
  bookingToken.sealedKind('tokens of bookings', async (tenant) => {
    const row = await bookings.find(tenant, {}, { columns: ['id', 'sealedToken'] });
    return row && { id: row.id, sealed: row.sealedToken };
  }),
  scheduleCalendar.sealedKind('calendar addresses of schedules', async (tenant) => {
    const row = await schedules.find(tenant, {}, { columns: ['id', 'sealedCalendarId'] });
    return row && { id: row.id, sealed: row.sealedCalendarId };
  }),
  scheduleLink.sealedKind('booking links of schedules', async (tenant) => {
    const row = await scheduleLinks.find(tenant, {}, { columns: ['scheduleId', 'sealedSharedId'] });
    return row && { id: row.scheduleId, sealed: row.sealedSharedId };
  }),
  {
    what: 'addresses of outside calendars',
    sample: async (ctx) => {
      const row = await outsideCalendars.find(ctx, {}, { columns: ['id', 'sealedUrl'] });
      return row ? { sealed: row.sealedUrl, purpose: urlPurpose(ctx.organizationId, row.id) } : null;
    },
  },
];
