import { fillInUsage } from '#modules/billing/index.ts';
import {
  afterCustomerMessages,
  afterGivenToBot,
  afterMessageFailed,
  afterTakenFromBot,
  fillInCategory,
} from '#modules/chats/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { answerRoutes } from './answer/answer.routes.ts';
import { botRoutes } from './bot/bot.routes.ts';
import { sealedModelKeys } from './bot/bot.ts';
import { chooseCategory } from './category/category.ts';
import { contextRoutes } from './context/context.routes.ts';
import { replyWaiting } from './context/context.ts';
import { botFailedToAnswer, botFailedToSend, functionCalled } from './events.ts';
import { policySettings } from './policies.ts';
import { embedPassages } from './retrieval/embed.ts';
import { bots as botTable, training } from './tables.ts';
import { customToolRoutes } from './tool/custom-tool.routes.ts';
import { sealedToolSecrets } from './tool/custom-tool.ts';
import { readSource } from './training/read-source.ts';
import { trainingRoutes } from './training/training.routes.ts';
import { answerWaiting, cancelTurns, onCustomerMessages, onMessageFailed } from './turn/schedule.ts';
import { turnRoutes } from './turn/turn.routes.ts';
import { takeTurn } from './turn/turn.ts';

/** Bots that answer customers from their training, from live data, and through tools. */
export const bots: Module = {
  name: 'bots',
  uses: ['organization', 'files', 'billing', 'contacts', 'catalog', 'invoicing', 'bookings', 'chats'],
  areas: ['bots', 'tools'],
  groups: [
    {
      name: 'Bots',
      path: '/bot',
      description: 'Bots, their training with approval and versions, and the questions that they could not answer.',
      // A fixed path is found before `:botId`.
      routes: [...trainingRoutes, ...answerRoutes, ...turnRoutes, ...contextRoutes, ...botRoutes],
    },
    {
      name: 'Custom tools',
      path: '/custom-tools',
      description: 'HTTP requests that bots may make: approved, limited and recorded.',
      routes: customToolRoutes,
    },
  ],
  events: [botFailedToAnswer, botFailedToSend, functionCalled],
  jobs: [readSource, embedPassages, takeTurn, replyWaiting],
  hooks: [
    implement(fillInUsage, async (ctx, usage) => {
      usage.bots = await botTable.count(ctx);
    }),
    implement(afterCustomerMessages, onCustomerMessages),
    implement(afterTakenFromBot, cancelTurns),
    implement(afterGivenToBot, answerWaiting),
    implement(afterMessageFailed, onMessageFailed),
    implement(fillInCategory, chooseCategory),
  ],
  settings: [policySettings],
  entityKinds: [
    { field: 'botId', exists: (ctx, id) => botTable.exists(ctx, id) },
    { field: 'botTrainingId', exists: (ctx, id) => training.exists(ctx, id) },
  ],
  sealed: [...sealedModelKeys, sealedToolSecrets],
  demo: () => import('./demo.ts'),
};
