import { notifyOwner } from '#modules/collaboration/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { inEachLanguage } from '#platform/pages/language.ts';
import { formatTime, letterWords } from '../letter/words.ts';
import { selectToComeOf } from './registration.sql.ts';

/** Notifies the owner of the bookings that a member who left should give. They keep their host, who may come back. */
export async function reportBookingsOf(ctx: TenantContext, userId: string): Promise<void> {
  const toCome = await selectToComeOf(ctx, userId);
  if (!toCome) return;
  const { count, first, timeZone } = toCome;
  const [person] = await findUsers(ctx.tx, [userId]);
  await notifyOwner(ctx, {
    kind: 'bookings-of-former-member',
    ...inEachLanguage((language) => {
      const { title, body } = letterWords[language].formerHost;
      return { title: title(person!.name || person!.email!), body: body(count, formatTime(first, language, timeZone)) };
    }),
    data: { userId },
  });
}
