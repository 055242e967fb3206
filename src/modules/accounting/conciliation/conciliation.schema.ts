import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Amount, SignedAmount } from '../account/account.schema.ts';
import { Rate } from '../record/record.schema.ts';

export const STATEMENT_LENGTH_MAX = 8 * 1024 * 1024;

const Column = z
  .union([z.string().min(1).max(200), z.number().int().min(1).max(500)])
  .describe('The title of the column, or its place from 1.');

const CsvMapping = z
  .strictObject({
    delimiter: z.enum([',', ';', '\t', '|']).default(',').describe('The sign between two columns.'),
    skipRows: z.number().int().min(0).max(100).default(0).describe('Rows before the titles, or before the first line.'),
    header: z.boolean().default(true).describe('Whether the first row has the titles.'),
    dateFormat: z
      .enum(['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyyMMdd'])
      .default('yyyy-MM-dd')
      .describe('Any separator is accepted.'),
    decimalSeparator: z
      .enum(['.', ','])
      .default('.')
      .describe('The sign before the cents; the other one may group thousands.'),
    columns: z
      .strictObject({
        date: Column.describe('The day of the movement, in `dateFormat`.'),
        description: Column.optional().describe('The text of the bank.'),
        reference: Column.optional().describe('A number of a cheque or deposit.'),
        id: Column.optional().describe("The bank's own number of the movement."),
        amount: Column.optional().describe('With its sign; or else `debit` and `credit`.'),
        debit: Column.optional().describe('Amount withdrawn from the account.'),
        credit: Column.optional().describe('Amount deposited to the account.'),
      })
      .refine(({ amount, debit, credit }) => (amount === undefined) === (debit !== undefined || credit !== undefined), {
        error: 'needs either amount, or debit and credit',
        path: ['amount'],
        params: { code: 'required' },
      })
      .describe('Where each value is.'),
  })
  .describe('Maps the columns of the file.');

export const NewStatement = z
  .strictObject({
    format: z.enum(['csv', 'ofx', 'camt.053', 'mt940']).describe('How the file is written. `csv` needs `csv`.'),
    content: z.string().max(STATEMENT_LENGTH_MAX).optional().describe('The file as text.'),
    contentBase64: z.base64().max(STATEMENT_LENGTH_MAX).optional().describe('Or its bytes, in base64.'),
    fileName: z.string().trim().min(1).max(255).optional().describe('Only to recognize the import later.'),
    csv: CsvMapping.optional(),
  })
  .refine(({ content, contentBase64 }) => (content === undefined) !== (contentBase64 === undefined), {
    error: 'must be given once: as content or as contentBase64',
    path: ['content'],
    params: { code: 'required' },
  });

export const StatementImport = z.object({
  importId: z.uuid().describe('Send it to take the import back.'),
  lineCount: z.number().int().describe('How many lines the statement has.'),
  createdCount: z.number().int().describe('How many of them were new.'),
  knownCount: z.number().int().describe('How many were known from an earlier import.'),
  failedCount: z.number().int().describe('The number of rows that could not be read and were skipped.'),
  errors: z
    .array(
      z.object({
        row: z.number().int().describe('The row of the file, from 1.'),
        message: z.string().describe('Why the row could not be read.'),
      }),
    )
    .describe('The first hundred.'),
});

export const StatementLine = z.object({
  id: z.uuid(),
  importId: z.uuid().describe('The import of the statement that added it.'),
  date: CalendarDate.describe('The day on which the bank booked it.'),
  amount: z.string().describe("In the account's currency; negative left the account."),
  description: z.string().describe('The text of the bank.'),
  reference: z.string().nullable().describe('The number that the bank gives for it, as of a cheque; null: none.'),
  invoices: z
    .array(
      z.object({
        documentId: z.uuid().describe('The invoice.'),
        number: z.number().int().nullable().describe('Your own number of the invoice.'),
        fiscalNumber: z.string().nullable(),
        date: CalendarDate.describe('The day of the invoice.'),
        contactId: z.uuid().nullable(),
        contactName: z.string().nullable().describe('The name of the contact; null: nobody is named.'),
        balance: z.string().describe('As the line: negative is owed to a supplier.'),
      }),
    )
    .describe(
      'At most five open invoices with this balance or due instalment, first those whose contact the line names: send one with the `payments` of a match. Empty without `invoicing:read`.',
    ),
  contacts: z
    .array(
      z.object({
        contactId: z.uuid(),
        contactName: z.string().nullable().describe('The name of the contact; null: nobody is named.'),
        documentIds: z.array(z.uuid()).describe('The open invoices that together are this line.'),
        balance: z.string().describe('What these invoices come to; negative is owed to a supplier.'),
      }),
    )
    .describe('At most five contacts whose open invoices together, up to 100, are this line: likewise.'),
  booking: z
    .object({
      chartAccountId: z.uuid(),
      chartAccountName: z.string().describe('The name of that account of the chart.'),
      times: z.number().int().describe('How many such lines were booked to it.'),
    })
    .nullable()
    .describe('Where lines with these words were booked before: send it as the `difference` of a match.'),
  candidates: z
    .array(
      z.object({
        score: z.number().int().describe('0 to 100.'),
        reason: z.string().describe('Why it may match, in words for people.'),
        suggested: z.boolean().describe('The best for this line that no other line of the page needs more.'),
        lineIds: z.array(z.uuid()).describe('This line, or with other lines of the page that together are the record.'),
        records: z
          .array(
            z.object({
              recordId: z.uuid(),
              date: CalendarDate.describe('The day of the record in the books.'),
              amount: z.string().describe('In the account’s currency; negative left the account.'),
              description: z.string().describe('The text of the record.'),
              reference: z
                .string()
                .nullable()
                .describe('The number that the bank gives for it, as of a cheque; null: none.'),
              paymentMethod: z.string().nullable(),
              contactId: z.uuid().nullable(),
            }),
          )
          .describe('One, or several that together are the line.'),
      }),
    )
    .describe('At most five, the likeliest first.'),
});

