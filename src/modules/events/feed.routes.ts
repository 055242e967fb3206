import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { FilterTooBroad } from '#platform/events/payload-filter.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { readFeed, streamFeed } from './feed.ts';

const EventView = z.object({
  id: z.uuid(),
  seq: z.string().describe('The place in the stream, without gaps and in order of commit.'),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: Timestamp,
});

export const feedRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/events',
    summary: 'Read the event stream',
    description:
      'Every relevant change, newest first. With `cursor` (0 for the beginning) oldest first from there: `nextCursor` is where to go on. With `Accept: text/event-stream` events arrive as they happen, and `Last-Event-ID` resumes; no event is ever skipped. Payload fields that end in `Id` are found by index.',
    access: { permission: 'events:read' },
    query: z.strictObject({
      ...pageQuery,
      type: z.string().max(4000).optional().describe('An exact identifier, or a JSON array of identifiers.'),
      payload: z.string().max(4000).optional().describe('A JSON object: the payload fields and their values.'),
      cursor: z.string().max(20).optional().describe('Events after this place in the stream, oldest first.'),
      from: Timestamp.optional(),
      to: Timestamp.optional(),
    }),
    returns: pageOf(EventView),
    refusals: [FilterTooBroad],
    examples: {
      query: { type: '["comment:created","settings:organization:updated"]', payload: '{"section":"accounting"}' },
    },
    handler: (ctx, { query }) => readFeed(ctx, query),
    stream: (ctx, { query, lastEventId }) => streamFeed(ctx, query as never, lastEventId),
  }),
];
