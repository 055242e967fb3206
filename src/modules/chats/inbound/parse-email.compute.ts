import { Parser } from 'htmlparser2';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { TooComplex } from '#platform/compute/computation.ts';
import { shortened, storable } from '#platform/text.ts';

const TEXT_MAX = 60_000;
const SUBJECT_MAX = 500;
const ATTACHMENTS_MAX = 100;
const PARTS_MAX = 1_000;
const BYTES_MAX = 25 * 1024 * 1024;

interface Attached {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Reads a raw e-mail: whom to answer, in which thread, its text and its attachments. */
export default async function parse({ mime, ownAddress }: { mime: Uint8Array; ownAddress: string }) {
  if (mime.length > BYTES_MAX) throw TooComplex('The e-mail is too large.');
  const raw = Buffer.from(mime).toString('latin1');
  if (raw.split('\n--').length > PARTS_MAX) throw TooComplex('The letter has too many parts.');
  const letter = await PostalMime.parse(Buffer.from(mime), { attachmentEncoding: 'arraybuffer', maxNestingDepth: 32 });
  const header = (name: string): string => letter.headers.find(({ key }) => key === name)?.value ?? '';
  const isReport = /^multipart\/report\b/i.test(header('content-type'));
  const attached = attachmentsOf(letter);
  const text = storable(letter.text?.trim() ? letter.text : textOfHtml(letter.html ?? ''));
  return {
    from: writerOf(letter, ownAddress),
    messageId: idOf(letter.messageId),
    inReplyTo: idOf(letter.inReplyTo) ?? idOf(letter.references?.split(/\s+/).at(-1)),
    subject: shortened(storable(letter.subject ?? ''), SUBJECT_MAX),
    text: shortened(text, TEXT_MAX),
    at: letter.date && Number.isFinite(Date.parse(letter.date)) ? Date.parse(letter.date) : null,
    // Answers of machines must not start a conversation between machines.
    isAutomatic: isReport || isAutomatic(header) || /^mailer-daemon@/i.test(letter.from?.address ?? ''),
    undelivered: isReport ? undeliveredIn(raw, letter.messageId) : null,
    // A text that is cut is attached whole, and an e-mail that could be read only in part as it came.
    attachments: [
      ...(text.length > TEXT_MAX ? [wholeText(text)] : []),
      ...(isReadInPart(raw, text, attached)
        ? [{ name: 'mensaje.eml', contentType: 'message/rfc822', bytes: mime }]
        : []),
      ...attached.slice(0, ATTACHMENTS_MAX),
    ],
    leftOut: Math.max(0, attached.length - ATTACHMENTS_MAX),
  };
}

const isAutomatic = (header: (name: string) => string): boolean =>
  /^auto-/i.test(header('auto-submitted')) ||
  /^(bulk|junk|auto_reply)$/i.test(header('precedence')) ||
  header('x-autoreply') !== '' ||
  header('x-autorespond') !== '' ||
  header('return-path').trim() === '<>';

const attachmentsOf = ({ attachments }: Email): Attached[] =>
  attachments.map(({ filename, mimeType, content }) => ({
    name: shortened(storable(filename ?? 'adjunto'), 255),
    contentType: mimeType.slice(0, 200),
    bytes: new Uint8Array(content as ArrayBuffer),
  }));

/** Its bytes are not in the encoding that it names, or its parts do not match its headers. */
function isReadInPart(raw: string, text: string, attached: Attached[]): boolean {
  if (text.includes('\ufffd')) return true;
  const bodyAt = raw.search(/\n\r?\n/);
  return text.trim() === '' && attached.length === 0 && bodyAt >= 0 && raw.slice(bodyAt).trim() !== '';
}

const wholeText = (text: string): Attached => ({
  name: 'mensaje.txt',
  contentType: 'text/plain',
  bytes: new TextEncoder().encode(text),
});

/**
 * The e-mail that a mail server could not deliver, with its reason; null: none, or it is still tried. The report names it in a
 * part of its own.
 */
function undeliveredIn(report: string, ownId = ''): { messageId: string; code: string; message: string } | null {
  const ids = [...report.matchAll(/^message-id:\s*(<[^<>\s]{1,500}>)/gim)].map(([, id]) => id!);
  const messageId = ids.find((id) => id !== ownId);
  if (!messageId || !/^action:\s*failed/im.test(report)) return null;
  const [, code = 'undelivered'] = /^status:\s*(5\.\d{1,3}\.\d{1,3})/im.exec(report) ?? [];
  const [, said = ''] = /^diagnostic-code:[^;\r\n]*;\s*(.+)/im.exec(report) ?? [];
  return { messageId, code, message: storable(said).trim().slice(0, 1000) || 'The e-mail could not be delivered.' };
}

/** Forms of web sites write in their own name and ask for answers to the customer. */
function writerOf({ from, replyTo }: Email, ownAddress: string): { address: string; name: string } | null {
  const [sender, answered] = [addressOf(from), addressOf(replyTo?.[0])];
  if (!answered || answered.address === ownAddress) return sender;
  return { ...answered, name: answered.name || (sender?.name ?? '') };
}

function addressOf(given: Address | undefined): { address: string; name: string } | null {
  const address = given?.address?.trim().toLowerCase() ?? '';
  return /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= 254
    ? { address, name: shortened(storable(given?.name ?? ''), 200) }
    : null;
}

const idOf = (given: string | undefined): string | null => /<[^<>\s]{1,500}>/.exec(given ?? '')?.[0] ?? null;

const SKIPPED = new Set(['head', 'script', 'style', 'noscript', 'template', 'svg', 'iframe']);
const BLOCKS = new Set(
  'p div section article header footer li ul ol table tr h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' '),
);
const LENGTH_MAX = 1_000_000;
const LINK_PARTS_MAX = 50;

/** The words of an e-mail in HTML, line by line. A link whose address is not its text is followed by it. */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  const links: { address: string; from: number }[] = [];
  let skipped = 0;
  let isLineStart = true;
  let isWordStart = true;
  const add = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    isLineStart = part.endsWith('\n');
    isWordStart = isLineStart || part.endsWith(' ');
  };
  const breakLine = (): void => {
    if (!isLineStart) add('\n');
  };
  const parser = new Parser(
    {
      onopentag: (name, { href = '' }) => {
        if (SKIPPED.has(name)) skipped++;
        if (BLOCKS.has(name)) breakLine();
        if (name === 'li') add('- ');
        if (name === 'a') links.push({ address: href.trim(), from: parts.length });
      },
      onclosetag: (name) => {
        if (SKIPPED.has(name)) skipped--;
        if (BLOCKS.has(name)) breakLine();
        if (name === 'br' || name === 'p') add('\n');
        if ((name === 'td' || name === 'th') && !isWordStart) add(' ');
        const link = name === 'a' ? links.pop() : undefined;
        if (link) add(addressAfter(parts.slice(link.from, link.from + LINK_PARTS_MAX).join(''), link.address));
      },
      ontext: (data) => {
        if (skipped > 0) return;
        const words = data.replace(/\s+/g, ' ');
        add(isWordStart ? words.trimStart() : words);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html.slice(0, LENGTH_MAX));
  const lines = parts.join('').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const addressAfter = (text: string, address: string): string =>
  /^https?:/i.test(address) && !text.includes(address) ? ` (${address})` : '';
