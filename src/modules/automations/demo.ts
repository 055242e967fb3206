import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 1,
    tell: async ({ api, keep }) => {
      const greeting = await unwrap(
        api.POST('/v1/automation', {
          body: {
            name: 'Pedidos del sitio web',
            description: 'Cada pedido que llega por el webhook se guarda como contacto.',
            trigger: { kind: 'webhook' },
            nodes: [
              {
                id: 'has_name',
                kind: 'condition',
                conditions: [{ field: 'input.name', operator: 'exists' }],
                next: 'make_contact',
              },
              {
                id: 'make_contact',
                kind: 'operation',
                operation: 'contacts.create',
                body: { name: '{{ input.name }}' },
              },
            ],
            enabled: true,
          },
        }),
      );
      keep('automation', greeting.name, greeting.id);
    },
  },
];
