import { holdFiles, keepFile, type ReceivedFile, receiveFile } from '#modules/files/index.ts';
import type { Steps, TenantContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import {
  type IncomingUpload,
  type ReceivedUpload,
  receiveUpload,
  requireUploadType,
} from '#platform/http/bytes/upload.ts';
import { newId } from '#platform/id.ts';
import type { Arriving } from '../inbound/arriving.ts';
import { receiveMessages } from '../inbound/receive.ts';
import { arrivingFrom } from '../inbound/visitor.ts';
import { blockedSenders, type Conversation, messages } from '../tables.ts';
import { openVisit } from './session.ts';
import { clientIdOf, describeForVisitor } from './shown.ts';
import { VisitUpload, type WidgetMessage } from './widget.schema.ts';

const BYTES_MAX = 10 * 1024 * 1024;

/** Stores a visitor's file while it arrives. The widget and the visitor are checked before the first byte is kept. */
export async function receiveAttachment(steps: Steps, key: string, upload: IncomingUpload | null) {
  requireUploadType(upload);
  const organizationId = await steps.transaction(async (ctx) => (await openVisit(ctx, key)).ctx.organizationId);
  const bytesMax = Math.min(BYTES_MAX, steps.config.FILE_BYTES_MAX);
  return receiveUpload(upload, VisitUpload, bytesMax, (file) => receiveFile(steps.enter(organizationId), file));
}

/** Makes a received file a message of the visitor. */
export async function sendAttachment(
  work: WorkContext,
  key: string,
  received: ReceivedUpload<{ id?: string | undefined }, ReceivedFile>,
) {
  const { ctx, channel, visitor, conversation } = await openVisit(work, key);
  const { fields, files } = received;
  const data = [];
  const pretended: WidgetMessage[] = [];
  for (const [place, file] of files.entries()) {
    const arriving = arrivingFrom(ctx, visitor, fields.id && `${fields.id}-${place}`);
    const known = await messages.find(ctx, { channelId: channel.id, providerMessageId: arriving.providerMessageId });
    if (known) {
      await file.discard();
      data.push(known);
      continue;
    }
    const { contentType } = file;
    const message = { ...arriving, type: typeOf(contentType), text: '' };
    if (conversation?.isBlocked) {
      // The visitor was unblocked in this moment, so the file belongs to the message.
      if ((await receiveMessages(ctx, channel, [message])).length > 0) throw new RetryTransaction();
      await file.discard();
      pretended.push(pretendedMessage(await nextSeq(ctx, conversation), message, file));
      continue;
    }
    const { id: fileId, name } = await keepFile(ctx, file, { labels: ['chat'] });
    const media = [{ providerMediaId: null, fileId, name, contentType, sha256: null }];
    const [stored] = await receiveMessages(ctx, channel, [{ ...message, media }]);
    // A twin was stored, or the visitor blocked, in this moment.
    if (!stored) throw new RetryTransaction();
    holdFiles(ctx, 'file', { entityKind: 'messageId', entityId: stored.id, fileIds: [fileId] });
    data.push(await messages.get(ctx, stored.id));
  }
  return { data: [...(await describeForVisitor(ctx, data)), ...pretended] };
}

/** The place that the last of the dropped messages would have: each has its own. */
async function nextSeq(ctx: TenantContext, { id: conversationId, lastSeq }: Conversation): Promise<bigint> {
  const { droppedCount } = await blockedSenders.get(ctx, { conversationId });
  return lastSeq + BigInt(droppedCount);
}

/** The answer to a blocked visitor: it looks like any other. */
const pretendedMessage = (
  seq: bigint,
  { type, providerMessageId, at }: Pick<Arriving, 'type' | 'providerMessageId' | 'at'>,
  { filename: name, contentType }: ReceivedFile,
): WidgetMessage => ({
  id: newId(),
  seq: String(seq),
  clientId: clientIdOf(providerMessageId),
  from: 'visitor',
  name: null,
  type,
  text: '',
  buttons: [],
  location: null,
  media: [{ name, contentType, url: null }],
  at: toTimestamp(at),
  isDeleted: false,
});

const typeOf = (contentType: string): string => /^(image|video|audio)\//.exec(contentType)?.[1] ?? 'document';
