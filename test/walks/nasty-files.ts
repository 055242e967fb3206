import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';

const MEGABYTE = 1024 * 1024;

/** A picture of one column and many rows: small as a file, huge when it is decoded. */
function tallPicture(height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(height, 4);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const rows = deflateSync(Buffer.alloc(height * 2));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Files that take long, or much memory, to read: by nesting, by number, by what they unpack to. */
export const nastyFiles: Record<string, Buffer> = {
  'open.xml': Buffer.from('<a>'.repeat(600_000)),
  'nested.xml': Buffer.from('<a>'.repeat(250_000) + '</a>'.repeat(250_000)),
  'wide.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(400_000)}</svg>`),
  'quotes.csv': Buffer.from('a,"b""'.repeat(300_000)),
  'rows.csv': Buffer.from('1,2;3\n'.repeat(300_000)),
  'nested.json': Buffer.from('['.repeat(MEGABYTE)),
  'bomb.xlsx': Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(64 * MEGABYTE) }, { level: 9 })),
  'tall.png': tallPicture(20_000_000),
  'objects.pdf': Buffer.from(`%PDF-1.7\n${'1 0 obj<</Kids[1 0 R]>>endobj\n'.repeat(60_000)}%%EOF`),
};
