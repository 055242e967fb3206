import { z } from 'zod';
import { QuotaExceeded, serveObject } from '#modules/files/index.ts';
import { RangeNotSatisfiable } from '#platform/http/bytes/byte-range.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { doerOf } from '../conversation/state.ts';
import { ChannelNeeded, retryDrop } from '../inbound/process.ts';
import { cannedAnswers } from '../tables.ts';
import { TemplateNotApproved, TemplateParameters, TemplateUnsupported } from '../template/facts.ts';
import { sendTemplate } from '../template/send.ts';
import { changeCannedAnswer, createCannedAnswer, ShortcutTaken } from './canned.ts';
import { composeMessage } from './compose.ts';
import { describeMedium, describeMessage } from './describe.ts';
import { sendDocument } from './document.ts';
import { MediaNotFetched, requireStored, retryMedium } from './media.ts';
import {
  CannedAnswer,
  CannedAnswerChange,
  DocumentMessage,
  Drop,
  Medium,
  MessageView,
  NewCannedAnswer,
  NewMessage,
  NewTemplateMessage,
} from './message.schema.ts';
import { cannedList, dropList } from './message.sql.ts';
import { ChannelPaused, ConversationTaken, SenderBlocked, TypeUnsupported } from './send.ts';
import { WindowClosed } from './window.ts';

const sendingRefusals = [
  TypeUnsupported,
  WindowClosed,
  ReferenceNotFound,
  ChannelPaused,
  ConversationTaken,
  SenderBlocked,
];

export const messageRoutes = [
  route('POST', '/v1/chat/message', 'chats:write', {
    action: 'send',
    summary: 'Send a message',
    description:
      'Text, a file, an answer or reaction to a message, buttons, a list, a location, or a note that only colleagues see. It is stored at once and sent by a job; `status` follows the provider’s notices. A person who answers gets the conversation from a bot. Outside the provider’s 24-hour window it is refused with the template that fits.',
    status: 201,
    body: NewMessage,
    returns: MessageView,
    refusals: sendingRefusals,
    examples: { body: { conversationId: exampleId, text: 'Tu pedido sale hoy.' } },
    handler: async (ctx, { body }) => describeMessage(ctx, await composeMessage(ctx, body)),
  }),
  route('POST', '/v1/chat/document', 'chats:write', {
    action: 'sendDocument',
    summary: 'Send a document or a booking into a chat',
    description:
      'A quote, order or invoice as a PDF, or as the page on which it is read and paid; a booking as its page, with the payment page of its deposit. The conversation is linked to it.',
    reachesProvider: true,
    status: 201,
    body: DocumentMessage,
    returns: MessageView,
    refusals: [...sendingRefusals, QuotaExceeded],
    examples: {
      body: {
        conversationId: exampleId,
        documentId: otherExampleId,
        bookingId: exampleId,
        as: 'pdf',
        text: 'Aquí tienes tu factura y tu cita.',
      },
    },
    handler: async (steps, { body }) => {
      const message = await sendDocument(steps, { ...body, by: doerOf(steps) });
      return steps.transaction((ctx) => describeMessage(ctx, message));
    },
  }),
  route('POST', '/v1/chat/msgapp/template', 'chats:write', {
    action: 'sendTemplate',
    summary: 'Send an approved template',
    description:
      'For conversations whose 24-hour window has closed. The number of values is checked before anything is sent.',
    status: 201,
    body: NewTemplateMessage,
    returns: MessageView,
    refusals: [...sendingRefusals, TemplateNotApproved, TemplateParameters, TemplateUnsupported],
    examples: {
      body: {
        conversationId: exampleId,
        name: 'pedido_listo',
        language: 'es',
        parameters: { header: [], body: ['Ana', '1042'] },
      },
    },
    handler: async (ctx, { body }) => describeMessage(ctx, await sendTemplate(ctx, body)),
  }),
  route('GET', '/v1/chat/media/:channelId/:mediaId', 'chats:read', {
    action: 'readMedia',
    summary: 'Read the bytes of a medium',
    description:
      'A picture, sound or document of a message. One that has not been fetched from the provider is refused with the reason.',
    returns: { contentType: '*/*' },
    refusals: [MediaNotFetched, RangeNotSatisfiable],
    handler: async (ctx, { params }) => {
      const { fileId } = await requireStored(ctx, params.channelId, params.mediaId);
      return serveObject(ctx, fileId!, { asAttachment: false });
    },
  }),
  route('POST', '/v1/chat/media/:channelId/:mediaId/retry', 'chats:write', {
    action: 'retryMedia',
    summary: 'Fetch a medium again',
    description: 'For bytes that could not be fetched from the provider.',
    returns: Medium,
    handler: async (ctx, { params: { channelId, mediaId } }) =>
      describeMedium(ctx, await retryMedium(ctx, channelId, mediaId)),
  }),
  route('GET', '/v1/chat/unhandled', 'chats:read', {
    summary: 'List what could not be made a message',
    description:
      'Each part of a webhook or e-mail that was not understood, with the reason. Nothing is dropped in silence.',
    query: dropList.query,
    returns: pageOf(Drop),
    handler: (ctx, { query }) => dropList.page(ctx, query),
  }),
  route('POST', '/v1/chat/unhandled/retry', 'chats:write', {
    action: 'retryUnhandled',
    summary: 'Try an unhandled part again',
    description:
      'After a correction, or once the message that it changes has arrived. E-mails and comments whose channel is gone are tried in `channelId`.',
    body: z.strictObject({
      id: z.uuid(),
      channelId: z.uuid().optional().describe('A channel of the same kind, for one whose own channel is gone.'),
    }),
    returns: Drop,
    refusals: [ChannelNeeded, ReferenceNotFound],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => retryDrop(ctx, body),
  }),
  route('POST', '/v1/chat/canned-answer', 'chats:write', {
    action: 'createCannedAnswer',
    summary: 'Create a canned answer',
    description: 'A text that is used often, with variables such as `{{contact.name}}`.',
    status: 201,
    body: NewCannedAnswer,
    returns: CannedAnswer,
    refusals: [ShortcutTaken],
    examples: { body: { shortcut: 'gracias', text: 'Gracias, {{contact.name}}. Te responde {{agent.name}}.' } },
    handler: (ctx, { body }) => createCannedAnswer(ctx, body),
  }),
  route('GET', '/v1/chat/canned-answer', 'chats:read', {
    action: 'listCannedAnswers',
    summary: 'List canned answers',
    description: 'By their shortcut.',
    query: cannedList.query,
    returns: pageOf(CannedAnswer),
    examples: { query: { search: 'gra' } },
    handler: (ctx, { query }) => cannedList.page(ctx, query),
  }),
  route('PATCH', '/v1/chat/canned-answer', 'chats:write', {
    action: 'changeCannedAnswer',
    summary: 'Change a canned answer',
    description: 'Fields that are left out stay as they are.',
    body: CannedAnswerChange,
    returns: CannedAnswer,
    refusals: [ShortcutTaken],
    examples: { body: { id: otherExampleId, text: 'Gracias por escribirnos.' } },
    handler: (ctx, { body }) => changeCannedAnswer(ctx, body),
  }),
  route('DELETE', '/v1/chat/canned-answer', 'chats:write', {
    summary: 'Delete a canned answer',
    description: 'Messages that were sent with it stay.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: otherExampleId } },
    handler: (ctx, { body }) => cannedAnswers.remove(ctx, body.id),
  }),
];
