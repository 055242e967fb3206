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
  environment,
  enabled,
  publicKey: z.string().nullable(),
  privateKeySet: z.boolean(),
  privateKeyLast4: z.string().nullable(),
  capture: z.object({ automatic, askSecurityCode }),
  version: z.number().int().describe('0 before the first change.'),
  updatedAt: Timestamp.nullable(),
});

export const CardProcessorChange = z
  .strictObject({
    version: readVersion,
    environment,
    enabled,
    publicKey: Key,
    privateKey: Key.describe('Written, never read back.'),
    capture: z.strictObject({ automatic, askSecurityCode }).partial(),
  })
  .partial();
