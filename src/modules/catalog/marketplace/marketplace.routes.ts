import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { Resource } from '../resource/resource.schema.ts';
import { ReviewPending, requestReview } from './marketplace.ts';

export const marketplaceRoutes = [
  route('PATCH', '/v1/resource/:resourceId/request-marketplace-review', 'catalog:write', {
    action: 'requestMarketplaceReview',
    summary: 'Request a marketplace review',
    description:
      'Asks the operator of the service to list this product or service on the marketplace. `marketplace.status` shows the decision; after it a new review can be requested. Emits `resource:updated`.',
    body: z.strictObject({
      note: z.string().trim().min(1).max(1000).optional().describe('A note for the reviewer.'),
    }),
    returns: Resource,
    refusals: [ReviewPending],
    examples: { body: { note: 'Producto artesanal, con registro sanitario.' } },
    handler: (ctx, { params, body }) => requestReview(ctx, params.resourceId, body.note ?? null),
  }),
];
