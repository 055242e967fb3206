import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 2,
    tell: async ({ api }) => {
      const { data } = await unwrap(api.GET('/v1/resource', { params: { query: { itemsPerPage: 1 } } }));
      const params = { path: { resourceId: data[0]!.id } };
      const body = { note: 'Lo vendemos todos los días y lo llevamos a la casa.' };
      await unwrap(api.PATCH('/v1/resource/{resourceId}/request-marketplace-review', { params, body }));
      const coupon = { name: 'Vecinos', percent: '5', coupon: 'VECINOS' };
      await unwrap(api.POST('/v1/resource/discount-recommendation', { body: coupon }));
    },
  },
];

/** The products of a sandbox are not listed, so only the marketplace itself can be opened. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/marketplace/collection'));
  return data.map(({ name, url }) => ({ what: `Marketplace: ${name}`, url }));
}
