import PostalMime, { type Address } from 'postal-mime';
import { TooComplex } from '#platform/compute/computation.ts';

const TEXT_MAX = 60_000;
const ATTACHMENTS_MAX = 10;
const PARTS_MAX = 1_000;
const BYTES_MAX = 25 * 1024 * 1024;

/** Reads a raw letter: who wrote it, in which thread, its text and its attachments. */
export default async function parse({ mime }: { mime: Uint8Array }) {
  if (mime.length > BYTES_MAX) throw TooComplex('The letter is too large.');
  if (Buffer.from(mime).toString('latin1').split('\n--').length > PARTS_MAX)
    throw TooComplex('The letter has too many parts.');
  const letter = await PostalMime.parse(Buffer.from(mime), { attachmentEncoding: 'arraybuffer', maxNestingDepth: 32 });
  const header = (name: string): string => letter.headers.find(({ key }) => key === name)?.value ?? '';
  const from = addressOf(letter.from);
  const replyTo = addressOf(letter.replyTo?.[0]);
  return {
    from: from && { ...from, replyTo: replyTo?.address ?? null },
    messageId: idOf(letter.messageId),
    inReplyTo: idOf(letter.inReplyTo) ?? idOf(letter.references?.split(/\s+/).at(-1)),
    subject: (letter.subject ?? '').slice(0, 500),
    text: (letter.text ?? textOf(letter.html ?? '')).slice(0, TEXT_MAX),
    at: letter.date && Number.isFinite(Date.parse(letter.date)) ? Date.parse(letter.date) : null,
    // Answers of machines must not start a conversation between machines.
    isAutomatic: /^auto-/i.test(header('auto-submitted')) || /^(bulk|junk|auto_reply)$/i.test(header('precedence')),
    attachments: letter.attachments.slice(0, ATTACHMENTS_MAX).map(({ filename, mimeType, content }) => ({
      name: (filename ?? 'adjunto').slice(0, 255),
      contentType: mimeType.slice(0, 200),
      bytes: new Uint8Array(content as ArrayBuffer),
    })),
  };
}

function addressOf(given: Address | undefined): { address: string; name: string } | null {
  const address = given?.address?.trim().toLowerCase() ?? '';
  return /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254
    ? { address, name: (given?.name ?? '').slice(0, 200) }
    : null;
}

const idOf = (given: string | undefined): string | null => /<[^<>\s]{1,500}>/.exec(given ?? '')?.[0] ?? null;

/** The words of a page, for letters without a plain text. */
const textOf = (html: string): string =>
  html
    .slice(0, 1_000_000)
    .replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/gi, '')
    .replace(/<(br|\/p|\/div|\/tr)[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();
