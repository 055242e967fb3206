import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 11,
    tell: async ({ api, day, idOf }) => {
      const body = {
        pendingRecordId: idOf('document', 'hotel'),
        date: day(11),
        reason: 'Dos sacos llegaron mojados',
        lines: [{ elementId: idOf('first line', 'hotel'), quantity: '2', disposition: 'scrap' as const }],
      };
      await unwrap(api.POST('/v1/resource/return', { body }));
    },
  },
  {
    daysAgo: 2,
    tell: async ({ api, idOf }) => {
      const body = {
        pendingRecordId: idOf('document', 'delivered later'),
        carrier: 'Camión de la casa',
        lines: [{ elementId: idOf('first line', 'delivered later'), quantity: '6' }],
      };
      await unwrap(api.POST('/v1/resource/delivery', { body }));
    },
  },
];
