import { z } from 'zod';
import { decimalWithin } from '#platform/money.ts';

export const DECIMALS = 6;
const limits = { max: 1_000_000_000_000, decimals: DECIMALS };

/** A price, a cost or a quantity. */
export const Amount = decimalWithin({ min: 0, ...limits });
export const Quantity = decimalWithin({ above: 0, ...limits });

export const PriceLabel = z.string().trim().min(1).max(60);

export const Barcode = z
  .string()
  .trim()
  .min(1)
  .max(48)
  .regex(/^[!-~]+( [!-~]+)*$/, 'must have letters, digits and signs that a scanner reads');
