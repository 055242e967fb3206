import { z } from 'zod';
import { FieldName, type ObjectSchema } from '#platform/json-schema.ts';
import { uniqueList } from '#platform/unique-list.ts';

const JsonSchema = z.record(z.string().max(40), z.unknown());
const schemaText =
  'A JSON Schema of type `object`: string (`enum`, `format`), number, integer, boolean, array and object up to 4 deep, each optionally `nullable`, without `$ref` and `pattern`, up to 32,000 characters. A top-level text with `secret: true` is stored encrypted and never returned.';

export const AppDataType = z.strictObject({
  name: FieldName.describe('By which rows name their type: `loyaltyCard`.'),
  title: z.string().trim().min(1).max(100).describe('What people see above its rows.'),
  description: z.string().trim().max(1000).default('').describe('What a row is.'),
  schema: JsonSchema.describe(schemaText),
  writers: z
    .enum(['members', 'admins'])
    .default('members')
    .describe('Who may write rows: members with `app-data:write`, or only those who also have `apps:write`.'),
  unique: z
    .array(uniqueList(FieldName, { min: 1, max: 3 }))
    .max(5)
    .default([])
    .describe(
      'Keys of one to three top-level fields: no two rows have the same values. A row that lacks one has no key.',
    ),
});

export const AppPlacement = z.strictObject({
  place: z
    .enum(['menu', 'dashboard', 'settings', 'contact', 'document', 'product', 'conversation'])
    .describe('The part of the user interface.'),
  title: z.string().trim().min(1).max(100).describe('What people see there.'),
  url: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .nullable()
    .default(null)
    .describe('The page that is shown there.'),
});

export const manifestFields = {
  dataTypes: uniqueList(AppDataType, { max: 50, by: ({ name }) => name })
    .default([])
    .describe('The types of data that the app brings.'),
  configuration: JsonSchema.nullable().default(null).describe(`The settings of an installation. ${schemaText}`),
  permissions: uniqueList(z.string().max(60), { max: 100 })
    .default([])
    .describe('The permissions that the app asks for. A person accepts them when the app is installed.'),
  events: uniqueList(z.string().max(100), { max: 100 }).default([]).describe('The events that the app follows.'),
  placements: z.array(AppPlacement).max(20).default([]).describe('Where the app shows in the user interface.'),
};

type Given = z.output<z.ZodObject<typeof manifestFields>>;
export type DataTypeManifest = Omit<Given['dataTypes'][number], 'schema'> & { schema: ObjectSchema };
/** A manifest whose schemas were checked. */
export type Manifest = Omit<Given, 'dataTypes' | 'configuration'> & {
  dataTypes: DataTypeManifest[];
  configuration: ObjectSchema | null;
};
