import { z } from 'zod';
import { QuotaExceeded } from '#modules/files/index.ts';
import { RawAnswer, route } from '#platform/http/route.ts';
import { languages } from '#platform/pages/language.ts';
import { PublicWidget } from '../channel/channel.schema.ts';
import { noteActivity } from './activity.ts';
import { framePage } from './frame-page.ts';
import { previewPage } from './preview-page.ts';
import { beginSession, openVisit, openWidget, readPage } from './session.ts';
import { describeWidget } from './settings.ts';
import { streamVisit } from './stream.ts';
import { receiveAttachment, sendAttachment } from './upload.ts';
import { IdentityRefused, VisitorRefused } from './visitor-token.ts';
import {
  NewVisit,
  VisitActivity,
  VisitSession,
  VisitUpload,
  WidgetFeed,
  WidgetFeedQuery,
  WidgetMessage,
} from './widget.schema.ts';

const params = z.strictObject({
  channelId: z.string().min(1).max(100).describe('The public key of the channel, not its id.'),
});
const UPLOADS_PER_HOUR = 120;

/** For the script on the web site and the frame that it opens. */
export const widgetRoutes = [
  route('GET', '/v1/channel/:channelId/widget/public', 'public', {
    params,
    action: 'readPublicWidget',
    summary: 'Read what a widget shows',
    description: 'For the script on the web site. The path holds the public key of the channel, not its id.',
    returns: PublicWidget,
    handler: async (work, { params: { channelId: key } }) => {
      const { ctx, channel } = await openWidget(work, key);
      return describeWidget(ctx, channel);
    },
  }),
  route('GET', '/v1/channel/:channelId/widget/frame', 'public', {
    params,
    action: 'showWidget',
    summary: 'Open the widget',
    description:
      'The page in the frame of the widget. Browsers show it only inside the sites in `allowedDomains`, and on its own.',
    query: z.strictObject({ language: z.enum(languages).optional().describe('Instead of that of the widget.') }),
    returns: { contentType: 'text/html' },
    examples: { query: { language: 'en' } },
    handler: async (work, { params: { channelId: key }, query }) => {
      const { ctx, channel } = await openWidget(work, key);
      const { headers, body } = framePage(await describeWidget(ctx, channel), channel, ctx, query.language);
      return new RawAnswer(body, headers);
    },
  }),
  route('GET', '/v1/channel/:channelId/widget/preview', 'public', {
    params,
    action: 'previewWidget',
    summary: 'Try the widget on a page',
    description: 'A page of the service with the widget on it, to see how it looks before it is on your site.',
    returns: { contentType: 'text/html' },
    handler: async (work, { params: { channelId: key } }) => {
      const { ctx, channel } = await openWidget(work, key);
      const { headers, body } = previewPage(await describeWidget(ctx, channel), channel, ctx.publicUrl);
      return new RawAnswer(body, headers);
    },
  }),
  route('POST', '/v1/channel/:channelId/widget/session', 'public', {
    params,
    action: 'beginVisit',
    summary: 'Start or continue a visit',
    description:
      'Answers a token that opens the conversation of this visitor and no other, with the newest messages. An `identity` that the organization signed leads to the same conversation on every device.',
    body: NewVisit,
    returns: VisitSession,
    refusals: [VisitorRefused, IdentityRefused],
    examples: { body: {} },
    handler: (work, { params: { channelId: key }, body }) => beginSession(work, key, body),
  }),
  route('GET', '/v1/channel/:channelId/widget/feed', 'public', {
    params,
    action: 'readVisit',
    summary: 'Read the messages of a visitor',
    description:
      'Those of the visitor whose token is in the header `X-Visitor-Token`, oldest first. With `Accept: text/event-stream` new ones arrive as they are stored (`message`), with `marks` for typing and what was read; `Last-Event-ID` (a `seq`) resumes.',
    query: WidgetFeedQuery,
    returns: WidgetFeed,
    refusals: [VisitorRefused],
    examples: { query: { after: '12' } },
    handler: async (work, { params: { channelId: key }, query }) => {
      const { ctx, conversation } = await openVisit(work, key);
      return readPage(ctx, conversation, query);
    },
    stream: (ctx, { params: { channelId: key }, lastEventId }) => streamVisit(ctx, key, lastEventId),
  }),
  route('POST', '/v1/channel/:channelId/widget/activity', 'public', {
    params,
    action: 'noteVisit',
    summary: 'Show what a visitor does',
    description: 'That they are typing, how far they have read, and the address for answers when they have left.',
    body: VisitActivity,
    refusals: [VisitorRefused],
    examples: { body: { visitorToken: 'WyJ…', typing: true, seenSeq: '12' } },
    handler: (work, { params: { channelId: key }, body }) => noteActivity(work, key, body),
  }),
  route('POST', '/v1/channel/:channelId/widget/upload', 'public', {
    params,
    action: 'sendFile',
    summary: 'Send a file as a visitor',
    description:
      'A part `file`, or JSON with `content` in base64, of up to 10 MB; it becomes a message at once. The token is in the header `X-Visitor-Token`.',
    attemptsPerHour: UPLOADS_PER_HOUR,
    takesFiles: true,
    status: 201,
    body: VisitUpload,
    returns: z.object({ data: z.array(WidgetMessage) }),
    refusals: [VisitorRefused, QuotaExceeded],
    examples: { body: {} },
    prepare: (steps, { params: { channelId: key }, upload }) => receiveAttachment(steps, key, upload),
    handler: (work, { params: { channelId: key }, prepared }) => sendAttachment(work, key, prepared),
  }),
];
