import sharp, { type Sharp } from 'sharp';
import type { TenantContext, TenantSteps, WorkContext } from '#platform/context.ts';
import { type LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { InvalidRequest, type Refusal } from '#platform/refusal.ts';
import { claimFiles, releaseFiles, storeFiles } from '#platform/storage/files.ts';
import { lockImageKey, selectImageKey } from '../organization/organization.sql.ts';

export const imageSizes = [64, 128, 256, 512, 1024] as const;
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;
export type ImageSize = (typeof imageSizes)[number];
type ImageType = (typeof imageTypes)[number];

interface GivenImage {
  base64: string;
  contentType?: ImageType | undefined;
}

const LARGEST = 1024;
/** A few kilobytes can decompress into gigabytes: an image is measured before it is decoded, and decoding has a limit. */
const PIXELS_MAX = 50_000_000;
const DECODE_SECONDS_MAX = 10;
const NEVER_CHANGES = 'public, max-age=31536000, immutable';
const MAY_CHANGE = 'public, max-age=300';

/** Stores an image in every size, before the transaction that gives it to the organization. Answers its key. */
export async function storeImage(steps: TenantSteps, given: GivenImage): Promise<string> {
  const sizes = await inEverySize(given);
  const imageKey = `organizations/${steps.organizationId}/image/${newId()}`;
  await storeFiles(steps, new Map([...sizes].map(([size, bytes]) => [fileOf(imageKey, size), bytes])));
  return imageKey;
}

/** Gives a stored image to the organization, or none. The files of the one before are deleted later. */
export async function replaceImage(ctx: TenantContext, imageKey: string | null): Promise<void> {
  const replaced = await lockImageKey(ctx.tx, ctx.organizationId);
  if (imageKey) await claimFiles(ctx, filesOf(imageKey));
  if (replaced) await releaseFiles(ctx, filesOf(replaced));
}

const filesOf = (imageKey: string): string[] => imageSizes.map((size) => fileOf(imageKey, size));

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
  if (holds(ctx.request.ifNoneMatch, tag)) return new RawAnswer(null, headers, 304);
  return async (storage) => {
    const bytes = imageKey && (await storage.get(fileOf(imageKey, wanted.size)));
    if (bytes) return new RawAnswer(bytes, { ...headers, 'content-type': 'image/webp' });
    const nothing = { etag: `"none-${wanted.size}"`, 'cache-control': MAY_CHANGE, 'content-type': 'image/webp' };
    return new RawAnswer(await placeholder(wanted.size), nothing);
  };
}

/** Identifies a stored image, so that an address with it can be cached forever. */
export const imageVersion = (imageKey: string): string => imageKey.slice(-12);

export const fileOf = (imageKey: string, size: ImageSize): string => `${imageKey}/${size}.webp`;

const holds = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((held) => held.trim() === '*' || held.trim().replace(/^W\//, '') === tag);

async function inEverySize(given: GivenImage): Promise<Map<ImageSize, Buffer>> {
  const bytes = Buffer.from(given.base64, 'base64');
  if (unpadded(bytes.toString('base64')) !== unpadded(given.base64))
    throw unusable('not_base64', 'This is not base64.');
  const type = typeOf(bytes);
  if (!type) throw unusable('not_an_image', `An image is one of ${imageTypes.join(', ')}.`);
  if (given.contentType && given.contentType !== type) throw unusable('wrong_content_type', `This is ${type}.`);
  const { width, height } = await orUnusable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > PIXELS_MAX) throw unusable('too_large', `An image has at most ${PIXELS_MAX} pixels.`);
  const original = sharp(bytes, { limitInputPixels: PIXELS_MAX }).timeout({ seconds: DECODE_SECONDS_MAX });
  const largest = await orUnusable(fit(original.autoOrient(), LARGEST).toBuffer());
  const files = imageSizes.map(
    async (size): Promise<[ImageSize, Buffer]> => [
      size,
      size === LARGEST ? largest : await fit(sharp(largest), size).toBuffer(),
    ],
  );
  return new Map(await Promise.all(files));
}

/** Turns errors of the decoder into refusals: they come from the image. */
const orUnusable = <T>(decoded: Promise<T>): Promise<T> =>
  decoded.catch(() => {
    throw unusable('not_an_image', 'The image cannot be read.');
  });

const fit = (image: Sharp, size: ImageSize): Sharp =>
  image.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 85 });

const unpadded = (base64: string): string => base64.replace(/=+$/, '');

/** Detects the type by the first bytes; other content never reaches a decoder. */
function typeOf(bytes: Buffer): ImageType | null {
  const at = (start: number, end: number): string => bytes.toString('latin1', start, end);
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp';
  if (at(4, 8) === 'ftyp' && ['avif', 'avis'].includes(at(8, 12))) return 'image/avif';
  if (['GIF87a', 'GIF89a'].includes(at(0, 6))) return 'image/gif';
  return null;
}

const unusable = (code: string, message: string): Refusal =>
  InvalidRequest(`body.image: ${message}`, { errors: [{ path: 'body.image', code, message }] });

const placeholders = new Map<ImageSize, Promise<Buffer>>();

/** A grey shop front; each size is drawn once. */
function placeholder(size: ImageSize): Promise<Buffer> {
  const drawn = placeholders.get(size) ?? sharp(Buffer.from(SHOP), { density: size }).resize(size).webp().toBuffer();
  placeholders.set(size, drawn);
  return drawn;
}

const SHOP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" width="72" height="72">
  <rect width="72" height="72" fill="#e9ecf1"/>
  <path fill="#9aa5b1" d="M18 20h36l4 12a6 6 0 0 1-11 3 6 6 0 0 1-11 0 6 6 0 0 1-11 0 6 6 0 0 1-11-3zm2 20h32v14H20z"/>
</svg>`;
