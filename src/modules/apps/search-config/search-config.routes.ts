import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AppNotInstalled } from '../app/refusals.ts';
import { openInstalled } from '../data/installed-type.ts';
import { searchConfigs } from '../tables.ts';
import { NewSearchConfig, SearchConfig, SearchConfigChange } from './search-config.schema.ts';
import { configList } from './search-config.sql.ts';
import {
  changeSearchConfig,
  createSearchConfig,
  SearchConfigNameTaken,
  TooManySearchConfigs,
} from './search-config.ts';

// One name for both: OpenAPI knows a place of a path by one name.

export const searchConfigRoutes = [
  route('POST', '/v1/apps/search-config', 'apps:write', {
    action: 'createSearchConfig',
    summary: 'Create a search configuration',
    description:
      'Which text fields of a type are searched, how much a match in each counts, and which fields can be filtered.',
    status: 201,
    body: NewSearchConfig,
    returns: SearchConfig,
    refusals: [AppNotInstalled, ReferenceNotFound, SearchConfigNameTaken, TooManySearchConfigs],
    examples: {
      body: {
        appId: exampleId,
        type: 'card',
        name: 'Mostrador',
        fields: [{ field: 'number', weight: 5 }, { field: 'holder' }],
        filters: ['points'],
      },
    },
    handler: (ctx, { body }) => createSearchConfig(ctx, body),
  }),
  route('GET', '/v1/apps/search-config/:id', 'apps:read', {
    action: 'listSearchConfigs',
    summary: 'List the search configurations of an app',
    description: 'Newest first.',
    params: z.strictObject({ id: z.uuid().describe('Of the app.') }),
    query: configList.query,
    returns: pageOf(SearchConfig),
    refusals: [AppNotInstalled],
    handler: async (ctx, { params: { id: appId }, query }) => {
      await openInstalled(ctx, appId);
      return configList.page(ctx, { ...query, appId });
    },
  }),
  route('PATCH', '/v1/apps/search-config/:id', 'apps:write', {
    summary: 'Change a search configuration',
    description: 'It applies to the next search: nothing is indexed again.',
    body: SearchConfigChange,
    returns: SearchConfig,
    refusals: [AppNotInstalled, ReferenceNotFound, SearchConfigNameTaken],
    examples: { body: { fields: [{ field: 'holder', weight: 3 }] } },
    handler: (ctx, { params: { id }, body }) => changeSearchConfig(ctx, id, body),
  }),
  route('DELETE', '/v1/apps/search-config/:id', 'apps:write', {
    summary: 'Delete a search configuration',
    description: 'The rows stay, and can be searched without it.',
    handler: (ctx, { params: { id } }) => searchConfigs.remove(ctx, id),
  }),
];
