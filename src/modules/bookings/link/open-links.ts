import type { TenantContext } from '#platform/context.ts';
import { linkUrl, scheduleLink } from '../secret-address.ts';
import { scheduleLinks, schedules } from '../tables.ts';

/** The booking pages of schedules that visitors may book, in the order of the ids. */
export async function findBookingLinks(ctx: TenantContext, scheduleIds: string[]) {
  const [links, found] = await Promise.all([
    scheduleLinks.all(ctx, { scheduleId: scheduleIds, isOpen: true }),
    schedules.all(ctx, { id: scheduleIds, canceledAt: null }),
  ]);
  return scheduleIds.flatMap((id) => {
    const [link, schedule] = [links.find(({ scheduleId }) => scheduleId === id), found.find((each) => each.id === id)];
    if (!link || !schedule) return [];
    return [{ id, title: schedule.title, url: linkUrl(ctx, scheduleLink.reveal(ctx, id, link.sealedSharedId)) }];
  });
}
