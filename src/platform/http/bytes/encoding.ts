import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** For a file: nearly as small as the highest quality, in a tenth of its time. */
export const FILE_QUALITY = 9;
/** For an answer that is sent once: smaller than gzip in the same time. */
const ANSWER_QUALITY = 4;
/** Below this, compressing saves less than a packet. */
const COMPRESSED_BYTES_MIN = 1400;
const TEXT = /^(text\/(?!event-stream)|application\/(problem\+)?json|image\/svg)/;

export const compress: Record<string, (bytes: Buffer | string, quality: number) => Promise<Buffer>> = {
  br: (bytes, quality) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (bytes, quality) => promisify(gzip)(bytes, { level: quality }),
};

/** Compresses an answer where the reader accepts that. Streams and files that are compressed already stay as they are. */
export async function compressAnswer(
  request: { headers: Record<string, string | string[] | undefined> },
  reply: { getHeader(name: string): unknown; header(name: string, value: unknown): unknown },
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (payload.length < COMPRESSED_BYTES_MIN || reply.getHeader('content-encoding')) return payload;
  if (!TEXT.test(String(reply.getHeader('content-type') ?? ''))) return payload;
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));
  if (!encoding) return payload;
  const bytes = await compress[encoding]!(payload, ANSWER_QUALITY);
  reply.header('content-encoding', encoding);
  reply.header('content-length', bytes.length);
  return bytes;
}

/** The best of our encodings that the reader accepts; `gzip;q=0` refuses one. */
export function chooseEncoding(accepted: string): string | undefined {
  const wanted = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim());
  return Object.keys(compress).find((encoding) => wanted.includes(encoding));
}
