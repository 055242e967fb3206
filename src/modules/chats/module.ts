import { countDays } from '#modules/billing/index.ts';
import { afterContactsArchived, mergeContacts } from '#modules/contacts/index.ts';
import { afterMemberLeft, detachLabel } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { blockedSenderRoutes } from './blocked-sender/blocked-sender.routes.ts';
import { channelRoutes } from './channel/channel.routes.ts';
import { sealedChannels } from './channel/credentials.ts';
import { sendHeld } from './channel/send-held.ts';
import { verifyChannel } from './channel/verify.ts';
import { conversationRoutes } from './conversation/conversation.routes.ts';
import { deleteLabel, moveLinksOfContacts } from './conversation/conversation.sql.ts';
import { giveBackConversations } from './conversation/give-back.ts';
import { endSnoozes } from './conversation/snooze.ts';
import { snoozeEnds } from './conversation/state.ts';
import { diffusionRoutes } from './diffusion/diffusion.routes.ts';
import { stopDiffusion } from './diffusion/follow.ts';
import { optOutRoutes } from './diffusion/opt-out.routes.ts';
import { applyOptOutKeywords, mergeOptOuts, optOutOnRefusal } from './diffusion/opt-out.ts';
import { runDiffusions } from './diffusion/schedule.ts';
import { diffusionsDue, prepareDiffusion, sendBatch } from './diffusion/send-batch.ts';
import {
  conversationAssigned,
  conversationClosed,
  conversationOpened,
  conversationSeen,
  messageDeleted,
  socialComment,
} from './events.ts';
import { afterCustomerMessages, afterMessageFailed } from './hooks.ts';
import { processInbound, retryEarlyChange } from './inbound/process.ts';
import { resumeInbound, sweepPayloads } from './inbound/sweep.ts';
import { unroutedRoutes } from './inbound/unrouted.routes.ts';
import { webhookRoutes } from './inbound/webhook.routes.ts';
import { listRoutes } from './list/list.routes.ts';
import { sendEmail } from './message/email.ts';
import { markRead } from './message/mark-read.ts';
import { fetchMedium } from './message/media.ts';
import { messageRoutes } from './message/message.routes.ts';
import { countMessages } from './message/message.sql.ts';
import { sending } from './message/outbox.ts';
import { applyKeptLater } from './message/status.ts';
import { sealedConnections } from './msgapp/connection.ts';
import { msgappRoutes } from './msgapp/msgapp.routes.ts';
import { messagingSettings } from './settings.ts';
import { conversations, diffusionRecipients, messages } from './tables.ts';
import { submitting } from './template/submit.ts';
import { syncTemplatesJob } from './template/sync.ts';
import { templateRoutes } from './template/template.routes.ts';
import { followUpDue, sendFollowUps } from './widget/follow-up.ts';
import { revokeVisitors } from './widget/revoke.ts';
import { widgetRoutes } from './widget/widget.routes.ts';

/** Conversations with customers, over every channel that they write on. */
export const chats: Module = {
  name: 'chats',
  uses: ['identity', 'collaboration', 'organization', 'files', 'billing', 'contacts', 'invoicing', 'bookings'],
  areas: ['chats'],
  groups: [
    {
      name: 'Chat',
      path: '/chat',
      description: 'Messages in conversations (chats), their pictures and documents, and what providers send.',
      routes: [...messageRoutes, ...blockedSenderRoutes, ...unroutedRoutes, ...webhookRoutes],
    },
    {
      name: 'Channels',
      path: '/channel',
      description: 'Where customers write: web widgets, numbers of the messaging app, comments, e-mail addresses.',
      routes: [...channelRoutes, ...msgappRoutes, ...templateRoutes, ...widgetRoutes],
    },
    {
      name: 'Conversations',
      path: '/conversation',
      description: 'Conversations with customers: who has them, their state, labels, messages and statistics.',
      routes: conversationRoutes,
    },
    {
      name: 'Conversation lists',
      path: '/conversation-list',
      description: 'Saved lists of conversations, by a rule or by hand.',
      routes: listRoutes,
    },
    {
      name: 'Diffusions',
      path: '/conversation-diffusion',
      description: 'Campaigns: a template for many people, with a preview, a schedule, opt-outs and a log.',
      routes: [...optOutRoutes, ...diffusionRoutes],
    },
  ],
  events: [
    conversationAssigned,
    conversationOpened,
    conversationClosed,
    socialComment,
    conversationSeen,
    messageDeleted,
  ],
  demo: () => import('./demo.ts'),
  jobs: [
    processInbound,
    retryEarlyChange,
    applyKeptLater,
    markRead,
    fetchMedium,
    sendEmail,
    sendHeld,
    giveBackConversations,
    verifyChannel,
    sweepPayloads,
    resumeInbound,
    syncTemplatesJob,
    prepareDiffusion,
    sendBatch,
    stopDiffusion,
  ],
  exchanges: [sending, submitting],
  settings: [messagingSettings],
  entityKinds: [
    { field: 'conversationId', exists: (ctx, id) => conversations.exists(ctx, id) },
    { field: 'messageId', exists: (ctx, id) => messages.exists(ctx, id) },
  ],
  sealed: [sealedChannels, sealedConnections],
  hooks: [
    implement(afterContactsArchived, revokeVisitors),
    implement(countDays, countMessages),
    implement(detachLabel, (ctx, { name }) => deleteLabel(ctx, name)),
    implement(mergeContacts, async (ctx, { from, into }) => {
      await revokeVisitors(ctx, from);
      await conversations.updateAll(ctx, { contactId: from }, { contactId: into, updatedAt: ctx.now });
      await diffusionRecipients.updateAll(ctx, { contactId: from }, { contactId: into });
      await moveLinksOfContacts(ctx, { from, into });
      await mergeOptOuts(ctx, into);
    }),
    implement(afterMemberLeft, async (ctx, userId) => ctx.enqueue(giveBackConversations, { userId })),
    implement(afterCustomerMessages, applyOptOutKeywords),
    implement(afterMessageFailed, optOutOnRefusal),
  ],
  ticks: [
    { tick: snoozeEnds, run: endSnoozes },
    { tick: followUpDue, run: sendFollowUps },
    { tick: diffusionsDue, run: runDiffusions },
  ],
};
