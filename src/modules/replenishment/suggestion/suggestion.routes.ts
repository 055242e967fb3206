import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { downloadSuggestions } from './download.ts';
import { Suggestion } from './suggestion.schema.ts';
import { suggestionList } from './suggestion.sql.ts';
import { describeSuggestions, planningOf } from './suggestion.ts';

export const suggestionRoutes = [
  route('GET', '/v1/resource/replenishment', 'inventory:read', {
    summary: 'List what to order',
    description:
      'Products to buy for each division (branch or till), from whom and how much: those whose stock, less what is reserved and plus what is ordered, is below the minimum. With only a maximum it counts when nothing is left; without both when goods are owed. `sort=level` begins with the emptiest.',
    query: suggestionList.query,
    returns: pageOf(Suggestion),
    examples: { query: { sort: 'level' } },
    handler: async (ctx, { query }) =>
      suggestionList.page(await planningOf(ctx), query, (rows) => describeSuggestions(ctx, rows)),
  }),
  route('GET', '/v1/resource/replenishment/download', 'inventory:read', {
    action: 'download',
    summary: 'Download what to order',
    description: 'The list as CSV or as a spreadsheet.',
    query: suggestionList.cursorQuery
      .omit({ itemsPerPage: true, cursor: true })
      .extend({ format: TableFormat.default('csv') }),
    returns: tableAnswer,
    downloads: true,
    examples: { query: { format: 'xlsx' } },
    handler: (ctx, { query }) => downloadSuggestions(ctx, query),
  }),
];
