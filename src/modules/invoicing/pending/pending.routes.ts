import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { NotRecurrent, RuleNeverComes, TooManyMissed } from '../recurrence/recurrency.ts';
import { NewPendingRecord, PendingRecordDetail, PendingRecordView } from '../recurrence/recurrent-document.schema.ts';
import { createRecurrent, readRecurrent } from '../recurrence/recurrent-document.ts';
import { writingRefusals } from './writing-refusals.ts';

export const pendingRoutes = [
  route({
    method: 'POST',
    path: '/v1/record/pending',
    summary: 'Create a document',
    description:
      'Creates an invoice, a quote or an order, sold or bought. Unless `status` is `draft` it is issued at once: it takes the next number of its kind, and an invoice is posted to the books. Amounts are rounded per line, half away from zero, and then summed. With `recurrency` it recurs: each cycle is a copy of it. Emits `invoice:created` for an invoice.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: NewPendingRecord,
    returns: PendingRecordView,
    refusals: [...writingRefusals, NotRecurrent, RuleNeverComes, TooManyMissed],
    examples: {
      body: {
        kind: 'invoice',
        dueOn: '2026-12-15',
        date: '2026-11-15',
        elements: [
          { description: 'Arroz selecto, saco', quantity: '2', unitPrice: '2450.00', discount: { percent: '5' } },
          { description: 'Entrega a domicilio', unitPrice: '150.00' },
        ],
      },
    },
    handler: (ctx, { body }) => createRecurrent(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/:pendingRecordId',
    summary: 'Read a document',
    description: 'A document with its lines and taxes, payments, links, and the margin of a sale.',
    access: { permission: 'invoicing:read' },
    params: z.strictObject({ pendingRecordId: z.uuid() }),
    returns: PendingRecordDetail,
    handler: (ctx, { params }) => readRecurrent(ctx, params.pendingRecordId),
  }),
];
