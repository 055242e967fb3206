import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Amount, Barcode, Quantity } from '../catalog.schema.ts';
import { PriceFields, PriceView } from '../price/price.schema.ts';
import { marketplaceStatuses, resourceKinds } from './resource.sql.ts';

export const PARTS_MAX = 100;
export const TAXES_MAX = 20;
const BARCODES_MAX = 20;
const IMAGES_MAX = 20;
const ATTRIBUTES_MAX = 100;

export const ResourceKind = z.enum(resourceKinds);
const Code = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}]+$/u, 'has no control characters');
const Image = z.union([z.uuid(), z.url({ protocol: /^https?$/ }).max(2000)]);
const Attribute = z.union([z.string().max(1000), z.number(), z.boolean()]);

const PartFields = { resourceId: z.uuid(), quantity: Quantity };

/** What can be said and changed of a resource. */
const fields = {
  code: Code.nullable().describe('Unique in the organization; case does not matter.'),
  barcodes: uniqueList(Barcode, { max: BARCODES_MAX }).describe(
    'Each leads to this resource alone; the first is the one that is printed.',
  ),
  description: z.string().trim().max(10_000),
  unit: z.string().trim().min(1).max(20).describe('How it is counted. Default: `defaultUnit` of the settings.'),
  category: z.string().trim().min(1).max(100).nullable(),
  attributes: z
    .record(z.string().min(1).max(60), Attribute)
    .refine((attributes) => Object.keys(attributes).length <= ATTRIBUTES_MAX, {
      error: `has at most ${ATTRIBUTES_MAX} names`,
      params: { code: 'too_big' },
    })
    .describe('Anything else worth knowing, by name: colour, size, brand.'),
  images: z.array(Image).max(IMAGES_MAX).describe('Ids of files, or addresses of images.'),
  cost: Amount.nullable().describe('What one unit costs, in the organization’s currency. Null: not known.'),
  tracksStock: z.boolean().describe('Default: yes for goods and raw materials. Services and combos have no stock.'),
  tracksSerials: z.boolean().describe('Whether each unit has a number of its own.'),
  allowsNegativeStock: z
    .boolean()
    .nullable()
    .describe('Whether more can be sold than there is. Null: as the settings of the organization say.'),
  minStockAlert: Amount.nullable().describe('Where a division says nothing else, stock below it is told.'),
  salesChartAccountId: z.uuid().nullable().describe('Null: the account of the posting rules.'),
  expenseChartAccountId: z.uuid().nullable().describe('Null: the account of the posting rules.'),
  taxIds: uniqueList(z.uuid(), { max: TAXES_MAX }),
  parts: uniqueList(z.strictObject(PartFields), { max: PARTS_MAX, by: ({ resourceId }) => resourceId }).meta({
    description: 'What a combo consists of: selling it moves these.',
    example: [{ resourceId: exampleId, quantity: '2' }],
  }),
};
const name = z.string().trim().min(1).max(200);
const optionalFields = z.object(fields).partial().shape;

export const NewResource = z.strictObject({
  name,
  kind: ResourceKind.default('goods').describe('It never changes.'),
  ...optionalFields,
  prices: z.array(z.strictObject(PriceFields)).max(50).optional(),
});

const changeFields = { name: name.optional(), ...optionalFields, archived: z.boolean().optional() };

export const ResourceChange = z.strictObject({
  id: z.uuid(),
  version: z.number().int().optional(),
  ...changeFields,
});

/** One row of many: with an id it changes that resource, without it makes a new one. */
export const ProductRow = z.strictObject({
  id: z.uuid().optional().describe('Of the resource that it changes. Without it: a new one, which needs a name.'),
  version: z.number().int().optional(),
  kind: ResourceKind.optional(),
  ...changeFields,
  prices: z.array(z.strictObject(PriceFields)).max(50).optional().describe('Of a new resource only.'),
});

/** What several resources may have in common. */
export const ProductFieldsChange = z.strictObject({
  ...z.object(fields).omit({ code: true, barcodes: true, parts: true }).partial().shape,
  archived: z.boolean().optional(),
});

const Marketplace = z.object({
  status: z.enum(marketplaceStatuses),
  note: z.string().nullable().describe('What was asked with, or why it was rejected.'),
  requestedAt: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
});

export const ResourceView = z.object({
  id: z.uuid(),
  kind: ResourceKind,
  name: z.string(),
  code: z.string().nullable(),
  barcodes: z.array(z.string()),
  description: z.string(),
  unit: z.string(),
  category: z.string().nullable(),
  attributes: z.record(z.string(), Attribute),
  images: z.array(z.string()),
  cost: z.string().nullable(),
  currency: z.string().describe('Of the cost.'),
  tracksStock: z.boolean(),
  tracksSerials: z.boolean(),
  allowsNegativeStock: z.boolean().nullable(),
  minStockAlert: z.string().nullable(),
  salesChartAccountId: z.uuid().nullable(),
  expenseChartAccountId: z.uuid().nullable(),
  taxIds: z.array(z.uuid()),
  parts: z.array(z.object({ resourceId: z.uuid(), quantity: z.string() })),
  prices: z
    .array(PriceView)
    .describe('In lists those that hold for everyone; of one resource also those of divisions and contacts.'),
  marketplace: Marketplace,
  archivedAt: Timestamp.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** For pickers: few fields, quickly read. */
export const PickedResource = z.object({
  id: z.uuid(),
  kind: ResourceKind,
  name: z.string(),
  code: z.string().nullable(),
  barcode: z.string().nullable(),
  unit: z.string(),
  category: z.string().nullable(),
  tracksStock: z.boolean(),
  price: z.object({ amount: z.string(), currency: z.string() }).nullable().describe('The general price for everyone.'),
});

export type GivenResource = z.output<typeof NewResource>;
export type GivenChange = z.output<typeof ResourceChange>;
