import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink, DemoStory } from '#platform/demo.ts';

const visitors = [
  {
    name: 'Altagracia',
    says: ['Buenas, ¿tienen arroz selecto de 10 libras?', '¿Y cuánto sale el saco?'],
    answer: '¡Hola, Altagracia! Sí, tenemos. El saco está en RD$385.',
  },
  { name: 'Ramón', says: ['¿Hacen entregas en Gazcue?'], answer: 'Sí, todos los días hasta las 6:00.' },
  { name: 'Yanet', says: ['Mi factura salió sin RNC, ¿la pueden corregir?'], answer: null },
] as const;

const NUMBER = 'WhatsApp de ventas';

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
  { daysAgo: 1, tell: connectNumber },
];

/** A number of the simulated messaging app, connected as an owner does it, with an approved template. */
async function connectNumber({ api, keep }: DemoStory): Promise<void> {
  const signUp = await unwrap(api.GET('/v1/channel/msgapp/url', { params: { query: { provider: 'simulator' } } }));
  // The simulated provider takes this code for an owner who has allowed the connection.
  const query = { connectionId: signUp.connectionId, code: 'simulated-owner' };
  const { connectionId } = signUp;
  const { data } = await unwrap(api.GET('/v2/channel/msgapp/accounts', { params: { query } }));
  const { wabaId, numbers } = data[0]!;
  const path = { phoneNumberId: numbers[0]!.phoneNumberId };
  await unwrap(api.POST('/v2/channel/msgapp/addWaba', { body: { provider: 'simulator', wabaId, connectionId } }));
  await unwrap(api.POST('/v2/channel/msgapp/subscribe', { body: { wabaId } }));
  await unwrap(api.POST('/v2/channel/msgapp/{phoneNumberId}/pin', { params: { path }, body: { pin: '004217' } }));
  const channel = await unwrap(
    api.POST('/v2/channel/msgapp/{phoneNumberId}/link', { params: { path }, body: { name: NUMBER } }),
  );
  keep('channel', NUMBER, channel.id);
  await unwrap(
    api.POST('/v1/channel/{channelId}/msgapp/templates', {
      params: { path: { channelId: channel.id } },
      body: {
        name: 'pedido_listo',
        language: 'es',
        category: 'UTILITY',
        body: { text: 'Hola {{1}}, tu pedido {{2}} está listo para recoger.', examples: ['Ana', '1042'] },
      },
    }),
  );
}

/** The page on which visitors of the demo try the widget, and the telephone of a customer. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/channel'));
  return data.flatMap(({ kind, name, publicKey, inboundUrl, address }) => {
    const origin = inboundUrl && new URL(inboundUrl).origin;
    if (kind === 'widget')
      return [{ what: 'The chat on a page', url: `${origin}/v1/channel/${publicKey}/widget/preview` }];
    if (kind !== 'msgapp' || name !== NUMBER) return [];
    return [{ what: 'Write to the shop as a customer', url: `${origin}/simulator/msgapp/number/${address}` }];
  });
}
