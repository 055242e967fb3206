import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { FieldName } from '#platform/json-schema.ts';
import { uniqueList } from '#platform/unique-list.ts';

const Field = z.strictObject({
  field: FieldName.describe('A text field of the type.'),
  weight: z.number().int().min(1).max(10).default(1).describe('How much a match in this field counts.'),
});
export type SearchField = z.output<typeof Field>;

const fields = {
  name: z.string().trim().min(1).max(100).describe('What members see.'),
  fields: uniqueList(Field, { min: 1, max: 20, by: ({ field }) => field }).describe(
    'The text fields that are searched.',
  ),
  filters: uniqueList(FieldName, { max: 20 }).describe('The fields that can be filtered.'),
};

export const NewSearchConfig = z.strictObject({
  appId: z.uuid(),
  type: FieldName.describe('The data type that is searched.'),
  ...fields,
  filters: fields.filters.default([]),
});

export const SearchConfigChange = z.strictObject({
  version: readVersion,
  ...z.strictObject(fields).partial().shape,
});

export const SearchConfig = z.object({
  id: z.uuid(),
  appId: z.uuid(),
  type: z.string().describe('The data type that is searched.'),
  ...fields,
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: z.number().int(),
});
