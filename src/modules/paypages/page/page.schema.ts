import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { SharedDocument } from '#modules/invoicing/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const MayPay = z.enum(['whole', 'part', 'instalment']);
export type MayPay = z.output<typeof MayPay>;
export const PageKind = z.enum(['document', 'contact', 'amount', 'card']);

const mayPay = uniqueList(MayPay, { min: 1, max: 3 });
const wanted = {
  kind: PageKind.optional().describe(
    '`document`: one document (invoice, quote, order, loan). `contact`: everything that a contact owes. `amount`: an amount that becomes balance of the contact. `card`: a card to be saved. Default: by the fields that are given, `contact` with `contactId` alone.',
  ),
  pendingRecordId: z.uuid().optional().describe('The document, of a page of the kind `document`.'),
  contactId: z.uuid().optional().describe('The contact (customer), of every other kind.'),
  amount: Amount.optional().describe('Of a page of the kind `amount`.'),
  currency: Currency.optional().describe('Default: the currency of the organization.'),
  description: z.string().trim().min(1).max(200).optional().describe('Purpose of the amount.'),
  message: z.string().trim().min(1).max(2000).optional().describe('A message to the visitor.'),
  expiresAt: Timestamp.optional().describe('The page answers 410 from then on. Default: never.'),
};

type Kind = z.output<typeof PageKind>;
type Wanted = { kind?: Kind | undefined; pendingRecordId?: unknown; contactId?: unknown; amount?: unknown };

/** The kind of a page, by what it is for. */
export const kindOf = ({ kind, pendingRecordId, amount }: Wanted): Kind =>
  kind ?? (pendingRecordId !== undefined ? 'document' : amount !== undefined ? 'amount' : 'contact');

const needs = (field: 'pendingRecordId' | 'contactId' | 'amount', kinds: string[]) =>
  [
    (given: Wanted): boolean => kinds.includes(kindOf(given)) === (given[field] !== undefined),
    {
      error: `is required for the kinds ${kinds.join(', ')}, and for no other`,
      path: [field] as PropertyKey[],
      params: { code: 'required' },
    },
  ] as const;

const refined = <S extends z.ZodType<Wanted>>(schema: S) =>
  schema
    .refine(...needs('pendingRecordId', ['document']))
    .refine(...needs('contactId', ['contact', 'amount', 'card']))
    .refine(...needs('amount', ['amount']));

export const NewSharedPage = refined(
  z.strictObject({
    ...wanted,
    mayPay: mayPay
      .optional()
      .describe(
        'The amounts that a visitor may pay. Default: the whole amount, and the next instalment of a document that has a plan.',
      ),
  }),
);

export const SharedPagePreview = refined(
  z.strictObject({
    ...wanted,
    mayPay: z
      .string()
      .regex(
        /^(whole|part|instalment)(,(whole|part|instalment)){0,2}$/,
        'must be some of whole, part, instalment, separated by commas',
      )
      .optional()
      .describe('A list with commas: `whole,part`.'),
  }),
);
export type WantedPage = Omit<z.output<typeof NewSharedPage>, 'mayPay'> & { mayPay?: MayPay[] | undefined };

export const PageBrand = z.object({ name: z.string(), logoUrl: z.string().nullable(), colour: z.string() });

/** Part of every answer to a visitor: the owner and the address of the page. */
export const PageHead = z.object({ organization: PageBrand, pageUrl: z.string() });

export const PaymentChoice = z.object({
  what: MayPay,
  amount: z.string(),
  least: z.string(),
  most: z.string(),
  instalments: z.int().nullable().describe('How many instalments `instalment` pays: all that are due, or the next.'),
});

export const PaymentStatus = z.enum([
  'open',
  'processing',
  'requires_action',
  'succeeded',
  'refunded',
  'disputed',
  'failed',
  'canceled',
]);

export const PagePaymentView = z.object({
  id: z.uuid(),
  status: PaymentStatus.describe(
    '`open`: the payer has not finished on the page of the processor. `disputed`: their bank took the money back.',
  ),
  amount: z.string(),
  currency: z.string(),
  declineReason: z.string().nullable().describe('Why the bank refused the last attempt.'),
  createdAt: Timestamp,
});

const shown = {
  kind: PageKind,
  organization: PageBrand,
  title: z.string(),
  message: z.string(),
  expiresAt: Timestamp.nullable(),
  currency: z.string(),
  due: z.string().describe('Amount still due.'),
  document: SharedDocument.nullable().describe('Of a page of the kind `document`, as on paper.'),
  documents: z
    .array(
      z.object({ title: z.string(), number: z.string(), date: CalendarDate, dueOn: CalendarDate, balance: z.string() }),
    )
    .describe('Of a page of the kind `contact`: what is owed.'),
  payer: z.object({ name: z.string() }).nullable(),
  acceptance: z
    .object({
      name: z.string(),
      acceptedAt: Timestamp,
      version: z.number().int().describe('Of the document, when it was accepted.'),
      outdated: z.boolean().describe('The quote says something else now: it can be accepted again.'),
    })
    .nullable()
    .describe('Who accepted the quote.'),
  mayAccept: z.boolean(),
  version: z.number().int().nullable().describe('Of the document, for its acceptance.'),
  appearance: z.object({
    dateFormat: z.enum(['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd']),
    decimalSeparator: z.enum(['.', ',']),
  }),
};

export const PaymentData = z.object({
  currency: z.string(),
  due: z.string(),
  choices: z.array(PaymentChoice).describe('The amounts that a visitor may pay. Empty: nothing can be paid here.'),
  card: z.boolean().describe('A card can be paid with, or saved, on the page of the payment processor.'),
  localCard: z.boolean().describe('A local card can be saved with the card processor and then charged.'),
  savedCards: z.boolean().describe('A saved card may be used, once the visitor has proved to be the contact.'),
  bankTransfer: z
    .object({
      accounts: z.array(
        z.object({
          bankName: z.string().nullable(),
          accountNumber: z.string(),
          holder: z.string(),
          currency: z.string(),
        }),
      ),
      reference: z.string().describe('The reference to write on the transfer.'),
      instructions: z.string(),
    })
    .nullable(),
  payment: PagePaymentView.nullable().describe(
    'The payment that the visitor returns from, or the last one of this page.',
  ),
});
export type PaymentData = z.output<typeof PaymentData>;

/** A page as its visitor sees it: the content of the printed document, what is due and how to pay it. */
export const SharedPageView = z.object({
  ...shown,
  id: z.string().nullable().describe('Null in a preview.'),
  url: z.string().nullable(),
  pdfUrl: z.string().nullable(),
  paymentData: PaymentData,
});
export type SharedPageView = z.output<typeof SharedPageView>;

export const SharedPageRecord = z.object({
  pageId: z.uuid(),
  id: z.string().describe('The unguessable part of the link.'),
  url: z.string(),
  kind: PageKind,
  pendingRecordId: z.uuid().nullable(),
  contactId: z.uuid().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  description: z.string(),
  message: z.string(),
  mayPay: z.array(MayPay),
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});

/** The unguessable part of the link of a page. */
export const byShareId = z.strictObject({ id: z.string().min(20).max(100) });
