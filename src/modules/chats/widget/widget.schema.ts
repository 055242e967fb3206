import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

/** A message as the visitor of a widget sees it. Notes and events of the conversation are left out. */
export const WidgetMessage = z
  .object({
    id: z.uuid(),
    seq: z.string().describe('Its place in the conversation; resumes the live stream.'),
    clientId: z.string().nullable().describe('The `id` that the browser gave it.'),
    from: z.enum(['visitor', 'agent', 'bot', 'system']).describe('`agent`: a member; `system`: the service itself.'),
    name: z.string().nullable().describe('Of the person who answers.'),
    type: z.string().describe('`text`, `image`, `document` …'),
    text: z.string().describe('The text or the caption; empty: none.'),
    buttons: z.array(z.string()).describe('Answers to choose from.'),
    location: z
      .object({ latitude: z.number(), longitude: z.number(), name: z.string().describe('Of the place; may be empty.') })
      .nullable()
      .describe('A place on the map; null: none.'),
    media: z
      .array(
        z.object({
          name: z.string().describe('The name of the file.'),
          contentType: z.string(),
          url: z.string().nullable().describe('Opens the file for a day; null: it is not here yet.'),
        }),
      )
      .describe('Pictures, sounds and documents.'),
    at: Timestamp.describe('When it was written.'),
    isDeleted: z.boolean().describe('Whether its author took it back.'),
  })
  .meta({ id: 'WidgetMessage' });
export type WidgetMessage = z.infer<typeof WidgetMessage>;

/** Typing and read marks of both sides. */
export const WidgetMarks = {
  isTyping: z.boolean().describe('Whether somebody is writing an answer.'),
  readSeq: z.string().describe('The newest entry that somebody of the organization has seen; 0: none.'),
  seenSeq: z.string().describe('The newest entry that the visitor has seen; 0: none.'),
};

const token = z.string().min(1).max(500);

export const NewVisit = z.strictObject({
  visitorToken: token.optional().describe('Of an earlier session; left out: a new visitor.'),
  identity: z
    .string()
    .max(4000)
    .optional()
    .describe('A short JWT (HS256) that the organization signed with the channel’s secret.'),
});

export const VisitSession = z.object({
  visitorToken: z.string().describe('Opens the conversation of this visitor, and no other.'),
  isVerified: z.boolean().describe('Whether the organization signed who the visitor is.'),
  hasEmail: z.boolean().describe('Whether answers can be sent by e-mail when the visitor has left.'),
  data: z.array(WidgetMessage).describe('The newest messages, oldest first.'),
  hasMore: z.boolean().describe('Whether there are earlier ones.'),
  unread: z.number().int().describe('Answers that the visitor has not seen.'),
  continueUrl: z
    .string()
    .nullable()
    .describe('Opens the messaging app with a text that continues this conversation there, within a day and once.'),
  ...WidgetMarks,
});

const Seq = z.string().regex(/^\d{1,18}$/, 'must be the `seq` of a message');

export const WidgetFeedQuery = z.strictObject({
  after: Seq.optional().describe('Messages after this one.'),
  before: Seq.optional().describe('The last messages before this one.'),
});

export const WidgetFeed = z.object({ data: z.array(WidgetMessage), hasMore: z.boolean(), ...WidgetMarks });

export const VisitActivity = z.strictObject({
  visitorToken: token.describe('Of the session.'),
  typing: z.boolean().optional().describe('Whether the visitor is writing. Ends by itself after a few seconds.'),
  seenSeq: Seq.optional().describe('The newest message that the visitor has seen.'),
  email: z.email().max(254).optional().describe('Where answers go when the visitor has left.'),
});

export const VisitUpload = z.strictObject({
  id: z.string().min(1).max(100).optional().describe('Of the message in the browser: the same one is stored once.'),
});
