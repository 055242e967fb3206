import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Decimal } from '#platform/money.ts';
import { EcfEnvironment, EcfMessage, EcfType, ENcf } from '../ecf/ecf.schema.ts';

export const EcfState = z
  .enum(['waiting', 'sent', 'accepted', 'accepted-conditionally', 'rejected', 'failed'])
  .describe(
    '`waiting`: not sent yet. `sent`: the tax authority has not decided. `accepted`, `accepted-conditionally`, `rejected`: its decision. `failed`: see `problem`.',
  );
export const EcfDeliveryState = z
  .enum(['waiting', 'delivered', 'refused', 'failed', 'no-receiver'])
  .describe(
    '`waiting`: on its way to the buyer. `delivered`: the buyer sent a receipt. `refused`: the buyer’s receipt refuses it. `failed`: it did not arrive. `no-receiver`: the tax authority’s directory does not list the buyer.',
  );

export const ElectronicInvoiceView = z.object({
  id: z.uuid(),
  sourceKind: z.string().describe('The kind of its source: `invoice`, `return`.'),
  sourceId: z.uuid().describe('The document or return that it was made from.'),
  environment: EcfEnvironment.nullable().describe('Where it goes; null: it was not signed yet.'),
  type: EcfType,
  number: ENcf.describe('The e-NCF.'),
  issuedOn: CalendarDate.describe('The day of the document.'),
  buyerTaxId: z.string().nullable().describe('The RNC or cédula of the buyer; null: a consumer.'),
  total: Decimal.describe('In pesos.'),
  summarised: z.boolean().describe('Whether the authority gets a summary only.'),
  securityCode: z
    .string()
    .nullable()
    .describe('The first six characters of the signature, printed on the document; null: not signed.'),
  qrUrl: z.string().nullable().describe('The page of the tax authority behind the QR code; null: not signed.'),
  signedAt: Timestamp.nullable().describe('When it was signed; null: not yet.'),
  state: EcfState,
  trackId: z.string().nullable().describe('The number by which the tax authority follows it; null: not sent.'),
  messages: z.array(EcfMessage).describe('Messages of the tax authority.'),
  numberUsed: z.boolean().nullable().describe('Of a rejection: whether its number is used up.'),
  problem: z.string().nullable().describe('Why it waits or failed.'),
  attempts: z.number().int().describe('How often it was tried since it last went forward.'),
  nextAttemptAt: Timestamp.nullable().describe('When it is tried again; null: it is not.'),
  sentAt: Timestamp.nullable().describe('When the tax authority got it; null: not yet.'),
  decidedAt: Timestamp.nullable().describe('When the tax authority decided; null: not yet.'),
  commercialApproval: z
    .object({
      state: z.enum(['approved', 'rejected']).describe('What the buyer answered.'),
      reason: z.string().nullable().describe('Why not; null: approved, or no reason given.'),
      at: Timestamp.nullable().describe('When the buyer answered.'),
    })
    .nullable()
    .describe('The commercial answer of the buyer.'),
  delivery: z
    .object({
      state: EcfDeliveryState,
      problem: z.string().nullable().describe('Why it waits, was refused or failed.'),
      at: Timestamp.nullable().describe('When the buyer got it; null: not yet.'),
      signedBy: z.string().nullable().describe('The holder of the certificate of the receipt, as it says.'),
    })
    .nullable()
    .describe('Its state at the buyer. Null: it does not go there, or is not accepted yet.'),
  createdAt: Timestamp,
});
