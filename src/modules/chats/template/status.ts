import type { TenantContext } from '#platform/context.ts';
import { isBefore, realNow, toTimestamp } from '#platform/date.ts';
import { shortened } from '#platform/text.ts';
import { type Failure, type Message, type MessageTemplate, messageTemplates, templateStatuses } from '../tables.ts';

const REASON_MAX = 1000;
const WORD_MAX = 60;

/** A change of a template, reported by the provider or by this service. */
interface TemplateEvent {
  /** The provider's word: `APPROVED`, `FLAGGED`, `REINSTATED`. */
  event: string;
  /** The status that follows; null: it stays. */
  status: string | null;
  reason: string | null;
  source: 'api' | 'sync' | 'webhook' | 'sending';
  at: Temporal.Instant;
}

/**
 * Writes an event into the history of a locked template and changes its status, unless a newer event already did. The same event
 * again changes nothing.
 */
export async function recordEvent(
  ctx: TenantContext,
  template: MessageTemplate,
  { event, status, reason, source, at }: TemplateEvent,
): Promise<MessageTemplate> {
  const next = status === null ? template.status : shortened(status.toUpperCase(), WORD_MAX);
  const row = await templateStatuses.insertUnlessTaken(ctx, {
    templateId: template.id,
    edition: template.edition,
    event: shortened(event.toUpperCase(), WORD_MAX),
    status: next,
    reason: reason && shortened(reason, REASON_MAX),
    source,
    at: toTimestamp(at),
  });
  // Only notices are compared with each other: the clocks of the provider and of this service differ.
  const isNotice = source === 'webhook';
  const { noticedAt } = template;
  const isOlder = isNotice && noticedAt !== null && isBefore(at, noticedAt);
  if (!row || status === null || isOlder) return template;
  return messageTemplates.update(ctx, template.id, {
    status: next,
    reason: row.reason,
    statusAt: ctx.now,
    ...(isNotice && { noticedAt: at }),
    updatedAt: ctx.now,
  });
}

/** Errors of a sent template that show its status. */
const statusOfError: Record<string, string> = { '132015': 'PAUSED', '132016': 'DISABLED' };

/** The provider refused a message because of its template: learn its status from that, even if the notice was lost. */
export async function noteSendingError(ctx: TenantContext, { content }: Message, failure: Failure): Promise<void> {
  const status = statusOfError[failure.code];
  if (!status || typeof content.templateId !== 'string') return;
  const template = await messageTemplates.find(ctx, content.templateId, { lock: 'FOR UPDATE' });
  if (template?.status === 'APPROVED')
    await recordEvent(ctx, template, {
      event: status,
      status,
      reason: failure.message,
      source: 'sending',
      at: realNow(),
    });
}
