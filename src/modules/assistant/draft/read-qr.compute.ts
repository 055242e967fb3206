import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

const PIXELS_MAX = 60_000_000;
const SIDES = [1_200, 700, 2_000];

/** The text of the QR code in a picture; null: there is none that can be read. */
export default async function readQr({ bytes }: { bytes: Uint8Array }): Promise<string | null> {
  for (const side of SIDES) {
    const picture = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => null);
    if (!picture) return null;
    const { width, height } = picture.info;
    try {
      return decodeQR({ width, height, data: picture.data }).slice(0, 2_000);
    } catch {
      // Not found at this size.
    }
  }
  return null;
}
