import { randomBytes } from 'node:crypto';

/** A form with one file. */
export function multipart(
  fields: Record<string, string>,
  file: { name: string; contentType: string; bytes: Buffer },
): { bytes: Buffer; contentType: string } {
  const boundary = `colmado-${randomBytes(12).toString('hex')}`;
  const plain = file.name.replace(/["\r\n\\]/g, '_');
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${plain}"\r\nContent-Type: ${file.contentType}\r\n\r\n`;
  return {
    bytes: Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
