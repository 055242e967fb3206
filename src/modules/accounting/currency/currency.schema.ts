import { z } from 'zod';
import { Decimal } from '#platform/money.ts';

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'is a three-letter currency code')
  .describe('ISO 4217.')
  .meta({ example: 'USD' });

/** What one unit of a currency costs in another. */
export const Rate = Decimal.refine((text) => /[1-9]/.test(text) && /^\d{1,9}(\.|$)/.test(text), {
  error: 'is greater than zero and less than a thousand million',
  params: { code: 'out_of_range' },
}).meta({ example: '60.25' });
