import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { Decimal } from '#platform/money.ts';
import { deliveryStates, ecfStates } from '../sending/document.sql.ts';
import { ecfTypes } from './ecf-document.ts';
import { ecfEnvironments } from './ecf-stamp.ts';

/** What travels about electronic invoices. */

export const EcfEnvironment = z
  .enum(ecfEnvironments)
  .describe('`simulator` reaches nobody; the others are the three environments of the tax authority.');
export const EcfType = z.enum(ecfTypes).describe('The type of the e-CF, as the tax authority numbers them.');
export const ENcf = z
  .string()
  .regex(/^E\d{12}$/, 'is an e-NCF such as E310000000001')
  .meta({ example: 'E310000000001' });
export const EcfState = z
  .enum(ecfStates)
  .describe(
    '`waiting` is not handed in yet, `sent` is being judged, `accepted`, `accepted-conditionally` and `rejected` are judgements, `failed` needs someone to look at `problem`.',
  );
export const EcfDeliveryState = z
  .enum(deliveryStates)
  .describe(
    '`waiting` is on its way to the buyer, `delivered` has their receipt, `refused` has one that says no, `failed` did not arrive, `no-receiver`: the tax authority’s directory does not list them.',
  );
export const EcfMessage = z.object({ code: z.string(), text: z.string() });
export const EcfWarning = z.object({ code: z.string(), message: z.string() });

export const EcfCertificateView = z.object({
  holder: z.string(),
  holderTaxId: z.string().nullable(),
  issuer: z.string(),
  validFrom: Timestamp,
  validTo: Timestamp,
  expiresInDays: z.number().int().describe('Negative where it has expired.'),
});

export const EcfCompanyView = z.object({
  taxId: z.string(),
  name: z.string(),
  tradeName: z.string().nullable(),
  address: z.string(),
  municipality: z.string().nullable(),
  province: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  environment: EcfEnvironment,
  certificate: EcfCertificateView,
  receiverUrl: z.string().describe('The address to register with the tax authority as the receiver of documents.'),
  warnings: z.array(EcfWarning),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const ElectronicInvoiceView = z.object({
  id: z.uuid(),
  sourceKind: z.string().describe('What it was made from: `invoice`, `return`.'),
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
  messages: z.array(EcfMessage).describe('What the authority said.'),
  numberUsed: z.boolean().nullable().describe('Of a rejection: whether its number is used up.'),
  problem: z.string().nullable().describe('Why it waits or failed.'),
  attempts: z.number().int(),
  nextAttemptAt: Timestamp.nullable(),
  sentAt: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
  commercialApproval: z
    .object({ state: z.enum(['approved', 'rejected']), reason: z.string().nullable(), at: Timestamp.nullable() })
    .nullable()
    .describe('What the buyer answered.'),
  delivery: z
    .object({
      state: EcfDeliveryState,
      problem: z.string().nullable().describe('Why it waits, was refused or failed.'),
      at: Timestamp.nullable(),
      signedBy: z.string().nullable().describe('The holder of the certificate of the receipt, as it says.'),
    })
    .nullable()
    .describe('What became of it at the buyer. Null: it does not go there, or is not accepted yet.'),
  createdAt: Timestamp,
});

export const TestSetView = z.object({
  id: z.uuid(),
  environment: EcfEnvironment,
  state: z.enum(['running', 'passed', 'failed']),
  total: z.number().int(),
  startedBy: z.uuid().nullable(),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const TestSetProgressView = TestSetView.extend({
  accepted: z.number().int(),
  rejected: z.number().int(),
  percent: z.number().int().min(0).max(100),
  current: ENcf.nullable().describe('The document that is under way.'),
  documents: z.array(
    z.object({
      id: z.uuid(),
      place: z.number().int(),
      type: EcfType,
      number: ENcf,
      state: EcfState,
      summarised: z.boolean(),
      trackId: z.string().nullable(),
      messages: z.array(EcfMessage),
      problem: z.string().nullable(),
      attempts: z.number().int(),
      decidedAt: Timestamp.nullable(),
    }),
  ),
});

/** A signed document, byte for byte. */
export const xmlFile = ({ number, xml }: { number: string; xml: string }): RawAnswer =>
  new RawAnswer(Buffer.from(xml), {
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename="${number}.xml"`,
  });
