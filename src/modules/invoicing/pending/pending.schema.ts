import { z } from 'zod';
import { TaxIdKind } from '#modules/contacts/index.ts';
import { GivenLots, LotsOfLine, SerialNumbers } from '#modules/inventory/index.ts';
import { disputeStates } from '#modules/payments/index.ts';
import { fiscalTypeCodes } from '#modules/taxes/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { Currency, decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const PendingState = z
  .enum(['draft', 'void', 'open', 'partial', 'paid', 'past-due', 'converted'])
  .describe(
    '`open`: nothing is paid yet. `partial`: paid in part. `past-due`: its due date has passed. `converted`: all of it is in later documents.',
  );

const ELEMENTS_MAX = 1000;

const bounded = (limits: Parameters<typeof decimalWithin>[0]) =>
  decimalWithin(limits).transform((text) => plainDecimal(text));

export const Quantity = bounded({ above: 0, digits: 9, decimals: 6 });
const Price = bounded({ min: 0, digits: 13, decimals: 6 });
const Rate = bounded({ above: 0, digits: 9, decimals: 10 });
const Percent = bounded({ min: 0, max: 100, decimals: 6 });

const Discount = z
  .strictObject({ amount: Price.optional(), percent: Percent.optional() })
  .refine(({ amount, percent }) => (amount === undefined) !== (percent === undefined), {
    error: 'must be either an amount or a percent',
    params: { code: 'exactly_one' },
  })
  .meta({ description: 'Either an amount or a percent of the line.', example: { percent: '10' } });

const element = {
  resourceId: z.uuid().nullable().optional().describe('An item of the catalog. Without it: free text.'),
  resourceListId: z
    .uuid()
    .nullable()
    .optional()
    .describe('A pack or bundle that is sold as one, in place of an item: its parts leave the stock.'),
  description: z.string().trim().min(1).max(1000).optional().describe('Default: the name of the item or pack.'),
  quantity: Quantity.optional().describe('Default: 1.'),
  unit: z
    .string()
    .trim()
    .min(1)
    .max(20)
    .nullable()
    .optional()
    .describe('What the quantity counts, such as `lb`. Default: the unit of the item.'),
  unitPrice: Price.optional().describe(
    'Default, on a sale: the price of the item that holds for the contact that day; of a pack its own, else the sum of its parts.',
  ),
  priceLabel: z.string().trim().min(1).max(60).nullable().optional().describe('The name of a price tier.'),
  discount: Discount.nullable().optional(),
  discountOfferId: z
    .uuid()
    .nullable()
    .optional()
    .describe(
      'A discount that price discovery has offered for this item, in place of one by hand. It is taken once, for as long as the line names it; the price defaults to the one it was offered on.',
    ),
  taxIds: uniqueList(z.uuid(), { max: 10 })
    .optional()
    .describe('At their rates of the document’s day. Default: those of the item, or what all parts of the pack have.'),
  chartAccountId: z
    .uuid()
    .nullable()
    .optional()
    .describe(
      'Where the line is posted. Without it: the account of the item, else `sales` or `expenses` of the posting rules.',
    ),
  serialNumbers: SerialNumbers.optional().describe(
    'Of the units, where the item has them; of a pack or combo, those of all its parts that have them.',
  ),
  lots: GivenLots.optional(),
};

interface SaysWhat {
  id?: string | undefined;
  resourceId?: string | null | undefined;
  resourceListId?: string | null | undefined;
  description?: string | undefined;
  unitPrice?: string | undefined;
}

/** An existing line keeps the fields that are left out. A new line needs an item, or a description and a price. */
const saysWhat = ({ id, resourceId, resourceListId, description, unitPrice }: SaysWhat): boolean =>
  Boolean(id ?? resourceId ?? resourceListId) || (description !== undefined && unitPrice !== undefined);
const saysWhatError = {
  error: 'needs a resourceId, a resourceListId, or a description and a unitPrice',
  params: { code: 'required' },
};

interface SaysOneThing extends SaysWhat {
  discount?: object | null | undefined;
  discountOfferId?: string | null | undefined;
}

const oneThing = ({ resourceId, resourceListId, discount, discountOfferId }: SaysOneThing): boolean =>
  !(resourceId && resourceListId) && !(discount && discountOfferId);
const oneThingError = {
  error: 'must have a resourceId or a resourceListId, and a discount or a discountOfferId, not both',
  params: { code: 'at_most_one' },
};

export const NewDocumentLine = z.strictObject(element).refine(saysWhat, saysWhatError).refine(oneThing, oneThingError);

