import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { onlyRowOf, type Tenant } from '#platform/db/table.ts';
import { turns } from '../tables.ts';
import { TurnState } from './turn.schema.ts';

interface TurnCounts {
  /** Answers of the bot since then, in all conversations. */
  ofBot: number;
  ofConversation: number;
  /** Answers in the conversation within the last two minutes. */
  lately: number;
}

export const countTurns = (
  tenant: Tenant,
  { botId, conversationId }: { botId: string; conversationId: string },
  since: Temporal.Instant,
  lately: Temporal.Instant,
) =>
  onlyRowOf<TurnCounts>(tenant.tx)`
    SELECT
      (SELECT count(*)::int FROM ${turns.of(tenant)} t
       WHERE t.bot_id = ${botId} AND t.created_at >= ${since} AND t.state = 'answered') AS of_bot,
      (SELECT count(*)::int FROM ${turns.of(tenant)} t
       WHERE t.conversation_id = ${conversationId} AND t.created_at >= ${since} AND t.state = 'answered') AS of_conversation,
      (SELECT count(*)::int FROM ${turns.of(tenant)} t
       WHERE t.conversation_id = ${conversationId} AND t.created_at >= ${lately} AND t.state = 'answered') AS lately`;

export const turnList = listOf(turns, {
  filters: {
    state: oneOf('state', TurnState, 'Turns in one of these states.'),
    conversationId: oneOf('conversationId', z.uuid(), 'Turns in one of these conversations.'),
  },
  scope: { botId: filter(z.uuid(), (botId) => sql`t.bot_id = ${botId}`) },
  sort: { created: 'createdAt' },
  order: '-created',
});
