import { randomBytes } from 'node:crypto';
import type { EcfFile } from '#modules/filings/index.ts';

/** A form with the signed document as its only file, in one buffer so that the content length is known. */
export function asForm({ name, xml }: EcfFile): { headers: Record<string, string>; body: Buffer } {
  const boundary = `colmado-${randomBytes(16).toString('hex')}`;
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="xml"; filename="${name.replace(/[^\w.-]/g, '')}"`,
    'Content-Type: text/xml',
    '',
    '',
  ].join('\r\n');
  const body = Buffer.from(`${head}${xml}\r\n--${boundary}--\r\n`);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}
