import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { exampleId as id, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { PaymentRefused } from '../hooks.ts';
import { InvalidRate } from '../record/drafts.ts';
import { postingRefusals } from '../record/posting-refusals.ts';
import {
  BookedConciliation,
  Conciliation,
  NewConciliation,
  NewStatement,
  STATEMENT_LENGTH_MAX,
  StatementImport,
  StatementLine,
} from './conciliation.schema.ts';
import { conciliationList } from './conciliation.sql.ts';
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
  OpenLinesQuery,
  StatementBalanceDiffers,
} from './conciliation.ts';
import {
  importStatement,
  parseStatement,
  StatementConciliated,
  StatementOtherCurrency,
  undoImport,
} from './statement.ts';
import { StatementTooLong, StatementUnreadable } from './statement-file.ts';

export const conciliationRoutes = [
  route('POST', '/v1/account/:accountId/statement', 'accounting:write', {
    action: 'importStatement',
    summary: 'Import a statement',
    description:
      'Imports the lines of a bank statement from CSV (with a mapping of its columns), OFX, CAMT.053 or MT940. Lines of an earlier import are skipped, so importing a file again changes nothing; two equal lines in one statement are both kept. Rows that cannot be read are reported and skipped.',
    status: 201,
    bodyBytesMax: STATEMENT_LENGTH_MAX + 64 * 1024,
    body: NewStatement,
    returns: StatementImport,
    refusals: [StatementUnreadable, StatementTooLong, StatementOtherCurrency, TooComplex],
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
    prepare: (ctx, { params, body }) => parseStatement(ctx, params.accountId, body),
    handler: (ctx, { params, body, prepared }) => importStatement(ctx, params.accountId, prepared, body.fileName),
  }),
  route('DELETE', '/v1/account/:accountId/statement', 'accounting:write', {
    action: 'undoImport',
    summary: 'Undo the import of a statement',
    description:
      'Removes the lines that the import added, for a file of another account or one that was read with the wrong columns. Lines that were known before stay with their own import. Refused while a conciliation has one of the lines.',
    body: z.strictObject({ importId: z.uuid().describe('Of the answer to the import, or of an open line.') }),
    refusals: [StatementConciliated],
    examples: { body: { importId: id } },
    handler: (ctx, { params, body }) => undoImport(ctx, params.accountId, body.importId),
  }),
  route('GET', '/v1/account/:accountId/conciliation-transactions', 'reports:read', {
    action: 'listOpenLines',
    summary: 'List open statement lines',
    description:
      'The lines of the imported statements that are in no conciliation, oldest first, each with the open records that may match it: by amount, by date (at most ten days apart) and by text; one record, up to six with the same sum, or one that is several lines; and the open invoices that it may pay. Send the right matches to POST conciliation.',
    query: OpenLinesQuery,
    returns: pageOf(StatementLine).extend({
      currency: z.string().describe('Of the account.'),
      booksBalance: z.string().describe('The balance of the account in the books.'),
      conciliatedBalance: z.string().describe('The part of it that is conciliated.'),
    }),
    examples: { query: { from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { params, query }) => listTransactions(ctx, params.accountId, query),
  }),
  route('GET', '/v1/account/:accountId/conciliation-list', 'reports:read', {
    action: 'list',
    summary: 'List the conciliations of an account',
    description: 'Newest first. Canceled ones are included unless `canceled` is given.',
    query: conciliationList.query,
    returns: pageOf(Conciliation),
    examples: { query: { canceled: 'false' } },
    handler: (ctx, { params, query }) => listConciliations(ctx, params.accountId, query),
  }),
  route('POST', '/v1/account/:accountId/conciliation', 'accounting:write', {
    summary: 'Conciliate an account',
    description:
      'Confirms that records agree with the bank: all open ones up to a day, some by id, or those matched with lines of the statement. What the books do not have yet is booked in the same call: the `payments` of a match pay invoices, and its `difference` books fees of the bank or other income and expenses. They cannot change until the conciliation is canceled.',
    status: 201,
    body: NewConciliation,
    returns: BookedConciliation,
    refusals: [
      AlreadyConciliated,
      NothingToConciliate,
      ConciliationTooLarge,
      MatchDiffers,
      PaymentRefused,
      StatementBalanceDiffers,
      InvalidRate,
      ...postingRefusals,
    ],
    examples: {
      body: {
        until: '2026-10-31',
        matches: [
          { lineIds: [id], recordIds: [id], difference: { chartAccountId: id, description: 'Comisión del banco' } },
          { lineIds: [otherExampleId], payments: [{ documentId: otherExampleId }] },
        ],
        details: 'Estado de octubre',
      },
    },
    handler: (ctx, { params, body }) => conciliate(ctx, params.accountId, body),
  }),
  route('DELETE', '/v1/account/:accountId/conciliation', 'accounting:write', {
    action: 'cancelLast',
    summary: 'Cancel the last conciliation',
    description:
      'Cancels the last conciliation of the account: its records can change again and its lines are open again. Records that it booked stay in the books. Give its `id` to refuse if it is not the last. It stays in the list, as canceled.',
    body: z.strictObject({ id: z.uuid().optional().describe('The conciliation: refused if it is not the last.') }),
    returns: Conciliation,
    refusals: [NothingToCancel, NotLastConciliation],
    examples: { body: { id } },
    handler: (ctx, { params, body }) => cancelConciliation(ctx, params.accountId, body.id),
  }),
];
