import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { readVersion, versioned } from '#platform/http/change.ts';

const ZONES_MAX = 200;

const placeName = z.string().trim().min(1).max(100);

export const DeliveryZone = z.strictObject({
  province: placeName.describe('Compared without accents and case.'),
  city: placeName.optional().describe('The city or municipality. Default: all of the province.'),
  sector: placeName.optional().describe('Default: all sectors.'),
});

export const deliveryKinds = ['pickup', 'delivery'] as const;

const fields = {
  kind: z
    .enum(deliveryKinds)
    .describe('`pickup`: the buyer collects the goods at a branch. `delivery`: they are brought to an address.'),
  name: z.string().trim().min(1).max(120).describe('For buyers.'),
  details: z.string().trim().max(1000).describe('For buyers: opening hours, or when the goods arrive.'),
  divisionId: z
    .uuid()
    .nullable()
    .describe('The division (branch) that the goods leave; a `pickup` needs it. Null: one that has the goods.'),
  resourceId: z
    .uuid()
    .nullable()
    .describe('The service that is charged, with its price and taxes. Null: nothing is charged.'),
  freeFrom: Amount.nullable().describe('Nothing is charged from this total of the products, with taxes and discounts.'),
  zones: z.array(DeliveryZone).max(ZONES_MAX).describe('Where it delivers, for a `delivery`. Empty: everywhere.'),
  place: z.number().int().min(0).max(100_000).describe('Its place among the methods.'),
};

export const NewDeliveryMethod = z.strictObject(fields).partial().required({ kind: true, name: true });
export const DeliveryMethodChange = z.strictObject({
  version: readVersion,
  ...z.strictObject({ ...fields, archived: z.boolean().describe('Archived ones are not offered.') }).partial().shape,
});

export const DeliveryMethod = z.object({
  id: z.uuid(),
  ...fields,
  freeFrom: z.string().nullable().describe('Nothing is charged from this total of the products; null: never.'),
  currency: z.string().describe('Of `freeFrom`.'),
  archived: z.boolean(),
  ...versioned,
});
