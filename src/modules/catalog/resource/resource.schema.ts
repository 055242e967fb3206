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

export const ResourceKind = z
  .enum(['goods', 'service', 'combo', 'raw-material'])
  .describe('`combo`: others that are sold as one. `raw-material`: bought to make products of it.');
export const MarketplaceStatus = z
  .enum(['none', 'requested', 'approved', 'rejected'])
  .describe('`requested`: the operator of the service has yet to decide.');
const Code = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}]+$/u, 'must have no control characters');
const Image = z.union([z.uuid(), z.url({ protocol: /^https?$/ }).max(2000)]);
const Attribute = z.union([z.string().max(1000), z.number(), z.boolean()]);

const PurchaseMultiple = decimalWithin({ above: 0, digits: 9, decimals: 6 });

const PartFields = {
  resourceId: z.uuid().describe('The part.'),
  quantity: Quantity.describe('How much of it is in one unit.'),
};

const name = z.string().trim().min(1).max(200).describe('As documents, lists and searches show it.');
const fields = {
  code: Code.nullable().describe('Unique in the organization; case does not matter.'),
  barcodes: uniqueList(Barcode, { max: BARCODES_MAX }).describe(
    'Each is unique in the organization; the first is the one that is printed.',
  ),
  description: z.string().trim().max(10_000).describe('For buyers: shops and catalogs show it.'),
  unit: z.string().trim().min(1).max(20).describe('The unit of measure. Default: `defaultUnit` of the settings.'),
  category: z.string().trim().min(1).max(100).nullable().describe('Your own word, to group them by; null: none.'),
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
  taxIds: uniqueList(z.uuid(), { max: TAXES_MAX }).describe('Taxes of sales and purchases: `GET /v1/taxes/list`.'),
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
  prices: z.array(z.strictObject(PriceFields)).max(50).optional().describe('Its prices; more can be added later.'),
});

const changeFields = {
  name: name.optional(),
  ...optionalFields,
  archived: z.boolean().optional().describe('`true` takes it out of lists; its documents and stock stay.'),
};

export const ResourceChange = changeOf({ name, ...fields, archived: z.boolean() });

export const ProductRow = z.strictObject({
  id: z.uuid().optional().describe('The resource to change. Without it: a new one, which needs a name.'),
  version: z.number().int().optional().describe('As read: the row fails if it has changed since.'),
  kind: ResourceKind.optional().describe('Of a new resource. Default: `goods`.'),
  ...changeFields,
  prices: z
    .array(z.strictObject(PriceFields))
    .max(50)
    .optional()
    .describe('An existing resource keeps its other prices.'),
  openingStock: z
    .strictObject({
      quantity: Quantity.describe('What there is at first.'),
      unitCost: Amount.optional().describe('Default: the cost of the resource.'),
      divisionId: z.uuid().optional().describe('Default: the only division (branch or till).'),
    })
    .optional()
    .describe('Its first stock, against `openingBalances`. Also needs `inventory:write`.'),
});

/** The fields that can be changed on many resources at once. */
export const ProductFieldsChange = z.strictObject({
  ...z.object(fields).omit({ code: true, barcodes: true, parts: true }).partial().shape,
  archived: z.boolean().optional().describe('`true` takes them out of lists; their documents and stock stay.'),
});

const Marketplace = z.object({
  status: MarketplaceStatus.describe('`requested`: the operator of the service has yet to decide.'),
  note: z.string().nullable().describe('The note of the request, or the reason of the rejection.'),
  requestedAt: Timestamp.nullable().describe('When the review was asked for; null: never.'),
  decidedAt: Timestamp.nullable().describe('When it was decided; null: not yet.'),
});

export const Resource = z.object({
  id: z.uuid(),
  kind: ResourceKind.describe('Whether it is goods, a service, others sold as one, or a raw material.'),
  name: z.string().describe('As documents, lists and searches show it.'),
  code: z.string().nullable().describe('Your own, unique; null: none.'),
  barcodes: z.array(z.string()).describe('The first is the one that is printed.'),
  description: z.string().describe('For buyers: shops and catalogs show it.'),
  unit: z.string().describe('What a quantity counts.'),
  category: z.string().nullable().describe('Your own word, to group them by; null: none.'),
  attributes: z.record(z.string(), Attribute).describe('Free attributes by name: colour, size, brand.'),
  images: z.array(z.string()).describe('Ids of files of this organization, or addresses of pictures elsewhere.'),
  cost: z.string().nullable().describe('Of one unit; null: unknown.'),
  currency: z.string().describe('The currency of the cost.'),
  tracksStock: z.boolean().describe('Whether its stock is kept.'),
  tracksSerials: z.boolean().describe('Whether each unit has its own serial number.'),
  tracksLots: z.boolean().describe('Whether it is kept by lots (batches).'),
  allowsNegativeStock: z
    .boolean()
    .nullable()
    .describe('Whether more can be sold than is in stock; null: as the settings say.'),
  minStockAlert: z.string().nullable().describe('Stock below it raises an alert; null: no minimum.'),
  supplierId: z.uuid().nullable().describe('The contact that it is ordered from; null: none.'),
  purchaseMultiple: z.string().nullable().describe('The size of a pack; null: single units.'),
  leadTimeDays: z.number().int().nullable().describe('Days until an order arrives; null: not known.'),
  salesChartAccountId: z.uuid().nullable().describe('Where sales are posted; null: as the posting rules say.'),
  expenseChartAccountId: z.uuid().nullable().describe('Where purchases are posted; null: as the posting rules say.'),
  taxIds: z.array(z.uuid()).describe('Taxes of sales and purchases: `GET /v1/taxes/list`.'),
  parts: z
    .array(
      z.object({
        resourceId: z.uuid().describe('The part.'),
        quantity: z.string().describe('How much of it is in one unit.'),
      }),
    )
    .describe('The parts of a combo; empty: it is none.'),
  prices: z
    .array(Price)
    .describe('Lists show only prices for everyone; a single resource also shows those of divisions and contacts.'),
  marketplace: Marketplace.describe('Whether buyers find it on the marketplace.'),
  archivedAt: Timestamp.nullable(),
  ...versioned,
});

/** Few fields, for pickers and points of sale. */
export const PickedResource = z.object({
  id: z.uuid(),
  kind: ResourceKind.describe('Whether it is goods, a service, others sold as one, or a raw material.'),
  name: z.string().describe('As documents, lists and searches show it.'),
  code: z.string().nullable().describe('Your own, unique; null: none.'),
  barcode: z.string().nullable().describe('The one that is printed; null: none.'),
  unit: z.string(),
  category: z.string().nullable().describe('Your own word, to group them by; null: none.'),
  tracksStock: z.boolean().describe('Whether its stock is kept.'),
  price: z
    .object({ amount: z.string().describe('For one unit.'), currency: z.string() })
    .nullable()
    .describe('The general price for everyone.'),
});
