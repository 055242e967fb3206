import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { firstProblem } from '#platform/http/validate.ts';
import { type Channel, messageTemplates } from '../tables.ts';
import { recordEvent } from './status.ts';
import { syncTemplatesJob } from './sync.ts';

const Notice = z.looseObject({
  message_template_name: z.string().min(1).max(512),
  message_template_language: z.string().min(2).max(20),
});
const word = z.string().min(1).max(60);
const StatusNotice = Notice.extend({
  event: word,
  reason: z.string().nullish(),
  disable_info: z.looseObject({}).optional(),
  rejection_info: z.looseObject({ reason: z.string().optional(), recommendation: z.string().optional() }).optional(),
  other_info: z.looseObject({ title: z.string().optional(), description: z.string().optional() }).optional(),
});
const QualityNotice = Notice.extend({ new_quality_score: word });
const CategoryNotice = Notice.extend({ new_category: word });

/** The notices of the provider about templates, by the field of its webhook. */
const schemas = {
  message_template_status_update: StatusNotice,
  message_template_quality_update: QualityNotice,
  template_category_update: CategoryNotice,
  message_template_components_update: Notice,
};
export const isTemplateField = (field: string): field is keyof typeof schemas => Object.hasOwn(schemas, field);

/** Events that are no status of their own. Null: the status stays. */
const statusAfter: Record<string, string | null> = { REINSTATED: 'APPROVED', FLAGGED: null };
const statuses = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
  'DELETED',
  'ARCHIVED',
  'LIMIT_EXCEEDED',
];

export interface TemplateNotice {
  field: keyof typeof schemas;
  value: z.infer<(typeof schemas)[keyof typeof schemas]>;
  at: Temporal.Instant | null;
}

/** Reads a notice, or returns the reason why it cannot be read. */
export function readNotice(
  field: keyof typeof schemas,
  value: unknown,
  at: Temporal.Instant | null,
): { notice: TemplateNotice } | { problem: string } {
  const parsed = schemas[field].safeParse(value);
  if (parsed.success) return { notice: { field, value: parsed.data, at } };
  return { problem: firstProblem(parsed.error) };
}

/** Applies a notice to the template of a channel. An unknown template, and an event without a known status, is read again. */
export async function applyNotice(ctx: TenantContext, channel: Channel, notice: TemplateNotice): Promise<void> {
  const { field, value, at } = notice;
  const { message_template_name: name, message_template_language: language } = value;
  const sync = () => ctx.enqueue(syncTemplatesJob, { channelId: channel.id }, { group: channel.id });
  const template = await messageTemplates.find(ctx, { channelId: channel.id, name, language }, { lock: 'FOR UPDATE' });
  if (!template || field === 'message_template_components_update') return sync();
  if (field === 'message_template_quality_update') {
    const { new_quality_score: quality } = value as z.infer<typeof QualityNotice>;
    return void (await messageTemplates.update(ctx, template.id, { quality, updatedAt: ctx.now }));
  }
  if (field === 'template_category_update') {
    const category = (value as z.infer<typeof CategoryNotice>).new_category.toUpperCase();
    return void (await messageTemplates.update(ctx, template.id, { category, updatedAt: ctx.now }));
  }
  const status = value as z.infer<typeof StatusNotice>;
  const event = status.event.toUpperCase();
  const follows = event in statusAfter ? statusAfter[event]! : statuses.includes(event) ? event : null;
  await recordEvent(ctx, template, {
    event,
    status: follows,
    reason: reasonOf(status),
    source: 'webhook',
    at: at ?? ctx.now,
  });
  if (follows === null && event !== 'FLAGGED') sync();
}

function reasonOf({
  reason,
  rejection_info: rejection,
  other_info: other,
}: z.infer<typeof StatusNotice>): string | null {
  const words = [reason === 'NONE' ? null : reason, rejection?.reason, rejection?.recommendation, other?.description];
  return words.filter(Boolean).join(' ') || null;
}
