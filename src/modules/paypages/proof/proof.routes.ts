import { z } from 'zod';
import { ContactRequired } from '#modules/receivables/index.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { cardsPage, codePage } from '../html/proof-page.ts';
import { pageForm } from '../html/refused.ts';
import { PageExpired } from '../page/open.ts';
import { byShareId } from '../page/page.schema.ts';
import { CodeSent, CodeVerified } from './proof.schema.ts';
import { CodeWrong, ContactWithoutAddress, sendCode, verifyCode } from './proof.ts';

export const proofRoutes = [
  route('POST', '/v1/shared/:id/send-code', 'public', {
    summary: 'Send a code to the contact of a page',
    description:
      'To the contact’s own e-mail address: a saved card may only be used by someone who can read it. Valid for ten minutes and five tries.',
    attemptsPerHour: 120,
    takesForms: true,
    status: 201,
    params: byShareId,
    body: z.strictObject({}),
    returns: CodeSent,
    refusals: [PageExpired, ContactRequired, ContactWithoutAddress],
    examples: { body: {} },
    page: codePage,
    form: pageForm,
    handler: (ctx, { params }) => sendCode(ctx, params.id),
  }),
  route('POST', '/v1/shared/:id/verify-code', 'public', {
    summary: 'Verify the code of a contact',
    description: 'A right code answers a proof that is valid for half an hour on this page, and the saved cards.',
    reachesProvider: true,
    provesIdentity: true,
    showsSecret: true,
    attemptsPerHour: 240,
    takesForms: true,
    params: byShareId,
    body: z.strictObject({
      requestId: z.string().min(20).max(100).describe('Of the answer of `send-code`.'),
      code: z
        .string()
        .regex(/^[0-9]{6}$/, 'must be six digits')
        .describe('The six digits of the e-mail.'),
    }),
    returns: CodeVerified,
    refusals: [PageExpired, CodeWrong, ProviderRefused],
    examples: { body: { requestId: 'pcr_2jV0q1nqJm0d4o3mJp2y0T3v8tq5g7Wk', code: '123456' } },
    page: cardsPage,
    form: pageForm,
    handler: (ctx, { params, body }) => verifyCode(ctx, params.id, body),
  }),
];
