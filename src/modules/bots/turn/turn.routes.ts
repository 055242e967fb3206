import { z } from 'zod';
import { ConversationTaken, SenderBlocked } from '#modules/chats/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { bots } from '../tables.ts';
import { NothingToRetry, retryTurn } from './schedule.ts';
import { BotTurn } from './turn.schema.ts';
import { turnList } from './turn.sql.ts';

export const turnRoutes = [
  route('POST', '/v1/bot/retry', 'bots:write', {
    summary: 'Let a bot answer again',
    description:
      'In a conversation in which the bot failed or handed over, after its training or its model was corrected. The bot gets the conversation back, unless another person has it, and answers within seconds.',
    body: z.strictObject({ conversationId: z.uuid() }),
    returns: BotTurn,
    refusals: [ReferenceNotFound, NothingToRetry, ConversationTaken, SenderBlocked],
    examples: { body: { conversationId: exampleId } },
    handler: (ctx, { body }) => retryTurn(ctx, body.conversationId),
  }),
  route('GET', '/v1/bot/:botId/turns', 'bots:read', {
    summary: 'List the turns of a bot',
    description: 'Every time that a customer wrote to the bot, with what it made of it, newest first.',
    query: turnList.query,
    returns: pageOf(BotTurn),
    examples: { query: { state: 'failed' } },
    handler: async (ctx, { params: { botId }, query }) => {
      await bots.get(ctx, botId);
      return turnList.page(ctx, { ...query, botId });
    },
  }),
];
