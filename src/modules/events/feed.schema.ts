import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageQuery } from '#platform/http/page.ts';

export const FeedQuery = z.strictObject({
  ...pageQuery,
  type: z
    .string()
    .max(4000)
    .optional()
    .describe('An exact identifier, a whole group such as `comment:*`, or a JSON array of them.'),
  payload: z.string().max(4000).optional().describe('A JSON object: the payload fields and their values.'),
  cursor: z.string().max(20).optional().describe('Events after this place in the stream, oldest first.'),
  from: Timestamp.optional().describe('Recorded at this time or later.'),
  to: Timestamp.optional().describe('Recorded before this time.'),
});

export const RecordedEvent = z.object({
  id: z.uuid(),
  seq: z.string().describe('The place in the stream, without gaps and in order of commit.'),
  type: z.string().describe('What happened, such as `invoice:created`.'),
  payload: z.record(z.string(), z.unknown()).describe('As the catalogue of events describes it.'),
  createdAt: Timestamp,
});
