import { z } from 'zod';

/** The unguessable part of the link of a page. */
export const byShareId = z.strictObject({ id: z.string().min(20).max(100) });
