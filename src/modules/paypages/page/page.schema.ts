import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { SharedDocument } from '#modules/invoicing/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const MayPay = z
  .enum(['whole', 'part', 'instalment'])
  .describe('`part`: an amount up to what is due. `instalment`: what is due of a plan.');
export type MayPay = z.output<typeof MayPay>;
export const PageKind = z
  .enum(['document', 'contact', 'amount', 'card'])
  .describe(
    '`document`: one document. `contact`: all that a contact owes. `amount`: a given amount. `card`: to save a card.',
  );

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

export const PageBrand = z.object({
  name: z.string(),
  logoUrl: z.string().nullable().describe('Null: the organization has none.'),
  colour: z.string().describe('As `#rrggbb`.'),
});

/** Part of every answer to a visitor: the owner and the address of the page. */
export const PageHead = z.object({
  organization: PageBrand.describe('Whose page it is.'),
  pageUrl: z.string().describe('The page that the visitor came from.'),
});

export const PaymentChoice = z.object({
  what: MayPay.describe('Sent with the payment, to choose it.'),
  amount: z.string().describe('What it pays; a part may be less.'),
  least: z.string().describe('The least that may be paid.'),
  most: z.string().describe('The most that may be paid.'),
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
  amount: z.string().describe('What was to be paid.'),
  currency: z.string(),
  declineReason: z.string().nullable().describe('Why the bank refused the last attempt.'),
  createdAt: Timestamp,
});

const shown = {
  kind: PageKind,
  organization: PageBrand.describe('Whose page it is.'),
  title: z.string().describe('The heading of the page.'),
  message: z.string().describe('A message to the visitor; empty: none.'),
  expiresAt: Timestamp.nullable().describe('The page answers 410 from then on; null: never.'),
  currency: z.string(),
  due: z.string().describe('Amount still due.'),
  document: SharedDocument.nullable().describe('Of a page of the kind `document`, as on paper.'),
  documents: z
    .array(
      z.object({
        title: z.string().describe('What the document is called on paper.'),
        number: z.string().describe('The fiscal number, else the issuer’s own.'),
        date: CalendarDate.describe('The day of the document.'),
        dueOn: CalendarDate.describe('The last day to pay it.'),
        balance: z.string().describe('What is still due of it.'),
      }),
    )
    .describe('Of a page of the kind `contact`: what is owed.'),
  payer: z.object({ name: z.string() }).nullable().describe('The contact of the page; null: nobody is named.'),
  acceptance: z
    .object({
      name: z.string().describe('As they wrote it.'),
      acceptedAt: Timestamp.describe('When they accepted it.'),
      version: z.number().int().describe('Of the document, when it was accepted.'),
      outdated: z.boolean().describe('The quote says something else now: it can be accepted again.'),
    })
    .nullable()
    .describe('Who accepted the quote.'),
  mayAccept: z.boolean().describe('The quote can be accepted here now.'),
  version: z.number().int().nullable().describe('Of the document, for its acceptance.'),
  appearance: z
    .object({
      dateFormat: z.enum(['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd']).describe('How the owner writes dates.'),
      decimalSeparator: z.enum(['.', ',']).describe('How the owner writes decimals.'),
    })
    .describe('How the owner writes dates and numbers.'),
};

export const PaymentData = z.object({
  currency: z.string(),
  due: z.string().describe('What is still due.'),
  choices: z.array(PaymentChoice).describe('The amounts that a visitor may pay. Empty: nothing can be paid here.'),
  card: z.boolean().describe('A card can be paid with, or saved, on the page of the payment processor.'),
  localCard: z.boolean().describe('A local card can be saved with the card processor and then charged.'),
  savedCards: z.boolean().describe('A saved card may be used, once the visitor has proved to be the contact.'),
  bankTransfer: z
    .object({
      accounts: z
        .array(
          z.object({
            bankName: z.string().nullable().describe('Null: not given.'),
            accountNumber: z.string().describe('As the bank writes it.'),
            holder: z.string().describe('The name of the owner.'),
            currency: z.string(),
          }),
        )
        .describe('The bank accounts that have a number.'),
      reference: z.string().describe('The reference to write on the transfer.'),
      instructions: z.string().describe('From the settings; empty: none.'),
    })
    .nullable()
    .describe('Where to transfer money; null: the page shows no accounts.'),
  payment: PagePaymentView.nullable().describe(
    'The payment that the visitor returns from, or the last one of this page.',
  ),
});
export type PaymentData = z.output<typeof PaymentData>;

/** A page as its visitor sees it: the content of the printed document, what is due and how to pay it. */
export const SharedPageView = z.object({
  ...shown,
  id: z.string().nullable().describe('Null in a preview.'),
  url: z.string().nullable().describe('The page itself; null in a preview.'),
  pdfUrl: z.string().nullable().describe('The document on paper; null: the page has none, or is a preview.'),
  paymentData: PaymentData.describe('What may be paid here, and how.'),
});
export type SharedPageView = z.output<typeof SharedPageView>;

export const SharedPageRecord = z.object({
  pageId: z.uuid().describe('To revoke it.'),
  id: z.string().describe('The unguessable part of the link.'),
  url: z.string().describe('The link to send.'),
  kind: PageKind,
  pendingRecordId: z.uuid().nullable().describe('The document that it is for; null: it is of another kind.'),
  contactId: z.uuid().nullable().describe('The contact that it is for; null: a page of a document.'),
  amount: z.string().nullable().describe('What it asks for; null: not of the kind `amount`.'),
  currency: z.string().nullable(),
  description: z.string().describe('Purpose of the amount; empty: none.'),
  message: z.string().describe('A message to the visitor; empty: none.'),
  mayPay: z.array(MayPay).describe('The amounts that a visitor may pay.'),
  expiresAt: Timestamp.nullable().describe('The page answers 410 from then on; null: never.'),
  revokedAt: Timestamp.nullable().describe('When its link stopped working; null: it works.'),
  createdAt: Timestamp,
});

/** The unguessable part of the link of a page. */
export const byShareId = z.strictObject({
  id: z.string().min(20).max(100).describe('The unguessable part of the link.'),
});
