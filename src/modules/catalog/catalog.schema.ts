import { z } from 'zod';
import { Decimal } from '#platform/money.ts';
import { DECIMALS } from './decimal.ts';

const MAX = 1_000_000_000_000;

/** A price, a cost or a quantity: zero or more. */
export const Amount = Decimal.refine(
  (decimal) => Number(decimal) >= 0 && Number(decimal) <= MAX && (decimal.split('.')[1]?.length ?? 0) <= DECIMALS,
  {
    error: `is between 0 and 1,000,000,000,000 with at most ${DECIMALS} decimals`,
    params: { code: 'out_of_range' },
  },
);

export const Quantity = Amount.refine((decimal) => Number(decimal) > 0, {
  error: 'is more than zero',
  params: { code: 'out_of_range' },
});

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'is a currency code such as DOP')
  .meta({ description: 'ISO 4217', example: 'DOP' });

export const PriceLabel = z.string().trim().min(1).max(60);

export const Barcode = z
  .string()
  .trim()
  .min(1)
  .max(48)
  .regex(/^[!-~]+( [!-~]+)*$/, 'is letters, digits and signs as a scanner reads them');

export const isUnique = (values: string[]): boolean => new Set(values).size === values.length;
export const once = { error: 'names each once', params: { code: 'duplicate' } };

export const uniqueIds = (max: number) => z.array(z.uuid()).min(1).max(max).refine(isUnique, once);

/** What is wrong with one row of many. */
export const FieldErrorView = z.object({ path: z.string(), code: z.string(), message: z.string() });
