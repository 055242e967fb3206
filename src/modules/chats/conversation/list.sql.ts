import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import { hasLabel, labelsLike } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tableColumns } from '#platform/db/columns.ts';
import { filter, isOneOf, listOf, oneOf } from '#platform/db/list.ts';
import { isNamed } from '#platform/db/named.ts';
import { mapOf, type Tenant } from '#platform/db/table.ts';
import {
  conversationLabels,
  conversationLists,
  conversationReads,
  conversations,
  listMembers,
  messages,
} from '../tables.ts';
import { State } from './conversation.schema.ts';
import { hasMessageWith, isMessageWith, isOfCustomer } from './search.sql.ts';

const UNREAD_COUNTED_MAX = 100;
/** Counting further would make a list slower the more conversations there are; `count=exact` does it all the same. */
export const COUNTED_MAX = 100;

/** They need to be followed only for another order than that of the last messages, and to be counted. */
const FOLLOWED_MAX = 2_000;

const withLabels = (tenant: Tenant, labels: string[]) => ({
  id: sql`n.conversation_id`,
  from: sql`${conversationLabels.of(tenant)} n WHERE ${isOneOf(sql`n.label`, labels.length === 1 ? labels[0] : labels)}`,
});
const onList = (tenant: Tenant, listId: string) => ({
  id: sql`n.conversation_id`,
  from: sql`${listMembers.of(tenant)} n WHERE n.list_id = ${listId}`,
});

/** The filters of a list of conversations; saved lists store the same ones. */
const conversationFilters = {
  state: oneOf('state', State, 'Conversations in one of these states.'),
  channelId: oneOf('channelId', z.uuid(), 'Those on one of these channels.'),
  userId: oneOf('userId', z.uuid(), 'Those that this member has.'),
  botId: oneOf('botId', z.uuid(), 'Those that this bot has.'),
  unassigned: filter(z.boolean().optional().describe('Those that nobody has.'), (value) =>
    value ? sql`t.user_id IS NULL AND t.bot_id IS NULL` : sql`(t.user_id IS NOT NULL OR t.bot_id IS NOT NULL)`,
  ),
  contactId: ofContacts(),
  category: oneOf('category', z.string().max(60), 'Those of one of these categories.'),
  label: filter(hasLabel.schema, async (value, ctx) =>
    isNamed(ctx, withLabels(ctx, await labelsLike(ctx, value)), FOLLOWED_MAX),
  ),
  waiting: filter(z.boolean().optional().describe('Those whose customer waits for an answer.'), (value) =>
    value ? sql`t.waiting_since IS NOT NULL` : sql`t.waiting_since IS NULL`,
  ),
  unread: filter(
    z
      .boolean()
      .optional()
      .describe('Those with messages that the person who has it has not seen; if nobody has it, that nobody has seen.'),
    (value) => (value ? sql`t.is_unread` : sql`NOT t.is_unread`),
  ),
};

const order = {
  sort: {
    lastMessage: 'lastMessageAt',
    created: 'createdAt',
    waiting: { by: sql`t.waiting_since`, type: 'timestamp with time zone', leavesOutNull: true },
  },
  order: '-lastMessage',
} as const;
const byRule = listOf(conversations, { filters: conversationFilters, ...order });

const columns = sql.join(
  Object.keys(tableColumns.conversations).map((column) =>
    sql.ref(column === 'lastMessageAt' ? 'n.lastMessageAt' : `c.${column}`),
  ),
);

/** The conversations with a label or on a list made by hand, by the times of their last messages, which the rows of both repeat. */
async function namedInOrder(
  ctx: TenantContext,
  { label, listId, sort }: { label?: string | undefined; listId?: string | undefined; sort: string },
) {
  if (!/^-?lastMessage$/.test(sort)) return null;
  const by = ({ from }: { from: RawBuilder<unknown> }) => sql`(
    SELECT ${columns} FROM (SELECT n.conversation_id, n.last_message_at FROM ${from}) n
    JOIN ${conversations.of(ctx)} c ON c.id = n.conversation_id) t`;
  const list = label !== undefined || listId === undefined ? undefined : await conversationLists.find(ctx, listId);
  const wanted = label ?? list?.rule?.label;
  if (wanted !== undefined) {
    const labels = await labelsLike(ctx, wanted);
    // A conversation may have several that differ only in case.
    if (labels.length !== 1) return null;
    return { from: by(withLabels(ctx, labels)), applies: label === undefined ? [] : ['label' as const] };
  }
  if (list?.kind !== 'manual') return null;
  return { from: by(onList(ctx, list.id)), applies: ['listId' as const] };
}

export const conversationList = listOf(conversations, {
  inOrder: namedInOrder,
  filters: {
    ...conversationFilters,
    listId: filter(z.uuid().optional().describe('Those on this saved list.'), async (value, ctx) => {
      const rule = (await conversationLists.find(ctx, value))?.rule;
      if (rule) return byRule.where(ctx, rule);
      return isNamed(ctx, onList(ctx, value), FOLLOWED_MAX);
    }),
    customer: filter(
      z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .describe('Beginnings of words of the name of the customer, or of their number or e-mail address.'),
      (value, ctx) => isOfCustomer(ctx, value),
    ),
    search: filter(
      z.string().trim().min(1).max(200).optional().describe('Beginnings of words of one of its messages.'),
      (value, ctx) => hasMessageWith(ctx, value),
    ),
  },
  ...order,
});

export const feedList = listOf(messages, {
  filters: {
    direction: oneOf('direction', z.enum(['in', 'out', 'note', 'event']), 'Messages, notes or happenings only.'),
    search: filter(z.string().trim().min(1).max(200).optional().describe('Beginnings of words.'), (value, ctx) =>
      isMessageWith(ctx, value),
    ),
  },
  scope: {
    conversationId: filter(z.uuid().optional(), (value) => sql`t.conversation_id = ${value}`),
    afterSeq: filter(z.string().optional(), (value) => sql`t.seq > ${value}::bigint`),
  },
  sort: { seq: 'seq' },
  order: '-seq',
  key: [],
});

/** How many messages of the customer each conversation has that a member has not seen. */
export const selectUnread = (tenant: Tenant, ids: readonly string[], userId: string | null) =>
  mapOf<number>(tenant.tx)`
    SELECT w.id, (
      SELECT count(*)::int FROM (
        SELECT FROM ${messages.of(tenant)} m
        WHERE m.conversation_id = w.id AND m.direction = 'in' AND m.seq > coalesce(r.seq, 0)
        LIMIT ${UNREAD_COUNTED_MAX}) AS unseen) AS unread
    FROM unnest(${ids}::uuid[]) AS w (id)
    LEFT JOIN ${conversationReads.of(tenant)} r ON r.conversation_id = w.id AND r.user_id = ${userId}::uuid`;

/** Not if something arrived since the conversation was read. Its version stays: nobody changed anything that is shown of it. */
export const updateRead = ({ tx, organizationId }: Tenant, { id, lastSeq }: { id: string; lastSeq: bigint }) =>
  sql`
    UPDATE conversations SET is_unread = false
    WHERE organization_id = ${organizationId} AND id = ${id} AND last_seq = ${lastSeq}`.execute(tx);
