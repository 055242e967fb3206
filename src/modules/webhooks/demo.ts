import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const webhook = { url: 'https://hooks.laesquina.example/colmado', description: 'Almacén', eventTypes: ['comment:*'] };

export const chapters: DemoChapter[] = [
  {
    daysAgo: 30,
    // Nobody listens at the address, so the webhook is switched off: it shows how a real one looks.
    tell: async ({ api }) => {
      const { id } = await unwrap(api.POST('/v1/organization/webhook', { body: webhook }));
      await unwrap(api.PATCH('/v1/organization/webhook', { body: { id, active: false } }));
    },
  },
];
