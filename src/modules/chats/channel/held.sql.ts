import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { messages } from '../tables.ts';

/** The conversations of a channel with messages that wait to be sent, in the order of their ids. */
export async function selectHeldConversations(
  tenant: Tenant,
  { channelId, after, limit }: { channelId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await rowsOf<{ conversationId: string }>(tenant.tx)`
    SELECT DISTINCT m.conversation_id FROM ${messages.of(tenant)} m
    WHERE m.status = 'queued' AND m.channel_id = ${channelId} AND m.conversation_id > ${after}::uuid
    ORDER BY m.conversation_id LIMIT ${limit}`;
  return rows.map(({ conversationId }) => conversationId);
}
