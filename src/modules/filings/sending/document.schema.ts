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
  sourceId: z.uuid(),
  environment: EcfEnvironment.nullable(),
  type: EcfType,
  number: ENcf,
  issuedOn: CalendarDate,
  buyerTaxId: z.string().nullable(),
  total: Decimal.describe('In pesos.'),
  summarised: z.boolean().describe('Whether the authority gets a summary only.'),
  securityCode: z.string().nullable(),
  qrUrl: z.string().nullable(),
  signedAt: Timestamp.nullable(),
  state: EcfState,
  trackId: z.string().nullable(),
  messages: z.array(EcfMessage).describe('Messages of the tax authority.'),
  numberUsed: z.boolean().nullable().describe('Of a rejection: whether its number is used up.'),
  problem: z.string().nullable().describe('Why it waits or failed.'),
  attempts: z.number().int(),
  nextAttemptAt: Timestamp.nullable(),
  sentAt: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
  commercialApproval: z
    .object({ state: z.enum(['approved', 'rejected']), reason: z.string().nullable(), at: Timestamp.nullable() })
    .nullable()
    .describe('The commercial answer of the buyer.'),
  delivery: z
    .object({
      state: EcfDeliveryState,
      problem: z.string().nullable().describe('Why it waits, was refused or failed.'),
      at: Timestamp.nullable(),
      signedBy: z.string().nullable().describe('The holder of the certificate of the receipt, as it says.'),
    })
    .nullable()
    .describe('Its state at the buyer. Null: it does not go there, or is not accepted yet.'),
  createdAt: Timestamp,
});
