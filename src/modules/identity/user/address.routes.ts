import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { AddressTaken, changeAddress, requestAddress } from './address.ts';
import { InvalidCredentials } from './login.ts';
import { Email, Identity, Pin, RequestId } from './user.schema.ts';

export const addressRoutes = [
  route('POST', '/v1/user/email', 'user', {
    action: 'requestEmailChange',
    summary: 'Ask for a new e-mail address of my account',
    description:
      'Sends a code of six digits to the new address, valid for ten minutes, five tries and one use. Nothing changes until `PATCH /v1/user/email` confirms it. The answer is the same whether or not the address has an account.',
    provesIdentity: true,
    needsFreshAuthentication: true,
    attemptsPerHour: 60,
    body: z.strictObject({ email: Email.describe('The new address, to which a code is sent.') }),
    returns: z.object({ requestId: RequestId, expiresAt: Timestamp.describe('Until when the code works.') }),
    examples: { body: { email: 'ana@example.com' } },
    handler: (ctx, { body }) => requestAddress(ctx, body.email),
  }),
  route('PATCH', '/v1/user/email', 'user', {
    action: 'changeEmail',
    summary: 'Confirm the new e-mail address of my account',
    description:
      'Gives the account the address that received the code: sign-in codes, notifications and e-mails go there from now on. Ends every other session, and tells the earlier address.',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: z.strictObject({ requestId: RequestId.describe('From `POST /v1/user/email`.'), pin: Pin }),
    returns: Identity,
    refusals: [InvalidCredentials, AddressTaken],
    examples: { body: { requestId: 'pin_2mXo…', pin: '482913' } },
    handler: (ctx, { body }) => changeAddress(ctx, body),
  }),
];
