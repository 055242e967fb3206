import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused, ReferenceNotFound } from '#platform/refusal.ts';
import { AppNotInstalled } from '../app/refusals.ts';
import { StoreKeysRequired } from '../store/connect-b.ts';
import { StoreTaken } from '../store/store.ts';
import {
  AppRow,
  AppRowChange,
  AppRowExplorer,
  AppRowImport,
  AppRowImportResult,
  AppRowQuery,
  ExplorerQuery,
  InstalledDataType,
  NewAppRow,
  SingleQuery,
} from './data.schema.ts';
import { changeRow, createRow, deleteRow, readRow } from './data.ts';
import { importRows } from './import.ts';
import { AppDisabled } from './installed-type.ts';
import { exploreRows, listRows, listTypes } from './list.ts';
import { DataNotValid, KeyTaken } from './row-keys.ts';
import { TooManyRows } from './write-rows.ts';

const reading = [AppNotInstalled, ReferenceNotFound];
const card = { number: 'A-100', holder: 'Rosa Peña', points: 120, since: '2026-11-16' };

export const dataRoutes = [
  route('POST', '/v1/apps/data', 'app-data:write', {
    action: 'createRow',
    summary: 'Create a row of app data',
    description:
      'A row of a type that the installed release declares, checked against its schema and unique keys. Up to 32 KB.',
    status: 201,
    body: NewAppRow,
    returns: AppRow,
    refusals: [AppNotInstalled, AppDisabled, ReferenceNotFound, DataNotValid, KeyTaken, TooManyRows, StoreTaken],
    examples: { body: { appId: exampleId, type: 'card', data: card } },
    handler: (ctx, { body }) => createRow(ctx, body),
  }),
  route('GET', '/v1/apps/data', 'app-data:read', {
    action: 'listRows',
    summary: 'List and search rows of app data',
    description:
      'The rows of one type, newest first. `search` finds them by the beginnings of words, best match first; a search configuration says which fields count, how much, and which fields can be filtered.',
    query: AppRowQuery,
    returns: pageOf(AppRow),
    refusals: reading,
    examples: { query: { appId: exampleId, type: 'card', search: 'rosa', filter: '{"points":{"gte":100}}' } },
    handler: (ctx, { query }) => listRows(ctx, query),
  }),
  route('GET', '/v1/apps/data/single', 'app-data:read', {
    action: 'readRow',
    summary: 'Read one row of app data',
    description: 'By its id, or by the fields of a unique key of its type.',
    query: SingleQuery,
    returns: AppRow,
    refusals: [...reading],
    examples: { query: { appId: exampleId, type: 'card', key: '{"number":"A-100"}' } },
    handler: (ctx, { query }) => readRow(ctx, query),
  }),
  route('PATCH', '/v1/apps/data', 'app-data:write', {
    action: 'updateRow',
    summary: 'Change a row of app data',
    description: 'Sets the given fields and checks the whole row. A row of an earlier release becomes valid so.',
    body: AppRowChange,
    returns: AppRow,
    refusals: [AppNotInstalled, AppDisabled, ReferenceNotFound, DataNotValid, KeyTaken, StoreKeysRequired],
    examples: { body: { id: exampleId, version: 1, data: { points: 140 } } },
    handler: (ctx, { body }) => changeRow(ctx, body),
  }),
  route('DELETE', '/v1/apps/data', 'app-data:write', {
    action: 'deleteRow',
    summary: 'Delete a row of app data',
    description: 'Its unique keys are free again.',
    body: z.strictObject({ id: z.uuid() }),
    refusals: [AppNotInstalled, AppDisabled],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => deleteRow(ctx, body.id),
  }),
  route('POST', '/v1/apps/data/import', 'app-data:write', {
    action: 'importRows',
    summary: 'Import rows of app data',
    description:
      'Up to 1,000 rows of one type, with the outcome of each. By default all rows are written or none; with `validRowsOnly` those that are valid. With `matchBy` a row whose key exists replaces that row, so the same import can be repeated.',
    body: AppRowImport,
    rows: 'rows',
    returns: AppRowImportResult,
    refusals: [AppNotInstalled, AppDisabled, ReferenceNotFound, BulkRefused, TooManyRows, StoreTaken],
    examples: { body: { appId: exampleId, type: 'card', rows: [card], matchBy: ['number'], validRowsOnly: true } },
    handler: (ctx, { body, rows }) => importRows(ctx, body, rows),
  }),
  route('GET', '/v1/apps/data-types/:appId', 'app-data:read', {
    summary: 'List the data types of an installed app',
    description: 'With their schemas, their number of rows, and how many rows do not agree with the installed release.',
    returns: z.object({ data: z.array(InstalledDataType) }),
    refusals: [AppNotInstalled],
    handler: async (ctx, { params: { appId } }) => ({ data: await listTypes(ctx, appId) }),
  }),
  route('GET', '/v1/apps/data/explorer/:appId', 'app-data:read', {
    action: 'exploreRows',
    summary: 'Look through the rows of an app',
    description: 'Any type, with conditions on any field, sorted by any field, by page or cursor.',
    query: ExplorerQuery,
    returns: AppRowExplorer,
    refusals: reading,
    examples: { query: { type: 'card', filter: '{"city":"Moca"}', sort: '-data.points' } },
    handler: (ctx, { params: { appId }, query }) => exploreRows(ctx, appId, query),
  }),
];
