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
  issuerTaxId: z.string().describe('The RNC or cédula of the issuer.'),
  issuerName: z.string().nullable().describe('As the document says; null: it could not be read.'),
  number: z.string().describe('The e-NCF, as the document says.'),
  type: z.string().nullable().describe('The type of the e-CF; null: it could not be read.'),
  issuedOn: CalendarDate.nullable().describe('As the document says; null: it could not be read.'),
  total: Decimal.nullable().describe('In pesos.'),
  itbis: Decimal.nullable().describe('In pesos; null: the document says none.'),
  state: z.enum(['received', 'refused']).describe('`refused`: it was not taken, and its issuer knows why.'),
  refusedFor: z
    .enum(['malformed', 'signature', 'other-buyer'])
    .nullable()
    .describe('Why it was refused; null: it was received.'),
  problem: z.string().nullable().describe('What is wrong with it, in words; null: nothing.'),
  signedBy: z.string().nullable().describe('The holder of the certificate, as it says.'),
  receivedAt: Timestamp.describe('When it was handed in.'),
  commercialApproval: z
    .object({
      answer: z.enum(['approved', 'rejected']).describe('Whether the company approved it.'),
      reason: z.string().nullable().describe('Why not; null: approved.'),
      state: z.enum(['waiting', 'accepted', 'rejected', 'failed']).describe('Whether the tax authority has it.'),
      problem: z.string().nullable().describe('Why the tax authority does not have it; null: no problem.'),
      issuer: z
        .object({
          state: z
            .enum(['waiting', 'notified', 'failed', 'no-receiver'])
            .describe('How far the answer is on its way to the issuer.'),
          problem: z.string().nullable().describe('Why the issuer does not have it; null: no problem.'),
        })
        .nullable()
        .describe('Whether the issuer has it; `no-receiver`: the tax authority’s directory does not list them.'),
      by: z.uuid().nullable().describe('Who answered; null: the service.'),
      at: Timestamp.describe('When it was answered.'),
    })
    .nullable()
    .describe('Our answer; null: not given yet.'),
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
        id: z.uuid().describe('The document that was received.'),
        approved: z.boolean().describe('`false` rejects it.'),
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
