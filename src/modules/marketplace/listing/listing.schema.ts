import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const Seller = z.object({ id: z.uuid(), name: z.string().describe('The name of the business.') });

export const MarketProduct = z.object({
  resourceId: z.uuid().describe('The product of the seller.'),
  url: z.string().describe('Its page.'),
  seller: Seller.describe('Who sells it.'),
  name: z.string().describe('Of the product.'),
  description: z.string().describe('Of the product; may be empty.'),
  category: z.string().nullable().describe('Of the product; null: none.'),
  unit: z.string().describe('In which it is sold.'),
  images: z.array(z.string()).describe('Addresses of pictures. They are valid for at least a day.'),
  price: z.string().describe('Of one unit, with taxes.'),
  currency: z.string(),
  inStock: z.boolean().describe('Whether it can be bought now.'),
});

export const ProductAnswer = z.object({
  ...MarketProduct.shape,
  cartUrl: z.string().nullable().describe('The cart of this browser, by its cookie.'),
});

export const MarketReview = z.object({
  resourceId: z.uuid().describe('The product of the seller.'),
  seller: Seller.describe('Who wants to sell it.'),
  name: z.string().describe('Of the product.'),
  description: z.string().describe('Of the product; may be empty.'),
  category: z.string().nullable().describe('Of the product; null: none.'),
  images: z.array(z.string()).describe('Addresses of pictures. They are valid for at least a day.'),
  price: z.string().nullable().describe('Of one unit, with taxes. Null: it has no price yet.'),
  currency: z.string(),
  note: z.string().nullable().describe('The seller’s note.'),
  requestedAt: Timestamp.describe('When the seller asked for it.'),
});
