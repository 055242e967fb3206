import { z } from 'zod';

/** CardNET uses both strings and numbers as ids. */
export const Id = z.union([z.string(), z.number()]).transform(String);

export const Profile = z.object({
  PaymentProfileId: Id,
  Brand: z.string().nullish(),
  Last4: z.string(),
  /** YYYYMM */
  Expiration: z.string().regex(/^\d{6}$/),
  Enabled: z.boolean(),
  /** The token that represents the card in a payment. It is fetched when needed and never stored. */
  Token: z.string(),
});
export type Profile = z.infer<typeof Profile>;
