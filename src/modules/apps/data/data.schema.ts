import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { bulkCounts, RowResult, validRowsOnly } from '#platform/http/bulk.schema.ts';
import { changeOf } from '#platform/http/change.ts';
import { PageInfo, pageOf, pageQuery } from '#platform/http/page.ts';
import { FieldErrorView } from '#platform/http/problem.ts';
import { FieldName } from '#platform/json-schema.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { AppDataType } from '../release/manifest.schema.ts';

export const RowData = z.record(z.string().max(64), z.unknown()).describe('The fields of the row, as its type says.');
const ofType = { appId: z.uuid(), type: FieldName.describe('The name of a data type of the installed release.') };

export const NewAppRow = z.strictObject({ ...ofType, data: RowData });

export const AppRowChange = changeOf({
  data: RowData.describe('Fields to set; null removes one. Other fields stay as they are.'),
}).required({ data: true });

export const AppRow = z.object({
  id: z.uuid(),
  ...ofType,
  data: RowData,
  secretNames: z.array(z.string()).describe('The secret fields that are set. Their values are never returned.'),
  valid: z.boolean().describe('Whether it agrees with the installed release.'),
  problem: FieldErrorView.nullable().describe('The first field that does not.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.number().int(),
});

const filter = z
  .string()
  .min(2)
  .max(4000)
  .optional()
  .describe(
    'Conditions on fields, as JSON: `{"status":"open","points":{"gte":10},"city":{"in":["Moca","Higüey"]}}`. Operators: `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `contains`, `exists`.',
  );
const cursor = z.string().max(2000).optional().describe('`nextCursor` of the page before.');

export const AppRowQuery = z.strictObject({
  ...ofType,
  search: z.string().trim().min(1).max(200).optional().describe('Beginnings of words; the best match first.'),
  searchConfigId: z
    .uuid()
    .optional()
    .describe(
      'The search configuration to use. Default: all text fields, each with the same weight, and filters on any field.',
    ),
  filter,
  sort: z
    .enum(['created', '-created', 'updated', '-updated'])
    .optional()
    .describe('Default: `-created`, or by relevance where `search` is given.'),
  updatedSince: Timestamp.optional().describe('Rows that changed at this time or later.'),
  ...pageQuery,
  cursor,
});

export const ExplorerQuery = z.strictObject({
  type: ofType.type,
  search: z.string().trim().min(1).max(200).optional().describe('Beginnings of words; the best match first.'),
  filter,
  valid: z.boolean().optional().describe('False: only rows that do not agree with the installed release.'),
  sort: z
    .string()
    .regex(
      /^-?(created|updated|data\.[A-Za-z][A-Za-z0-9_]{0,63})$/,
      'is created, updated or data.<field>, with a minus to sort descending',
    )
    .default('-created')
    .describe('`created`, `updated`, or a field: `data.points`. A minus sorts descending.'),
  ...pageQuery,
  cursor,
});

export const AppRowExplorer = z.object({
  ...pageOf(AppRow).shape,
  ...PageInfo.shape,
  columns: z
    .array(
      z.object({
        field: z.string().describe('The field of the type.'),
        title: z.string().describe('The heading of the column.'),
        type: z.string().describe('What its values are.'),
      }),
    )
    .describe('The fields of the type, in their order, for the head of a table.'),
});

export const SingleQuery = z
  .strictObject({
    id: z.uuid().optional(),
    appId: z.uuid().optional().describe('With `type` and `key`, instead of `id`.'),
    type: FieldName.optional().describe('The name of a data type.'),
    key: z.string().min(2).max(2000).optional().describe('The fields of a unique key, as JSON: `{"number":"A-100"}`.'),
  })
  .refine(
    ({ id, appId, type, key }) => id !== undefined || (appId !== undefined && type !== undefined && key !== undefined),
    {
      error: 'must name a row by `id`, or by `appId`, `type` and `key`',
      path: ['id'],
    },
  );

export const InstalledDataType = z.object({
  ...AppDataType.shape,
  rows: z.number().int().describe('How many rows of this type there are.'),
  invalidRows: z.number().int().describe('Rows that do not agree with the installed release.'),
  isRemoved: z.boolean().describe('The installed release no longer has this type. Its rows can be read.'),
});

export const AppRowImport = z.strictObject({
  ...ofType,
  rows: z.array(RowData).min(1).max(1_000).describe('The rows, at most 1,000.'),
  matchBy: uniqueList(FieldName, { min: 1, max: 3 })
    .optional()
    .describe(
      'A unique key of the type: a row whose key exists replaces that row, whose secrets stay if left out. Default: every row is new.',
    ),
  validRowsOnly,
});

export const AppRowImportResult = z.object({
  ...bulkCounts,
  results: z.array(RowResult).describe('One for each row, in the order given.'),
});
