import { TooComplex } from '#platform/compute/computation.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AssistantLimitReached } from '../turn/limits.ts';
import { DocumentDraftProposal, InvoiceToRead, PaymentDraftProposal, PaymentToRead } from './draft.schema.ts';
import { draftInvoice } from './invoice.ts';
import { draftPayment } from './payment.ts';
import { SourceUnreadable } from './source.ts';

const refusals = [SourceUnreadable, ReferenceNotFound, AssistantLimitReached, TooComplex];

export const draftRoutes = [
  route('POST', '/v1/automation/invoice-assistant', 'invoicing:write', {
    action: 'draftInvoice',
    summary: 'Read a draft document',
    description:
      'Makes a draft of a document (invoice, quote, order) from a text, an e-mail, a PDF, an electronic receipt (e-CF as XML, or the QR code in a picture), or with a model that can see from any picture. Contacts and products are matched by your data. Nothing is posted; `unsure` names every field that a person should look at.',
    reachesProvider: true,
    body: InvoiceToRead,
    returns: DocumentDraftProposal,
    refusals,
    examples: { body: { text: '3 arroz selecto a 50 para Juan Pérez' } },
    handler: (steps, { body }) => draftInvoice(steps, body),
  }),
  route('POST', '/v1/automation/payment-assistant', 'invoicing:write', {
    action: 'draftPayment',
    summary: 'Read a draft payment',
    description:
      'Finds out from the notice of a bank, a message, a PDF or a picture who paid how much, and which open invoices it pays: those whose number it names, one with exactly this amount, several that add up to it, else those that fell due first. Nothing is booked.',
    reachesProvider: true,
    body: PaymentToRead,
    returns: PaymentDraftProposal,
    refusals,
    examples: { body: { text: 'Transferencia recibida de JUAN PEREZ por RD$ 1,250.00, ref. 88213' } },
    handler: (steps, { body }) => draftPayment(steps, body),
  }),
];
