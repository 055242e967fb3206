import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const ranges = [
  { type: 'B01', end: 500 },
  { type: 'B02', end: 5_000 },
  { type: 'B04', end: 100 },
] as const;

export const chapters: DemoChapter[] = [
  {
    daysAgo: 30,
    tell: async ({ api, day, keep }) => {
      const { data: taxes } = await unwrap(api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 100 } } }));
      for (const { code, id } of taxes) keep('tax', code, id);
      for (const { type, end } of ranges)
        await unwrap(api.POST('/v1/taxes/numerals', { body: { type, start: 1, end, authorizedOn: day(30) } }));
    },
  },
];
