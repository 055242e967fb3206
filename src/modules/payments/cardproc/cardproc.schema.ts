import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { CardprocSettings } from '../cardproc.port.ts';

const { environment, enabled } = CardprocSettings.shape;
const automatic = z.boolean().describe('Take the money at once; otherwise it is reserved first and taken later.');
const askSecurityCode = z.boolean().describe('Ask for the security code of a saved card at each payment.');
/** Long enough that its last four characters reveal nothing about the rest. */
const Key = z
  .string()
  .min(16)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'must have no spaces and no letters outside ASCII')
  .nullable();

export const CardProcessor = z.object({
  environment: environment.describe('`simulator` is built in; `test` and `live` are the processor.'),
  enabled: enabled.describe('Whether local cards can be saved and charged.'),
  publicKey: z.string().nullable().describe('Of the account at the processor; null: not set.'),
  privateKeySet: z.boolean().describe('Whether there is a private key.'),
  privateKeyLast4: z.string().nullable().describe('The end of the private key, to recognize it; null: not set.'),
  capture: z.object({ automatic, askSecurityCode }).describe('How cards are charged.'),
  version: z.number().int().describe('0 before the first change.'),
  updatedAt: Timestamp.nullable().describe('When it was last changed; null: never.'),
});

export const CardProcessorChange = z
  .strictObject({
    version: readVersion,
    environment: environment.describe('`simulator` is built in; `test` and `live` are the processor.'),
    enabled: enabled.describe('Whether local cards can be saved and charged.'),
    publicKey: Key.describe('Of the account at the processor; null removes it.'),
    privateKey: Key.describe('Written, never read back.'),
    capture: z.strictObject({ automatic, askSecurityCode }).partial().describe('How cards are charged.'),
  })
  .partial();
