import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { Decimal, decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';

/** More than zero, and small enough that sums do not overflow. */
export const Amount = decimalWithin({ above: 0, digits: 13 });
export const Rate = decimalWithin({ above: 0, digits: 9 });

const common = {
  date: CalendarDate.optional().describe('Default: today in the organization.'),
  description: z.string().trim().max(1000).optional().describe('What the reports show; for example what was bought.'),
  reference: z.string().trim().min(1).max(100).nullable().optional().describe('A number on paper, for example.'),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division of the account, else the active division of the session.'),
  projectId: z.uuid().nullable().optional().describe('The project that it counts for.'),
  contactId: z.uuid().nullable().optional().describe('Who paid or was paid.'),
  attachments: uniqueList(z.uuid(), { max: 50 })
    .optional()
    .describe('Ids of files of this organization: upload them with `POST /v1/files`.'),
};

const GivenTax = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe('As it is to be shown; records of one name are summed in `GET /v1/record/taxes-paid`.'),
  rate: Decimal.nullable().optional().describe('Percent, for the reader: the amount is what counts.'),
  amount: Amount.describe('Part of the amount of the record, in its currency.'),
});

const money = {
  ...common,
  amount: Amount.describe('The total with taxes, in the currency of the account.'),
  net: Amount.optional().describe('Given, it is checked: net and taxes make the amount, to the cent.'),
  rate: Rate.nullable()
    .optional()
    .describe('Units of the organization’s currency for one of the account’s, where that is another.'),
  taxes: z.array(GivenTax).max(20).optional().describe('The taxes in `amount`. Default: none.'),
  accountId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Where the money came or left. Without it: the cash account of the posting rules.'),
  chartAccountId: z
    .uuid()
    .nullable()
    .optional()
    .describe('The income or expense account. Default: `otherIncome` or `expenses` of the posting rules.'),
  paymentMethod: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .nullable()
    .optional()
    .describe('How it was paid: your own word, such as `cash` or `transfer`.'),
};

const GivenLine = z
  .strictObject({
    chartAccountId: z.uuid().describe('An account of the chart that takes postings.'),
    debit: Amount.optional().describe('Either this or `credit`.'),
    credit: Amount.optional().describe('Either this or `debit`.'),
    ownAmount: decimalWithin({ min: 0, digits: 13 })
      .optional()
      .describe('In the account’s own currency, where that is another. 0: only its value changes.'),
  })
  .refine(({ debit, credit }) => (debit === undefined) !== (credit === undefined), {
    error: 'must have either a debit or a credit',
    params: { code: 'exactly_one' },
  });

const lines = z
  .array(GivenLine)
  .min(2)
  .max(100)
  .meta({
    description: 'In the organization’s currency. Debits and credits make the same sum; no account is on both sides.',
    example: [
      { chartAccountId: exampleId, debit: '3000.00' },
      { chartAccountId: otherExampleId, credit: '3000.00' },
    ],
  });

const commission = {
  ...common,
  amount: Amount.describe('In the organization’s currency.'),
  sellerId: z.uuid().describe('A member of the organization.'),
};

export const NewRecord = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z
      .literal('income')
      .describe('`journal` names its debits and credits itself; the others move money of an account.'),
    ...money,
  }),
  z.strictObject({
    kind: z
      .literal('expense')
      .describe('`journal` names its debits and credits itself; the others move money of an account.'),
    ...money,
  }),
  z.strictObject({
    kind: z
      .literal('journal')
      .describe('`journal` names its debits and credits itself; the others move money of an account.'),
    ...common,
    lines,
  }),
]);

export const NewReversal = z.strictObject({
  date: CalendarDate.describe('The day of the entry, or later.'),
  description: common.description.describe('Default: that of the entry.'),
});

export const NewCommission = z.strictObject(commission);

/** Every field of every kind; those that the record's kind does not have are refused. */
export const RecordChange = z.strictObject({
  id: z.uuid().describe('The record to change: one that was entered by hand.'),
  version: z.number().int().optional().describe('Given, a change made by someone else meanwhile is not overwritten.'),
  ...z.strictObject({ ...money, ...commission, lines }).partial().shape,
});

