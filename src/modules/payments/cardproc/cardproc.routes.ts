import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { CardprocSettings } from '../cardproc.port.ts';
import { CardprocKeysMissing, changeCardproc, readCardproc } from './cardproc.ts';

const { environment, enabled } = CardprocSettings.shape;
/** Long enough that its last four characters tell nothing of the rest. */
const Key = z
  .string()
  .min(16)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'has no spaces and no letters outside ASCII')
  .nullable();
const automatic = z.boolean().describe('Take the money at once; otherwise it is reserved first and taken later.');
const askSecurityCode = z.boolean().describe('Ask for the code on the back of a saved card at each payment.');

const CardprocView = z.object({
  environment,
  enabled,
  publicKey: z.string().nullable(),
  privateKeySet: z.boolean(),
  privateKeyLast4: z.string().nullable(),
  capture: z.object({ automatic, askSecurityCode }),
  version: z.number().int().describe('0 while nothing was ever set.'),
  updatedAt: Timestamp.nullable(),
});

export const cardprocRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/cardproc',
    summary: 'The settings of the card processor',
    description:
      'How the organization takes local cards. The private key is never shown: only whether there is one, and how it ends.',
    access: { permission: 'payments:read' },
    returns: CardprocView,
    handler: (ctx) => readCardproc(ctx),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization/cardproc',
    summary: 'Change the settings of the card processor',
    description:
      'Changes what is given and leaves the rest. `null` forgets a key; another environment forgets both, unless the new ones come with it. The private key is stored encrypted. With `version`, a change made by someone else meanwhile is not overwritten.',
    access: { permission: 'payments:write' },
    body: z.strictObject({
      version: z.number().int().optional(),
      environment: environment.optional(),
      enabled: enabled.optional(),
      publicKey: Key.optional(),
      privateKey: Key.optional().describe('Written, never read back.'),
      capture: z
        .strictObject({ automatic: automatic.optional(), askSecurityCode: askSecurityCode.optional() })
        .optional(),
    }),
    returns: CardprocView,
    refusals: [CardprocKeysMissing],
    examples: {
      body: { environment: 'test', enabled: true, publicKey: 'pk_019a8c5e7d4f7b3a', privateKey: 'sk_9c1d2e5f8a9b0c1d' },
    },
    handler: (ctx, { body }) => changeCardproc(ctx, body),
  }),
];
