import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { readNumber } from '#platform/written-number.ts';

/** A form sends a ticked box as `on`, and a choice as text. */
export const Ticked = z.union([z.boolean(), z.enum(['on', 'true', 'false']).transform((text) => text !== 'false')]);

/** People write an amount as `1,250.50`. */
export const WrittenAmount = z.preprocess((given) => (typeof given === 'string' && readNumber(given)) || given, Amount);

/** A form sends a number as text. */
export const WholeNumber = z.union([
  z.number().int().min(0).max(2_147_483_647),
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number),
]);
