import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter } from '#platform/date.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { readSettings, readSettingsOf } from '#platform/settings/settings.ts';
import { notifications } from '../tables.ts';
import { type DigestOf, findOrganizationName, takeDueForDigest } from './notification.sql.ts';
import { userNotificationSettings } from './settings.ts';

const MORNING = Temporal.PlainTime.from('08:00');
const PEOPLE_AT_ONCE = 200;
const TITLES_MAX = 20;

/** The next morning by the organization's clock. */
export function nextDigestTime({ now, today, timeZone }: TenantContext): Temporal.Instant {
  const morningOf = (day: Temporal.PlainDate): Temporal.Instant =>
    day.toZonedDateTime({ timeZone, plainTime: MORNING }).toInstant();
  const morning = morningOf(today);
  return isAfter(morning, now) ? morning : morningOf(today.add({ days: 1 }));
}

/** Sends each person one e-mail with their unread notifications; the result is when the next are due. */
export async function sendDigests(ctx: TenantContext): Promise<string | null> {
  const digests = await takeDueForDigest(ctx, ctx.now, { peopleMax: PEOPLE_AT_ONCE, titlesMax: TITLES_MAX });
  if (digests.length > 0) {
    const userIds = digests.map(({ userId }) => userId);
    const [people, name, { language }, personal] = await Promise.all([
      findUsers(ctx.tx, userIds),
      findOrganizationName(ctx),
      readSettings(ctx, generalSettings),
      readSettingsOf(ctx, userIds, userNotificationSettings),
    ]);
    const emails = new Map(people.map(({ id, email }) => [id, email]));
    for (const { userId, ...unread } of digests) {
      const email = emails.get(userId);
      const wants = personal.get(userId)!;
      const say = words[wants.language ?? language];
      // The e-mail may have been turned off since the notifications were written.
      if (email && wants.digest === 'daily')
        ctx.mail({ to: email, subject: say.subject(name), text: letter(unread, say) });
    }
  }
  return notifications.min(ctx, 'digestAt');
}

const words = {
  es: {
    subject: (name: string) => `Tus avisos sin leer en ${name}`,
    waiting: 'Esto te espera:',
    more: (count: number) => `… y ${count} más.`,
  },
  en: {
    subject: (name: string) => `Your unread notifications in ${name}`,
    waiting: 'This is waiting for you:',
    more: (count: number) => `… and ${count} more.`,
  },
};

function letter({ titles, count }: Pick<DigestOf, 'titles' | 'count'>, say: (typeof words)['es']): string {
  const more = count - titles.length;
  const lines = titles.map((title) => `• ${title}`);
  return [say.waiting, '', ...lines, ...(more > 0 ? [say.more(more)] : [])].join('\n');
}
