import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Call, calls, conversations } from '../tables.ts';

export const conversationList = listOf(conversations, {
  filters: {},
  scope: { userId: filter(z.uuid(), (userId) => sql`t.user_id = ${userId}`) },
  sort: { used: 'updatedAt' },
  order: '-used',
});

export const selectCallsAfter = (tenant: Tenant, conversationId: string, seq: number) =>
  rowsOf<Call>(tenant.tx)`
    SELECT ${calls.columns('c')} FROM ${calls.of(tenant)} c
    WHERE c.conversation_id = ${conversationId} AND c.seq > ${seq} ORDER BY c.seq, c.place`;
