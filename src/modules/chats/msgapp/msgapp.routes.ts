import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { Channel } from '../channel/channel.schema.ts';
import { AddressTaken, ProviderUnknown } from '../channel/channel.ts';
import { PinTriesExceeded, PinWrong, ReconnectNeeded, RegistrationWait } from '../messaging.port.ts';
import { AccountNotOpened, addAccount, listAccounts } from './account.ts';
import { beginSignUp, CodeUsed, returnFromSignUp, SignUpNeeded, SignUpUnavailable } from './connection.ts';
import { readHealth } from './health.ts';
import { BusinessAccount, Health, Provider, Registration, Returned, SignUp, WabaAdded } from './msgapp.schema.ts';
import {
  CallbackRefused,
  linkNumber,
  readRegistration,
  registerNumber,
  StepMissing,
  subscribeAccount,
} from './number.ts';
import { returnPage } from './return-page.ts';

const number = z.strictObject({ phoneNumberId: z.string().min(1).max(254) });
const waba = z.strictObject({ wabaId: z.string().min(1).max(254) });
const providerRefusals = [ProviderRefused, ReconnectNeeded];

export const msgappRoutes = [
  route('GET', '/v1/channel/msgapp/url', 'chats:write', {
    action: 'beginSignUp',
    summary: 'Start to connect a number of the messaging app',
    description:
      'The address on which the owner of the business account signs in at the provider and allows the connection. The same open address is given again for a day.',
    effect: true,
    query: z.strictObject({ provider: Provider.default('graph') }),
    returns: SignUp,
    refusals: [SignUpUnavailable, ProviderUnavailable],
    examples: { query: { provider: 'simulator' } },
    handler: (ctx, { query }) => beginSignUp(ctx, query.provider),
  }),
  route('GET', '/v2/channel/msgapp/return', 'public', {
    action: 'returnFromSignUp',
    summary: 'Return from the sign-up',
    description:
      'Only for the provider: exchanges the code for a token, which is stored encrypted. `state` works once.',
    effect: true,
    provesIdentity: true,
    reachesProvider: true,
    attemptsPerHour: 60,
    query: z.strictObject({
      state: z.string().min(1).max(100).describe('The secret of the sign-up, which works once.'),
      code: z.string().min(1).max(2000).describe('The provider’s code, which is exchanged for a token.'),
    }),
    returns: Returned,
    refusals: [NotFound, CodeUsed, ...providerRefusals],
    examples: { query: { state: 'wsu_unknown', code: 'AQB' } },
    page: returnPage,
    handler: (steps, { query }) => returnFromSignUp(steps, query),
  }),
  route('GET', '/v2/channel/msgapp/accounts', 'chats:write', {
    summary: 'List the business accounts that the connection opened',
    description:
      'With their numbers and the step that each needs next. A popup of the provider gives a `code`: send it here with the `connectionId` to exchange it first.',
    effect: true,
    reachesProvider: true,
    query: z.strictObject({
      connectionId: z.uuid().optional().describe('The sign-up that the `code` belongs to.'),
      code: z.string().min(1).max(2000).optional().describe('From the provider’s popup: exchanged for a token first.'),
    }),
    returns: z.object({ data: z.array(BusinessAccount) }),
    refusals: [NotFound, CodeUsed, SignUpNeeded, ...providerRefusals],
    examples: { query: { connectionId: exampleId } },
    handler: (steps, { query }) => listAccounts(steps, query),
  }),
  route('POST', '/v2/channel/msgapp/addWaba', 'chats:write', {
    action: 'addWaba',
    summary: 'Add a business account',
    description:
      'One that a sign-up opened, or one with a token of its own. The provider is asked whether the token opens it. Added again, its channels take over the new token.',
    reachesProvider: true,
    body: WabaAdded,
    returns: BusinessAccount,
    refusals: [NotFound, AccountNotOpened, SignUpNeeded, ...providerRefusals],
    examples: { body: { wabaId: '102290129340398', connectionId: exampleId } },
    handler: (steps, { body }) => addAccount(steps, body),
  }),
  route('POST', '/v2/channel/msgapp/subscribe', 'chats:write', {
    action: 'subscribe',
    summary: 'Subscribe to the webhooks of an account',
    description:
      'First to the app, then to the address of this service. What is done already is not repeated: call it again after `callback_refused`.',
    reachesProvider: true,
    body: z.strictObject({ wabaId: z.string().min(1).max(254) }),
    returns: BusinessAccount,
    refusals: [NotFound, CallbackRefused, ...providerRefusals],
    examples: { body: { wabaId: '102290129340398' } },
    handler: (steps, { body }) => subscribeAccount(steps, body.wabaId),
  }),
  route('GET', '/v2/channel/msgapp/:phoneNumberId/pin', 'chats:read', {
    action: 'readRegistration',
    summary: 'Read whether a number is registered',
    description: 'With the reason of the last refused try and the time of the next one.',
    params: number,
    returns: Registration,
    handler: (ctx, { params }) => readRegistration(ctx, params.phoneNumberId),
  }),
  route('POST', '/v2/channel/msgapp/:phoneNumberId/pin', 'chats:write', {
    action: 'register',
    summary: 'Register a number with its PIN',
    description:
      'The PIN of the number’s two-step verification, or a new one if it has none. It is not stored. A wrong PIN (`pin_wrong`), too many tries (`pin_tries_exceeded`) and a provider that asks to wait (`registration_wait`) are different refusals; the last two say when to try again.',
    reachesProvider: true,
    params: number,
    body: z.strictObject({
      pin: z
        .string()
        .max(6)
        .regex(/^\d{6}$/, 'must be a text of six digits')
        .describe('Of the number’s two-step verification. Not stored.'),
    }),
    returns: Registration,
    refusals: [PinWrong, PinTriesExceeded, RegistrationWait, ...providerRefusals],
    examples: { body: { pin: '004217' } },
    handler: (steps, { params, body }) => registerNumber(steps, params.phoneNumberId, body.pin),
  }),
  route('POST', '/v2/channel/msgapp/:phoneNumberId/link', 'chats:write', {
    action: 'link',
    summary: 'Make a channel of a number',
    description:
      'The last step: a new channel, or one that has no number yet. What came for the number before is processed now, and its templates are read. Linked again, it answers the same channel.',
    params: number,
    body: z.strictObject({
      channelId: z.uuid().optional().describe('A channel of the kind `msgapp`. Default: a new one.'),
      name: z.string().trim().min(1).max(200).optional().describe('Of the new channel. Default: the number’s own.'),
    }),
    returns: Channel,
    refusals: [StepMissing, AddressTaken, ProviderUnknown, ReferenceNotFound],
    examples: { body: { name: 'Ventas' } },
    handler: (ctx, { params, body }) => linkNumber(ctx, params.phoneNumberId, body),
  }),
  route('GET', '/v2/channel/msgapp/:wabaId/health', 'chats:read', {
    action: 'readMsgappHealth',
    summary: 'Read what restricts sending',
    description: 'The provider’s verdict on every entity that takes part in sending; `failing` names the worst one.',
    reachesProvider: true,
    params: waba,
    returns: Health,
    refusals: [...providerRefusals],
    handler: (steps, { params }) => readHealth(steps, params.wabaId),
  }),
];
