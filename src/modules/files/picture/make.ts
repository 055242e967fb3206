import { z } from 'zod';
import { Busy, computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { claimFiles, storeFiles } from '#platform/storage/files.ts';
import { type Content, fileContents } from '../tables.ts';
import type draw from './draw.compute.ts';
import type { Drawn } from './draw.compute.ts';
import { pictureKey } from './picture.ts';

const drawing = computation<typeof draw>(import.meta.resolve('./draw.compute.ts'), { deadlineMs: 30_000 });

/** Draws the smaller pictures of stored bytes, once. What cannot be drawn stays a file without pictures. */
export const makePictures = tenantJob({
  name: 'files/make-pictures',
  payload: { sha256: z.hex() },
  run: async (steps, payload) => {
    const sha256 = Buffer.from(payload.sha256, 'hex');
    const content = await steps.transaction((ctx) => fileContents.find(ctx, { sha256, pictures: 'pending' }));
    const bytes = content && (await steps.storage.get(content.storageKey));
    if (!content || !bytes) return;
    const drawn = await drawnOrNull(steps, content, bytes);
    const pictures = new Map(
      drawn?.pictures.map(([size, webp]) => [pictureKey(content.storageKey, size), Buffer.from(webp)]),
    );
    await storeFiles(steps, pictures);
    await steps.transaction(async (ctx) => {
      // The last file with these bytes may have been deleted meanwhile; then the pictures stay loose and are swept.
      const current = await fileContents.find(ctx, { sha256, pictures: 'pending' }, { lock: 'FOR UPDATE' });
      if (current?.storageKey !== content.storageKey) return;
      await claimFiles(ctx, [...pictures.keys()]);
      await fileContents.updateAll(ctx, { sha256 }, { pictures: drawn ? 'made' : 'failed', ...describe(drawn) });
    });
  },
});

const describe = (drawn: Drawn | null) =>
  drawn && {
    width: drawn.width,
    height: drawn.height,
    pages: drawn.pages,
    pictureSizes: drawn.pictures.map(([size]) => size),
  };

/** Bytes that are no picture although they begin like one fail every time; a busy pool may not. */
async function drawnOrNull(steps: TenantSteps, content: Content, bytes: Buffer): Promise<Drawn | null> {
  try {
    return await steps.compute(drawing, { bytes, isPdf: content.contentType === 'application/pdf' });
  } catch (error) {
    if (error instanceof Refusal && error.kind === Busy) throw error;
    steps.log.warn({ err: error, contentType: content.contentType }, 'a picture could not be drawn');
    return null;
  }
}
