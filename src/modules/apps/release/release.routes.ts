import { z } from 'zod';
import { listOf, oneOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { releases } from '../tables.ts';
import { InvalidManifest } from './check-manifest.ts';
import { AppRelease, NewRelease } from './release.schema.ts';
import { describeRelease, publishRelease, ReleaseNotNewer, TooManyApps, TooManyReleases } from './release.ts';

const releaseList = listOf(releases, {
  filters: { appId: oneOf('appId', z.uuid(), 'Releases of one of these apps.') },
  sort: { created: 'createdAt' },
  order: '-created',
});

export const releaseRoutes = [
  route('POST', '/v1/apps/release', 'apps:write', {
    action: 'publishRelease',
    summary: 'Publish a release of an app',
    description:
      'The first release with a `key` makes the app; each later one has a higher version. A release never changes. The organization can install it at once; the operator decides which apps all organizations may install.',
    status: 201,
    body: NewRelease,
    returns: AppRelease,
    refusals: [InvalidManifest, ReleaseNotNewer, TooManyApps, TooManyReleases],
    examples: {
      body: {
        key: 'loyalty-cards',
        name: 'Tarjetas de fidelidad',
        description: 'Puntos por compra.',
        version: '1.0.0',
        notes: 'Primera versión.',
        dataTypes: [
          {
            name: 'card',
            title: 'Tarjeta',
            schema: {
              type: 'object',
              properties: {
                number: { type: 'string', maxLength: 20, title: 'Número' },
                holder: { type: 'string', maxLength: 100, title: 'Titular' },
                points: { type: 'integer', minimum: 0 },
                since: { type: 'string', format: 'date' },
              },
              required: ['number', 'holder'],
            },
            unique: [['number']],
          },
        ],
        configuration: {
          type: 'object',
          properties: {
            pointsPerHundred: { type: 'integer', minimum: 1, maximum: 100 },
            apiKey: { type: 'string', secret: true },
          },
          required: ['pointsPerHundred'],
        },
        permissions: ['contacts:read'],
        events: ['invoice:created'],
        placements: [{ place: 'contact', title: 'Puntos' }],
      },
    },
    handler: (ctx, { body }) => publishRelease(ctx, body),
  }),
  route('GET', '/v1/apps/release', 'apps:read', {
    action: 'listReleases',
    summary: 'List releases of apps',
    description: 'The releases that the organization published and those that it installed, newest first.',
    query: releaseList.query,
    returns: pageOf(AppRelease),
    handler: (ctx, { query }) => releaseList.page(ctx, query, (rows) => rows.map(describeRelease)),
  }),
];
