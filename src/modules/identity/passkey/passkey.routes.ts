import { z } from 'zod';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { InvalidCredentials } from '../user/login.ts';
import { signIn } from '../user/session.ts';
import { SignedIn, Wants } from '../user/user.schema.ts';
import {
  exampleAssertion,
  exampleChallengeId,
  exampleRegistration,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyAuthenticationStart,
  PasskeyName,
  PasskeyRegistrationStart,
} from './passkey.schema.ts';
import { renamePasskey, selectPasskeys } from './passkey.sql.ts';
import {
  finishRegistration,
  PasskeyAlreadyRegistered,
  PasskeyNotVerified,
  PasskeysNotOffered,
  removePasskey,
  startAuthentication,
  startRegistration,
  TooManyPasskeys,
  userByPasskey,
} from './passkey.ts';
import { relyingPartyOf } from './webauthn.ts';

export const passkeyRoutes = [
  route('GET', '/v1/passkey/check', 'public', {
    action: 'check',
    summary: 'Check whether passkeys are offered',
    description:
      'Whether people can sign in with a passkey on this service, and the relying-party id of the passkeys. It reveals nothing about any account.',
    returns: z.object({
      offered: z.boolean().describe('Whether people can sign in with a passkey.'),
      rpId: z.string().nullable().describe('The relying-party id of the passkeys; null: not offered.'),
    }),
    handler: async (ctx) => {
      const party = relyingPartyOf(ctx.publicUrl);
      return { offered: party !== null, rpId: party?.id ?? null };
    },
  }),
  route('GET', '/v1/passkey', 'user', {
    summary: 'List my passkeys',
    description: 'All passkeys of the account, oldest first. A person has at most 20.',
    returns: z.object({ data: z.array(Passkey) }),
    handler: async (ctx) => ({ data: await selectPasskeys(ctx.tx, ctx.actor.userId) }),
  }),
  route('POST', '/v1/passkey/register/start', 'user', {
    summary: 'Start to add a passkey',
    description:
      'Returns the options for `navigator.credentials.create`, with a challenge for this person that works once within five minutes. Needs a fresh authentication.',
    returns: PasskeyRegistrationStart,
    refusals: [FreshAuthenticationRequired, PasskeysNotOffered, TooManyPasskeys],
    handler: (ctx) => startRegistration(ctx),
  }),
  route('POST', '/v1/passkey/register/finish', 'user', {
    summary: 'Add a passkey',
    description:
      'Stores the passkey that the browser created with the options of `register/start`. The challenge is used up even by a failure. The person is notified by e-mail. Needs a fresh authentication.',
    status: 201,
    body: NewPasskey,
    returns: Passkey,
    refusals: [
      FreshAuthenticationRequired,
      PasskeysNotOffered,
      PasskeyNotVerified,
      PasskeyAlreadyRegistered,
      TooManyPasskeys,
    ],
    examples: { body: { challengeId: exampleChallengeId, name: 'Teléfono de Ana', response: exampleRegistration } },
    handler: (ctx, { body }) => finishRegistration(ctx, body),
  }),
  route('POST', '/v1/passkey/authenticate/start', 'public', {
    summary: 'Start to sign in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`. They name no passkey: the person chooses one on their device, so nothing about an account is revealed. The same options are for authenticating again with `POST /v1/user/login/controller`.',
    attemptsPerHour: 600,
    returns: PasskeyAuthenticationStart,
    refusals: [PasskeysNotOffered],
    handler: (ctx) => startAuthentication(ctx),
  }),
  route('POST', '/v1/passkey/authenticate/finish', 'public', {
    summary: 'Sign in with a passkey',
    description:
      'Opens a session with the result of the browser for the options of `authenticate/start`. The challenge is used up even by a failure. An unknown passkey, a wrong signature, an old challenge and a decreased counter get the same answer.',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: z.strictObject({ ...PasskeyAssertion.shape, wants: Wants }),
    returns: SignedIn,
    refusals: [InvalidCredentials, PasskeysNotOffered],
    examples: { body: { challengeId: exampleChallengeId, response: exampleAssertion, wants: 'token' } },
    handler: async (ctx, { body }) => signIn(ctx, (await userByPasskey(ctx, body)).id, body.wants),
  }),
  route('PATCH', '/v1/passkey', 'user', {
    summary: 'Rename a passkey',
    description: 'Changes the name of a passkey in the list.',
    body: z.strictObject({ id: z.uuid(), name: PasskeyName }),
    returns: Passkey,
    examples: { body: { id: exampleId, name: 'Teléfono de Ana' } },
    handler: async (ctx, { body }) => {
      const renamed = await renamePasskey(ctx.tx, ctx.actor.userId, body.id, body.name);
      if (!renamed) throw NotFound();
      return renamed;
    },
  }),
  route('DELETE', '/v1/passkey', 'user', {
    summary: 'Remove a passkey',
    description:
      'The passkey no longer works; the person is notified by e-mail. The last one can be removed too, because the code by e-mail always works. Needs a fresh authentication.',
    body: z.strictObject({ id: z.uuid() }),
    refusals: [FreshAuthenticationRequired],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removePasskey(ctx, body.id),
  }),
];
