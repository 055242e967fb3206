import { createHash } from 'node:crypto';
import { z } from 'zod';
import { receiveFile } from '#modules/files/index.ts';
import { computation } from '#platform/compute/computation.ts';
import { metered } from '#platform/http/bytes/upload.ts';
import type { TenantJobContext } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { isBlocked } from '../blocked-sender/blocked-sender.ts';
import type { Receipt } from '../message/status.ts';
import { messages } from '../tables.ts';
import type { Arriving, ArrivingMedium } from './arriving.ts';
import type { Payload } from './inbound.sql.ts';
import { type Brought, nothing } from './msgapp.ts';
import type parse from './parse-email.compute.ts';

const parsing = computation<typeof parse>(import.meta.resolve('./parse-email.compute.ts'), { deadlineMs: 20_000 });
const Hook = z.object({ mime: z.string() });

/** A letter as a hook sends it: `{ "mime": "<the raw letter in base64>" }`. */
export async function letterOf(
  steps: TenantJobContext,
  { id, body, channelId }: Payload,
  ownAddress: string,
): Promise<Brought> {
  const brought = nothing();
  const hook = Hook.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
  const part = { field: 'email', value: { sha256: createHash('sha256').update(body).digest('hex') }, payloadId: id };
  if (!hook.success) {
    brought.drops.push({ reason: 'unreadable', detail: 'There is no `mime`.', part });
    return brought;
  }
  try {
    const letter = await steps.compute(parsing, { mime: Buffer.from(hook.data.mime, 'base64'), ownAddress });
    const failed = letter.undelivered && (await isOwn(steps, channelId!, letter.undelivered.messageId));
    if (failed) brought.receipts.push(failureOf(letter.undelivered!));
    else if (!letter.from) brought.drops.push({ reason: 'sender_unknown', detail: letter.subject, part });
    else if (letter.isAutomatic) brought.drops.push({ reason: 'automatic_answer', detail: letter.subject, part });
    else {
      const arriving = arrivingOf(letter, body);
      const { sources, providerMessageId } = arriving;
      const [isKnown, isUnwanted] = await steps.transaction(async (ctx) => [
        await messages.exists(ctx, { channelId: channelId!, providerMessageId }),
        await isBlocked(ctx, { id: channelId! }, { sources, commenter: null }),
      ]);
      // An e-mail that comes again, or one of ours that comes back, brings nothing.
      if (isKnown) return brought;
      const media = isUnwanted ? [] : await receiveAttachments(steps, letter);
      brought.messages.push({ part, arriving: { ...arriving, media } });
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
    brought.drops.push({ reason: 'unreadable', detail: error.message, part });
  }
  return brought;
}

const isOwn = (steps: TenantJobContext, channelId: string, providerMessageId: string) =>
  steps.transaction((ctx) => messages.exists(ctx, { channelId, providerMessageId, direction: 'out' }));

/** A mail server reports that an e-mail of ours did not arrive. */
const failureOf = ({ messageId, code, message }: NonNullable<Letter['undelivered']>): Receipt => ({
  providerMessageId: messageId,
  reference: null,
  status: 'failed',
  at: String(Temporal.Now.instant()),
  pricing: null,
  failure: { code, message },
});

type Letter = Awaited<ReturnType<typeof parse>>;

const arrivingOf = (letter: Letter, body: Uint8Array): Arriving => ({
  sources: [{ kind: 'email', value: letter.from!.address }],
  name: letter.from!.name,
  phone: null,
  email: letter.from!.address,
  // An e-mail without an id is known by its bytes.
  providerMessageId: letter.messageId ?? `<${createHash('sha256').update(body).digest('hex')}@no-id>`,
  at: letter.at === null ? Temporal.Now.instant() : Temporal.Instant.fromEpochMilliseconds(letter.at),
  type: 'email',
  text: letter.text,
  content: { subject: letter.subject, ...(letter.leftOut > 0 && { attachmentsLeftOut: letter.leftOut }) },
  subject: letter.subject,
  replyTo: letter.inReplyTo,
  media: [],
  author: 'contact',
});

/** The files become those of the organization in the transaction that stores the e-mail. */
async function receiveAttachments(steps: TenantJobContext, letter: Letter): Promise<ArrivingMedium[]> {
  const media: ArrivingMedium[] = [];
  for (const { name, contentType, bytes } of letter.attachments) {
    const content = Buffer.from(bytes);
    const once = (async function* () {
      yield content;
    })();
    const bytesMax = Math.min(content.length, steps.config.FILE_BYTES_MAX);
    const received = await receiveFile(steps, metered({ filename: name, bytes: once }, bytesMax));
    media.push({ providerMediaId: null, received, name, contentType, sha256: null });
  }
  return media;
}

/** Releases the files of e-mails that were not stored. */
export async function discardAttachments(letters: Iterable<Brought>): Promise<void> {
  for (const { messages } of letters)
    for (const { arriving } of messages) for (const { received } of arriving.media) await received?.discard();
}
