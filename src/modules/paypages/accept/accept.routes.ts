import { route } from '#platform/http/route.ts';
import { pageForm } from '../html/refused.ts';
import { acceptedPage } from '../html/step-pages.ts';
import { PageExpired } from '../page/open.ts';
import { byShareId } from '../page/page.schema.ts';
import { Acceptance, Accepted } from './accept.schema.ts';
import { acceptQuote, NotAcceptable } from './accept.ts';

export const acceptRoutes = [
  route('POST', '/v1/shared/:id/accept', 'public', {
    summary: 'Accept a quote on its page',
    description:
      'Records who accepted the quote, when, and which version of it. Its seller is notified. The first acceptance counts; repeating it changes nothing. Once the quote says something else (its lines, total, notes or terms), it can be accepted again.',
    attemptsPerHour: 300,
    takesForms: true,
    params: byShareId,
    body: Acceptance,
    returns: Accepted,
    refusals: [PageExpired, NotAcceptable],
    examples: { body: { name: 'Ana Pérez', version: 1 } },
    page: acceptedPage,
    form: pageForm,
    handler: (ctx, { params, body }) => acceptQuote(ctx, params.id, body),
  }),
];
