import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { readBalanceWithSources } from './balance-with-sources.ts';
import { forward, isForward, KnownAt, version } from './chart.schema.ts';
import {
  ChartAccountBalance,
  DataSourceElementView,
  DataSourceFields,
  DataSourceIds,
  DataSourceView,
  SelectorFields,
} from './data-source.schema.ts';
import { deleteDataSource } from './data-source.sql.ts';
import {
  changeDataSource,
  createDataSource,
  listDataSources,
  listElements,
  SelectorEmpty,
  SourceNameTaken,
  TooManyDataSources,
} from './data-source.ts';

const { accountIds, taxIds, resourceIds, contactIds, divisionIds, projectIds, recordKinds } = SelectorFields;

const period = {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  knownAt: KnownAt.optional(),
};

export const dataSourceRoutes = [
  route({
    method: 'GET',
    path: '/v1/chart-of-accounts/data-source',
    summary: 'List data sources',
    description: 'The named selectors of what is in the books, by name.',
    access: { permission: 'accounting:read' },
    query: z.strictObject({ ...pageQuery, search: z.string().trim().min(1).max(100).optional() }),
    returns: pageOf(DataSourceView),
    examples: { query: { search: 'ventas' } },
    handler: (ctx, { query }) => listDataSources(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/chart-of-accounts/data-source',
    summary: 'Add a data source',
    description:
      'Names a selector of transfers. Of each list any may match; every list that is not empty must match. A heading of the chart stands for every account under it, also for those that come later.',
    access: { permission: 'accounting:write' },
    status: 201,
    body: z.strictObject({
      name: DataSourceFields.name,
      description: DataSourceFields.description.default(''),
      accountIds: accountIds.default([]),
      taxIds: taxIds.default([]),
      resourceIds: resourceIds.default([]),
      contactIds: contactIds.default([]),
      divisionIds: divisionIds.default([]),
      projectIds: projectIds.default([]),
      recordKinds: recordKinds.default([]),
    }),
    returns: DataSourceView,
    refusals: [ReferenceNotFound, SourceNameTaken, SelectorEmpty, TooManyDataSources],
    examples: { body: { name: 'Ventas de la tienda', recordKinds: ['income'] } },
    handler: (ctx, { body }) => createDataSource(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/chart-of-accounts/data-source',
    summary: 'Change a data source',
    description: 'Changes what is given. A list that is given takes the place of the one before.',
    access: { permission: 'accounting:write' },
    body: z.strictObject({
      id: z.uuid(),
      version,
      ...z.strictObject({ ...DataSourceFields, ...SelectorFields }).partial().shape,
    }),
    returns: DataSourceView,
    refusals: [ReferenceNotFound, SourceNameTaken, SelectorEmpty],
    examples: { body: { id: exampleId, recordKinds: ['income', 'payment'] } },
    handler: (ctx, { body }) => changeDataSource(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/chart-of-accounts/data-source/:id',
    summary: 'Delete a data source',
    description: 'Only the selector goes; what it caught stays in the books.',
    access: { permission: 'accounting:write' },
    params: z.strictObject({ id: z.uuid() }),
    status: 204,
    returns: z.void(),
    handler: async (ctx, { params }) => {
      if (!(await deleteDataSource(ctx, params.id))) throw NotFound();
    },
  }),
  route({
    method: 'GET',
    path: '/v1/chart-of-accounts/data-source/:id/elements',
    summary: 'List what a data source catches',
    description:
      'The transfers that the selector catches, newest first, each with the record that posted it. A record that was changed shows what it posted, what took that back, and what it posted then: together they sum to what stands.',
    access: { permission: 'accounting:read' },
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ ...pageQuery, ...period }).refine(isForward, forward),
    returns: pageOf(DataSourceElementView),
    examples: { query: { from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { params, query }) => listElements(ctx, params.id, query),
  }),
  route({
    method: 'GET',
    path: '/v1/chart-of-accounts/:accountId/balance-with-sources',
    action: 'getBalance',
    summary: 'Read a balance by where it comes from',
    description:
      'What an account, or a heading with everything under it, gained from `from` to `to`, split by data source. A movement that several sources catch belongs to the first of them; what none catches is the remainder, told by kind of record and purpose. Shares and remainder sum to the balance to the cent.',
    access: { permission: 'accounting:read' },
    params: z.strictObject({ accountId: z.uuid() }),
    query: z
      .strictObject({
        ...period,
        divisionId: z.uuid().optional().describe('Only what was posted for this division.'),
        dataSourceIds: DataSourceIds.optional(),
      })
      .refine(isForward, forward),
    returns: ChartAccountBalance,
    refusals: [ReferenceNotFound],
    examples: { query: { from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { params, query }) => readBalanceWithSources(ctx, params.accountId, query),
  }),
];
