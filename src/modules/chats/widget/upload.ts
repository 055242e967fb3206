import { holdFiles, keepFile, type ReceivedFile, receiveFile } from '#modules/files/index.ts';
import type { Steps, WorkContext } from '#platform/context.ts';
import {
  type IncomingUpload,
  type ReceivedUpload,
  receiveUpload,
  requireUploadType,
} from '#platform/http/bytes/upload.ts';
import { receiveMessages } from '../inbound/receive.ts';
import { arrivingFrom } from '../inbound/visitor.ts';
import { messages } from '../tables.ts';
import { openVisit } from './session.ts';
import { describeForVisitor } from './shown.ts';
import { VisitUpload } from './widget.schema.ts';

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
  const { ctx, channel, visitor } = await openVisit(work, key);
  const { fields, files } = received;
  const data = [];
  for (const [place, file] of files.entries()) {
    const arriving = arrivingFrom(ctx, visitor, fields.id && `${fields.id}-${place}`);
    const known = await messages.find(ctx, {
      channelId: channel.id,
      providerMessageId: arriving.providerMessageId,
    });
    if (known) {
      await file.discard();
      data.push(known);
      continue;
    }
    const { id: fileId, name } = await keepFile(ctx, file, { labels: ['chat'] });
    const { contentType } = file;
    const [stored] = await receiveMessages(ctx, channel, [
      {
        ...arriving,
        type: typeOf(contentType),
        text: '',
        media: [{ providerMediaId: null, fileId, name, contentType, sha256: null }],
      },
    ]);
    holdFiles(ctx, 'file', { entityKind: 'messageId', entityId: stored!.id, fileIds: [fileId] });
    data.push(await messages.get(ctx, stored!.id));
  }
  return { data: await describeForVisitor(ctx, data) };
}

const typeOf = (contentType: string): string => /^(image|video|audio)\//.exec(contentType)?.[1] ?? 'document';
