import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 1,
    // The shop wants more of the goods that sell, so the list of what to order has rows.
    tell: async ({ api, idOf }) => {
      const { data: divisions } = await unwrap(api.GET('/v1/division'));
      const positions = ['ARZ', 'HAB', 'ACE', 'CAF'].map((code) => ({
        resourceId: idOf('resource', code),
        divisionId: divisions[0]!.id,
        minimum: '60',
        maximum: '120',
      }));
      await unwrap(api.POST('/v1/resource/position/bulk', { body: { positions } }));
    },
  },
];
