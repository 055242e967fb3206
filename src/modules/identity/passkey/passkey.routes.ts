import { z } from 'zod';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { InvalidCredentials } from '../user/login.ts';
import { signIn } from '../user/session.ts';
import { SignedIn, Wants } from '../user/user.schema.ts';
import {
  ChallengeId,
  exampleAssertion,
  exampleChallengeId,
  exampleRegistration,
  PasskeyAssertion,
  PasskeyAuthenticationStart,
  PasskeyName,
  PasskeyRegistration,
  PasskeyRegistrationStart,
  PasskeyView,
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
  route({
    method: 'GET',
    path: '/v1/passkey/check',
    action: 'check',
    summary: 'Are passkeys offered here?',
    description:
      'Whether people can sign in with a passkey on this service, and the relying-party id their passkeys are made for. It tells nothing about any account.',
    access: 'public',
    returns: z.object({ offered: z.boolean(), rpId: z.string().nullable() }),
    handler: async (ctx) => {
      const party = relyingPartyOf(ctx.publicUrl);
      return { offered: party !== null, rpId: party?.id ?? null };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/passkey',
    summary: 'List my passkeys',
    description: 'Every passkey that opens the account, the oldest first. A person has at most 20.',
    access: 'user',
    returns: z.object({ data: z.array(PasskeyView) }),
    handler: async (ctx) => ({ data: await selectPasskeys(ctx.tx, ctx.actor.userId) }),
  }),
  route({
    method: 'POST',
    path: '/v1/passkey/register/start',
    summary: 'Begin to add a passkey',
    description:
      'Answers the options for `navigator.credentials.create`, with a challenge for this person that works once within five minutes. Needs a fresh authentication.',
    access: 'user',
    returns: PasskeyRegistrationStart,
    refusals: [FreshAuthenticationRequired, PasskeysNotOffered, TooManyPasskeys],
    handler: (ctx) => startRegistration(ctx),
  }),
  route({
    method: 'POST',
    path: '/v1/passkey/register/finish',
    summary: 'Add a passkey',
    description:
      'Keeps the passkey that the browser made with the options of `register/start`. The challenge is used up, whatever comes of it. A letter tells the person. Needs a fresh authentication.',
    access: 'user',
    status: 201,
    body: z.strictObject({
      challengeId: ChallengeId,
      name: PasskeyName.default('Llave de acceso').describe('To recognise it in the list.'),
      response: PasskeyRegistration,
    }),
    returns: PasskeyView,
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
  route({
    method: 'POST',
    path: '/v1/passkey/authenticate/start',
    summary: 'Begin to sign in with a passkey',
    description:
      'Answers the options for `navigator.credentials.get`. They name no passkey: the person chooses one on their device, so nothing about an account is asked or told. The same options serve to prove oneself again with `POST /v1/user/login/controller`.',
    access: 'public',
    attemptsPerHour: 600,
    returns: PasskeyAuthenticationStart,
    refusals: [PasskeysNotOffered],
    handler: (ctx) => startAuthentication(ctx),
  }),
  route({
    method: 'POST',
    path: '/v1/passkey/authenticate/finish',
    summary: 'Sign in with a passkey',
    description:
      'Opens a session with what the browser answered to the options of `authenticate/start`. The challenge is used up, whatever comes of it. An unknown passkey, a wrong signature, an old challenge and a counter that went back get the same answer.',
    access: 'public',
    provesIdentity: true,
    attemptsPerHour: 120,
    body: z.strictObject({ ...PasskeyAssertion.shape, wants: Wants }),
    returns: SignedIn,
    refusals: [InvalidCredentials, PasskeysNotOffered],
    examples: { body: { challengeId: exampleChallengeId, response: exampleAssertion, wants: 'token' } },
    handler: async (ctx, { body }) => signIn(ctx, (await userByPasskey(ctx, body)).id, body.wants),
  }),
  route({
    method: 'PATCH',
    path: '/v1/passkey',
    summary: 'Rename a passkey',
    description: 'Changes the name under which a passkey of the person is listed.',
    access: 'user',
    body: z.strictObject({ id: z.uuid(), name: PasskeyName }),
    returns: PasskeyView,
    examples: { body: { id: exampleId, name: 'Teléfono de Ana' } },
    handler: async (ctx, { body }) => {
      const renamed = await renamePasskey(ctx.tx, ctx.actor.userId, body.id, body.name);
      if (!renamed) throw NotFound();
      return renamed;
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/passkey',
    summary: 'Remove a passkey',
    description:
      'The passkey no longer opens the account; a letter tells the person. The last one can go too, because the code by e-mail always remains. Needs a fresh authentication.',
    access: 'user',
    status: 204,
    body: z.strictObject({ id: z.uuid() }),
    returns: z.void(),
    refusals: [FreshAuthenticationRequired],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removePasskey(ctx, body.id),
  }),
];
