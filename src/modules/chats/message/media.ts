import { z } from 'zod';
import { keepFile, receiveFile } from '#modules/files/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { metered } from '#platform/http/bytes/upload.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal, refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { messagingOf } from '../channel/credentials.ts';
import { channels, type Medium, messageMedia, messages } from '../tables.ts';

export const MediaNotFetched = refusal(
  'media_not_fetched',
  'The file has not been fetched from the provider yet: try again in a moment.',
  409,
);

/** The provider's own limit for documents. */
const BYTES_MAX = 100 * 1024 * 1024;
const PROBLEM_MAX = 1000;

/** Fetches the bytes of a medium into a file of the organization, by streaming, checked against the provider's hash. */
export const fetchMedium = tenantJob({
  name: 'chats/fetch-medium',
  queue: 'deliveries',
  payload: { mediumId: z.uuid() },
  attempts: 6,
  backoffSeconds: 4,
  timeoutSeconds: 600,
  run: async (steps, { mediumId }) => {
    const medium = await steps.transaction((ctx) => messageMedia.find(ctx, mediumId));
    if (!medium || medium.state === 'stored' || medium.providerMediaId === null) return;
    try {
      await fetchNow(steps, await steps.transaction((ctx) => open(ctx, medium)));
    } catch (error) {
      const problem = shortened(error instanceof Error ? error.message : String(error), PROBLEM_MAX);
      await steps.transaction((ctx) =>
        messageMedia.updateAll(
          ctx,
          { id: mediumId, state: ['pending', 'failed'] },
          { state: 'failed', problem, attempts: medium.attempts + 1 },
        ),
      );
      // A refusal stays one; a provider that is away is asked again.
      if (!(error instanceof Refusal) || error.kind.status >= 500) throw error;
    }
  },
});

async function open(ctx: TenantContext, medium: Medium) {
  const [channel, message] = await Promise.all([
    channels.get(ctx, medium.channelId),
    messages.get(ctx, medium.messageId),
  ]);
  return { medium, conversationId: message.conversationId, provider: messagingOf(ctx, channel) };
}

const HashDiffers = refusal(
  'hash_differs',
  'The file differs from the one that the provider announced: ask the customer to send it again.',
);

async function fetchNow(steps: TenantSteps, { medium, conversationId, provider }: Awaited<ReturnType<typeof open>>) {
  const media = await provider.openMedia(medium.providerMediaId!);
  const filename = medium.name || `${medium.id}.${extensionOf(medium.contentType || media.contentType)}`;
  const bytesMax = Math.min(BYTES_MAX, steps.config.FILE_BYTES_MAX);
  const received = await receiveFile(steps, metered({ filename, bytes: media.bytes }, bytesMax));
  const expected = [medium.sha256, media.sha256].find((hash) => hash !== null);
  try {
    if (expected && received.facts.sha256.toString('hex') !== expected) throw HashDiffers();
    await steps.transaction(async (ctx) => {
      const current = await messageMedia.lock(ctx, medium.id);
      if (current.state === 'stored') return received.discard();
      const file = await keepFile(ctx, received, { entityKind: 'conversationId', entityId: conversationId });
      return messageMedia.update(ctx, medium.id, {
        state: 'stored',
        fileId: file.id,
        problem: null,
        contentType: received.contentType,
        attempts: current.attempts + 1,
      });
    });
  } catch (error) {
    await received.discard();
    throw error;
  }
}

const extensionOf = (contentType: string): string =>
  /^[\w.+-]+\/([\w.+-]+)/.exec(contentType)?.[1]?.slice(0, 10) ?? 'bin';

/** The stored file of a medium; one that has not been fetched is asked for again. */
export async function requireStored(ctx: TenantContext, channelId: string, mediumId: string): Promise<Medium> {
  const medium = await messageMedia.get(ctx, { id: mediumId, channelId });
  if (medium.state === 'stored') return medium;
  throw MediaNotFetched(medium.problem ?? undefined);
}

/** Fetches a medium again that could not be fetched, or whose job is gone. Two jobs at once store it once. */
export async function retryMedium(ctx: TenantContext, channelId: string, mediumId: string): Promise<Medium> {
  const medium = await messageMedia.lock(ctx, { id: mediumId, channelId });
  if (medium.state === 'stored') return medium;
  ctx.enqueue(fetchMedium, { mediumId }, { group: channelId });
  return messageMedia.update(ctx, mediumId, { state: 'pending', problem: null });
}
