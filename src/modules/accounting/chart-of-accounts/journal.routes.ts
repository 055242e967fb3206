import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { downloadLedger } from './account-ledger.ts';
import { DataSourceElementView } from './data-source.schema.ts';
import { journalList } from './data-source.sql.ts';
import { downloadJournal, listJournal } from './journal.ts';

const query = { from: '2026-07-01', to: '2026-09-30', sort: 'date' };

export const journalRoutes = [
  route('GET', '/v1/chart-of-accounts/journal', 'reports:read', {
    summary: 'List the journal',
    description:
      'Every transfer of the ledger (libro diario): what was debited and credited, when, and by which record. With `chartAccountId` it is the ledger of an account (libro mayor), also of a bank account by its `chartAccountId`. The debits and credits of a period are those of its trial balance, reversals included.',
    query: journalList.query.refine(isInOrder, outOfOrder),
    returns: pageOf(DataSourceElementView),
    examples: { query },
    handler: (ctx, { query }) => listJournal(ctx, query),
  }),
  route('GET', '/v1/chart-of-accounts/journal/download', 'reports:read', {
    action: 'downloadJournal',
    summary: 'Download the journal',
    description: 'The same as CSV or as a spreadsheet, with a line for each debit and each credit.',
    query: journalList.query
      .omit({ page: true, itemsPerPage: true, count: true, cursor: true })
      .extend({ format: TableFormat.default('csv') })
      .refine(isInOrder, outOfOrder),
    returns: tableAnswer,
    downloads: true,
    examples: { query: { ...query, format: 'xlsx' } },
    handler: (ctx, { query }) => downloadJournal(ctx, query),
  }),
  route('GET', '/v1/chart-of-accounts/:accountId/ledger/download', 'reports:read', {
    action: 'downloadLedger',
    summary: 'Download the ledger of an account',
    description:
      'The ledger of an account (libro mayor) as CSV or as a spreadsheet, oldest first: its balance before `from`, then every debit and credit with the account on the other side and the balance after it. Of a heading, everything under it. Amounts are in the organization’s currency; the balance is positive on the side on which the account grows.',
    query: z
      .strictObject({
        from: CalendarDate.optional().describe('The first day that counts. Default: the beginning.'),
        to: CalendarDate.optional().describe('The last day that counts. Default: today.'),
        divisionId: z.uuid().optional(),
        format: TableFormat.default('csv'),
      })
      .refine(isInOrder, outOfOrder),
    returns: tableAnswer,
    downloads: true,
    examples: { query: { from: '2026-07-01', to: '2026-09-30', format: 'xlsx' } },
    handler: (ctx, { params, query }) => downloadLedger(ctx, params.accountId, query),
  }),
];
