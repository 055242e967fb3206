import { z } from 'zod';
import { LawUnknown } from '#modules/taxes/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ElectronicInvoiceView } from './document.schema.ts';
import { documentList } from './document.sql.ts';
import {
  describeDocument,
  EcfDecided,
  EcfNotSigned,
  EcfNumberUsed,
  EcfOfProduction,
  EcfVoid,
  readReceipt,
  readSignedXml,
  resendDocument,
} from './document.ts';

export const documentRoutes = [
  route('GET', '/v1/einvoice/document', 'taxes:read', {
    action: 'list',
    summary: 'List electronic invoices',
    description:
      'Every fiscal document that was issued electronically, newest first, with the decision of the tax authority or the reason why it waits. An accepted document is delivered to its buyer where the tax authority’s directory lists them: see `delivery`.',
    query: documentList.query,
    returns: pageOf(ElectronicInvoiceView),
    examples: { query: { state: 'rejected' } },
    handler: (ctx, { query }) => documentList.page(ctx, query, (rows) => rows.map(describeDocument)),
  }),
  route('POST', '/v1/einvoice/document/resend', 'taxes:write', {
    action: 'resend',
    summary: 'Send a document again',
    description:
      'A waiting document is sent now. A failed one is made again from its invoice, contact and fiscal sequence (NCF) as they are now, and signed again. A rejected one can be sent again only if the tax authority said that its number is not used up. An accepted one is delivered to its buyer again, unless they have it. The result follows in the background.',
    status: 202,
    body: z.strictObject({ id: z.uuid().describe('The electronic document, of the list.') }),
    returns: ElectronicInvoiceView,
    refusals: [EcfDecided, EcfNumberUsed, EcfOfProduction, EcfVoid, LawUnknown],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => resendDocument(ctx, body.id),
  }),
  route('GET', '/v1/einvoice/document/:documentId/xml', 'taxes:read', {
    action: 'downloadXml',
    summary: 'Download the signed XML of a document',
    description: 'Byte for byte as it was signed and as the buyer receives it. It must be kept for ten years.',
    returns: { contentType: 'application/xml' },
    refusals: [EcfNotSigned],
    handler: (ctx, { params }) => readSignedXml(ctx, params.documentId),
  }),
  route('GET', '/v1/einvoice/document/:documentId/receipt', 'taxes:read', {
    action: 'downloadReceipt',
    summary: 'Download the buyer’s receipt of a document',
    description:
      'The signed receipt (ARECF) with which the buyer accepted or refused the document, byte for byte as it was received.',
    returns: { contentType: 'application/xml' },
    handler: (ctx, { params }) => readReceipt(ctx, params.documentId),
  }),
];
