import { z } from 'zod';
import { findContent, readContent } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { shortened } from '#platform/text.ts';
import {
  channels,
  conversationSources,
  conversations,
  type Failure,
  type Message,
  messageMedia,
  messages,
} from '../tables.ts';
import { obstacleOf } from './outbox.ts';
import { applyReceipts } from './status.ts';

const FAILURE_MAX = 1000;

/** The address that the customer last wrote from. */
async function addressOf(ctx: TenantContext, conversationId: string): Promise<string | undefined> {
  const source = { conversationId, kind: 'email' } as const;
  return (await conversationSources.find(ctx, source, { orderBy: ['-createdAt'] }))?.value;
}

/** Counts the e-mail for the quota of the organization, then sends it after the transaction. */
export async function enqueueEmail(ctx: TenantContext, { id, conversationId, channelId }: Message): Promise<void> {
  const address = await addressOf(ctx, conversationId);
  if (address) await takeLetters(ctx, [address]);
  ctx.enqueue(sendEmail, { messageId: id }, { group: channelId });
}

/** Sends a message of an e-mail channel, as an answer in the thread of the customer's last e-mail. */
export const sendEmail = tenantJob({
  name: 'chats/send-email',
  queue: 'deliveries',
  payload: { messageId: z.uuid() },
  timeoutSeconds: 120,
  run: async (steps, { messageId }) => {
    const found = await steps.transaction((ctx) => compose(ctx, messageId));
    if (!found) return;
    const { mail, file, conversationId } = found;
    try {
      const bytes = file && (await readContent(steps.storage, file));
      const attachments = bytes
        ? [{ fileName: file.name, contentType: file.contentType, base64: bytes.toString('base64') }]
        : [];
      await steps.sendMail({ ...mail, attachments });
    } catch (error) {
      // Only what the mail server refuses for good is not tried again.
      if (!steps.lastAttempt && !isRefusedForGood(error)) throw error;
      const { response, message = '' } = error as MailError;
      const failure = { code: 'mail_not_sent', message: shortened(response ?? message, FAILURE_MAX) };
      await steps.transaction((ctx) => markFailed(ctx, messageId, mail.messageId!, failure));
      return;
    }
    await steps.transaction(async (ctx) => {
      ctx.wakeReaders(conversationId);
      await messages.updateAll(
        ctx,
        { id: messageId, status: 'queued' },
        { status: 'sent', sentAt: ctx.now, providerMessageId: mail.messageId! },
      );
    });
  },
});

interface MailError {
  /** As the mail server answered. */
  response?: string;
  responseCode?: number;
  code?: string;
  message?: string;
}

/** The recipient or the e-mail itself, and not how the service signs in. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as MailError;
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

async function markFailed(ctx: TenantContext, id: string, providerMessageId: string, failure: Failure): Promise<void> {
  const { channelId } = await messages.get(ctx, id);
  const receipt = {
    providerMessageId,
    reference: id,
    status: 'failed',
    at: String(ctx.now),
    pricing: null,
    failure,
  } as const;
  await applyReceipts(ctx, await channels.get(ctx, channelId), [receipt]);
}

async function compose(ctx: TenantContext, messageId: string) {
  const message = await messages.find(ctx, { id: messageId, status: 'queued' });
  if (!message) return null;
  const [channel, conversation, to, media, answered] = await Promise.all([
    channels.get(ctx, message.channelId),
    conversations.get(ctx, message.conversationId),
    addressOf(ctx, message.conversationId),
    messageMedia.all(ctx, { messageId }),
    // The e-mail that an answer belongs to: mail programs thread by its id and its subject.
    messages.find(ctx, { conversationId: message.conversationId, direction: 'in' }, { orderBy: ['-seq'] }),
  ]);
  // A paused channel sends nothing: resuming it enqueues this again.
  if (channel.state === 'paused' || !to) return null;
  // The same for every attempt, so that an e-mail sent twice is one to its reader.
  const ownId = `<${message.id}@${new URL(ctx.publicUrl).hostname}>`;
  const obstacle = obstacleOf(ctx, message, conversation, channel.kind);
  if (obstacle) {
    await markFailed(ctx, messageId, ownId, obstacle);
    return null;
  }
  const subject = String(answered?.content.subject || conversation.subject || channel.name);
  const mail: Mail = {
    to,
    subject: !answered || /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: message.text,
    replyTo: channel.address!,
    messageId: ownId,
    ...(answered?.providerMessageId && { inReplyTo: answered.providerMessageId }),
    isAutomatic: message.author !== 'user',
  };
  const fileId = media[0]?.fileId;
  return { mail, conversationId: conversation.id, file: fileId ? await findContent(ctx, fileId) : undefined };
}
