import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const questions = [
  ['¿Hacen entregas a domicilio?', 'Sí, gratis en el sector a partir de RD$ 500. Más lejos cuesta RD$ 100.'],
  ['¿Aceptan tarjeta de crédito?', 'Sí: tarjetas, efectivo y transferencias.'],
  ['¿Aceptan devoluciones?', 'Sí, dentro de 7 días con la factura y el empaque cerrado.'],
  ['Do you speak English?', 'Yes, we do.'],
] as const;

export const chapters: DemoChapter[] = [
  {
    daysAgo: 1,
    tell: async ({ api, keep, idOf }) => {
      const body = {
        name: 'Colmadito',
        instructions: 'Tutea a los clientes, sé breve y no prometas descuentos.',
        tools: ['find_products', 'find_documents', 'open_invoices'],
      };
      const { id: botId } = await unwrap(api.POST('/v1/bot', { body }));
      keep('bot', body.name, botId);
      for (const [title, content] of questions)
        await unwrap(
          api.POST('/v1/bot/training', { body: { botId, kind: 'question', title, content, approved: true } }),
        );
      for (const source of ['catalog', 'prices', 'hours', 'policies'] as const)
        await unwrap(api.POST('/v1/bot/training', { body: { botId, kind: 'live', source, approved: true } }));
      // It answers first on the page with the widget and on the number, and hands over what it does not know.
      for (const name of ['Tienda en línea', 'WhatsApp de ventas'])
        await unwrap(
          api.PATCH('/v1/channel', { body: { id: idOf('channel', name), botId, assignment: { to: 'bot' } } }),
        );
      // Waits for approval, as a new text of an agent does.
      const draft = { botId, kind: 'text', title: 'Navidad', content: 'El 25 de diciembre cerramos.' } as const;
      await unwrap(api.POST('/v1/bot/training', { body: draft }));
    },
  },
];
