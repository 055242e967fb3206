import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { automations, type Thread } from '../tables.ts';
import { hasFailedSince } from './thread.sql.ts';

/** A failing automation is reported once in this time, however many of its threads fail. */
const FAILURES_REPORTED_EVERY_HOURS = 24;

/** An approval is asked: without a notice nobody would know that the thread waits for them. */
export const notifyOfApproval = (ctx: TenantContext, thread: Thread, message: string): Promise<void> =>
  notifyPeople(ctx, thread, 'automation-approval', (name) => ({ title: `${name} pide tu aprobación`, body: message }));

export const notifyOfReview = (ctx: TenantContext, thread: Thread, why: string): Promise<void> =>
  notifyPeople(ctx, thread, 'automation-review', (name) => ({
    title: `${name} espera tu decisión`,
    body: `No se sabe si una solicitud tuvo efecto: ${why} Reinténtala, sigue sin ella o cancela la ejecución.`,
  }));

export async function notifyOfFailure(ctx: TenantContext, thread: Thread, error: string): Promise<void> {
  const since = realNow().subtract({ hours: FAILURES_REPORTED_EVERY_HOURS });
  if (await hasFailedSince(ctx, thread, since)) return;
  await notifyPeople(ctx, thread, 'automation-failed', (name) => ({
    title: `${name} falló`,
    body: `No pudo terminar. Motivo técnico, en el paso ${error}`,
  }));
}

/** Notifies the publisher and the owner: the publisher may have left. */
async function notifyPeople(
  ctx: TenantContext,
  { id, automationId }: Thread,
  kind: string,
  words: (name: string) => { title: string; body: string },
): Promise<void> {
  const [{ name, publishedBy }, owner] = await Promise.all([
    automations.get(ctx, automationId),
    findOwner(ctx.tx, ctx.organizationId),
  ]);
  const people = new Set([publishedBy, owner?.userId].filter((userId) => typeof userId === 'string'));
  await notify(ctx, [...people], { kind, ...words(name), data: { automationId, automationThreadId: id } });
}
