import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { type Call, calls, conversations } from '../tables.ts';

export const conversationList = listOf(conversations, {
  filters: {},
  scope: { userId: filter(z.uuid(), (userId) => sql`t.user_id = ${userId}`) },
  sort: { used: 'updatedAt' },
  order: '-used',
});

export async function selectCallsAfter(tenant: Tenant, conversationId: string, seq: number): Promise<Call[]> {
  const { rows } = await sql<Call>`
    SELECT ${calls.columns('c')} FROM ${calls.of(tenant)} c
    WHERE c.conversation_id = ${conversationId} AND c.seq > ${seq} ORDER BY c.seq, c.place`.execute(tenant.tx);
  return rows;
}