export interface EntryFields extends Partial<Omit<z.output<typeof RecordChange>, 'id' | 'version'>> {}

export type GivenLine = z.output<typeof GivenLine>;

const recordFields = {
  status: z.enum(['posted', 'void']).describe('`void`: it was deleted, and its postings reversed.'),
  kind: z
    .string()
    .describe('`income`, `expense`, `journal`, `commission`, or what another part of the service posted.'),
  date: CalendarDate.describe('The day on which it counts in the books.'),
  description: z.string().describe('What reports show of it.'),
  amount: z.string().describe('With taxes, in `currency`.'),
  net: z.string().describe('Without taxes.'),
  taxes: z
    .array(
      z.object({
        name: z.string(),
        rate: z.string().nullable().describe('Percent; null: not given.'),
        amount: z.string().describe('In `currency`.'),
      }),
    )
    .describe('The taxes in `amount`; empty: none.'),
  currency: z.string().describe('Of the account that was moved.'),
  rate: z
    .string()
    .nullable()
    .describe('Units of the organization’s currency for one of `currency`; null: they are the same.'),
  baseAmount: z.string().describe('The amount in the organization’s currency.'),
  accountId: z.uuid().nullable().describe('The cash box or bank account that was moved; null: none, or several.'),
  chartAccountId: z.uuid().nullable().describe('The account of the chart that it was for; null: none, or several.'),
  divisionId: z.uuid().nullable().describe('The branch that it counts for; null: none.'),
  projectId: z.uuid().nullable().describe('The project that it counts for; null: none.'),
  contactId: z.uuid().nullable().describe('Who paid or was paid; null: nobody is named.'),
  sellerId: z.uuid().nullable().describe('Of a commission: the member who earned it.'),
  paymentMethod: z.string().nullable().describe('How it was paid; null: not given.'),
  reference: z.string().nullable(),
  attachments: z.array(z.uuid()).describe('The files of its papers, such as the receipt.'),
};

export const AccountingRecordView = z.object({
  id: z.uuid(),
  version: z.number().int(),
  ...recordFields,
  sourceKind: z.string().nullable().describe('The kind of operation that posted it; null: entered by hand.'),
  sourceId: z.uuid().nullable().describe('What posted it, such as the document; null: entered by hand.'),
  reversalOf: z.uuid().nullable().describe('The journal entry that this one reverses.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const ChartAccountView = z.object({
  id: z.uuid(),
  code: z.string().describe('Of the account of the chart.'),
  name: z.string(),
});

const TransferView = z.object({
  debit: ChartAccountView.describe('The account that the amount went to.'),
  credit: ChartAccountView.describe('The account that it came from.'),
  amount: z.string().describe('In the organization’s currency.'),
  debitAmount: z.string().describe('In the currency of the account debited.'),
  debitCurrency: z.string().describe('Of the account debited.'),
  creditAmount: z.string().describe('In the currency of the account credited.'),
  creditCurrency: z.string().describe('Of the account credited.'),
  purpose: z.string().describe('Its purpose in the record: `net`, `tax`, `payment`, …'),
});

/** A record with all its versions, and all its entries in the ledger. */
export const RecordHistory = AccountingRecordView.extend({
  reversedBy: z.uuid().nullable().describe('The journal entry that reverses this one.'),
  versions: z
    .array(
      z.object({
        version: z.number().int().describe('From 1; the last is the current one.'),
        ...recordFields,
        changedBy: z.uuid().nullable().describe('Who wrote this version; null: the service.'),
        changedAt: Timestamp.describe('When this version was written.'),
      }),
    )
    .describe('The oldest first.'),
  entries: z
    .array(
      z.object({
        id: z.uuid(),
        version: z.number().int().describe('The version of the record that posted it.'),
        reversesId: z.uuid().nullable().describe('The entry that this one reverses.'),
        date: CalendarDate.describe('The day on which it counts in the books.'),
        postedAt: Timestamp.describe('When it was posted, whatever its date is.'),
        transfers: z.array(TransferView).describe('Its debits and credits.'),
      }),
    )
    .describe(
      'The entries of each version in the ledger, in order; a reversal comes after the entry that it reverses.',
    ),
});
