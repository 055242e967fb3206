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
      await offerDelivery(api);
    },
  },
];

async function offerDelivery(api: ColmadoClient): Promise<void> {
  const service = { name: 'Entrega a domicilio', kind: 'service' as const, prices: [{ amount: '100' }] };
  const { id: resourceId } = await unwrap(api.POST('/v1/resource', { body: service }));
  const { data: divisions } = await unwrap(api.GET('/v1/division'));
  const zone = { province: 'Distrito Nacional', city: 'Santo Domingo' };
  const courier = {
    kind: 'delivery' as const,
    name: 'Mensajero',
    details: 'El mismo día.',
    resourceId,
    freeFrom: '2500',
    zones: [
      { ...zone, sector: 'Gazcue' },
      { ...zone, sector: 'Naco' },
    ],
  };
  const pickup = {
    kind: 'pickup' as const,
    name: 'Recoger en el colmado',
    details: 'De lunes a sábado, de 7:00 a. m. a 9:00 p. m.',
    divisionId: divisions[0]!.id,
    place: 1,
  };
  for (const body of [courier, pickup]) await unwrap(api.POST('/v1/marketplace/delivery-method', { body }));
}

/** The products of a sandbox are not listed, so only the marketplace itself can be opened. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/marketplace/collection'));
  return data.map(({ name, url }) => ({ what: `Marketplace: ${name}`, url }));
}
