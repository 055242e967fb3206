import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { type ImageSize, imageSizes, readImage } from './image.ts';

export const imageRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/image/:organizationId',
    summary: 'The image of an organization',
    description:
      'A WebP that fits into a square of `size` pixels, with an `ETag`. An organization without an image, and an id that nobody has, get the same neutral picture. The address in `imageUrl` carries `v`, which names the content: with it the answer can be cached for ever.',
    access: 'public',
    params: z.strictObject({ organizationId: z.uuid() }),
    query: z.strictObject({
      size: z.enum(imageSizes.map(String)).default('256').describe('The longer side in pixels, at most.'),
      v: z.string().max(64).optional(),
    }),
    returns: { contentType: 'image/webp' },
    examples: { query: { size: '128' } },
    handler: (ctx, { params, query }) =>
      readImage(ctx, params.organizationId, { size: Number(query.size) as ImageSize, v: query.v }),
  }),
];
