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

const Candidate = z.object({
  id: z.uuid(),
  name: z.string().describe('Of the contact, product or account.'),
  confidence: z.number().describe('From 0 to 1.'),
});

export const Unsure = z
  .array(
    z.object({
      field: z.string().describe('Of the draft, such as `elements[1].resourceId`.'),
      why: z.string().describe('For people: what was not clear.'),
      candidates: z.array(Candidate).describe('Possible matches, best first.'),
    }),
  )
  .describe('Points that a person should check.');
export type Unsure = z.output<typeof Unsure>;

export const DocumentDraftProposal = z.object({
  readBy: z.string().describe('`rules`, `electronic-receipt`, or the id of a model.'),
  draft: z
    .object({
      kind: z.enum(['invoice', 'quote', 'order']).describe('The kind of document that it becomes.'),
      direction: z.enum(['sale', 'purchase']).describe('`purchase`: a supplier sent it to you.'),
      status: z.literal('draft').describe('It has no number and posts nothing.'),
      contactId: z.uuid().nullable().describe('The contact that was found; null: none for certain.'),
      contactName: z.string().nullable().describe('As the source names the other side; null: it does not.'),
      contactTaxId: z.string().nullable().describe('The tax number (RNC or cédula) in the source; null: none.'),
      fiscalNumber: z.string().nullable().describe('The supplier’s NCF in the source; null: none.'),
      date: CalendarDate.optional().describe('Of the document. Left out: the source has none.'),
      dueOn: CalendarDate.optional().describe('When it is due. Left out: the source does not say.'),
      currency: z.string().optional(),
      pricesIncludeTax: z.boolean().describe('Whether the unit prices have the tax in them.'),
      attachments: z.array(z.uuid()).describe('The file that was read.'),
      elements: z
        .array(
          z.object({
            resourceId: z.uuid().nullable().describe('The product that was found; null: free text.'),
            description: z.string().describe('The name of the product, or the source’s words.'),
            quantity: z.string().describe('In units of the product.'),
            unitPrice: z.string().optional().describe('Left out: the price of the product.'),
            taxIds: z.array(z.uuid()).optional().describe('Left out: the taxes of the product.'),
          }),
        )
        .describe('The lines.'),
    })
    .describe('The body of `POST /v1/record/pending`.'),
  read: z
    .object({
      total: z.string().nullable().describe('The total that the source states; null: none.'),
      tax: z.string().nullable().describe('The tax that the source states; null: none.'),
    })
    .describe('As the source says.'),
  preview: z
    .object({
      net: z.string().describe('Before taxes.'),
      tax: z.string().describe('All taxes together.'),
      total: z.string().describe('What is to be paid.'),
      currency: z.string(),
    })
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
  amount: z.string().nullable().describe('What was paid, as the source says; null: not found.'),
  currency: z.string(),
  date: CalendarDate.nullable().describe('When it was paid; null: not found.'),
  reference: z.string().nullable().describe('The number of the transfer or check; null: none.'),
  payerName: z.string().nullable().describe('As the source names the payer; null: not found.'),
  allocations: z
    .array(
      z.object({
        documentId: z.uuid().describe('The open document.'),
        number: z.number().int().nullable().describe('The number of the document; null: none.'),
        fiscalNumber: z.string().nullable().describe('Its NCF; null: none.'),
        dueOn: CalendarDate.describe('When it is due.'),
        balance: z.string().describe('What is open of it.'),
        amount: z.string().describe('The part of the payment for it.'),
        why: z
          .enum(['reference', 'exact-amount', 'adds-up', 'oldest-first'])
          .describe('`adds-up`: these documents add up to the amount.'),
      }),
    )
    .describe('The open documents that it is taken to pay.'),
  unallocated: z.string().nullable().describe('The part of the amount that is not allocated.'),
  draft: z
    .object({
      contactId: z.uuid().describe('Who pays.'),
      accountId: z.uuid().describe('The cash or bank account that the money goes to.'),
      direction: z.enum(['sale', 'purchase']).describe('`sale`: money that came in.'),
      documents: z
        .array(z.object({ id: z.uuid(), amount: z.string().describe('The part of the payment for it.') }))
        .describe('What it pays.'),
      date: CalendarDate.optional().describe('When it was paid. Left out: today.'),
      reference: z.string().optional().describe('The number of the transfer or check.'),
      paymentMethod: z.string().optional().describe('How it was paid, if the source says so.'),
    })
    .nullable()
    .describe('The body of `PATCH /v1/record/pending/pay/bulk`. Nothing is booked. Null: something is missing.'),
  unsure: Unsure,
});
