import { z } from 'zod';
import { ProviderKeyReused } from '#modules/payments/index.ts';
import { route } from '#platform/http/route.ts';
import { openPage, returnedPage } from './returned-page.ts';

export const paymentPageRoutes = [
  route('GET', '/v1/record/pending/:pendingRecordId/pay/:organizationId', 'public', {
    action: 'openPaymentPage',
    summary: 'Open the payment page of a document',
    description:
      'The link `payUrl` of a shared document (invoice): redirects to the page of the payment processor on which the amount due can be paid. It needs an open merchant account and the setting `invoicing.onlinePayment`. Every other case, such as an unknown, paid or void document or one in instalments, answers the same `not_found`; a browser gets a page about one that is paid or void. A payment there is booked within a minute.',
    effect: true,
    reachesProvider: true,
    attemptsPerHour: 120,
    query: z.strictObject({
      returned: z.boolean().default(false).describe('The payer comes back: answers a page that says what is booked.'),
      status: z.string().max(40).optional().describe('Added by some processors; it proves nothing and is not used.'),
    }),
    status: 302,
    returns: { contentType: ['text/plain', 'text/html'] },
    refusals: [ProviderKeyReused],
    handler: (ctx, { params, query }) => (query.returned ? returnedPage(ctx, params) : openPage(ctx, params)),
  }),
];
