import { z } from 'zod';
import { methodTypes, setupStates } from '#modules/payments/index.ts';
import { Timestamp } from '#platform/date.ts';

export const PaymentProvider = z
  .enum(['payproc', 'cardproc'])
  .describe('`payproc`: the payment processor. `cardproc`: local cards.');

export const SavedMethod = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid().describe('Whose method it is.'),
  provider: PaymentProvider,
  type: z.enum(methodTypes).describe('What kind of method it is; only a card has `card`.'),
  card: z
    .object({
      brand: z.string().describe('For example `visa`.'),
      last4: z.string().describe('The last four digits.'),
      expiresOn: z.string().nullable().describe('YYYY-MM'),
    })
    .nullable()
    .describe('Null for methods that are not cards.'),
  state: z.enum(['pending', 'active']).describe('`pending`: the card must be activated before it can be charged.'),
  createdAt: Timestamp.describe('When this service first saw it.'),
});

export const ListedMethod = SavedMethod.extend({ beneficiaryName: z.string().describe('The name of the contact.') });
export const SavedMethods = z.object({ data: z.array(SavedMethod).describe('The newest first.') });

export const MethodSetup = z.object({
  id: z.string().describe('The id at the provider.'),
  clientSecret: z.string().nullable().describe('For a card form of your own; null: the provider gives none.'),
  status: z.enum(setupStates).describe('How far the saving is; it begins with `requires_method`.'),
  url: z.string().describe('Where the contact enters the card.'),
});

export const CaptureSession = z.object({
  sessionId: z.string().describe('The id at the provider.'),
  url: z.string().describe('The page on which the contact enters the card; for one visit.'),
  publicKey: z.string().nullable().describe("For the provider's own script."),
});

export const CardActivation = z.strictObject({
  profileId: z.uuid().describe('The `id` of the card in the result of `sync`.'),
  code: z.string().trim().min(1).max(40).describe('The code that the bank gave the card holder.'),
});