/** Letters and digits: dashes, dots and blanks are how people write them. */
const cleaned = (lengthMax: number) =>
  z
    .string()
    .max(60)
    .transform((text) => text.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .pipe(z.string().min(1).max(lengthMax));

const code = (what: string) =>
  z
    .string()
    .regex(/^\d{2}$/, 'must be a code of two digits')
    .nullable()
    .optional()
    .describe(what);

const ChangedElement = z
  .strictObject({ id: z.uuid().optional().describe('Of a line that is there already.'), ...element })
  .refine(saysWhat, saysWhatError)
  .refine(oneThing, oneThingError);

const ModificationCode = z.number().int().min(1).max(5);

/** The fields that a request can set, besides kind and lines. */
const head = {
  contactId: z.uuid().nullable().optional().describe('The customer of a sale, the supplier of a purchase.'),
  contactName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('As printed on the document. Default: the contact’s.'),
  contactTaxId: cleaned(30).nullable().optional().describe('Default: the contact’s.'),
  contactTaxIdKind: TaxIdKind.nullable()
    .optional()
    .describe('Default: the contact’s, or derived from a `contactTaxId` that is not theirs.'),
  date: CalendarDate.optional().describe('Default: today in the organization.'),
  dueOn: CalendarDate.optional().describe('Default: after the contact’s payment terms, else the organization’s.'),
  fiscalType: z
    .enum(fiscalTypeCodes)
    .nullable()
    .meta({
      id: 'FiscalTypeOfDocument',
      description:
        'The kind of receipt. An issued invoice takes its number from the organization’s numerals of this kind. Default for an invoice: as the contact’s `fiscalType` says, that of a consumer without a contact; electronic before paper, if the organization has numerals of that kind. Null: no receipt.',
    })
    .optional(),
  fiscalNumber: cleaned(20).nullable().optional().describe('The receipt of the supplier, on a purchase.'),
  modifiesFiscalNumber: cleaned(20).nullable().optional().describe('The receipt that this one corrects.'),
  modificationCode: ModificationCode.nullable()
    .meta({
      id: 'GivenModificationCode',
      description:
        'How an electronic receipt relates to the one in `modifiesFiscalNumber`. `1` voids it, `2` corrects its text, `3` corrects its amounts: only debit and credit notes. `4` replaces a paper receipt of the same kind that was issued in contingency. `5` refers to a consumer invoice (E32): only E31. Default: `3` on a debit note, else `4` or `5` as the other receipt requires.',
    })
    .optional(),
  expenseType: code('Type of expense on form 606: 01 to 11.'),
  incomeType: code('How it was earned, as form 607 names it: 01 to 06.'),
  paymentForm: code('How it is paid, as the forms name it: 01 to 08.'),
  currency: Currency.optional().describe('Default: the organization’s.'),
  rate: Rate.nullable()
    .optional()
    .describe('Units of the organization’s currency for one of the document’s. Default: the known rate of the day.'),
  pricesIncludeTax: z.boolean().optional().describe('Whether the unit prices hold the taxes already.'),
  divisionId: z.uuid().nullable().optional().describe('Default: the active division of the session.'),
  projectId: z.uuid().nullable().optional().describe('The project that its postings count for.'),
  sellerId: z.uuid().nullable().optional().describe('A member. Default: the contact’s seller.'),
  stage: z.string().trim().min(1).max(60).nullable().optional().describe('Its stage in the sales funnel.'),
  reference: z.string().trim().min(1).max(100).nullable().optional().describe('Their order number, for example.'),
  notes: z.string().trim().max(5000).optional().describe('Printed below the lines.'),
  terms: z.string().trim().max(5000).optional().describe('Printed below the notes.'),
  attachments: uniqueList(z.uuid(), { max: 50 })
    .optional()
    .describe('Ids of files of this organization: upload them with `POST /v1/files`.'),
  deliverLater: z.boolean().optional().describe('Goods are reserved now and leave with a delivery.'),
};

const documentFields = {
  kind: z
    .enum(['invoice', 'quote', 'order'])
    .default('invoice')
    .describe('Only an invoice is posted to the books and paid.'),
  direction: z.enum(['sale', 'purchase']).default('sale').describe('`sale` to a customer, `purchase` from a supplier.'),
  status: z
    .enum(['draft', 'issued'])
    .default('issued')
    .describe('A draft has no number and posts nothing until it is issued.'),
  ...head,
};

/** The fields that can differ in a copy. */
export const copyFields = { status: documentFields.status, ...head };

export const BulkDocument = z.strictObject({
  ...documentFields,
  elements: z.array(NewDocumentLine).max(ELEMENTS_MAX).default([]).describe('The lines, in their order.'),
});

const version = z
  .number()
  .int()
  .optional()
  .describe('As read: refused with `version_conflict` if it has changed since.');

export const PlainDocumentChange = z.strictObject({
  id: z.uuid().describe('The document to change.'),
  version,
  status: z.literal('issued').optional().describe('Issues a draft.'),
  ...head,
  elements: z
    .array(ChangedElement)
    .max(ELEMENTS_MAX)
    .optional()
    .describe('All lines in their new order; lines that are left out are removed.'),
});

export const AddedDocumentLine = z
  .strictObject({ pendingRecordId: z.uuid().describe('The document that gets the line.'), version, ...element })
  .refine(saysWhat, saysWhatError)
  .refine(oneThing, oneThingError);
export const DocumentLineChange = z
  .strictObject({ id: z.uuid().describe('The line to change.'), version, ...element })
  .refine(oneThing, oneThingError);

export interface GivenChange extends z.output<typeof ChangedElement> {}
export interface GivenHead extends z.output<z.ZodObject<typeof head>> {}
export interface GivenElement extends z.output<typeof NewDocumentLine> {}
export interface GivenDocument extends z.output<typeof BulkDocument> {}

const money = (what: string) => z.string().describe(what);

export const DocumentLineTaxView = z.object({
  taxId: z.uuid().describe('The tax: `GET /v1/taxes/list`.'),
  code: z.string().describe('The code of the tax.'),
  name: z.string().describe('As printed on the document.'),
  kind: z.string().describe('`withheld-…`: the payer keeps it and pays it to the tax authority.'),
  rate: z.string().describe('Percent, as it was used.'),
  base: money('The base that the rate was applied to.'),
  amount: z.string().describe('In the currency of the document.'),
});

export const DocumentLineView = z.object({
  id: z.uuid(),
  resourceId: z.uuid().nullable().describe('The item of the catalog; null: free text, or a pack.'),
  resourceListId: z.uuid().nullable().describe('The pack that is sold as one.'),
  description: z.string().describe('As printed on the document.'),
  quantity: z.string(),
  unit: z.string().nullable().describe('What the quantity counts; null: not said.'),
  unitPrice: z.string().describe('In the currency of the document; with the taxes if `pricesIncludeTax`.'),
  priceLabel: z.string().nullable().describe('The price tier that it was priced with; null: the usual price.'),
  discount: z
    .object({ amount: z.string().describe('Taken from the line.') })
    .or(z.object({ percent: z.string().describe('Of the line.') }))
    .nullable()
    .describe('As given: an amount or a percent of the line; null: none.'),
  discountOfferId: z.uuid().nullable().describe('The offer that the line has taken.'),
  discountReason: z.string().nullable().describe('Why there is the discount, where it was offered.'),
  chartAccountId: z.uuid().nullable().describe('Where the line is posted; null: as the item or the posting rules say.'),
  serialNumbers: z.array(z.string()).describe('Of the units that were sold or bought.'),
  lots: LotsOfLine,
  amount: money('Quantity times price.'),
  discountAmount: z.string().describe('What the discount takes from `amount`.'),
  net: money('Without taxes.'),
  tax: z.string().describe('The taxes of the line, without those that are withheld.'),
  withheld: z.string().describe('What the payer withholds of the line for the tax authority.'),
  total: money('With taxes.'),
  taxes: z.array(DocumentLineTaxView).describe('Each tax of the line.'),
  sourceElementId: z.uuid().nullable().describe('The line that this one was made from.'),
  converted: z.string().describe('How much of it is in later documents.'),
});

/** A line with the main fields of its document. */
export const ListedDocumentLine = DocumentLineView.extend({
  pendingRecordId: z.uuid(),
  date: CalendarDate.describe('The day of the document.'),
  kind: z.string().describe('Of the document.'),
  direction: z.string().describe('Of the document: `sale` or `purchase`.'),
  status: z.string().describe('Of the document.'),
  number: z.number().int().nullable().describe('Of the document; null: a draft.'),
  contactId: z.uuid().nullable().describe('The customer or supplier of the document; null: none.'),
  contactName: z.string().nullable().describe('As printed on the document.'),
  currency: z.string(),
});

const ItemAmounts = z.object({
  quantity: z.string().describe('In units of the item.'),
  net: z.string().describe('Without taxes.'),
  tax: z.string().describe('The taxes.'),
  total: z.string().describe('With taxes.'),
});

export const DocumentItem = z.object({
  resourceId: z.uuid().nullable().describe('Null: lines of free text, grouped by their text.'),
  description: z.string().describe('The text of its lines.'),
  documents: z.number().int().describe('How many documents have it.'),
  quantity: z.string().describe('In the documents of the period, before returns; so are `net`, `tax` and `total`.'),
  net: z.string().describe('Without taxes.'),
  tax: z.string().describe('The taxes.'),
  total: z.string().describe('With taxes.'),
  returned: ItemAmounts.describe(
    'Came back in issued returns of the period, by the dates of the returns, also of earlier documents.',
  ),
  afterReturns: ItemAmounts.describe('Less what came back; negative where more came back in the period.'),
  currency: z.string().describe('The organization’s; documents in others are converted at their own rates.'),
  lastOn: CalendarDate.describe('The date of the last document with the item.'),
});

export const PendingRecordSummary = z.object({
  id: z.uuid(),
  version: z.number().int(),
  kind: z.enum(['invoice', 'quote', 'order', 'loan']).describe('Only an invoice or a loan is paid.'),
  direction: z.enum(['sale', 'purchase']).describe('`sale` to a customer, `purchase` from a supplier.'),
  status: z
    .enum(['draft', 'issued', 'void'])
    .describe('Whether it counts: a draft posts nothing, a void document no more.'),
  state: PendingState.describe('`converted`: everything of this quote or order is in later documents.'),
  number: z.number().int().nullable().describe('Of its kind and direction, without gaps; null until it is issued.'),
  contactId: z.uuid().nullable().describe('The customer of a sale, the supplier of a purchase; null: none.'),
  contactName: z.string().nullable().describe('As printed on the document.'),
  contactTaxId: z.string().nullable().describe('The RNC or cédula, as printed on the document.'),
  contactTaxIdKind: TaxIdKind.nullable().describe('Which kind of number that is; null: there is none.'),
  date: CalendarDate.describe('The day on which it counts in the books and on the forms.'),
  dueOn: CalendarDate.describe('The last day to pay it; of a quote, to accept it.'),
  fiscalType: z.string().nullable().describe('The kind of receipt, such as `B01` or `E31`; null: none.'),
  fiscalNumber: z.string().nullable(),
  fiscalExpiresOn: CalendarDate.nullable().describe(
    'The last day on which its sequence may be used; null: it has no end.',
  ),
  modifiesFiscalNumber: z.string().nullable().describe('The receipt that it corrects or replaces; null: none.'),
  modificationCode: ModificationCode.nullable().describe('How it relates to that receipt; null: it corrects none.'),
  expenseType: z.string().nullable().describe('Type of expense on form 606: 01 to 11; null: a sale, or not given.'),
  incomeType: z.string().nullable().describe('Type of income on form 607: 01 to 06; null: not given.'),
  paymentForm: z
    .string()
    .nullable()
    .describe('How it is paid, as the forms name it: 01 to 08; null: from its payments.'),
  currency: z.string(),
  rate: z
    .string()
    .nullable()
    .describe('Units of the organization’s currency for one of `currency`; null: they are the same.'),
  pricesIncludeTax: z.boolean().describe('Whether the unit prices hold the taxes already.'),
  subtotal: money('The lines as priced, before discounts.'),
  discount: z.string().describe('The discounts of all lines.'),
  net: money('Without taxes.'),
  tax: z.string().describe('The taxes, without those that are withheld.'),
  total: money('With taxes.'),
  withheld: money('Withheld by the payer for the tax authority.'),
  due: money('The total less what is withheld.'),
  paid: z.string().describe('The payments that are not void, refunds taken off.'),
  balance: money('Amount still due.'),
  baseTotal: money('The total in the organization’s currency.'),
  divisionId: z.uuid().nullable().describe('The branch or till that it belongs to; null: none.'),
  projectId: z.uuid().nullable().describe('The project that its postings count for; null: none.'),
  sellerId: z.uuid().nullable().describe('The member who sold it and earns the commission; null: nobody.'),
  stage: z.string().nullable().describe('Its stage in the sales funnel; null: none.'),
  reference: z.string().nullable().describe('A number of the other party, such as their order; null: none.'),
  notes: z.string().describe('Printed below the lines.'),
  terms: z.string().describe('Printed below the notes.'),
  templateId: z
    .uuid()
    .nullable()
    .describe('How it is printed: `GET /v1/record/pending/template`; null: as the default template says.'),
  attachments: z.array(z.uuid()).describe('Its files: `GET /v1/files`.'),
  deliverLater: z.boolean().describe('Goods are reserved and leave with a delivery.'),
  sourceId: z.uuid().nullable().describe('The document that this one was made from.'),
  recurrencyId: z.uuid().nullable().describe('The recurrence that made it, or that copies it; null: none.'),
  cycleOn: CalendarDate.nullable().describe('The cycle of the recurrence that it is; null: none.'),
  recordId: z.uuid().nullable().describe('The record that it posted.'),
  pastDueAt: Timestamp.nullable().describe('When it was found past due; null: it is not.'),
  paidAt: Timestamp.nullable().describe('When nothing was due any more; null: something is.'),
  issuedAt: Timestamp.nullable().describe('When it took its number; null: a draft.'),
  voidedAt: Timestamp.nullable().describe('When it was voided; null: it holds.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const PlainDocumentView = PendingRecordSummary.extend({
  elements: z.array(DocumentLineView).describe('The lines, in their order.'),
});

export const DocumentLinkView = z.strictObject({
  kind: z.enum(['document', 'record', 'payment', 'credit', 'return']).describe('What is tied to the document.'),
  id: z.uuid().describe('Of what is tied.'),
});

export const DocumentMarginView = z.object({
  id: z.uuid(),
  currency: z.string().describe('The organization’s currency: every amount here is in it.'),
  net: z.string().describe('Of the sale, without taxes.'),
  returned: z.string().describe('The part of the net that came back in issued returns.'),
  cost: money('Of the goods that left and did not come back, and of everything that is tied to the sale.'),
  margin: z.string().describe('`net` less `returned` and `cost`.'),
  marginPercent: z.string().nullable().describe('Of `net` less `returned`; null where nothing is left of it.'),
  costs: z
    .array(
      z.object({
        id: z.uuid(),
        elementId: z.uuid().nullable().describe('The line of the sale; null: the sale as a whole.'),
        costElementId: z.uuid().nullable().describe('The line of the purchase that costs it; null: a record does.'),
        recordId: z.uuid().nullable().describe('The record that costs it; null: a line of a purchase does.'),
        amount: z.string().describe('The part of that cost that the sale carries.'),
        description: z.string().describe('The text of that line or record.'),
      }),
    )
    .describe('What was tied to it; goods of the stock are in `cost` only.'),
});

export const PaymentView = z.object({
  id: z.uuid(),
  pendingRecordId: z.uuid().describe('The document that it paid.'),
  source: z
    .enum([
      'account',
      'balance',
      'gift-card',
      'card',
      'withheld-itbis',
      'withheld-isr',
      'credit',
      'return',
      'write-off',
    ])
    .describe('`card`: a card was charged. `credit`, `return`: settled by a credit or a return.'),
  sourceId: z.uuid().nullable().describe('The gift card, the charge, the credit or the return.'),
  amount: z.string().describe('The part of the document that it settled.'),
  currency: Currency.describe('The document’s.'),
  date: CalendarDate.describe('The day on which it counts in the books.'),
  accountId: z
    .uuid()
    .nullable()
    .describe('The account that the money is in; null: no money moved, or not into an account.'),
  method: z
    .string()
    .nullable()
    .describe('How it was paid; the 607 classes it by words such as `cash`, `transfer` and `card`.'),
  reference: z.string().nullable().describe('A number of the payment, such as of the cheque; null: none.'),
  recordId: z.uuid().nullable().describe('The record of the books; a receipt names the payment by it.'),
  voidedAt: Timestamp.nullable().describe('When it was voided.'),
  refund: z
    .object({
      status: z
        .enum(['requested', 'settled', 'failed'])
        .describe('`requested`: the provider has not confirmed it yet.'),
      reason: z.string().nullable().describe('Why it failed: the payment remains valid.'),
      recordId: z.uuid().nullable().describe('The record of the money that went back.'),
      createdAt: Timestamp.describe('When the refund was asked for.'),
    })
    .nullable()
    .describe('The last refund of a card payment.'),
  dispute: z
    .object({
      id: z.uuid(),
      state: z.enum(disputeStates).describe('How far the dispute at the customer’s bank is.'),
      evidenceDueAt: Timestamp.nullable().describe('Until when the provider takes evidence; null: it waits for none.'),
    })
    .nullable()
    .describe('The last dispute of its card charge.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
});

/** A document with everything about it. */
export const PlainDocumentDetail = PlainDocumentView.extend({
  payments: z.array(PaymentView).describe('The oldest first.'),
  links: z.array(DocumentLinkView).describe('What is tied to it, so that it is found from here.'),
  margin: DocumentMarginView.nullable().describe('Of a sale.'),
});
