import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { archived, listOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { bots } from '../tables.ts';
import { Bot, BotChange, NewBot } from './bot.schema.ts';
import { changeBot, createBot, describeBot, ModelNotAllowed, TooManyBots } from './bot.ts';

const botList = listOf(bots, {
  filters: { archived },
  sort: { created: 'createdAt' },
  order: '-created',
});

const refusals = [TooManyBots, ModelNotAllowed, ReferenceNotFound, FreshAuthenticationRequired];

export const botRoutes = [
  route('POST', '/v1/bot', 'bots:write', {
    summary: 'Create a bot',
    description:
      'A bot answers customers from its training and from live data of the business. Without a model the answer is the best trained text. With a model the same sources are given to the model, and it may call tools. A model needs a fresh authentication, because conversations are sent to it.',
    status: 201,
    body: NewBot,
    returns: Bot,
    refusals,
    examples: { body: { name: 'Colmadito', language: 'es', tools: ['find_products'], waitSeconds: 3 } },
    handler: (ctx, { body }) => createBot(ctx, body),
  }),
  route('GET', '/v1/bot', 'bots:read', {
    summary: 'List bots',
    description: 'Newest first.',
    query: botList.query,
    returns: pageOf(Bot),
    handler: (ctx, { query }) => botList.page(ctx, query, (rows) => rows.map(describeBot)),
  }),
  route('GET', '/v1/bot/:botId', 'bots:read', {
    summary: 'Read a bot',
    description: 'Its settings. The key of its model is never returned.',
    returns: Bot,
    handler: async (ctx, { params: { botId } }) => describeBot(await bots.get(ctx, botId)),
  }),
  route('PATCH', '/v1/bot/:botId', 'bots:write', {
    summary: 'Change a bot',
    description:
      'Fields that are left out stay as they are. An id that is not known yet creates the bot, if `name` is given. An archived bot answers nobody. Another provider, URL or key of the model needs a fresh authentication.',
    body: BotChange,
    returns: Bot,
    refusals,
    examples: { body: { instructions: 'Tutea a los clientes y no prometas descuentos.' } },
    handler: (ctx, { params: { botId }, body }) => changeBot(ctx, botId, body),
  }),
];
