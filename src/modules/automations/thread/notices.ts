import { type Notice, notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { automations, type Thread } from '../tables.ts';
import { hasFailedSince } from './thread.sql.ts';

/** A failing automation is reported once in this time, however many of its threads fail. */
const FAILURES_REPORTED_EVERY_HOURS = 24;

/** An approval is asked: without a notice nobody would know that the thread waits for them. */
export const notifyOfApproval = (ctx: TenantContext, thread: Thread, message: string): Promise<void> =>
  notifyPeople(ctx, thread, (name) => ({
    kind: 'automation-approval',
    es: { title: `${name} pide tu aprobación`, body: message },
    en: { title: `${name} asks for your approval`, body: message },
  }));

export const notifyOfReview = (ctx: TenantContext, thread: Thread, why: string): Promise<void> =>
  notifyPeople(ctx, thread, (name) => ({
    kind: 'automation-review',
    es: {
      title: `${name} espera tu decisión`,
      body: `No se sabe si una solicitud tuvo efecto: ${why} Reinténtala, sigue sin ella o cancela la ejecución.`,
    },
    en: {
      title: `${name} waits for your decision`,
      body: `It is not known whether a request had an effect: ${why} Retry it, go on without it or cancel the run.`,
    },
  }));

export async function notifyOfFailure(ctx: TenantContext, thread: Thread, error: string): Promise<void> {
  const since = realNow().subtract({ hours: FAILURES_REPORTED_EVERY_HOURS });
  if (await hasFailedSince(ctx, thread, since)) return;
  await notifyPeople(ctx, thread, (name) => ({
    kind: 'automation-failed',
    es: { title: `${name} falló`, body: `No pudo terminar. Motivo técnico, en el paso ${error}` },
    en: { title: `${name} failed`, body: `It could not finish. Technical reason, in the step ${error}` },
  }));
}

/** Notifies the publisher and the owner: the publisher may have left. */
async function notifyPeople(
  ctx: TenantContext,
  { id, automationId }: Thread,
  noticeOf: (name: string) => Notice,
): Promise<void> {
  const [{ name, publishedBy }, owner] = await Promise.all([
    automations.get(ctx, automationId),
    findOwner(ctx.tx, ctx.organizationId),
  ]);
  const people = new Set([publishedBy, owner?.userId].filter((userId) => typeof userId === 'string'));
  await notify(ctx, [...people], { ...noticeOf(name), data: { automationId, automationThreadId: id } });
}
