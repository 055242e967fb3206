import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { route } from '#platform/http/route.ts';
import { PaperFormat } from '../template/template.schema.ts';
import { printVoucher } from '../voucher/print.ts';
import { documentPage } from './document-page.ts';
import { DocumentWithoutContact, emailDocument, NoAddress } from './email.ts';
import { printShared, readShared, shareDocument, unshareDocument } from './share.ts';
import { SharedDocument } from './shared-document.ts';

const format = PaperFormat.optional().describe('Default: that of the document’s template.');
const shareId = z.string().min(20).max(100).describe('Of the link: `shareId` of the share.');

export const shareRoutes = [
  route('GET', '/v1/record/pending/:invoiceId/voucher', 'invoicing:read', {
    action: 'print',
    summary: 'Print a document',
    description:
      'The document as a PDF, for a printer of pages or of receipts. An electronic document shows its QR code as soon as it is signed. Emits `invoice:voucher-printed` if it is an invoice with a fiscal receipt.',
    effect: true,
    query: z.strictObject({ format }),
    returns: { contentType: 'application/pdf' },
    refusals: [TooComplex],
    examples: { query: { format: 'receipt' } },
    handler: (ctx, { params, query }) => printVoucher(ctx, params.invoiceId, query.format),
  }),
  route('GET', '/v1/record/pending/:pendingRecordId/share', 'invoicing:write', {
    action: 'getLink',
    summary: 'Share a document by link',
    description:
      'Creates the link by which anyone can see this document, or answers the existing one. `editing=true` also creates an id that allows removing the taxes of its lines; the next one replaces it.',
    effect: true,
    query: z.strictObject({
      editing: z.boolean().default(false).describe('Also creates an id that allows removing the taxes of its lines.'),
    }),
    returns: z.object({
      shareId: z.string().describe('The secret of the link.'),
      url: z.string().describe('The document: a page for a person who opens it in a browser, JSON for a program.'),
      pdfUrl: z.string().describe('The document on paper.'),
      payUrl: z
        .string()
        .nullable()
        .describe('Where what is due can be paid online; null where nothing is, or the merchant account is not open.'),
      editingShareId: z
        .string()
        .nullable()
        .describe('Allows removing taxes with `DELETE /v1/record/pending/element/taxes`; null: not asked for.'),
    }),
    handler: (ctx, { params, query }) => shareDocument(ctx, params.pendingRecordId, query.editing),
  }),
  route('DELETE', '/v1/record/pending/:pendingRecordId/share', 'invoicing:write', {
    action: 'deleteLink',
    summary: 'Revoke the link of a document',
    description: 'The link stops working. The next share creates another one.',
    handler: (ctx, { params }) => unshareDocument(ctx, params.pendingRecordId),
  }),
  route('POST', '/v1/record/pending/:pendingRecordId/share/email', 'invoicing:write', {
    action: 'sendByEmail',
    summary: 'Send a document by e-mail',
    description:
      'Sends the document with its PDF, its link and, where it can be paid online, the link to do so, to these addresses, or to those of its contact. Replies go to the organization’s own address. Emits `invoice:shared-via-email` where it is an invoice.',
    body: z.strictObject({
      emails: z.array(z.email().max(254)).min(1).max(20).optional().describe('Default: those of the contact.'),
      message: z.string().trim().min(1).max(2000).optional().describe('A personal message in the e-mail.'),
      format: PaperFormat.optional().describe('Default: a letter page.'),
    }),
    returns: z.object({
      emailsSent: z.array(z.string()).describe('The addresses it was sent to.'),
      emailCount: z.number().int().describe('How many addresses these are.'),
    }),
    refusals: [NoAddress, DocumentWithoutContact],
    examples: { body: { emails: ['compras@example.com'], message: 'Gracias por su preferencia.' } },
    handler: (ctx, { params, body }) => emailDocument(ctx, params.pendingRecordId, body),
  }),
  route('GET', '/v1/record/pending/:shareId/data', 'public', {
    action: 'get',
    summary: 'Read a shared document',
    description:
      'The content of the document behind this link, and nothing else of the organization. A browser (`Accept: text/html`) gets a page, in Spanish or English by `Accept-Language`.',
    params: z.strictObject({ shareId }),
    returns: SharedDocument,
    page: documentPage,
    handler: (ctx, { params }) => readShared(ctx, params.shareId),
  }),
  route('GET', '/v1/record/pending/:shareId/pdf', 'public', {
    summary: 'Download a shared document',
    description:
      'The document behind this link as a PDF. Emits `invoice:voucher-printed` if it is an invoice with a fiscal receipt.',
    effect: true,
    params: z.strictObject({ shareId }),
    query: z.strictObject({ format }),
    returns: { contentType: 'application/pdf' },
    refusals: [TooComplex],
    handler: (ctx, { params, query }) => printShared(ctx, params.shareId, query.format),
  }),
];
