import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type CreateRaw, type Sharp } from 'sharp';
import { pictureSizes } from './picture.ts';

export interface Drawn {
  width: number;
  height: number;
  /** Of a PDF. */
  pages: number | null;
  pictures: [size: number, webp: Uint8Array][];
}

/** A few kilobytes can decompress into gigabytes, so a picture is measured before it is decoded. */
const PIXELS_MAX = 50_000_000;
/** A single column of millions of pixels takes far longer than a square of as many. */
const SIDE_MAX = 20_000;
const DECODE_SECONDS_MAX = 10;
/** A page of a PDF can be as large as its author likes. */
const PAGE_PIXELS_MAX = 4_000_000;

/** Measures a picture or the first page of a PDF and draws it in each size. Data about the camera and the place is left out. */
export default async function draw(given: { bytes: Uint8Array; isPdf: boolean }): Promise<Drawn> {
  return given.isPdf ? drawPdf(given.bytes) : { pages: null, ...(await inEachSize(open(given.bytes))) };
}

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', animated: false }).timeout({
    seconds: DECODE_SECONDS_MAX,
  });

async function inEachSize(picture: Sharp) {
  const { autoOrient } = await picture.metadata();
  const { width, height } = autoOrient;
  const largest = Math.max(width, height);
  if (largest > SIDE_MAX) throw new Error(`A side has more than ${SIDE_MAX} pixels.`);
  // A size that would enlarge the picture is left out, except the smallest.
  const sizes = pictureSizes.filter((size, place) => place === 0 || size <= largest);
  const pictures = await Promise.all(
    sizes.map(async (size): Promise<[number, Uint8Array]> => {
      const resized = picture.clone().autoOrient().resize(size, size, { fit: 'inside', withoutEnlargement: true });
      return [size, await resized.webp({ quality: 82 }).toBuffer()];
    }),
  );
  return { width, height, pictures };
}

async function drawPdf(bytes: Uint8Array): Promise<Drawn> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(bytes));
    const page = document.getPage(0);
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    const scale = Math.min(3, Math.sqrt(PAGE_PIXELS_MAX / Math.max(1, width * height)));
    const bitmap = await page.render({ scale, render: 'bitmap' });
    const raw = { width: bitmap.width, height: bitmap.height, channels: 4 as const };
    const { pictures } = await inEachSize(sharp(await pngOf(bitmap.data, raw)));
    return { width: Math.round(width), height: Math.round(height), pages: document.getPageCount(), pictures };
  } finally {
    library.destroy();
  }
}

const pngOf = (pixels: Uint8Array, raw: CreateRaw): Promise<Buffer> =>
  sharp(pixels, { raw }).flatten({ background: '#ffffff' }).png({ compressionLevel: 1 }).toBuffer();
