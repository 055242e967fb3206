import { subscriber } from '#platform/events/subscriber.ts';
import type { Module } from '#platform/module.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { deleteOldResults, deliver, fanOut } from './delivery.ts';
import { replayEvents } from './replay.ts';
import { sealedSigningSecrets } from './signature.ts';
import { webhookRoutes } from './webhook.routes.ts';
import { resultExpiry } from './webhook.ts';

/** Sends an organization's events to its own addresses. */
export const webhooks: Module = {
  name: 'webhooks',
  uses: ['collaboration'],
  areas: ['webhooks'],
  groups: [
    {
      name: 'Webhooks',
      path: '/organization/webhook',
      description: 'Signed events, sent to your own addresses, with the result of each delivery.',
      routes: [...webhookRoutes, ...deliveryRoutes],
    },
  ],
  jobs: [deliver, replayEvents],
  sealed: [sealedSigningSecrets],
  // Each event may go to a thousand webhooks: few events keep the transaction small.
  subscribers: [subscriber({ name: 'webhooks', eventsAtOnce: 100, handle: fanOut })],
  ticks: [{ tick: resultExpiry, run: deleteOldResults }],
  demo: () => import('./demo.ts'),
};
