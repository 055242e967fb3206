import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const invoiceCreated = event({
  type: 'invoice:created',
  emittedWhen: 'an invoice is created manually or by an automation',
  payload: z.object({ invoiceId: z.uuid(), userId: z.uuid().optional().describe('Only when manual.') }),
  example: { invoiceId: id, userId: id },
});

export const invoiceUpdated = event({
  type: 'invoice:updated',
  emittedWhen: 'relevant change to an invoice, including bulk edits',
  payload: z.object({ invoiceId: z.uuid(), editorId: z.uuid().optional(), old: Snapshot, new: Snapshot }),
  example: { invoiceId: id, editorId: id, old: { dueOn: '2026-12-15' }, new: { dueOn: '2026-12-31' } },
});

export const invoicePaid = event({
  type: 'invoice:paid',
  emittedWhen: 'payment completed',
  payload: z.object({ invoiceId: z.uuid() }),
  example: { invoiceId: id },
});

export const invoicePastDue = event({
  type: 'invoice:past-due',
  emittedWhen: 'due date passed without payment',
  payload: z.object({ invoiceId: z.uuid() }),
  example: { invoiceId: id },
});

export const invoiceVoucherPrinted = event({
  type: 'invoice:voucher-printed',
  emittedWhen: 'a fiscal voucher for an invoice is generated or printed',
  payload: z.object({ invoiceId: z.uuid() }),
  example: { invoiceId: id },
});

export const invoiceSharedViaEmail = event({
  type: 'invoice:shared-via-email',
  emittedWhen: 'an invoice is sent by e-mail to associated contacts',
  payload: z.object({
    invoiceId: z.uuid(),
    userId: z.uuid().optional(),
    beneficiaryId: z.uuid(),
    beneficiaryEmail: z.string(),
    beneficiaryName: z.string(),
    emailsSent: z.array(z.string()).describe('Every address that was notified.'),
    emailCount: z.number().int(),
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
  payload: z.object({ recurrencyId: z.uuid(), invoiceId: z.uuid() }),
  example: { recurrencyId: id, invoiceId: id },
});

export const recurrencyPastDue = event({
  type: 'recurrency:past-due',
  emittedWhen: 'a recurrence did not create its invoice in time',
  payload: z.object({ recurrencyId: z.uuid() }),
  example: { recurrencyId: id },
});

export const recurrencyFailed = event({
  type: 'recurrency:failed-to-create-invoice',
  emittedWhen: 'a recurrence failed while creating its invoice',
  payload: z.object({
    recurrencyId: z.uuid(),
    message: z.string(),
    correspondingDate: z.string().describe('Date of the cycle that failed.'),
  }),
  example: { recurrencyId: id, message: 'The account is archived.', correspondingDate: '2026-11-15' },
});

export const recurrencyUpdated = event({
  type: 'recurrency:updated',
  emittedWhen: 'important configuration change of an active recurrence',
  payload: z.object({ recurrencyId: z.uuid(), editorId: z.uuid().optional(), old: Snapshot, new: Snapshot }),
  example: { recurrencyId: id, editorId: id, old: { status: 'active' }, new: { status: 'paused' } },
});
