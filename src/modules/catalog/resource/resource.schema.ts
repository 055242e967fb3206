import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Amount, Barcode, Quantity } from '../catalog.schema.ts';
import { Price, PriceFields } from '../price/price.schema.ts';

const PARTS_MAX = 100;
export const TAXES_MAX = 20;
const BARCODES_MAX = 20;
const IMAGES_MAX = 20;
const ATTRIBUTES_MAX = 100;

export const ResourceKind = z.enum(['goods', 'service', 'combo', 'raw-material']);
export const MarketplaceStatus = z.enum(['none', 'requested', 'approved', 'rejected']);
const Code = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}]+$/u, 'must have no control characters');
const Image = z.union([z.uuid(), z.url({ protocol: /^https?$/ }).max(2000)]);
const Attribute = z.union([z.string().max(1000), z.number(), z.boolean()]);

const PurchaseMultiple = decimalWithin({ above: 0, digits: 9, decimals: 6 });

const PartFields = { resourceId: z.uuid(), quantity: Quantity };

const name = z.string().trim().min(1).max(200);
const fields = {
  code: Code.nullable().describe('Unique in the organization; case does not matter.'),
  barcodes: uniqueList(Barcode, { max: BARCODES_MAX }).describe(
    'Each is unique in the organization; the first is the one that is printed.',
  ),
  description: z.string().trim().max(10_000),
  unit: z.string().trim().min(1).max(20).describe('The unit of measure. Default: `defaultUnit` of the settings.'),
  category: z.string().trim().min(1).max(100).nullable(),
  attributes: z
    .record(z.string().min(1).max(60), Attribute)
    .refine((attributes) => Object.keys(attributes).length <= ATTRIBUTES_MAX, {
      error: `must have at most ${ATTRIBUTES_MAX} names`,
      params: { code: 'too_big' },
    })
    .describe('Free attributes by name: colour, size, brand.'),
  images: z
    .array(Image)
    .max(IMAGES_MAX)
    .describe('Ids of files of this organization, or addresses of pictures elsewhere.'),
  cost: Amount.nullable().describe('The cost of one unit, in the organization’s currency. Null: unknown.'),
  tracksStock: z.boolean().describe('Default: yes for goods and raw materials. Services and combos have no stock.'),
  tracksSerials: z.boolean().describe('Whether each unit has its own serial number.'),
  tracksLots: z.boolean().describe('Whether it is kept by lots (batches).'),
  allowsNegativeStock: z
    .boolean()
    .nullable()
    .describe('Whether more can be sold than is in stock. Null: as in the settings of the organization.'),
  minStockAlert: Amount.nullable().describe('Stock below it raises an alert, unless a division has its own minimum.'),
  supplierId: z.uuid().nullable().describe('The contact that it is ordered from.'),
  purchaseMultiple: PurchaseMultiple.nullable().describe('The size of a pack.'),
  leadTimeDays: z.number().int().min(0).max(999).nullable().describe('Days until an order arrives.'),
  salesChartAccountId: z.uuid().nullable().describe('Null: the account of the posting rules.'),
  expenseChartAccountId: z.uuid().nullable().describe('Null: the account of the posting rules.'),
  taxIds: uniqueList(z.uuid(), { max: TAXES_MAX }),
  parts: uniqueList(z.strictObject(PartFields), { max: PARTS_MAX, by: ({ resourceId }) => resourceId }).meta({
    description: 'The parts of a combo: selling it moves them.',
    example: [{ resourceId: exampleId, quantity: '2' }],
  }),
};
const optionalFields = z.object(fields).partial().shape;

export const NewResource = z.strictObject({
  name,
  kind: ResourceKind.default('goods').describe('It cannot be changed later.'),
  ...optionalFields,
  prices: z.array(z.strictObject(PriceFields)).max(50).optional(),
});

const changeFields = { name: name.optional(), ...optionalFields, archived: z.boolean().optional() };

export const ResourceChange = changeOf({ name, ...fields, archived: z.boolean() });

export const ProductRow = z.strictObject({
  id: z.uuid().optional().describe('The resource to change. Without it: a new one, which needs a name.'),
  version: z.number().int().optional(),
  kind: ResourceKind.optional(),
  ...changeFields,
  prices: z
    .array(z.strictObject(PriceFields))
    .max(50)
    .optional()
    .describe('An existing resource keeps its other prices.'),
  openingStock: z
    .strictObject({
      quantity: Quantity,
      unitCost: Amount.optional().describe('Default: the cost of the resource.'),
      divisionId: z.uuid().optional().describe('Default: the only division (branch or till).'),
    })
    .optional()
    .describe('Its first stock, against `openingBalances`. Also needs `inventory:write`.'),
});

/** The fields that can be changed on many resources at once. */
export const ProductFieldsChange = z.strictObject({
  ...z.object(fields).omit({ code: true, barcodes: true, parts: true }).partial().shape,
  archived: z.boolean().optional(),
});

const Marketplace = z.object({
  status: MarketplaceStatus,
  note: z.string().nullable().describe('The note of the request, or the reason of the rejection.'),
  requestedAt: Timestamp.nullable(),
  decidedAt: Timestamp.nullable(),
});

export const Resource = z.object({
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
  currency: z.string().describe('The currency of the cost.'),
  tracksStock: z.boolean(),
  tracksSerials: z.boolean(),
  tracksLots: z.boolean(),
  allowsNegativeStock: z.boolean().nullable(),
  minStockAlert: z.string().nullable(),
  supplierId: z.uuid().nullable(),
  purchaseMultiple: z.string().nullable(),
  leadTimeDays: z.number().int().nullable(),
  salesChartAccountId: z.uuid().nullable(),
  expenseChartAccountId: z.uuid().nullable(),
  taxIds: z.array(z.uuid()),
  parts: z.array(z.object({ resourceId: z.uuid(), quantity: z.string() })),
  prices: z
    .array(Price)
    .describe('Lists show only prices for everyone; a single resource also shows those of divisions and contacts.'),
  marketplace: Marketplace,
  archivedAt: Timestamp.nullable(),
  ...versioned,
});

/** Few fields, for pickers and points of sale. */
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
