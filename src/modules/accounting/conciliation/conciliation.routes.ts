import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AccountParams, SignedAmount } from '../account/account.schema.ts';
import {
  AlreadyConciliated,
  ConciliationTooLarge,
  cancelConciliation,
  conciliate,
  listConciliations,
  listTransactions,
  MatchDiffers,
  NothingToCancel,
  NothingToConciliate,
  NotLastConciliation,
  StatementBalanceDiffers,
} from './conciliation.ts';
import { importStatement, StatementOtherCurrency, StatementTooLong } from './statement.ts';
import { dateFormats, StatementUnreadable } from './statement-formats.ts';

const STATEMENT_LENGTH_MAX = 14 * 1024 * 1024;

const Column = z
  .union([z.string().min(1).max(200), z.number().int().min(1).max(500)])
  .describe('The title of the column, or its place from 1.');

const CsvMapping = z
  .strictObject({
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    skipRows: z.number().int().min(0).max(100).default(0).describe('Rows before the titles, or before the first line.'),
    header: z.boolean().default(true).describe('Whether the first row has the titles.'),
    dateFormat: z.enum(dateFormats).default('yyyy-MM-dd').describe('Any separator is accepted.'),
    decimalSeparator: z.enum(['.', ',']).default('.'),
    columns: z
      .strictObject({
        date: Column,
        description: Column.optional(),
        reference: Column.optional(),
        id: Column.optional().describe("The bank's own number of the movement."),
        amount: Column.optional().describe('With its sign; or else `debit` and `credit`.'),
        debit: Column.optional().describe('What left the account.'),
        credit: Column.optional().describe('What came into the account.'),
      })
      .refine(({ amount, debit, credit }) => (amount === undefined) === (debit !== undefined || credit !== undefined), {
        error: 'names either amount, or debit and credit',
        path: ['amount'],
        params: { code: 'required' },
      }),
  })
  .describe('Which column is what.');

const ImportView = z.object({
  importId: z.uuid(),
  lineCount: z.number().int().describe('How many lines the statement has.'),
  createdCount: z.number().int().describe('How many of them were new.'),
  knownCount: z.number().int().describe('How many were known from an earlier import.'),
  failedCount: z.number().int().describe('How many rows could not be read; nothing of them was kept.'),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })).describe('The first hundred.'),
});

const LineView = z.object({
  id: z.uuid(),
  date: CalendarDate,
  amount: z.string().describe("In the account's currency; negative left the account."),
  description: z.string(),
  reference: z.string().nullable(),
  candidates: z
    .array(
      z.object({
        score: z.number().int().describe('0 to 100.'),
        reason: z.string(),
        suggested: z.boolean().describe('The best for this line that no other line of the page needs more.'),
        records: z
          .array(
            z.object({
              recordId: z.uuid(),
              date: CalendarDate,
              amount: z.string(),
              description: z.string(),
              reference: z.string().nullable(),
              paymentMethod: z.string().nullable(),
              contactId: z.uuid().nullable(),
            }),
          )
          .describe('One, or several that together are the line.'),
      }),
    )
    .describe('At most five, the likeliest first.'),
});

const ConciliationView = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  number: z.number().int().describe('1, 2, 3, … of its account.'),
  until: CalendarDate,
  details: z.string().nullable(),
  currency: z.string(),
  totalIn: z.string(),
  totalOut: z.string(),
  recordCount: z.number().int(),
  lineCount: z.number().int().describe('How many lines of the statement were found in them.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  canceledBy: z.uuid().nullable(),
  canceledAt: Timestamp.nullable(),
});

const Ids = z.array(z.uuid());
const Conciliate = z
  .strictObject({
    until: CalendarDate.optional().describe('Every open record up to this day.'),
    recordIds: Ids.max(5_000).default([]).describe('These records; together with `until`, also these.'),
    matches: z
      .array(z.strictObject({ lineIds: Ids.min(1).max(100), recordIds: Ids.min(1).max(100) }))
      .max(2_000)
      .default([])
      .describe('Which lines of the statement are which records. Both sides must come to the same amount.'),
    statementBalance: SignedAmount.optional().describe(
      'The balance at the end of the statement: refused where the conciliated records come to another.',
    ),
    details: z.string().trim().min(1).max(2000).optional(),
  })
  .refine(({ until, recordIds, matches }) => until !== undefined || recordIds.length > 0 || matches.length > 0, {
    error: 'names what to conciliate: until, recordIds or matches',
    params: { code: 'required' },
  })
  .refine(({ matches }) => unique(matches.flatMap(({ lineIds }) => lineIds)), {
    error: 'names each line once',
    path: ['matches'],
    params: { code: 'duplicate' },
  })
  .refine(({ matches }) => unique(matches.flatMap(({ recordIds }) => recordIds)), {
    error: 'names each record in one match only',
    path: ['matches'],
    params: { code: 'duplicate' },
  });

