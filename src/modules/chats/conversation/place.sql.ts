import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

/**
 * Labels and lists made by hand repeat the time of the last message of each conversation, because an index then has them in the
 * order in which they are read. Call it after that time has changed, and after adding conversations, while they are locked.
 */
export async function repeatLastMessage(
  { tx, organizationId }: Tenant,
  conversationIds: readonly string[],
): Promise<void> {
  const repeatIn = (table: 'conversation_labels' | 'conversation_list_members') =>
    sql`
      UPDATE ${sql.table(table)} n SET last_message_at = c.last_message_at FROM conversations c
      WHERE n.organization_id = ${organizationId} AND n.conversation_id = ANY (${conversationIds}::uuid[])
        AND c.organization_id = ${organizationId} AND c.id = n.conversation_id
        AND n.last_message_at <> c.last_message_at`.execute(tx);
  await Promise.all([repeatIn('conversation_labels'), repeatIn('conversation_list_members')]);
}
