import type { z } from 'zod';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { outsideCalendars } from '../tables.ts';
import { calendarReading } from '../ticks.ts';
import type { NewOutsideCalendar } from './calendar.schema.ts';
import { readOutside } from './read.ts';
import { urlPurpose } from './url-purpose.ts';

export const CalendarAddressRefused = refusal(
  'calendar_address_refused',
  'The calendar at this address cannot be read: give the public https address of an iCalendar feed.',
);
export const TooManyCalendars = refusal(
  'too_many_calendars',
  'A person has at most 10 external calendars: remove one first.',
);
const CALENDARS_MAX = 10;

export async function addCalendar(ctx: TenantContext, given: z.output<typeof NewOutsideCalendar>) {
  const url = given.url.replace(/^webcals?:/i, 'https:');
  const address = requireOutboundUrl(ctx, url, CalendarAddressRefused, 'body.url');
  const userId = given.userId ?? (await actingUser(ctx));
  if (!(await selectActiveMembers(ctx, [userId])).has(userId)) throw unknownReference('body.userId', 'This member');
  if ((await outsideCalendars.countForLimit(ctx, { userId })) >= CALENDARS_MAX) throw TooManyCalendars();
  const id = newId();
  const calendar = await outsideCalendars.insert(ctx, {
    id,
    userId,
    name: given.name ?? address.host,
    site: address.host,
    state: 'pending',
    sealedUrl: ctx.secrets.encrypt(address.href, urlPurpose(ctx.organizationId, id)),
    nextReadAt: ctx.now.add({ hours: 1 }),
  });
  ctx.enqueue(readOutside, { id });
  ctx.wakeAt(calendarReading, ctx.now.add({ hours: 1 }));
  return calendar;
}
