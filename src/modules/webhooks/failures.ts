import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter, toTimestamp } from '#platform/date.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { bilingual, inEachLanguage, type Language } from '#platform/pages/language.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { readSettings } from '#platform/settings/settings.ts';
import type { Attempt } from './attempt.ts';
import { type Webhook, webhooks } from './tables.ts';
import { countFailure, selectFirstWaiting } from './webhook.sql.ts';

const FAILING_HOURS_MAX = 5 * 24;
const EXHAUSTED_MAX = 20;
/** Events have the time at which their transaction began, and are sent after its end. */
const COMMITTED_WITHIN = { minutes: 1 };

type Reason = NonNullable<Webhook['disabledReason']>;

/** Counts a failed attempt. A webhook with too many failures is switched off, and its owner is notified once. */
export async function handleFailure(
  ctx: TenantContext,
  webhook: Pick<Webhook, 'id' | 'url'>,
  made: Attempt,
  /** The delivery has no attempt left. */
  exhausted: boolean,
): Promise<void> {
  const failures = await countFailure(ctx, webhook.id, { at: made.at, exhausted });
  const reason = failures && reasonToDisable(made, failures);
  if (!reason) return;
  // A replay from here misses no event, so it is a time of the organization: its events have those.
  const missedFrom = Temporal.Instant.from((await selectFirstWaiting(ctx)) ?? ctx.now);
  const disabledAt = toTimestamp(missedFrom.subtract(COMMITTED_WITHIN));
  const disabled = { active: false, disabledAt, disabledReason: reason };
  // If several attempts fail at the same time, only one switches the webhook off.
  const switchedOff = await webhooks.updateAll(ctx, { id: webhook.id, active: true }, disabled);
  if (switchedOff > 0) await notifyOwner(ctx, webhook, disabled);
}

function reasonToDisable(
  { gone, at }: Attempt,
  { failingSince, exhaustedInARow }: { failingSince: string; exhaustedInARow: number },
): Reason | null {
  if (gone) return 'gone';
  if (!isAfter(failingSince, at.subtract({ hours: FAILING_HOURS_MAX }))) return 'failing';
  return exhaustedInARow >= EXHAUSTED_MAX ? 'exhausted' : null;
}

/** Notifies and always sends mail, whatever the owner's preferences: an integration has stopped receiving events. */
async function notifyOwner(
  ctx: TenantContext,
  webhook: Pick<Webhook, 'id' | 'url'>,
  { disabledAt, disabledReason }: { disabledAt: string; disabledReason: Reason },
): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!owner) return;
  const body = inEachLanguage((language) => words[language].body(webhook.url, disabledReason));
  await notify(ctx, [owner.userId], {
    kind: 'webhook-disabled',
    es: { title: words.es.title, body: body.es },
    en: { title: words.en.title, body: body.en },
    // A webhook that is active again no longer has this time.
    data: { webhookId: webhook.id, disabledAt },
  });
  const { language } = await readSettings(ctx, generalSettings);
  const say = words[language];
  ctx.mail({
    to: owner.email,
    subject: say.subject(owner.organizationName),
    text: [say.greeting(owner.name), body[language], say.next(disabledAt)].join('\n\n'),
  });
}

const reasons: Record<Language, Record<Reason, string>> = bilingual({
  gone: ['respondió que esa dirección ya no existe (410)', 'it answered that this address no longer exists (410)'],
  failing: ['lleva 5 días sin recibir ninguna entrega', 'it has not received a delivery for 5 days'],
  exhausted: ['20 entregas seguidas agotaron todos sus intentos', '20 deliveries in a row used up all their attempts'],
});

const words = {
  es: {
    title: 'Apagamos un webhook',
    subject: (organization: string) => `Apagamos un webhook de ${organization}`,
    greeting: (name: string) => `Hola${name && ` ${name}`}:`,
    body: (url: string, why: Reason) => `Dejamos de enviar eventos a ${url} porque ${reasons.es[why]}.`,
    next: (since: string) =>
      `Cuando esté resuelto, enciéndelo de nuevo y reintenta las entregas que fallaron. Lo que pase mientras está apagado no se envía solo: pide un reenvío desde ${since}.`,
  },
  en: {
    title: 'We switched off a webhook',
    subject: (organization: string) => `We switched off a webhook of ${organization}`,
    greeting: (name: string) => `Hello${name && ` ${name}`},`,
    body: (url: string, why: Reason) => `We no longer send events to ${url} because ${reasons.en[why]}.`,
    next: (since: string) =>
      `When this is solved, switch it on again and retry the failed deliveries. Events that happen while it is off are not sent by themselves: request a replay from ${since}.`,
  },
};
