import { z } from 'zod';
import { RawAnswer, route } from '#platform/http/route.ts';
import { WebhookRefused } from '../payproc.port.ts';
import { receiveNotice } from './notice.ts';

export const noticeRoutes = [
  route('POST', '/v1/payment/webhook', 'public', {
    summary: 'Receive a notice of the payment processor',
    description:
      'Only for the payment processor: it sends notices of payments, refunds and payouts here. A notice is verified by its signature over the exact bytes (`Stripe-Signature`, with the secret of the endpoint), which must not be older than five minutes. The notice is stored and answered at once; a job then reads the object that it names, so duplicates and another order make no difference. Without a notice the object is read later.',
    fromProvider: true,
    bodyBytesMax: 512 * 1024,
    provesIdentity: true,
    body: z.looseObject({ id: z.string().max(255).describe('Of the event.') }).describe('As the provider writes it.'),
    returns: { contentType: 'text/plain' },
    status: 204,
    refusals: [WebhookRefused],
    examples: { body: { id: 'evt_1P9xQ2Lk', type: 'checkout.session.completed' } },
    handler: async (ctx) => {
      await receiveNotice(ctx);
      return new RawAnswer(null, {}, 204);
    },
  }),
];
