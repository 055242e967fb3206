import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const text = z.string().trim().min(1).max(254);
export const Provider = z.enum(['graph', 'simulator']).describe('`simulator`: pretended numbers; not in production.');

export const SignUp = z.object({
  url: z.string().describe('Send the owner of the business account here.'),
  connectionId: z.uuid(),
  expiresAt: Timestamp,
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
  displayNumber: z.string(),
  name: z.string(),
  quality: z.string().nullable(),
  messagesPerSecond: z
    .number()
    .int()
    .describe('How fast the provider takes messages of the number: 80, or 1,000 after an upgrade of its throughput.'),
  isRegistered: z.boolean(),
  channelId: z.uuid().nullable(),
  nextStep: z
    .enum(['addWaba', 'subscribe', 'pin', 'link'])
    .nullable()
    .describe('The call that this number needs next. Null: it is connected.'),
});

export const BusinessAccount = z
  .object({
    connectionId: z.uuid().nullable(),
    provider: z.string(),
    wabaId: z.string(),
    name: z.string(),
    isAdded: z.boolean(),
    isSubscribed: z.boolean().describe('The provider sends its webhooks to the app.'),
    isOverridden: z.boolean().describe('And to the address of this service.'),
    numbers: z.array(ConnectedNumber),
  })
  .meta({ id: 'MsgappAccount' });

export const Registration = z
  .object({
    phoneNumberId: z.string(),
    isRegistered: z.boolean(),
    registeredAt: Timestamp.nullable(),
    problem: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why the last try was refused.'),
    retryAt: Timestamp.nullable().describe('Until then another try is refused without asking the provider.'),
  })
  .meta({ id: 'MsgappRegistration' });

const Entity = z.object({
  type: z
    .string()
    .describe('`PHONE_NUMBER`, `MESSAGE_TEMPLATE`, `WABA`, `BUSINESS`, `APP`; ours: `TOKEN`, `SUBSCRIPTION`.'),
  id: z.string(),
  canSend: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']),
  problems: z.array(z.object({ code: z.string(), message: z.string(), solution: z.string().nullable() })),
});

export const Health = z
  .object({
    wabaId: z.string(),
    canSend: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']),
    failing: Entity.nullable().describe('The entity that restricts sending most. Null: none does.'),
    entities: z.array(Entity),
    checkedAt: Timestamp,
  })
  .meta({ id: 'MsgappHealth' });

export const Returned = z.object({ organizationName: z.string(), isConnected: z.literal(true) });
