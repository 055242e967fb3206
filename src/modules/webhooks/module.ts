import { subscriber } from '#platform/events/subscriber.ts';
import type { Module } from '#platform/module.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { deliver, fanOut, forgetOldResults } from './delivery.ts';
import { resultExpiry } from './ticks.ts';
import { webhookRoutes } from './webhook.routes.ts';

/** Events, sent to where the organization wants to hear of them. */
export const webhooks: Module = {
  name: 'webhooks',
  uses: ['collaboration'],
  areas: ['webhooks'],
  groups: [
    {
      name: 'Webhooks',
      path: '/organization/webhook',
      description: 'Events, signed and sent to your own addresses, with the result of each delivery.',
      routes: [...webhookRoutes, ...deliveryRoutes],
    },
  ],
  jobs: [deliver],
  // A thousand webhooks may listen to each event: few events, so that a transaction stays small.
  subscribers: [subscriber({ name: 'webhooks', eventsAtOnce: 50, handle: fanOut })],
  ticks: [{ tick: resultExpiry, run: forgetOldResults }],
  demo: () => import('./demo.ts'),
};
