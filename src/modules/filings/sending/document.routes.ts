import { z } from 'zod';
import { LawUnknown } from '#modules/taxes/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { EcfType, ENcf, xmlFile } from '../ecf/ecf.schema.ts';
import { EcfDeliveryState, EcfState, ElectronicInvoiceView } from './document.schema.ts';
import {
  EcfDecided,
  EcfNotSigned,
  EcfNumberUsed,
  EcfOfProduction,
  EcfVoid,
  listDocuments,
  readReceipt,
  readSignedXml,
  resendDocument,
} from './document.ts';

export const documentRoutes = [
  route({
    method: 'GET',
    path: '/v1/einvoice/document',
    action: 'list',
    summary: 'The electronic documents and what became of them',
    description:
      'Every fiscal document that was issued electronically, the newest first, with its judgement, or with why it waits. One that is accepted goes on to its buyer, where the tax authority’s directory says that they receive: `delivery` tells what became of that.',
    access: { permission: 'taxes:read' },
    query: z.strictObject({
      ...pageQuery,
      state: EcfState.optional(),
      delivery: EcfDeliveryState.optional(),
      type: EcfType.optional(),
      number: ENcf.optional(),
      sourceId: z.uuid().optional().describe('The invoice or other document that it was made from.'),
      from: CalendarDate.optional().describe('Issued on this day or later.'),
      to: CalendarDate.optional(),
    }),
    returns: pageOf(ElectronicInvoiceView),
    examples: { query: { state: 'rejected' } },
    handler: (ctx, { query }) => listDocuments(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/einvoice/document/resend',
    action: 'resend',
    summary: 'Send a document again',
    description:
      'One that waits is tried now; one that failed starts anew, as its invoice, the contact and the range of its number stand by now, and is signed afresh. One that was rejected goes again only where the authority said that its number is not used up. One that is accepted is delivered to its buyer again, unless they have it. What came of it follows a moment later.',
    access: { permission: 'taxes:write' },
    status: 202,
    body: z.strictObject({ id: z.uuid() }),
    returns: ElectronicInvoiceView,
    refusals: [EcfDecided, EcfNumberUsed, EcfOfProduction, EcfVoid, LawUnknown],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => resendDocument(ctx, body.id),
  }),
  route({
    method: 'GET',
    path: '/v1/einvoice/document/:documentId/xml',
    action: 'downloadXml',
    summary: 'The signed XML of a document',
    description: 'Byte for byte as it was signed: this is what the buyer gets, and what must be kept for ten years.',
    access: { permission: 'taxes:read' },
    params: z.strictObject({ documentId: z.uuid() }),
    returns: { contentType: 'application/xml' },
    refusals: [EcfNotSigned],
    handler: async (ctx, { params }) => xmlFile(await readSignedXml(ctx, params.documentId)),
  }),
  route({
    method: 'GET',
    path: '/v1/einvoice/document/:documentId/receipt',
    action: 'downloadReceipt',
    summary: 'The buyer’s receipt of a document',
    description:
      'The signed receipt (ARECF) with which the buyer took the document, or did not; byte for byte as it came.',
    access: { permission: 'taxes:read' },
    params: z.strictObject({ documentId: z.uuid() }),
    returns: { contentType: 'application/xml' },
    handler: async (ctx, { params }) => xmlFile(await readReceipt(ctx, params.documentId)),
  }),
];