export const Conciliation = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  number: z.number().int().describe('1, 2, 3, … of its account.'),
  until: CalendarDate.describe('The day up to which the records were conciliated; else that of the last of them.'),
  details: z.string().nullable().describe('What the person who made it noted.'),
  currency: z.string().describe('Of the account: every amount is in it.'),
  totalIn: z.string().describe('What its records brought into the account.'),
  totalOut: z.string().describe('What its records took from it, as a positive amount.'),
  recordCount: z.number().int().describe('How many records it has.'),
  lineCount: z.number().int().describe('How many lines of the statement were found in them.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  canceledBy: z.uuid().nullable().describe('Who canceled it; null: it holds, or the service did.'),
  canceledAt: Timestamp.nullable().describe('When it was canceled; null: it holds.'),
});

/** Each difference and each payment books a record, in the same transaction. */
const BOOKED_MAX = 200;

const Difference = z
  .strictObject({
    chartAccountId: z.uuid().describe('The income or expense account.'),
    description: z.string().trim().min(1).max(1000).optional().describe('Default: that of the first line.'),
    rate: Rate.optional().describe('Where the account has another currency than the organization.'),
  })
  .describe(
    'Books what the lines have more or less than the records, as income or expense: a fee, interest, or a whole line.',
  );

export const BookedConciliation = Conciliation.extend({
  bookedRecordIds: z.array(z.uuid()).describe('The records that book the payments and the differences.'),
});

const Ids = z.array(z.uuid());
const DocumentPayment = z.strictObject({
  documentId: z.uuid().describe('The invoice to pay.'),
  amount: Amount.optional().describe(
    'In the currency of the account. Default: the amount due, of instalments also the next one.',
  ),
  settles: Amount.optional().describe(
    'How much of the document it settles, if the account has another currency. Default: at the rates of the day.',
  ),
});
const Match = z
  .strictObject({
    lineIds: Ids.min(1)
      .max(100)
      .describe('The lines of the statement, of `GET /v1/account/:accountId/conciliation-transactions`.'),
    recordIds: Ids.max(100).default([]).describe('The records that are these lines.'),
    payments: z
      .array(DocumentPayment)
      .max(100)
      .default([])
      .describe('The invoices that the lines pay: each is paid on the day of the bank. Needs `invoicing:write`.'),
    difference: Difference.optional(),
  })
  .refine(({ recordIds, payments, difference }) => recordIds.length > 0 || payments.length > 0 || difference, {
    error: 'needs recordIds, payments or difference',
    params: { code: 'required' },
  });

export const NewConciliation = z
  .strictObject({
    until: CalendarDate.optional().describe('Every open record up to this day.'),
    recordIds: Ids.max(5_000).default([]).describe('These records; together with `until`, also these.'),
    matches: z
      .array(Match)
      .max(2_000)
      .default([])
      .describe(
        'Which lines of the statement are which records. Both sides must have the same sum, or a `difference`.',
      ),
    statementBalance: SignedAmount.optional().describe(
      'The closing balance of the statement: refused if the conciliated records have another sum.',
    ),
    details: z.string().trim().min(1).max(2000).optional().describe('A note for your own people.'),
  })
  .refine(({ until, recordIds, matches }) => until !== undefined || recordIds.length > 0 || matches.length > 0, {
    error: 'needs until, recordIds or matches',
    params: { code: 'required' },
  })
  .refine(({ matches }) => unique(matches.flatMap(({ lineIds }) => lineIds)), {
    error: 'must name each line once',
    path: ['matches'],
    params: { code: 'duplicate' },
  })
  .refine(({ matches }) => unique(matches.flatMap(({ recordIds }) => recordIds)), {
    error: 'must name each record in one match only',
    path: ['matches'],
    params: { code: 'duplicate' },
  })
  .refine(({ matches }) => matches.flatMap(bookedBy).length <= BOOKED_MAX, {
    error: `must have at most ${BOOKED_MAX} payments and differences: conciliate in parts`,
    path: ['matches'],
    params: { code: 'too_big' },
  });

const bookedBy = ({ payments, difference }: z.output<typeof Match>) => [
  ...payments,
  ...(difference ? [difference] : []),
];
const unique = (ids: string[]): boolean => new Set(ids).size === ids.length;
