import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  { daysAgo: 30, tell: async ({ api }) => void (await unwrap(api.GET('/v1/organization/pay/create'))) },
];
