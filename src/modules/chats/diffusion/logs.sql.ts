import { sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, list, listOf, oneOf, several } from '#platform/db/list.ts';
import {
  type DiffusionRecipient,
  diffusionRecipients,
  diffusions,
  type Failure,
  messages,
  optOuts,
} from '../tables.ts';
import { DiffusionState, Recipient, SkipReason } from './diffusion.schema.ts';

export const diffusionList = listOf(diffusions, {
  filters: {
    state: oneOf('state', DiffusionState, 'Diffusions in one of these states.'),
    channelId: oneOf('channelId', z.uuid(), 'Diffusions from one of these numbers.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

export const optOutList = listOf(optOuts, {
  filters: {
    source: oneOf('source', z.enum(['keyword', 'manual', 'provider']), 'Who opted the person out.'),
    address: oneOf('address', z.string().max(254), 'The number, such as +18095550123.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

export interface LogRow extends Omit<DiffusionRecipient, 'diffusionId' | 'arm' | 'isDelivered' | 'isRead'> {
  template: number;
  channelMessageId: string | null;
  status: string | null;
  failure: Failure | null;
  priceCategory: string | null;
  isBilled: boolean | null;
  deliveredAt: string | null;
  readAt: string | null;
}

/** The recipients of a diffusion with the provider's status of their messages. */
export const recipientList = list<LogRow>()({
  from: (ctx) => sql`${diffusionRecipients.of(ctx)} t LEFT JOIN ${messages.of(ctx)} m ON m.id = t.message_id`,
  select: sql`t.number, t.address, t.name, t.contact_id, t.conversation_id, t.arm AS template, t.state, t.reason, t.attempts,
    t.message_id, m.provider_message_id AS channel_message_id, m.status, m.failure, m.price_category, m.is_billed,
    t.sent_at, m.delivered_at, m.read_at, t.replied_at, t.reply_id`,
  filters: {
    state: oneOf('state', Recipient.shape.state, 'Recipients in one of these states.'),
    reason: oneOf('reason', SkipReason, 'Recipients who were left out for one of these reasons.'),
    status: filter(
      several(z.enum(['queued', 'sending', 'unconfirmed', 'accepted', 'sent', 'delivered', 'read', 'failed']))
        .optional()
        .describe('Messages with one of these statuses at the provider.'),
      (status) => isOneOf(sql`m.status`, status),
    ),
    failure: filter(several(z.string().min(1).max(60)).optional().describe('The provider’s error code.'), (code) =>
      isOneOf(sql`(m.failure->>'code')`, code),
    ),
    template: filter(
      z.coerce.number().int().min(1).max(2).optional().describe('1 or 2: those who got this template.'),
      (arm) => sql`t.arm = ${arm}`,
    ),
    replied: filter(z.boolean().optional().describe('Whether they answered within a week.'), (value) =>
      value ? sql`t.replied_at IS NOT NULL` : sql`t.replied_at IS NULL`,
    ),
    address: filter(
      z.string().min(1).max(254).optional().describe('The number, such as +18095550123.'),
      (address) => sql`t.address = ${address}`,
    ),
  },
  scope: { diffusionId: filter(z.uuid().optional(), (id) => sql`t.diffusion_id = ${id}`) },
  sort: { number: { by: sql`t.number`, type: 'integer' } },
  order: 'number',
  key: [],
});
