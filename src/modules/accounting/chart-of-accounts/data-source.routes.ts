import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { dataSources } from '../tables.ts';
import { readBalanceWithSources } from './balance-with-sources.ts';
import { KnownAt } from './chart.schema.ts';
import {
  ChartAccountBalance,
  DataSourceChange,
  DataSourceElementView,
  DataSourceIds,
  DataSourceView,
  NewDataSource,
} from './data-source.schema.ts';
import { dataSourceList, elementList } from './data-source.sql.ts';
import {
  changeDataSource,
  createDataSource,
  listElements,
  SelectorEmpty,
  SourceNameTaken,
  TooManyDataSources,
} from './data-source.ts';

export const dataSourceRoutes = [
  route('GET', '/v1/chart-of-accounts/data-source', 'accounting:read', {
    summary: 'List data sources',
    description: 'The named selectors of what is in the books, by name.',
    query: dataSourceList.query,
    returns: pageOf(DataSourceView),
    examples: { query: { search: 'ventas' } },
    handler: (ctx, { query }) => dataSourceList.page(ctx, query),
  }),
  route('POST', '/v1/chart-of-accounts/data-source', 'accounting:write', {
    summary: 'Add a data source',
    description:
      'Names a selector of transfers. Every list that is not empty must match, each by any of its values. A heading of the chart includes every account under it, also later ones.',
    status: 201,
    body: NewDataSource,
    returns: DataSourceView,
    refusals: [ReferenceNotFound, SourceNameTaken, SelectorEmpty, TooManyDataSources],
    examples: { body: { name: 'Ventas de la tienda', recordKinds: ['income'] } },
    handler: (ctx, { body }) => createDataSource(ctx, body),
  }),
  route('PATCH', '/v1/chart-of-accounts/data-source', 'accounting:write', {
    summary: 'Change a data source',
    description: 'Changes the given fields. A given list replaces the current one.',
    body: DataSourceChange,
    returns: DataSourceView,
    refusals: [ReferenceNotFound, SourceNameTaken, SelectorEmpty],
    examples: { body: { id: exampleId, recordKinds: ['income', 'payment'] } },
    handler: (ctx, { body }) => changeDataSource(ctx, body),
  }),
  route('DELETE', '/v1/chart-of-accounts/data-source/:id', 'accounting:write', {
    summary: 'Delete a data source',
    description: 'Deletes the selector only; the books do not change.',
    handler: async (ctx, { params }) => {
      if (!(await dataSources.delete(ctx, params.id))) throw NotFound();
    },
  }),
  route('GET', '/v1/chart-of-accounts/data-source/:id/elements', 'reports:read', {
    summary: 'List the elements of a data source',
    description:
      'The transfers that the selector catches, newest first, each with the record that posted it. A changed record shows its first posting, the reversal and the new posting: their sum is the current amount.',
    query: elementList.query.refine(isInOrder, outOfOrder),
    returns: pageOf(DataSourceElementView),
    examples: { query: { from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { params, query }) => listElements(ctx, params.id, query),
  }),
  route('GET', '/v1/chart-of-accounts/:accountId/balance-with-sources', 'reports:read', {
    action: 'getBalance',
    summary: 'Read a balance by where it comes from',
    description:
      'The change of an account, or of a heading with everything under it, from `from` to `to`, split by data source. A movement that several sources catch belongs to the first of them; the remainder is what none catches, by kind of record and purpose. Shares and remainder sum to the balance to the cent.',
    query: z
      .strictObject({
        from: CalendarDate.optional().describe('The first day that counts. Default: the beginning.'),
        to: CalendarDate.optional().describe('The last day that counts. Default: today.'),
        knownAt: KnownAt.optional(),
        divisionId: z.uuid().optional().describe('Only what was posted for this division.'),
        dataSourceIds: DataSourceIds.optional(),
      })
      .refine(isInOrder, outOfOrder),
    returns: ChartAccountBalance,
    refusals: [ReferenceNotFound],
    examples: { query: { from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { params, query }) => readBalanceWithSources(ctx, params.accountId, query),
  }),
];
