import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const text = z.string().trim().min(1).max(254);
export const Provider = z.enum(['graph', 'simulator']).describe('`simulator`: pretended numbers; not in production.');

export const SignUp = z.object({
  url: z.string().describe('Send the owner of the business account here.'),
  connectionId: z.uuid().describe('Names this sign-up in the next calls.'),
  expiresAt: Timestamp.describe('Until when the address works.'),
});

export const WabaAdded = z.strictObject({
  wabaId: text.describe('The id of the business account at the provider.'),
  provider: Provider.default('graph'),
  connectionId: z.uuid().optional().describe('The sign-up that opened it. Default: the newest ones.'),
  accessToken: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .optional()
    .describe('A token of a system user of the account instead of a sign-up. Stored encrypted, never shown again.'),
});

export const ConnectedNumber = z.object({
  phoneNumberId: z.string(),
  displayNumber: z.string().describe('As people dial it.'),
  name: z.string().describe('What customers see at the provider.'),
  quality: z.string().nullable().describe('The provider’s rating of what the number sends; null: not rated.'),
  messagesPerSecond: z
    .number()
    .int()
    .describe('How fast the provider takes messages of the number: 80, or 1,000 after an upgrade of its throughput.'),
  isRegistered: z.boolean().describe('Whether its PIN was accepted, so that it can send.'),
  channelId: z.uuid().nullable(),
  nextStep: z
    .enum(['addWaba', 'subscribe', 'pin', 'link'])
    .nullable()
    .describe('The call that this number needs next. Null: it is connected.'),
});

export const BusinessAccount = z
  .object({
    connectionId: z.uuid().nullable().describe('The sign-up or token that opens it.'),
    provider: z.string().describe('`graph`, or `simulator` for trials.'),
    wabaId: z.string(),
    name: z.string().describe('As at the provider.'),
    isAdded: z.boolean().describe('Whether it was added here; if not, `addWaba` is next.'),
    isSubscribed: z.boolean().describe('The provider sends its webhooks to the app.'),
    isOverridden: z.boolean().describe('And to the address of this service.'),
    numbers: z.array(ConnectedNumber).describe('The numbers of the account.'),
  })
  .meta({ id: 'MsgappAccount' });

export const Registration = z
  .object({
    phoneNumberId: z.string(),
    isRegistered: z.boolean().describe('Whether its PIN was accepted, so that it can send.'),
    registeredAt: Timestamp.nullable().describe('When the PIN was accepted; null: not yet.'),
    problem: z
      .object({
        code: z.string().describe('The refusal, for programs, such as `pin_wrong`.'),
        message: z.string().describe('The same for people.'),
      })
      .nullable()
      .describe('Why the last try was refused.'),
    retryAt: Timestamp.nullable().describe('Until then another try is refused without asking the provider.'),
  })
  .meta({ id: 'MsgappRegistration' });

const Entity = z.object({
  type: z
    .string()
    .describe('`PHONE_NUMBER`, `MESSAGE_TEMPLATE`, `WABA`, `BUSINESS`, `APP`; ours: `TOKEN`, `SUBSCRIPTION`.'),
  id: z.string(),
  canSend: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).describe('The provider’s verdict on this entity.'),
  problems: z
    .array(
      z.object({
        code: z.string().describe('The provider’s error code.'),
        message: z.string().describe('The provider’s explanation.'),
        solution: z.string().nullable().describe('What the provider advises; null: nothing.'),
      }),
    )
    .describe('Why it cannot, in the provider’s words.'),
});

export const Health = z
  .object({
    wabaId: z.string(),
    canSend: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).describe('The worst verdict of all entities.'),
    failing: Entity.nullable().describe('The entity that restricts sending most. Null: none does.'),
    entities: z.array(Entity).describe('Everything that takes part in sending.'),
    checkedAt: Timestamp.describe('When the provider was asked.'),
  })
  .meta({ id: 'MsgappHealth' });

export const Returned = z.object({
  organizationName: z.string(),
  isConnected: z.literal(true).describe('The token was stored.'),
});
