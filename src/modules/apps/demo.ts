import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const cards = [
  { number: 'A-100', holder: 'Rosa Peña', points: 320, city: 'Moca' },
  { number: 'A-101', holder: 'Luis Mota', points: 45, city: 'Santo Domingo' },
  { number: 'A-102', holder: 'Eva Batista', points: 1280, city: 'Santiago' },
];

export const chapters: DemoChapter[] = [
  {
    daysAgo: 2,
    tell: async ({ api, keep }) => {
      const properties = {
        number: { type: 'string', maxLength: 20, title: 'Número' },
        holder: { type: 'string', maxLength: 100, title: 'Titular' },
        points: { type: 'integer', minimum: 0, title: 'Puntos' },
        city: { type: 'string', maxLength: 60, title: 'Ciudad' },
      };
      const schema = { type: 'object', properties, required: ['number', 'holder'] };
      const { appId } = await unwrap(
        api.POST('/v1/apps/release', {
          body: {
            key: 'loyalty-cards',
            name: 'Tarjetas de fidelidad',
            description: 'Puntos por cada compra en el colmado.',
            version: '1.0.0',
            dataTypes: [{ name: 'card', title: 'Tarjeta', schema, unique: [['number']] }],
            placements: [{ place: 'contact', title: 'Puntos' }],
          },
        }),
      );
      await unwrap(api.PATCH('/v1/apps/{appId}', { params: { path: { appId } }, body: { installed: true } }));
      await unwrap(api.POST('/v1/apps/data/import', { body: { appId, type: 'card', rows: cards } }));
      const fields = [{ field: 'number', weight: 5 }, { field: 'holder' }];
      await unwrap(
        api.POST('/v1/apps/search-config', {
          body: { appId, type: 'card', name: 'Mostrador', fields, filters: ['city', 'points'] },
        }),
      );
      keep('app', 'Tarjetas de fidelidad', appId);
    },
  },
];
