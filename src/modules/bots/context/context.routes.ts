import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { bots } from '../tables.ts';
import { TooManyPassages } from '../training/approve.ts';
import { TooMuchTraining } from '../training/training.ts';
import { AnsweredContext, ContextAnswer, ContextRequest } from './context.schema.ts';
import { contextList, countOpen } from './context.sql.ts';
import { AlreadyAnswered, answerContext, describeRequests } from './context.ts';

export const contextRoutes = [
  route('POST', '/v1/bot/context', 'bots:write', {
    action: 'answerContextRequest',
    summary: 'Answer a question that a bot could not answer',
    description:
      'The answer becomes an approved training entry of the bot. `answer: null` dismisses the question without training.',
    body: ContextAnswer,
    returns: AnsweredContext,
    refusals: [AlreadyAnswered, TooMuchTraining, TooManyPassages],
    examples: { body: { id: exampleId, answer: 'Sí, aceptamos tarjetas y transferencias.' } },
    handler: (ctx, { body }) => answerContext(ctx, body),
  }),
  route('GET', '/v1/bot/context-requests/pending-count', 'bots:read', {
    action: 'countContextRequests',
    summary: 'Count the questions that bots could not answer',
    description: 'Open context requests of all bots, and of each bot that has some.',
    returns: z.object({
      count: z.number().int().describe('Open questions of this bot.'),
      bots: z
        .array(z.object({ botId: z.uuid(), count: z.number().int().describe('Open questions of all bots.') }))
        .describe('Bots that have some.'),
    }),
    handler: async (ctx) => {
      const open = await countOpen(ctx);
      return { count: open.reduce((sum, { count }) => sum + count, 0), bots: open };
    },
  }),
  route('GET', '/v1/bot/:botId/context-requests', 'bots:read', {
    summary: 'List the questions that a bot could not answer',
    description: 'Open ones, newest first, unless `state` asks for others.',
    query: contextList.query,
    returns: pageOf(ContextRequest),
    handler: async (ctx, { params: { botId }, query }) => {
      await bots.get(ctx, botId);
      return contextList.page(ctx, { ...query, botId }, (rows) => describeRequests(ctx, rows));
    },
  }),
];
