import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { notifications } from '../tables.ts';
import { findOrganizationName, takeDueForDigest } from './notification.sql.ts';

const MORNING = Temporal.PlainTime.from('08:00');
const BATCH = 1_000;
const TITLES_MAX = 20;

/** The next morning by the organization's clock. */
export function nextDigestTime({ now, today, timeZone }: TenantContext): Temporal.Instant {
  const morningOf = (day: Temporal.PlainDate): Temporal.Instant =>
    day.toZonedDateTime({ timeZone, plainTime: MORNING }).toInstant();
  const morning = morningOf(today);
  return Temporal.Instant.compare(morning, now) > 0 ? morning : morningOf(today.add({ days: 1 }));
}

/** Sends each person one letter with their unread notifications; the result is when the next are due. */
export async function sendDigests(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const due = await takeDueForDigest(ctx, ctx.now, BATCH);
  const unread = Map.groupBy(
    due.filter(({ wanted }) => wanted),
    ({ userId }) => userId,
  );
  if (unread.size > 0) {
    const [people, name] = await Promise.all([findUsers(ctx.tx, [...unread.keys()]), findOrganizationName(ctx)]);
    for (const { id, email } of people) {
      const titles = unread.get(id)!.map(({ title }) => title);
      if (email) ctx.mail({ to: email, subject: `Tus avisos sin leer en ${name}`, text: letter(titles) });
    }
  }
  const next = await notifications.min(ctx, 'digestAt');
  return next === null ? null : Temporal.Instant.from(next);
}

function letter(titles: string[]): string {
  const more = titles.length - TITLES_MAX;
  const lines = titles.slice(0, TITLES_MAX).map((title) => `• ${title}`);
  return ['Esto te espera:', '', ...lines, ...(more > 0 ? [`… y ${more} más.`] : [])].join('\n');
}
