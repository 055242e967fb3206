import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { readImage } from './image.ts';
import { type ImageSize, imageSizes } from './image-format.ts';

export const imageRoutes = [
  route('GET', '/v1/organization/image/:organizationId', 'public', {
    summary: 'Read the image of an organization',
    description:
      'A WebP that fits into a square of `size` pixels, with an `ETag`. An organization without an image and an unknown id get the same placeholder. The address in `imageUrl` contains `v`, which identifies the content: with it the answer can be cached forever.',
    query: z.strictObject({
      size: z.enum(imageSizes.map(String)).default('256').describe('The longer side in pixels, at most.'),
      v: z.string().max(64).optional().describe('Identifies the content, so that the answer can be cached forever.'),
    }),
    returns: { contentType: 'image/webp' },
    examples: { query: { size: '128' } },
    handler: (ctx, { params, query }) =>
      readImage(ctx, params.organizationId, { size: Number(query.size) as ImageSize, v: query.v }),
  }),
];
