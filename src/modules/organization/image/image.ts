import { computation } from '#platform/compute/computation.ts';
import type { Steps, TenantContext, TenantSteps, WorkContext } from '#platform/context.ts';
import { isHeld } from '#platform/http/bytes/if-none-match.ts';
import { type LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { claimFiles, releaseFiles, storeFiles } from '#platform/storage/files.ts';
import type { StoredKind } from '#platform/storage/stored-kind.ts';
import { lockImageKey, selectImageKey } from '../organization/organization.sql.ts';
import { type GivenImage, type ImageSize, imageSizes } from './image-format.ts';
import type drawPlaceholder from './placeholder.compute.ts';
import type inEverySize from './resize.compute.ts';

/** Longer than the limit of the decoder itself, which ends cleanly. */
const resizing = computation<typeof inEverySize>(import.meta.resolve('./resize.compute.ts'), { deadlineMs: 30_000 });
const drawing = computation<typeof drawPlaceholder>(import.meta.resolve('./placeholder.compute.ts'));
const NEVER_CHANGES = 'public, max-age=31536000, immutable';
const MAY_CHANGE = 'public, max-age=300';

/** Stores an image in every size, before the transaction that gives it to the organization. Answers its key. */
export async function storeImage(steps: TenantSteps, given: GivenImage): Promise<string> {
  const sizes = await steps.compute(resizing, given);
  const imageKey = `organizations/${steps.organizationId}/image/${newId()}`;
  await storeFiles(steps, new Map([...sizes].map(([size, bytes]) => [fileOf(imageKey, size), Buffer.from(bytes)])));
  return imageKey;
}

/** Gives a stored image to the organization, or none. The files of the one before are deleted later. */
export async function replaceImage(ctx: TenantContext, imageKey: string | null): Promise<void> {
  const replaced = await lockImageKey(ctx.tx, ctx.organizationId);
  if (imageKey) await claimFiles(ctx, filesOf(imageKey));
  if (replaced) await releaseFiles(ctx, filesOf(replaced));
}

const filesOf = (imageKey: string): string[] => imageSizes.map((size) => fileOf(imageKey, size));

/** The largest size is the image; the others are made from it. */
export const storedImage: StoredKind = {
  what: 'the image of the organization',
  page: async ({ tx, organizationId }) => {
    const imageKey = await selectImageKey(tx, organizationId);
    const largest = Math.max(...imageSizes);
    const pathOf = (size: ImageSize): string | null => (size === largest ? 'organization/image.webp' : null);
    const files = imageKey ? imageSizes.map((size) => ({ key: fileOf(imageKey, size), path: pathOf(size) })) : [];
    return { files, next: null };
  },
};

/** The image of an organization, or a placeholder, which is the same for an unknown organization. */
export async function readImage(
  ctx: WorkContext,
  organizationId: string,
  wanted: { size: ImageSize; v?: string | undefined },
): Promise<RawAnswer | LaterAnswer> {
  const imageKey = await selectImageKey(ctx.tx, organizationId);
  const cached = imageKey && wanted.v === imageVersion(imageKey) ? NEVER_CHANGES : MAY_CHANGE;
  const tag = `"${imageKey ? imageVersion(imageKey) : 'none'}-${wanted.size}"`;
  const headers = { etag: tag, 'cache-control': cached };
  if (isHeld(ctx.request.ifNoneMatch, tag)) return new RawAnswer(null, headers, 304);
  return async (steps) => {
    const bytes = imageKey && (await steps.storage.get(fileOf(imageKey, wanted.size)));
    if (bytes) return new RawAnswer(bytes, { ...headers, 'content-type': 'image/webp' });
    const nothing = { etag: `"none-${wanted.size}"`, 'cache-control': MAY_CHANGE, 'content-type': 'image/webp' };
    return new RawAnswer(await placeholder(steps, wanted.size), nothing);
  };
}

/** Identifies a stored image, so that an address with it can be cached forever. */
export const imageVersion = (imageKey: string): string => imageKey.slice(-12);

export const fileOf = (imageKey: string, size: ImageSize): string => `${imageKey}/${size}.webp`;

const placeholders = new Map<ImageSize, Promise<Buffer>>();

/** A grey shop front; each size is drawn once. */
function placeholder(steps: Steps, size: ImageSize): Promise<Buffer> {
  const drawn = placeholders.get(size) ?? steps.compute(drawing, size);
  placeholders.set(size, drawn);
  drawn.catch(() => placeholders.delete(size));
  return drawn;
}
