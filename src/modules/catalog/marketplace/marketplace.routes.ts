import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { ResourceView } from '../resource/resource.schema.ts';
import { ReviewPending, requestReview } from './marketplace.ts';

export const marketplaceRoutes = [
  route({
    method: 'PATCH',
    path: '/v1/resource/:resourceId/request-marketplace-review',
    action: 'requestMarketplaceReview',
    summary: 'Ask for a place on the marketplace',
    description:
      'Asks the operator of the service to list this resource on the marketplace. `marketplace.status` tells what became of it. Asked again after an answer, the review begins anew. Emits `resource:updated`.',
    access: { permission: 'catalog:write' },
    params: z.strictObject({ resourceId: z.uuid() }),
    body: z.strictObject({
      note: z.string().trim().min(1).max(1000).optional().describe('What the reviewer should know.'),
    }),
    returns: ResourceView,
    refusals: [ReviewPending],
    examples: { body: { note: 'Producto artesanal, con registro sanitario.' } },
    handler: (ctx, { params, body }) => requestReview(ctx, params.resourceId, body.note ?? null),
  }),
];
