import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const visitors = [
  {
    name: 'Altagracia',
    says: ['Buenas, ¿tienen arroz selecto de 10 libras?', '¿Y cuánto sale el saco?'],
    answer: '¡Hola, Altagracia! Sí, tenemos. El saco está en RD$385.',
  },
  { name: 'Ramón', says: ['¿Hacen entregas en Gazcue?'], answer: 'Sí, todos los días hasta las 6:00.' },
  { name: 'Yanet', says: ['Mi factura salió sin RNC, ¿la pueden corregir?'], answer: null },
] as const;

/** The page on which visitors of the demo try the widget. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/channel', { params: { query: { kind: 'widget' } } }));
  return data.map(({ name, publicKey, inboundUrl }) => ({
    what: `${name}: una página con el chat`,
    url: `${new URL(inboundUrl!).origin}/v1/channel/${publicKey}/widget/preview`,
  }));
}

export const chapters: DemoChapter[] = [
  {
    daysAgo: 2,
    // A widget of the shop with three conversations: one answered and closed, one answered, one that waits.
    tell: async ({ api, keep }) => {
      const channel = await unwrap(
        api.POST('/v1/channel', {
          body: { kind: 'widget', name: 'Tienda en línea', welcome: '¡Bienvenido al Colmado La Esquina!' },
        }),
      );
      keep('channel', 'Tienda en línea', channel.id);
      await unwrap(
        api.PATCH('/v1/channel/{channelId}/widget', {
          params: { path: { channelId: channel.id } },
          body: { title: 'Colmado La Esquina', color: '#0b6e4f', greeting: '¡Hola! ¿Qué te llevamos hoy?' },
        }),
      );
      await unwrap(
        api.POST('/v1/chat/canned-answer', {
          body: { shortcut: 'gracias', text: 'Gracias, {{contact.name}}. ¡Vuelve pronto!' },
        }),
      );
      for (const [place, { name, says, answer }] of visitors.entries()) {
        let visitorToken: string | undefined;
        let sourceId = '';
        for (const text of says) {
          const body = { name, text, ...(visitorToken && { visitorToken }) };
          const received = await unwrap(
            api.POST('/v1/chat/webhook', { params: { query: { key: channel.publicKey } }, body }),
          );
          ({ visitorToken, sourceId = '' } = received);
        }
        if (answer === null) continue;
        const message = await unwrap(
          api.POST('/v1/chat/message', { body: { channelId: channel.id, sourceId, text: answer } }),
        );
        if (place === 0)
          await unwrap(
            api.PATCH('/v1/conversation', {
              body: { id: message.conversationId, state: 'closed', labels: ['precios'] },
            }),
          );
      }
      await unwrap(
        api.POST('/v1/conversation-list', {
          body: { name: 'Esperan respuesta', rule: { state: ['open'], waiting: true } },
        }),
      );
    },
  },
  {
    daysAgo: 1,
    // A simulated number with a template that its provider has approved, and a diffusion to the customers.
    tell: async ({ api, keep }) => {
      const channel = await unwrap(
        api.POST('/v1/channel', {
          body: {
            kind: 'msgapp',
            name: 'Ofertas por mensaje',
            connection: { provider: 'simulator' },
            dailyBudget: 250,
          },
        }),
      );
      keep('channel', 'Ofertas por mensaje', channel.id);
      const template = await unwrap(
        api.POST('/v1/channel/{channelId}/msgapp/templates', {
          params: { path: { channelId: channel.id } },
          body: {
            name: 'ofertas_approved',
            language: 'es',
            category: 'MARKETING',
            body: {
              text: 'Hola {{1}}, hay ofertas en La Esquina. Escribe BAJA para no recibir más.',
              examples: ['Ana'],
            },
          },
        }),
      );
      const diffusion = await unwrap(
        api.POST('/v1/conversation-diffusion', {
          body: {
            name: 'Ofertas de la semana',
            channelId: channel.id,
            audience: { filter: { isCustomer: true } },
            templates: [{ name: template.name, language: 'es', parameters: { body: ['{{contact.firstName}}'] } }],
          },
        }),
      );
      await unwrap(api.POST('/v1/conversation-diffusion/{id}/start', { params: { path: { id: diffusion.id } } }));
    },
  },
];
