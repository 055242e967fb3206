import type { z } from 'zod';
import { findPublished } from '#modules/forms/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { isBefore } from '#platform/date.ts';
import { givenFields } from '#platform/http/change.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { requireActive } from '../registration/registration.ts';
import { linkUrl, scheduleLink } from '../secret-address.ts';
import { type Schedule, type ScheduleLink, scheduleLinks, schedules } from '../tables.ts';
import type { LinkGiven } from './link.schema.ts';

const defaults = {
  isOpen: true,
  leadMinutes: 60,
  horizonDays: 60,
  visitorsMay: 'cancel_and_move',
  changeUntilMinutes: 120,
  savesContacts: true,
} as const;

/** Makes the booking link of a schedule, or changes it. */
export async function setLink(ctx: TenantContext, given: z.output<typeof LinkGiven>) {
  const { scheduleId, version, open, renew, ...fields } = given;
  await requireActive(ctx, scheduleId);
  if (given.formId && !(await findPublished(ctx, given.formId)))
    throw unknownReference('body.formId', 'This published form');
  const before = await scheduleLinks.find(ctx, { scheduleId }, { lock: 'FOR UPDATE' });
  if (version !== undefined && version !== before?.version) throw VersionConflict();
  const change = { ...givenFields({ ...fields, isOpen: open }), updatedAt: ctx.now };
  const link = before
    ? await scheduleLinks.update(
        ctx,
        { scheduleId },
        { ...change, ...(renew && { sealedSharedId: await scheduleLink.grant(ctx, scheduleId) }) },
      )
    : await scheduleLinks.insert(ctx, {
        scheduleId,
        ...defaults,
        ...change,
        sealedSharedId: await scheduleLink.grant(ctx, scheduleId),
      });
  return describeLink(ctx, link);
}

function describeLink(ctx: TenantContext, { isOpen, sealedSharedId, ...link }: ScheduleLink) {
  const sharedId = scheduleLink.reveal(ctx, link.scheduleId, sealedSharedId);
  return { ...link, open: isOpen, sharedId, url: linkUrl(ctx, sharedId) };
}

export interface OpenedLink {
  ctx: TenantContext;
  schedule: Schedule;
  link: ScheduleLink;
}

/** The schedule behind a booking link. A closed link has the same answer as an unknown one. */
export async function openLink(work: WorkContext, sharedId: string): Promise<OpenedLink> {
  const { ctx, id } = await scheduleLink.open(work, sharedId);
  return requireOpen(ctx, id);
}

/** A schedule that people may book themselves. */
export async function requireOpen(ctx: TenantContext, scheduleId: string): Promise<OpenedLink> {
  const [link, schedule] = await Promise.all([
    scheduleLinks.find(ctx, { scheduleId, isOpen: true }),
    schedules.find(ctx, { id: scheduleId, canceledAt: null }),
  ]);
  if (!link || !schedule) throw NotFound();
  return { ctx, schedule, link };
}

/** The first and the last instant at which the link lets people book. */
export const bookableSpan = ({ now }: TenantContext, { leadMinutes, horizonDays }: ScheduleLink) => ({
  from: now.add({ minutes: leadMinutes }),
  until: now.add({ hours: horizonDays * 24 }),
});

/** Whether lead time and horizon of the link allow this start. */
export function isBookable(ctx: TenantContext, link: ScheduleLink, start: Temporal.Instant): boolean {
  const { from, until } = bookableSpan(ctx, link);
  return !isBefore(start, from) && isBefore(start, until);
}
