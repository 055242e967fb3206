import { sql } from 'kysely';
import { z } from 'zod';
import { containing, listOf, oneOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { blockedSenders } from '../tables.ts';

export const blockedList = listOf(blockedSenders, {
  filters: {
    search: containing(['name', 'address', 'note'], 'Parts of the name, number, address or note.'),
    channelId: oneOf('channelId', z.uuid(), 'Those blocked on one of these channels.'),
    conversationId: oneOf('conversationId', z.uuid(), 'Those blocked in one of these conversations.'),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

/** Counts messages that were not stored, by the ids of their blocked senders. */
export const addDropped = (
  { tx, organizationId }: Tenant,
  counts: ReadonlyMap<string, number>,
  now: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE blocked_senders b SET dropped_count = b.dropped_count + g.count, last_dropped_at = ${now}::timestamptz
    FROM unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) AS g (id, count)
    WHERE b.organization_id = ${organizationId} AND b.id = g.id`.execute(tx);
