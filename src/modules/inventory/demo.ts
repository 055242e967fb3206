import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 20,
    // The bakery turns two sacks of flour into bread.
    tell: async ({ api, day, idOf }) => {
      const { data: divisions } = await unwrap(api.GET('/v1/division'));
      const parts = [{ resourceId: idOf('resource', 'HAR'), quantity: '1' }];
      const body = {
        resourceId: idOf('resource', 'PAN'),
        divisionId: divisions[0]!.id,
        quantity: '1200',
        recipe: { yields: '600', parts, labourCost: '900.00' },
      };
      const planned = await unwrap(api.POST('/v1/resource/production', { body }));
      const params = { path: { productionId: planned.id } };
      await unwrap(api.POST('/v1/resource/production/{productionId}/apply', { params, body: { date: day(20) } }));
    },
  },
];
