import { z } from 'zod';
import { RawAnswer, route } from '#platform/http/route.ts';
import { WebhookRefused } from '../payproc.port.ts';
import { takeNotice } from './notice.ts';

export const noticeRoutes = [
  route({
    method: 'POST',
    path: '/v1/payproc/webhook',
    action: 'receiveNotice',
    summary: 'Hear from the payment processor',
    description:
      'For the payment processor alone: the address at which it tells of payments, refunds and payouts. It is believed by its signature over the exact bytes (`Stripe-Signature`, with the secret of the endpoint), which must not be older than five minutes. Whoever waits for what it tells of looks at once; told twice or in another order, it makes no difference, and what is never told is found by looking.',
    access: 'public',
    provesIdentity: true,
    body: z.looseObject({ id: z.string().max(255).describe('Of the event.') }).describe('As the provider writes it.'),
    returns: { contentType: 'text/plain' },
    status: 204,
    refusals: [WebhookRefused],
    examples: { body: { id: 'evt_1P9xQ2Lk', type: 'checkout.session.completed' } },
    handler: async (ctx) => {
      await takeNotice(ctx);
      return new RawAnswer(null, {}, 204);
    },
  }),
];