const unique = (ids: string[]): boolean => new Set(ids).size === ids.length;

export const conciliationRoutes = [
  route({
    method: 'POST',
    path: '/v1/account/:accountId/statement',
    action: 'importStatement',
    summary: 'Import a statement',
    description:
      'Keeps the lines of a statement of the bank, from CSV (say which column is what), OFX or CAMT.053. A line that is known from an earlier import is left alone, so the same file twice changes nothing; two real lines that are equal both stay. Rows that cannot be read are told and left out.',
    access: { permission: 'accounting:write' },
    status: 201,
    params: AccountParams,
    bodyBytesMax: STATEMENT_LENGTH_MAX + 64 * 1024,
    body: z
      .strictObject({
        format: z.enum(['csv', 'ofx', 'camt.053']),
        content: z.string().max(STATEMENT_LENGTH_MAX).optional().describe('The file as text.'),
        contentBase64: z.base64().max(STATEMENT_LENGTH_MAX).optional().describe('Or its bytes, in base64.'),
        fileName: z.string().trim().min(1).max(255).optional(),
        csv: CsvMapping.optional(),
      })
      .refine(({ content, contentBase64 }) => (content === undefined) !== (contentBase64 === undefined), {
        error: 'is given once: as content or as contentBase64',
        path: ['content'],
        params: { code: 'required' },
      }),
    returns: ImportView,
    refusals: [StatementUnreadable, StatementTooLong, StatementOtherCurrency],
    examples: {
      body: {
        format: 'csv',
        fileName: 'octubre.csv',
        content: 'Fecha;Concepto;Monto\n31/10/2026;EDESUR;-1.250,00\n',
        csv: {
          delimiter: ';',
          dateFormat: 'dd/MM/yyyy',
          decimalSeparator: ',',
          columns: { date: 'Fecha', description: 'Concepto', amount: 'Monto' },
        },
      },
    },
    handler: (ctx, { params, body }) => importStatement(ctx, params.accountId, body),
  }),
  route({
    method: 'GET',
    path: '/v1/account/:accountId/conciliation-transactions',
    action: 'listOpenLines',
    summary: 'Which lines of the bank are not yet in a conciliation',
    description:
      'The lines of the imported statements that no conciliation holds, the oldest first, each with the open records that it may be: by amount, by date (ten days apart at most) and by text; one record, or up to six that together are the line. Send what is right to POST conciliation.',
    access: { permission: 'accounting:read' },
    params: AccountParams,
    query: z.strictObject({ ...pageQuery, from: CalendarDate.optional(), to: CalendarDate.optional() }),
    returns: pageOf(LineView).extend({
      currency: z.string(),
      booksBalance: z.string().describe('What the books say is in the account.'),
      conciliatedBalance: z.string().describe('What of it has been conciliated.'),
    }),
    examples: { query: { from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { params, query }) => listTransactions(ctx, params.accountId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/account/:accountId/conciliation-list',
    action: 'list',
    summary: 'List the conciliations of an account',
    description: 'The newest first, with those that were canceled unless `canceled` is given.',
    access: { permission: 'accounting:read' },
    params: AccountParams,
    query: z.strictObject({ ...pageQuery, canceled: z.boolean().optional() }),
    returns: pageOf(ConciliationView),
    examples: { query: { canceled: 'false' } },
    handler: (ctx, { params, query }) => listConciliations(ctx, params.accountId, query),
  }),
  route({
    method: 'POST',
    path: '/v1/account/:accountId/conciliation',
    summary: 'Conciliate an account',
    description:
      'Says that records are as the bank has them: all open ones up to a day, some by id, or those that were matched with lines of the statement. From then on they cannot change, until the conciliation is canceled. Of two at once for the same records one wins.',
    access: { permission: 'accounting:write' },
    status: 201,
    params: AccountParams,
    body: Conciliate,
    returns: ConciliationView,
    refusals: [
      ReferenceNotFound,
      AlreadyConciliated,
      NothingToConciliate,
      ConciliationTooLarge,
      MatchDiffers,
      StatementBalanceDiffers,
    ],
    examples: {
      body: { until: '2026-10-31', matches: [{ lineIds: [id], recordIds: [id] }], details: 'Estado de octubre' },
    },
    handler: (ctx, { params, body }) => conciliate(ctx, params.accountId, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/account/:accountId/conciliation',
    action: 'cancelLast',
    summary: 'Cancel the last conciliation',
    description:
      'Takes the last conciliation of the account back: its records can change again and its lines are open again. Give its `id` to be sure which one that is. It stays in the list, as canceled.',
    access: { permission: 'accounting:write' },
    params: AccountParams,
    body: z.strictObject({ id: z.uuid().optional() }),
    returns: ConciliationView,
    refusals: [NothingToCancel, NotLastConciliation],
    examples: { body: { id } },
    handler: (ctx, { params, body }) => cancelConciliation(ctx, params.accountId, body.id),
  }),
];
