import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const settings = [
  { section: 'accounting', value: { paymentTermsDays: 15 } },
  { section: 'tasks', value: { workingHours: { start: '07:00', end: '21:00' } } },
];

export const chapters: DemoChapter[] = [
  {
    daysAgo: 30,
    tell: async ({ api }) => {
      for (const body of settings) await unwrap(api.PATCH('/v1/organization/settings', { body }));
    },
  },
];
