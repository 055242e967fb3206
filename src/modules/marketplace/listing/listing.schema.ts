import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const Seller = z.object({ id: z.uuid(), name: z.string() });

export const MarketProduct = z.object({
  resourceId: z.uuid(),
  url: z.string().describe('Its page.'),
  seller: Seller,
  name: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  unit: z.string(),
  images: z.array(z.string()).describe('Addresses of pictures. They are valid for at least a day.'),
  price: z.string().describe('Of one unit, with taxes.'),
  currency: z.string(),
  inStock: z.boolean(),
});

export const ProductAnswer = z.object({
  ...MarketProduct.shape,
  cartUrl: z.string().nullable().describe('The cart of this browser, by its cookie.'),
});

export const MarketReview = z.object({
  resourceId: z.uuid(),
  seller: Seller,
  name: z.string(),
  description: z.string(),
  category: z.string().nullable(),
  images: z.array(z.string()),
  price: z.string().nullable().describe('Of one unit, with taxes. Null: it has no price yet.'),
  currency: z.string(),
  note: z.string().nullable().describe('The seller’s note.'),
  requestedAt: Timestamp,
});
