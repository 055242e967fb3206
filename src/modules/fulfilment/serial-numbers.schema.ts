import { z } from 'zod';

/** Units that are named, each once. */
export const SerialNumbers = z
  .array(z.string().trim().min(1).max(100))
  .max(1000)
  .refine((serials) => new Set(serials).size === serials.length, {
    error: 'names each one once',
    params: { code: 'duplicate' },
  });
