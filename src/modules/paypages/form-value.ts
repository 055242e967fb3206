import { z } from 'zod';

/** A form sends a ticked box as `on`, and a choice as text. */
export const Ticked = z.union([z.boolean(), z.enum(['on', 'true', 'false']).transform((text) => text !== 'false')]);

/** A form sends a number as text. */
export const WholeNumber = z.union([
  z.number().int().min(0).max(2_147_483_647),
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'is a whole number')
    .transform(Number),
]);
