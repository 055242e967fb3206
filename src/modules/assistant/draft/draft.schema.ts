import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';

const TEXT_LENGTH_MAX = 50_000;

export const source = {
  text: z
    .string()
    .trim()
    .min(1)
    .max(TEXT_LENGTH_MAX)
    .optional()
    .describe('A message, an e-mail, the text of a document.'),
  fileId: z.uuid().optional().describe('A PDF, picture, XML or text file of this organization (`POST /v1/files`).'),
  model: z.string().max(60).optional().describe('Default: the setting `assistant.model`.'),
};
export const hasSource = ({ text, fileId }: { text?: string | undefined; fileId?: string | undefined }): boolean =>
  text !== undefined || fileId !== undefined;
export const noSource = { error: 'takes a text or a fileId', path: ['text'], params: { code: 'required' } };

export const InvoiceToRead = z
  .strictObject({
    ...source,
    kind: z.enum(['invoice', 'quote', 'order']).optional().describe('Default: `invoice`.'),
    direction: z.enum(['sale', 'purchase']).optional().describe('Default: as it was read.'),
    save: z
      .boolean()
      .default(false)
      .describe('Saves the draft as a document with the status `draft`: it has no number and posts nothing.'),
  })
  .refine(hasSource, noSource);

const Candidate = z.object({ id: z.uuid(), name: z.string(), confidence: z.number().describe('From 0 to 1.') });

export const Unsure = z
  .array(
    z.object({
      field: z.string().describe('Of the draft, such as `elements[1].resourceId`.'),
      why: z.string(),
      candidates: z.array(Candidate).describe('Possible matches, best first.'),
    }),
  )
  .describe('Points that a person should check.');
export type Unsure = z.output<typeof Unsure>;

export const DocumentDraftProposal = z.object({
  readBy: z.string().describe('`rules`, `electronic-receipt`, or the id of a model.'),
  draft: z
    .object({
      kind: z.enum(['invoice', 'quote', 'order']),
      direction: z.enum(['sale', 'purchase']),
      status: z.literal('draft'),
      contactId: z.uuid().nullable(),
      contactName: z.string().nullable(),
      contactTaxId: z.string().nullable(),
      fiscalNumber: z.string().nullable(),
      date: CalendarDate.optional(),
      dueOn: CalendarDate.optional(),
      currency: z.string().optional(),
      pricesIncludeTax: z.boolean(),
      attachments: z.array(z.uuid()),
      elements: z.array(
        z.object({
          resourceId: z.uuid().nullable(),
          description: z.string(),
          quantity: z.string(),
          unitPrice: z.string().optional(),
          taxIds: z.array(z.uuid()).optional(),
        }),
      ),
    })
    .describe('The body of `POST /v1/record/pending`.'),
  read: z.object({ total: z.string().nullable(), tax: z.string().nullable() }).describe('As the source says.'),
  preview: z
    .object({ net: z.string(), tax: z.string(), total: z.string(), currency: z.string() })
    .nullable()
    .describe('As the document would be. Null: it would be refused, and `unsure` says why.'),
  unsure: Unsure,
  documentId: z.uuid().nullable().describe('The saved draft.'),
});

export const PaymentToRead = z
  .strictObject({
    ...source,
    contactId: z.uuid().optional().describe('The payer, where it is known.'),
    direction: z.enum(['sale', 'purchase']).default('sale').describe('`sale`: money that came in.'),
  })
  .refine(hasSource, noSource);

export const PaymentDraftProposal = z.object({
  readBy: z.string().describe('`rules`, or the id of a model.'),
  amount: z.string().nullable(),
  currency: z.string(),
  date: CalendarDate.nullable(),
  reference: z.string().nullable(),
  payerName: z.string().nullable(),
  allocations: z.array(
    z.object({
      documentId: z.uuid(),
      number: z.number().int().nullable(),
      fiscalNumber: z.string().nullable(),
      dueOn: CalendarDate,
      balance: z.string(),
      amount: z.string(),
      why: z.enum(['reference', 'exact-amount', 'adds-up', 'oldest-first']),
    }),
  ),
  unallocated: z.string().nullable().describe('The part of the amount that is not allocated.'),
  draft: z
    .object({
      contactId: z.uuid(),
      accountId: z.uuid(),
      direction: z.enum(['sale', 'purchase']),
      documents: z.array(z.object({ id: z.uuid(), amount: z.string() })),
      date: CalendarDate.optional(),
      reference: z.string().optional(),
      paymentMethod: z.string().optional(),
    })
    .nullable()
    .describe('The body of `PATCH /v1/record/pending/pay/bulk`. Nothing is booked. Null: something is missing.'),
  unsure: Unsure,
});
