import { z } from 'zod';
import { findContent, readContent } from '#modules/files/index.ts';
import { Busy, computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import {
  followRedirects,
  isCompressed,
  OutboundFailed,
  OutboundRefused,
  outboundFetch,
} from '#platform/http/outbound.ts';
import { type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { type Training, training, trainingVersions } from '../tables.ts';
import { approve } from './approve.ts';
import type extract from './extract.compute.ts';
import type { Extracted, Readable } from './extract.compute.ts';

/** Reads the text of a document in a thread. */
export const extractText = (steps: Pick<TenantSteps, 'compute'>, given: Readable) => steps.compute(extracting, given);

const extracting = computation<typeof extract>(import.meta.resolve('./extract.compute.ts'), { deadlineMs: 30_000 });

const DOCUMENT_BYTES_MAX = 20_000_000;
const PAGE_BYTES_MAX = 3_000_000;
const PAGE_TIMEOUT_MS = 15_000;
const REDIRECTS_MAX = 3;
const ERROR_LENGTH_MAX = 500;

/** Reads the text of a file or page as a version of an entry, and approves it if that was wanted. */
export const readSource = tenantJob({
  name: 'bots/read-source',
  payload: { trainingId: z.uuid(), number: z.number().int() },
  run: async (steps, { trainingId, number }) => {
    const entry = await steps.transaction(async (ctx) =>
      (await trainingVersions.exists(ctx, { trainingId, number, state: 'pending' }))
        ? training.find(ctx, trainingId)
        : undefined,
    );
    if (!entry) return;
    const { text, reason } = await readText(steps, entry);
    await steps.transaction(async (ctx) => {
      const locked = await training.find(ctx, trainingId, { lock: 'FOR UPDATE' });
      const pending = await trainingVersions.find(ctx, { trainingId, number, state: 'pending' });
      if (!locked || !pending) return;
      const outcome =
        text === null
          ? { state: 'failed' as const, error: shortened(reason ?? 'It could not be read.', ERROR_LENGTH_MAX) }
          : { state: 'ready' as const, content: text };
      await trainingVersions.updateAll(ctx, { trainingId, number }, outcome);
      if (text !== null && pending.approve && locked.newestVersion === number)
        await approve(ctx, locked, { ...pending, content: text, state: 'ready' });
    });
  },
});

async function readText(steps: TenantJobContext, entry: Training): Promise<Extracted> {
  try {
    const given = entry.fileId ? await fileBytes(steps, entry.fileId) : await pageBytes(steps, entry.url!);
    return 'reason' in given ? given : await extractText(steps, given);
  } catch (error) {
    // Everything else that a file can do to a library fails every time.
    if (error instanceof Refusal && error.kind === Busy && !steps.lastAttempt) throw error;
    if (steps.signal.aborted) throw error;
    steps.log.warn({ err: error }, 'a source could not be read');
    return unreadable('It could not be read.');
  }
}

const unreadable = (reason: string): Extracted => ({ text: null, reason });

async function fileBytes(steps: TenantSteps, fileId: string) {
  const content = await steps.transaction((ctx) => findContent(ctx, fileId));
  if (!content) return unreadable('The file does not exist any more.');
  if (content.bytes > DOCUMENT_BYTES_MAX) return unreadable('The file has more than 20 MB.');
  return { bytes: await readContent(steps.storage, content), contentType: content.contentType };
}

/** Fetches a page through the guard. */
async function pageBytes(steps: TenantJobContext, address: string) {
  const request = {
    method: 'GET',
    headers: {
      accept: 'text/html, text/plain, application/pdf;q=0.8',
      'accept-encoding': 'identity',
      'user-agent': 'Colmado-Bot/1',
    },
    timeoutMs: PAGE_TIMEOUT_MS,
    answerBytesMax: PAGE_BYTES_MAX,
    allowPrivate: steps.config.WEBHOOK_ALLOW_PRIVATE,
    signal: steps.signal,
  } as const;
  try {
    const answer = await followRedirects(address, (url) => outboundFetch(url, request), REDIRECTS_MAX);
    if (!answer) return unreadable('The page leads on to others too often.');
    if (answer.status !== 200) return unreadable(`The page answered ${answer.status}.`);
    if (isCompressed(answer.headers)) return unreadable('The page is compressed, which was not asked for.');
    const contentType = String(answer.headers['content-type'] ?? 'text/html');
    return { bytes: answer.body, contentType, isCut: answer.truncated };
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof OutboundRefused) return unreadable(error.message);
    throw error;
  }
}
