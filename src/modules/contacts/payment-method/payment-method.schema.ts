import { z } from 'zod';
import { methodTypes, setupStates } from '#modules/payments/index.ts';
import { Timestamp } from '#platform/date.ts';

export const PaymentProvider = z.enum(['payproc', 'cardproc']);

export const SavedMethod = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid(),
  provider: PaymentProvider,
  type: z.enum(methodTypes),
  card: z
    .object({ brand: z.string(), last4: z.string(), expiresOn: z.string().nullable().describe('YYYY-MM') })
    .nullable()
    .describe('Null for methods that are not cards.'),
  state: z.enum(['pending', 'active']).describe('`pending`: the card must be activated before it can be charged.'),
  createdAt: Timestamp.describe('When this service first saw it.'),
});

export const ListedMethod = SavedMethod.extend({ beneficiaryName: z.string() });
export const SavedMethods = z.object({ data: z.array(SavedMethod) });

export const MethodSetup = z.object({
  id: z.string(),
  clientSecret: z.string().nullable(),
  status: z.enum(setupStates),
  url: z.string(),
});

export const CaptureSession = z.object({
  sessionId: z.string(),
  url: z.string(),
  publicKey: z.string().nullable().describe("For the provider's own script."),
});

export const CardActivation = z.strictObject({
  profileId: z.uuid().describe('The `id` of the card in the result of `sync`.'),
  code: z.string().trim().min(1).max(40),
});
