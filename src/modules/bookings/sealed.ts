import type { SealedKind } from '#platform/verification.ts';
import { urlPurpose } from './calendar/url-purpose.ts';
import { bookingToken, scheduleCalendar, scheduleLink } from './secret-address.ts';
import { bookings, outsideCalendars, scheduleLinks, schedules } from './tables.ts';

/** The values that bookings store encrypted. */
export const sealedKinds: SealedKind[] = [
  {
    what: 'tokens of bookings',
    sample: async (ctx) => {
      const [row] = await bookings.all(ctx, {}, { limit: 1, columns: ['id', 'sealedToken'] });
      return row ? { sealed: row.sealedToken, purpose: bookingToken.purposeOf(ctx.organizationId, row.id) } : null;
    },
  },
  {
    what: 'calendar addresses of schedules',
    sample: async (ctx) => {
      const [row] = await schedules.all(ctx, {}, { limit: 1, columns: ['id', 'sealedCalendarId'] });
      return row
        ? { sealed: row.sealedCalendarId, purpose: scheduleCalendar.purposeOf(ctx.organizationId, row.id) }
        : null;
    },
  },
  {
    what: 'booking links of schedules',
    sample: async (ctx) => {
      const [row] = await scheduleLinks.all(ctx, {}, { limit: 1, columns: ['scheduleId', 'sealedSharedId'] });
      return row
        ? { sealed: row.sealedSharedId, purpose: scheduleLink.purposeOf(ctx.organizationId, row.scheduleId) }
        : null;
    },
  },
  {
    what: 'addresses of outside calendars',
    sample: async (ctx) => {
      const [row] = await outsideCalendars.all(ctx, {}, { limit: 1, columns: ['id', 'sealedUrl'] });
      return row ? { sealed: row.sealedUrl, purpose: urlPurpose(ctx.organizationId, row.id) } : null;
    },
  },
];
