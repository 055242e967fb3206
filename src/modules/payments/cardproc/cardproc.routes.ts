import { route } from '#platform/http/route.ts';
import { CardProcessor, CardProcessorChange } from './cardproc.schema.ts';
import { CardprocKeysMissing, changeCardproc, readCardproc } from './cardproc.ts';

export const cardprocRoutes = [
  route('GET', '/v1/organization/cardproc', 'payments:read', {
    summary: 'Read the settings of the card processor',
    description:
      'How the organization accepts local cards. The private key is never shown, only whether it is set and its last four characters.',
    returns: CardProcessor,
    handler: (ctx) => readCardproc(ctx),
  }),
  route('PATCH', '/v1/organization/cardproc', 'payments:write', {
    summary: 'Change the settings of the card processor',
    description:
      'Fields that are left out stay as they are. `null` deletes a key; another environment deletes both keys, unless new ones are given. The private key is stored encrypted.',
    needsFreshAuthentication: true,
    body: CardProcessorChange,
    returns: CardProcessor,
    refusals: [CardprocKeysMissing],
    examples: {
      body: { environment: 'test', enabled: true, publicKey: 'pk_019a8c5e7d4f7b3a', privateKey: 'sk_9c1d2e5f8a9b0c1d' },
    },
    handler: (ctx, { body }) => changeCardproc(ctx, body),
  }),
];
