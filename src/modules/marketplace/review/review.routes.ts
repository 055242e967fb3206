import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { MarketReview } from '../listing/listing.schema.ts';
import { reviewList } from '../listing/listing.sql.ts';
import { describeReviewed } from '../listing/listing.ts';
import { decideListing, OperatorOnly, requireOperator } from './review.ts';

export const reviewRoutes = [
  route('GET', '/v1/marketplace/review', 'marketplace:read', {
    action: 'listReviews',
    summary: 'List products that wait for a review',
    description:
      'Products that sellers asked to list on the marketplace, of all organizations, oldest first. Only for the organization of the operator.',
    query: reviewList.query,
    returns: pageOf(MarketReview),
    refusals: [OperatorOnly],
    handler: (ctx, { query }) => {
      requireOperator(ctx);
      return reviewList.page(ctx, query, (rows) => rows.map((row) => describeReviewed(ctx, row)));
    },
  }),
  route('PATCH', '/v1/marketplace/review/:resourceId', 'marketplace:write', {
    action: 'decideReview',
    summary: 'Approve or reject a product',
    description:
      'The operator’s decision on a product that a seller asked to list. The seller’s product shows it within seconds, and the seller gets `resource:updated`. Only for the organization of the operator.',
    body: z.strictObject({
      status: z.enum(['approved', 'rejected']).describe('An approved product is shown to buyers.'),
      note: z.string().trim().min(1).max(1000).optional().describe('The reason, for the seller.'),
    }),
    returns: z.object({
      resourceId: z.uuid().describe('The product of the seller.'),
      status: z.enum(['approved', 'rejected']).describe('What was decided.'),
      note: z.string().nullable().describe('The reason, for the seller; null: none.'),
    }),
    refusals: [OperatorOnly],
    examples: { body: { status: 'rejected', note: `Falta una foto del producto ${exampleId.slice(0, 8)}.` } },
    handler: (ctx, { params, body }) => decideListing(ctx, params.resourceId, body),
  }),
];
