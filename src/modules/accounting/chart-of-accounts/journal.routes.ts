import { isInOrder, outOfOrder } from '#platform/date.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { DataSourceElementView } from './data-source.schema.ts';
import { journalList } from './data-source.sql.ts';
import { downloadJournal, listJournal } from './journal.ts';

const query = { from: '2026-07-01', to: '2026-09-30', sort: 'date' };

export const journalRoutes = [
  route('GET', '/v1/chart-of-accounts/journal', 'reports:read', {
    action: 'listJournal',
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
];
