import { FilterTooBroad } from '#platform/events/payload-filter.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { FeedQuery, RecordedEvent } from './feed.schema.ts';
import { CursorAhead, readFeed, streamFeed } from './feed.ts';

export const feedRoutes = [
  route('GET', '/v1/organization/events', 'events:read', {
    summary: 'Read the event stream',
    description:
      'All events, newest first. With `cursor` (0 for the beginning) oldest first from there: send `nextCursor` as the next `cursor`. With `Accept: text/event-stream` events arrive as they happen, and `Last-Event-ID` resumes; no event is ever skipped. A place ahead of the stream is refused. A caller has at most 20 live streams at once. Payload fields that end in `Id` are found by index. A person sees no events of automations, reconciliations and boards that are closed to them.',
    query: FeedQuery,
    returns: pageOf(RecordedEvent),
    refusals: [FilterTooBroad, CursorAhead],
    examples: {
      query: { type: '["comment:created","settings:organization:updated"]', payload: '{"section":"accounting"}' },
    },
    handler: (ctx, { query }) => readFeed(ctx, query),
    stream: (ctx, { query, lastEventId }) => streamFeed(ctx, query, lastEventId),
  }),
];
