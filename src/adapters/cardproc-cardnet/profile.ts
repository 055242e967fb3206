import { z } from 'zod';

/** CardNET names things with texts or with numbers. */
export const Id = z.union([z.string(), z.number()]).transform(String);

export const Profile = z.object({
  PaymentProfileId: Id,
  Brand: z.string().nullish(),
  Last4: z.string(),
  /** YYYYMM */
  Expiration: z.string().regex(/^\d{6}$/),
  Enabled: z.boolean(),
  /** Stands for the card in a payment. It is asked for when it is needed, and never kept. */
  Token: z.string(),
});
export type Profile = z.infer<typeof Profile>;
