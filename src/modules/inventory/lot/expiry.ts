import { findResources } from '#modules/catalog/index.ts';
import { notifyOwner } from '#modules/collaboration/index.ts';
import { readSettings, resourcesSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { bilingual, inEachLanguage, type Language, localeOf } from '#platform/pages/language.ts';
import { lotExpiries } from '../ticks.ts';
import { type ExpiringLot, selectUnwarned, updateWarned } from './lot.sql.ts';

const MORNING = '08:00';
const AT_ONCE = 100;
const LAST_DAY = '2999-12-31';

/** Asks for a warning before these days of expiry. */
export async function watchExpiries(ctx: TenantContext, expiries: (string | null)[]): Promise<void> {
  const first = expiries.filter((day) => day !== null).toSorted()[0];
  const { expiryWarningDays } = await readSettings(ctx, resourcesSettings);
  if (first !== undefined && expiryWarningDays !== null)
    ctx.wakeAt(lotExpiries, warnedAt(ctx, first, expiryWarningDays));
}

/** In the morning of the day, or at once if that has passed. */
function warnedAt({ now, timeZone }: TenantContext, expiresOn: string, days: number): Temporal.Instant {
  const day = Temporal.PlainDate.from(expiresOn).subtract({ days });
  const morning = day.toZonedDateTime({ timeZone, plainTime: MORNING }).toInstant();
  return Temporal.Instant.compare(morning, now) > 0 ? morning : now;
}

/** Notifies the owner of lots in stock that expire soon, once of each expiry. Answers when the next ones do. */
export async function warnOfExpiries(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const { expiryWarningDays } = await readSettings(ctx, resourcesSettings);
  if (expiryWarningDays === null) return null;
  const until = ctx.today.add({ days: expiryWarningDays }).toString();
  const expiring = await selectUnwarned(ctx, until, AT_ONCE);
  if (expiring.length > 0) await warn(ctx, expiring);
  await updateWarned(
    ctx,
    expiring.map(({ id }) => id),
  );
  const [next] = await selectUnwarned(ctx, LAST_DAY, 1);
  return next ? warnedAt(ctx, next.expiresOn, expiryWarningDays) : null;
}

const words = bilingual({
  lot: ['lote', 'lot'],
  expired: ['venció el', 'expired on'],
  expires: ['vence el', 'expires on'],
  one: [(line: string) => `Por vencer: ${line}`, (line: string) => `About to expire: ${line}`],
  several: [(count: number) => `${count} lotes por vencer`, (count: number) => `${count} lots are about to expire`],
});

async function warn(ctx: TenantContext, expiring: ExpiringLot[]): Promise<void> {
  const resources = await findResources(ctx, [...new Set(expiring.map(({ resourceId }) => resourceId))]);
  const today = ctx.today.toString();
  const textIn = (language: Language) => {
    const say = words[language];
    const lines = expiring.map(({ resourceId, lot, expiresOn, quantity }) => {
      const { name, unit } = resources.get(resourceId)!;
      const day = Temporal.PlainDate.from(expiresOn).toLocaleString(localeOf(language), { dateStyle: 'long' });
      return `${name}, ${say.lot} ${lot}: ${quantity} ${unit}, ${expiresOn < today ? say.expired : say.expires} ${day}`;
    });
    const title = lines.length === 1 ? say.one(lines[0]!) : say.several(lines.length);
    return { title, body: lines.join('\n') };
  };
  await notifyOwner(ctx, {
    kind: 'lot-expiry',
    ...inEachLanguage(textIn),
    ...(expiring.length === 1 && { data: { lotId: expiring[0]!.id, resourceId: expiring[0]!.resourceId } }),
  });
}
