import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Decimal } from '#platform/money.ts';
import { CertificateExpired } from '../company/certificate.ts';
import { CompanyNotRegistered } from '../company/company.ts';
import { xmlDownload } from '../stored-xml/stored-xml.ts';
import { ecfReceived } from '../tables.ts';
import { receivedList } from './received.sql.ts';
import { ApprovalGiven, answerReceived, describeReceived, NotApprovable, signAnswer } from './received.ts';

const ReceivedView = z.object({
  id: z.uuid(),
  issuerTaxId: z.string(),
  issuerName: z.string().nullable(),
  number: z.string(),
  type: z.string().nullable(),
  issuedOn: CalendarDate.nullable(),
  total: Decimal.nullable().describe('In pesos.'),
  itbis: Decimal.nullable(),
  state: z.enum(['received', 'refused']),
  refusedFor: z.enum(['malformed', 'signature', 'other-buyer']).nullable(),
  problem: z.string().nullable(),
  signedBy: z.string().nullable().describe('The holder of the certificate, as it says.'),
  receivedAt: Timestamp,
  commercialApproval: z
    .object({
      answer: z.enum(['approved', 'rejected']),
      reason: z.string().nullable(),
      state: z.enum(['waiting', 'accepted', 'rejected', 'failed']).describe('Whether the tax authority has it.'),
      problem: z.string().nullable(),
      issuer: z
        .object({ state: z.enum(['waiting', 'notified', 'failed', 'no-receiver']), problem: z.string().nullable() })
        .nullable()
        .describe('Whether the issuer has it; `no-receiver`: the tax authority’s directory does not list them.'),
      by: z.uuid().nullable(),
      at: Timestamp,
    })
    .nullable(),
});

export const receivedRoutes = [
  route('GET', '/v1/einvoice/received', 'taxes:read', {
    summary: 'List received electronic invoices',
    description:
      'Documents that other companies delivered to the reception address, newest first, with the result of the validation and our answer.',
    query: receivedList.query,
    returns: pageOf(ReceivedView),
    examples: { query: { state: 'received' } },
    handler: (ctx, { query }) => receivedList.page(ctx, query, (rows) => rows.map(describeReceived)),
  }),
  route('GET', '/v1/einvoice/received/:receivedId/xml', 'taxes:read', {
    summary: 'Download a received document',
    description: 'The signed XML, byte for byte as it was received. It must be kept for ten years.',
    returns: { contentType: 'application/xml' },
    handler: async (ctx, { params }) => {
      const received = await ecfReceived.get(ctx, params.receivedId);
      return xmlDownload(received, 'signed', received.xml);
    },
  }),
  route('POST', '/v1/einvoice/received/approval', 'taxes:write', {
    action: 'answer',
    summary: 'Answer a received document',
    description:
      'Commercial approval (ACECF): the company approves a document, or rejects it with a reason. The answer is signed now and sent to the tax authority and to the issuer in the background, with retries. A document is answered once, unless the tax authority refuses the answer.',
    body: z
      .strictObject({
        id: z.uuid(),
        approved: z.boolean(),
        reason: z.string().trim().min(1).max(250).optional().describe('Why not: required for a rejection.'),
      })
      .refine(({ approved, reason }) => approved || reason !== undefined, {
        path: ['reason'],
        error: 'is required for a rejection',
        params: { code: 'required' },
      }),
    returns: ReceivedView,
    refusals: [ApprovalGiven, NotApprovable, CompanyNotRegistered, CertificateExpired, TooComplex],
    examples: { body: { id: exampleId, approved: false, reason: 'No pedimos esta mercancía' } },
    prepare: (ctx, { body }) => signAnswer(ctx, body),
    handler: (ctx, { body, prepared }) => answerReceived(ctx, body, prepared),
  }),
];
