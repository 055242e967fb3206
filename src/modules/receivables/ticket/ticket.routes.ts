import { z } from 'zod';
import { AccountArchived } from '#modules/accounting/index.ts';
import { NotRecurrent, RuleNeverComes, TooManyMissed, writingRefusals } from '#modules/invoicing/index.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused } from '#platform/refusal.ts';
import { giftCardRefusals } from '../gift-card/movement.ts';
import { settlingRefusals } from '../pay/settling-refusals.ts';
import { BulkDocument, BulkTicket, NewDocument, TicketView } from './ticket.schema.ts';
import { createBulk, createTickets } from './ticket.ts';

const BULK_MAX = 500;
/** All lines are written in one transaction, in one packet: more would block other requests while it is built. */
const BULK_LINES_MAX = 5_000;

const writing = [...new Set([...writingRefusals, ...settlingRefusals, AccountArchived, ...giftCardRefusals])];

export const ticketRoutes = [
  route('POST', '/v1/record/pending', 'invoicing:write', {
    summary: 'Create a document',
    description:
      'Creates an invoice, a quote or an order, sold or bought. Unless `status` is `draft` it is issued at once: it takes the next number of its kind, and an invoice is posted to the books. Amounts are rounded per line, half away from zero, and then summed. With `recurrency` it recurs: each cycle is a copy of it. With `payments` an invoice is also paid, as `PATCH /v1/record/pending/pay` does: a ticket of a till is one request, and if a payment is refused, nothing is written. Emits `invoice:created` for an invoice, then what its payments emit. The search finds a new invoice within a second or two.',
    status: 201,
    body: NewDocument,
    returns: TicketView,
    refusals: [...writing, NotRecurrent, RuleNeverComes, TooManyMissed],
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
    handler: async (ctx, { body }) => (await createTickets([{ ctx, ticket: body }]))[0]!,
    together: (requests) => createTickets(requests.map(({ ctx, input }) => ({ ctx, ticket: input.body }))),
  }),
  route('POST', '/v1/record/pending/bulk', 'invoicing:write', {
    action: 'createMany',
    summary: 'Create many documents',
    description:
      'Creates up to 500 documents with up to 5,000 lines at once, all or none: `errors` names what is refused with its place. With `validRowsOnly`, refused ones are left out and reported in `results`. Numbers follow the given order. Invoices with `payments` are also paid.',
    status: 201,
    body: z.strictObject({
      documents: z
        .array(BulkDocument)
        .min(1)
        .max(BULK_MAX)
        .refine((documents) => documents.reduce((sum, { elements }) => sum + elements.length, 0) <= BULK_LINES_MAX, {
          error: `have at most ${BULK_LINES_MAX} lines in all`,
          params: { code: 'too_big' },
        })
        .describe('Written in this order.'),
      validRowsOnly: z
        .boolean()
        .default(false)
        .describe('Creates the valid ones and reports the others, instead of creating none.'),
    }),
    rows: 'documents',
    returns: z.object({
      created: z.number().int().describe('How many were created.'),
      refused: z.number().int().describe('How many were refused.'),
      results: z.array(BulkTicket).describe('One for each document, in their order.'),
    }),
    refusals: [BulkRefused, ...writing],
    bodyBytesMax: 4 * 1024 * 1024,
    examples: {
      body: {
        documents: [
          { elements: [{ description: 'Mensualidad de noviembre', unitPrice: '1500.00' }] },
          { elements: [{ description: 'Mensualidad de noviembre', unitPrice: '1800.00' }] },
        ],
      },
    },
    handler: (ctx, { body, rows }) => createBulk(ctx, body.documents, rows),
  }),
];
