import { notify } from '#modules/collaboration/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { formatTime, letterWords } from '../letter/words.ts';
import { selectToComeOf } from './registration.sql.ts';

/** Notifies the owner of the bookings that a member who left should give. They keep their host, who may come back. */
export async function reportBookingsOf(ctx: TenantContext, userId: string): Promise<void> {
  const { count, first, timeZone } = await selectToComeOf(ctx, userId);
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!first || !timeZone || !owner) return;
  const [[person], { language }] = await Promise.all([findUsers(ctx.tx, [userId]), readSettings(ctx, generalSettings)]);
  const { title, body } = letterWords[language].formerHost;
  await notify(ctx, [owner.userId], {
    kind: 'bookings-of-former-member',
    title: title(person!.name || person!.email!),
    body: body(count, formatTime(first, language, timeZone)),
    data: { userId },
  });
}
