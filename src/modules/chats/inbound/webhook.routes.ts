import { z } from 'zod';
import { resolveCapability } from '#platform/auth/capability.ts';
import { RawAnswer, route } from '#platform/http/route.ts';
import { validate } from '#platform/http/validate.ts';
import { NotFound } from '#platform/refusal.ts';
import { openSecrets } from '../channel/credentials.ts';
import { IdentityRefused, VisitorRefused } from '../widget/visitor-token.ts';
import {
  openChannel,
  providerTokens,
  receiveSigned,
  receiveWebhook,
  SignatureInvalid,
  VerificationRefused,
  verifySubscription,
} from './intake.ts';
import { receiveFromVisitor, VisitorMessage } from './visitor.ts';

/** The provider sends up to 3 MB. */
const WEBHOOK_BYTES_MAX = 3 * 1024 * 1024;
/** An e-mail of 10 MB, in base64. */
const LETTER_BYTES_MAX = 14 * 1024 * 1024;

const Key = z.string().min(1).max(100).describe('The public key of the channel.');
const text = z
  .union([z.string().max(1000), z.array(z.string().max(1000)).max(20)])
  .optional()
  .describe('Sent by the provider.');
const subscription = { 'hub.mode': text, 'hub.verify_token': text, 'hub.challenge': text };
const AsSent = z.looseObject({}).describe('As the provider writes it.');
const challenge = (answer: string) =>
  new RawAnswer(Buffer.from(answer), { 'content-type': 'text/plain; charset=utf-8' });

const events = {
  fromProvider: true,
  repairsTexts: true,
  // In steps: many webhooks are stored by one transaction, so none has its own.
  reachesProvider: true,
  bodyBytesMax: WEBHOOK_BYTES_MAX,
  provesIdentity: true,
  body: AsSent,
  returns: z.object({ received: z.literal(true).describe('It was stored and will be processed.') }),
  examples: { body: { object: 'whatsapp_business_account', entry: [] } },
} as const;

export const webhookRoutes = [
  route('GET', '/v1/chat/webhook', 'public', {
    action: 'verifyWebhook',
    summary: 'Confirm the inbound address of a channel',
    description: 'Only for providers: answers the challenge if the token is the channel’s secret.',
    provesIdentity: true,
    query: z.strictObject({ key: Key, ...subscription }),
    returns: { contentType: 'text/plain' },
    refusals: [NotFound, VerificationRefused],
    examples: { query: { key: 'chn_unknown', 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '1' } },
    handler: async (ctx, { query }) => {
      const { ctx: tenant, channel } = await openChannel(ctx, query.key);
      return challenge(verifySubscription(query, [openSecrets(tenant, channel).inboundSecret]));
    },
  }),
  route('POST', '/v1/chat/webhook', 'public', {
    action: 'receive',
    summary: 'Receive for a channel',
    description:
      'The own inbound address of a channel. Widgets send what a visitor wrote. Comments of a page and e-mails (`{ "mime": "<base64>" }`) are signed with the channel’s secret: `X-Hub-Signature-256: sha256=<HMAC of the body>`.',
    repairsTexts: true,
    bodyBytesMax: LETTER_BYTES_MAX,
    opens: async (ctx, _params, query) => {
      if (!(await resolveCapability(ctx, String(query.key ?? ''), 'channel'))) throw NotFound();
    },
    query: z.strictObject({ key: Key }),
    body: AsSent,
    returns: z.object({
      received: z.number().int().describe('How many messages arrived: 1.'),
      visitorToken: z.string().optional().describe('Opens the conversation of this visitor, and no other.'),
      sourceId: z.string().optional().describe('Of the visitor, on this channel.'),
      continueUrl: z.string().optional().describe('Continues the conversation of the visitor in the messaging app.'),
    }),
    refusals: [NotFound, SignatureInvalid, VisitorRefused, IdentityRefused],
    examples: { query: { key: 'chn_unknown' }, body: { text: 'Hola' } },
    handler: async (ctx, { query, body }) => {
      const { ctx: tenant, channel } = await openChannel(ctx, query.key);
      if (channel.kind === 'widget')
        return receiveFromVisitor(
          tenant,
          channel,
          validate(VisitorMessage, body, 'body') as z.output<typeof VisitorMessage>,
        );
      await receiveSigned(tenant, channel);
      return { received: 1 };
    },
  }),
  route('POST', '/v1/chat/webhook/msgapp', 'public', {
    ...events,
    refusals: [SignatureInvalid],
    action: 'receiveMsgappV1',
    summary: 'Receive a webhook of the messaging app, first version',
    description: 'For numbers that were connected earlier; the same as version 2.',
    handler: receiveWebhook,
  }),
  route('GET', '/v2/chat/webhook/msgapp', 'public', {
    action: 'verifyMsgapp',
    summary: 'Confirm the webhook address to the messaging app',
    description: 'Answers the challenge as plain text if the token is ours (`MSGAPP_VERIFY_TOKEN`).',
    provesIdentity: true,
    query: z.strictObject(subscription),
    returns: { contentType: 'text/plain' },
    refusals: [VerificationRefused],
    examples: { query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '1' } },
    handler: async (ctx, { query }) => challenge(verifySubscription(query, providerTokens(ctx))),
  }),
  route('POST', '/v2/chat/webhook/msgapp', 'public', {
    ...events,
    refusals: [SignatureInvalid],
    action: 'receiveMsgapp',
    summary: 'Receive a webhook of the messaging app',
    description:
      'Only for the provider. The signature over the exact bytes is checked (`X-Hub-Signature-256`, with the secret of the app), the bytes are stored and answered at once; a job makes messages of every entry, change and message in them. What is for a number that nobody has is kept until somebody has it.',
    handler: receiveWebhook,
  }),
];
