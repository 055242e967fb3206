import { countDays } from '#modules/billing/index.ts';
import { afterMemberLeft } from '#modules/organization/index.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { automationRoutes } from './automation/automation.routes.ts';
import { reportAutomationsOf } from './automation/former-publisher.ts';
import { expireThreads, runDue } from './due.ts';
import { automationConditionFailed, automationFailed, automationRun } from './events.ts';
import { scheduleRoutes } from './schedule/schedule.routes.ts';
import { secretRoutes } from './secret/secret.routes.ts';
import { sealedSecrets } from './secret/secret.ts';
import { automations as automationTable, present } from './tables.ts';
import { advanceThread } from './thread/advance.ts';
import { threadRoutes } from './thread/thread.routes.ts';
import { countRuns } from './thread/thread.sql.ts';
import { dueAutomations, expiredThreads } from './ticks.ts';
import { callRoutes } from './trigger/call.routes.ts';
import { onEvents } from './trigger/on-events.ts';
import { webhookRoutes } from './trigger/webhook.routes.ts';

/** Graphs of nodes that run when something happens: durable, once for each occasion, with the rights of their publisher. */
export const automations: Module = {
  name: 'automations',
  uses: ['identity', 'collaboration', 'organization', 'billing', 'tasks', 'bots'],
  areas: ['automations'],
  groups: [
    {
      name: 'Automations',
      path: '/automation',
      description: 'Triggers and nodes that run by themselves, their threads, plans and secrets.',
      // A fixed path is found before `:id`.
      routes: [
        ...secretRoutes,
        ...callRoutes,
        ...scheduleRoutes,
        ...webhookRoutes,
        ...threadRoutes,
        ...automationRoutes,
      ],
    },
  ],
  events: [automationRun, automationFailed, automationConditionFailed],
  jobs: [advanceThread],
  // An event may start many automations: few events keep the transaction small.
  subscribers: [subscriber({ name: 'automations', eventsAtOnce: 100, handle: onEvents })],
  ticks: [
    { tick: dueAutomations, run: runDue },
    { tick: expiredThreads, run: expireThreads },
  ],
  entityKinds: [{ field: 'automationId', exists: (ctx, id) => automationTable.exists(ctx, present(id)) }],
  hooks: [implement(countDays, countRuns), implement(afterMemberLeft, reportAutomationsOf)],
  sealed: [sealedSecrets],
  demo: () => import('./demo.ts'),
};
