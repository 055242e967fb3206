import type { z } from 'zod';
import { json, type Row, table } from '#platform/db/table.ts';
import type { ProductListRule } from './resource-list/list.schema.ts';

export const resources = table(
  'resources',
  json<{ attributes: Record<string, string | number | boolean>; images: string[] }>(),
);
export type ResourceRow = Row<typeof resources>;
export type ResourceKind = ResourceRow['kind'];
export const resourceBarcodes = table('resourceBarcodes');
export const resourceParts = table('resourceParts');
export const resourceTaxes = table('resourceTaxes');
/** Short attributes, by which products are found. */
export const resourceAttributes = table('resourceAttributes');
export const resourcePrices = table('resourcePrices');
export type PriceRow = Row<typeof resourcePrices>;
export const resourceBulkChanges = table(
  'resourceBulkChanges',
  json<{ errors: { row: number; path: string; message: string }[] }>(),
);

export const resourceLists = table('resourceLists', json<{ rule: z.output<typeof ProductListRule> | null }>());
export type ResourceList = Row<typeof resourceLists>;
export const resourceListMembers = table('resourceListMembers');

export const discountRules = table('discountRules');
export type DiscountRule = Row<typeof discountRules>;
export const discountOffers = table('discountOffers');
export type Offer = Row<typeof discountOffers>;
/** Documents that use discounts with a coupon. */
export const discountUses = table('discountUses');
export type DiscountUse = Row<typeof discountUses>;
