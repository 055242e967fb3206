import sharp, { type Sharp } from 'sharp';
import { InvalidRequest, type Refusal } from '#platform/refusal.ts';
import { type GivenImage, type ImageSize, type ImageType, imageSizes, imageTypes } from './image-format.ts';

const LARGEST = 1024;
/**
 * A few kilobytes can decompress into gigabytes: an image is measured before it is decoded, and decoding has a limit. A side has
 * its own limit, because a single column of millions of pixels takes far longer than a square of as many.
 */
const PIXELS_MAX = 50_000_000;
const SIDE_MAX = 20_000;
const DECODE_SECONDS_MAX = 10;

/** Decodes an image and answers it in every size. */
export default async function inEverySize(given: GivenImage): Promise<Map<ImageSize, Uint8Array>> {
  const bytes = Buffer.from(given.base64, 'base64');
  if (unpadded(bytes.toString('base64')) !== unpadded(given.base64))
    throw unusable('not_base64', 'This is not base64.');
  const type = typeOf(bytes);
  if (!type) throw unusable('not_an_image', `An image is one of ${imageTypes.join(', ')}.`);
  if (given.contentType && given.contentType !== type) throw unusable('wrong_content_type', `This is ${type}.`);
  const { width, height } = await orUnusable(sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > PIXELS_MAX) throw unusable('too_large', `An image has at most ${PIXELS_MAX} pixels.`);
  if (Math.max(width, height) > SIDE_MAX)
    throw unusable('too_large', `A side of an image has at most ${SIDE_MAX} pixels.`);
  const original = sharp(bytes, { limitInputPixels: PIXELS_MAX }).timeout({ seconds: DECODE_SECONDS_MAX });
  const largest = await orUnusable(fit(original.autoOrient(), LARGEST).toBuffer());
  const sizes = new Map<ImageSize, Uint8Array>([[LARGEST, largest]]);
  for (const size of imageSizes) if (size !== LARGEST) sizes.set(size, await fit(sharp(largest), size).toBuffer());
  return sizes;
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
