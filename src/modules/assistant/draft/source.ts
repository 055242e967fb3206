import { extractText } from '#modules/bots/index.ts';
import { findContent, readContent } from '#modules/files/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type readQr from './read-qr.compute.ts';

export const SourceUnreadable = refusal(
  'source_unreadable',
  'Nothing could be read from this: send a sharper picture or a longer text.',
);

export interface Source {
  text: string;
  picture: { contentType: string; bytes: Uint8Array } | null;
}

const readingQr = computation<typeof readQr>(import.meta.resolve('./read-qr.compute.ts'), { deadlineMs: 20_000 });
const BYTES_MAX = 15_000_000;
const TEXT_LENGTH_MAX = 60_000;
const PICTURES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/tiff',
]);

const unreadable = (message: string) => SourceUnreadable.at('body.fileId', 'unreadable', message);

/** The text of a request: as given, of a PDF or other document, or of the QR code in a picture. */
export async function readSource(
  steps: TenantSteps,
  given: { text?: string | undefined; fileId?: string | undefined },
): Promise<Source> {
  if (given.fileId === undefined) return { text: given.text ?? '', picture: null };
  const { fileId, text: said = '' } = given;
  const content = await steps.transaction((ctx) => {
    requireAlso(ctx, 'files:read');
    return findContent(ctx, fileId);
  });
  if (!content) throw unknownReference('body.fileId', 'The file');
  if (content.bytes > BYTES_MAX) throw unreadable('The file has more than 15 MB.');
  const bytes = await readContent(steps.storage, content);
  const type = content.contentType.split(';')[0]!.trim().toLowerCase();
  if (PICTURES.has(type)) {
    const code = await steps.compute(readingQr, { bytes });
    return { text: joined(said, code ?? ''), picture: { contentType: type, bytes } };
  }
  const isXml =
    type.endsWith('/xml') || type.endsWith('+xml') || /^\s*(<\?xml|<ECF)/.test(bytes.toString('utf8', 0, 200));
  if (isXml) return { text: bytes.toString('utf8').slice(0, 2_000_000), picture: null };
  const { text, reason } = await extractText(steps, { bytes, contentType: type });
  if (text === null) throw unreadable(reason ?? 'The file cannot be read.');
  return { text: joined(said, text), picture: null };
}

const joined = (...parts: string[]): string => parts.filter(Boolean).join('\n').slice(0, TEXT_LENGTH_MAX);
