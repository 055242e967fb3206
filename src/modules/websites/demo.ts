import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const home = `Arroz, habichuelas y todo lo de la casa, **desde 1998**.

## Horario

De lunes a sábado, de 7:00 a. m. a 9:00 p. m. Los domingos, hasta la 1:00 p. m.`;
const post = `Desde este mes llevamos la compra a Gazcue y Naco el mismo día, por 100 pesos.`;

export const chapters: DemoChapter[] = [
  {
    daysAgo: 3,
    tell: async ({ api }) => {
      const publish = async (kind: 'page' | 'post', title: string, markdown: string, description: string) => {
        const { id } = await unwrap(api.POST('/v1/files/document', { body: { kind, title, markdown } }));
        const params = { path: { documentId: id } };
        await unwrap(api.PUT('/v1/websites/pages/{documentId}', { params, body: { published: true, description } }));
        return id;
      };
      const homePageId = await publish('page', 'Bienvenidos', home, 'El colmado del barrio.');
      const newsId = await publish('post', 'Entregas a domicilio', post, 'El mismo día en Gazcue y Naco.');
      const menu = [
        { label: 'Inicio', pageId: homePageId },
        { label: 'Entregas', pageId: newsId },
      ];
      const { data: channels } = await unwrap(api.GET('/v1/channel', { params: { query: { kind: 'widget' } } }));
      const chatChannelId = channels[0]?.id ?? null;
      const { data: products } = await unwrap(api.GET('/v1/resource', { params: { query: { itemsPerPage: 6 } } }));
      const members = products.map(({ id }) => ({ resourceId: id }));
      const list = { name: 'Despensa', type: 'COLLECTION', members } as const;
      const collectionIds = [(await unwrap(api.POST('/v1/resource/resource-list', { body: list }))).id];
      const shop = { sells: true, collectionIds };
      const value = {
        published: true,
        description: 'El colmado del barrio.',
        homePageId,
        menu,
        chatChannelId,
        ...shop,
      };
      await unwrap(api.PATCH('/v1/organization/settings', { body: { section: 'website', value } }));
    },
  },
];

export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { url, collections } = await unwrap(api.GET('/v1/websites/content'));
  const shops = collections.map((collection) => ({ what: 'An online shop', url: collection.url }));
  return [{ what: 'A website', url }, ...shops];
}
