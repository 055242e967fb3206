import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const invoiceCreated = event({
  type: 'invoice:created',
  emittedWhen: 'an invoice is created manually or by an automation',
  payload: z.object({
    invoiceId: z.uuid().describe('The new invoice.'),
    userId: z.uuid().optional().describe('Only when manual.'),
  }),
  example: { invoiceId: id, userId: id },
});

export const invoiceUpdated = event({
  type: 'invoice:updated',
  emittedWhen: 'relevant change to an invoice, including bulk edits',
  payload: z.object({
    invoiceId: z.uuid().describe('The document that changed.'),
    editorId: z.uuid().optional().describe('Who changed it; left out where the service did.'),
    old: Snapshot,
    new: Snapshot,
  }),
  example: { invoiceId: id, editorId: id, old: { dueOn: '2026-12-15' }, new: { dueOn: '2026-12-31' } },
});

export const invoicePaid = event({
  type: 'invoice:paid',
  emittedWhen: 'payment completed',
  payload: z.object({ invoiceId: z.uuid().describe('The invoice of which nothing is due any more.') }),
  example: { invoiceId: id },
});

export const invoicePastDue = event({
  type: 'invoice:past-due',
  emittedWhen: 'due date passed without payment',
  payload: z.object({ invoiceId: z.uuid().describe('The invoice that is not fully paid.') }),
  example: { invoiceId: id },
});

export const invoiceVoucherPrinted = event({
  type: 'invoice:voucher-printed',
  emittedWhen: 'a fiscal voucher for an invoice is generated or printed',
  payload: z.object({ invoiceId: z.uuid().describe('The invoice that was printed.') }),
  example: { invoiceId: id },
});

export const invoiceSharedViaEmail = event({
  type: 'invoice:shared-via-email',
  emittedWhen: 'an invoice is sent by e-mail to associated contacts',
  payload: z.object({
    invoiceId: z.uuid().describe('The invoice that was sent.'),
    userId: z.uuid().optional().describe('Who sent it; left out where the service did.'),
    beneficiaryId: z.uuid().describe('The contact of the invoice.'),
    beneficiaryEmail: z.string().describe('The first address of the contact, else the first that it was sent to.'),
    beneficiaryName: z.string().describe('As printed on the invoice.'),
    emailsSent: z.array(z.string()).describe('Every address that was notified.'),
    emailCount: z.number().int().describe('How many addresses these are.'),
  }),
  example: {
    invoiceId: id,
    userId: id,
    beneficiaryId: id,
    beneficiaryEmail: 'compras@example.com',
    beneficiaryName: 'Panadería Ñame',
    emailsSent: ['compras@example.com'],
    emailCount: 1,
  },
});

export const recurrencyInvoiceCreated = event({
  type: 'recurrency:invoice-created',
  emittedWhen: 'a recurrence automatically creates a scheduled invoice',
  payload: z.object({
    recurrencyId: z.uuid().describe('The recurrence.'),
    invoiceId: z.uuid().describe('The document that it created.'),
  }),
  example: { recurrencyId: id, invoiceId: id },
});

export const recurrencyPastDue = event({
  type: 'recurrency:past-due',
  emittedWhen: 'a recurrence did not create its invoice in time',
  payload: z.object({ recurrencyId: z.uuid().describe('The recurrence.') }),
  example: { recurrencyId: id },
});

export const recurrencyFailed = event({
  type: 'recurrency:failed-to-create-invoice',
  emittedWhen: 'a recurrence failed while creating its invoice',
  payload: z.object({
    recurrencyId: z.uuid().describe('The recurrence.'),
    message: z.string().describe('Why the document could not be created.'),
    correspondingDate: z.string().describe('Date of the cycle that failed.'),
  }),
  example: { recurrencyId: id, message: 'The account is archived.', correspondingDate: '2026-11-15' },
});

export const recurrencyUpdated = event({
  type: 'recurrency:updated',
  emittedWhen: 'important configuration change of an active recurrence',
  payload: z.object({
    recurrencyId: z.uuid().describe('The recurrence that changed.'),
    editorId: z.uuid().optional().describe('Who changed it; left out where the service did.'),
    old: Snapshot,
    new: Snapshot,
  }),
  example: { recurrencyId: id, editorId: id, old: { status: 'active' }, new: { status: 'paused' } },
});
