import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of a ZIP. Its bytes are read when its turn comes. */
export interface ZipEntry {
  path: string;
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
}

const VERSION = 20;
const VERSION_64 = 45;
/** The sizes follow the bytes, and the path is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 2000, midnight, for every file: the rows inside have their own times. */
const TIME = 0;
const DATE = ((2000 - 1980) << 9) | (1 << 5) | 1;
const LIMIT_16 = 0xffff;
const LIMIT_32 = 0xffffffff;

interface Written {
  path: Buffer;
  crc: number;
  size: number;
  compressedSize: number;
  offset: number;
}

/**
 * A ZIP of any size, an entry at a time: nothing is held in memory but a few blocks of the present entry and one line for each
 * entry before it. Entries above 4 GB, and more than 65,535 of them, are written as ZIP64, which fflate does not write.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, limits = { bytes: LIMIT_32, entries: LIMIT_16 }) {
  const written: Written[] = [];
  let offset = 0;
  const counted = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    return bytes;
  };
  for await (const { path, bytes } of entries) {
    const entry: Written = { path: Buffer.from(path), crc: 0, size: 0, compressedSize: 0, offset };
    yield counted(localHeader(entry));
    for await (const block of compressed(entry, bytes)) yield counted(block);
    yield counted(descriptor(entry, limits.bytes));
    written.push(entry);
  }
  const start = offset;
  for (const entry of written) yield counted(centralHeader(entry, limits.bytes));
  yield ending({ entries: written.length, start, size: offset - start }, limits);
}

/** Node compresses outside of the main thread. Sizes and checksum are known when the last block is out. */
async function* compressed(entry: Written, bytes: ZipEntry['bytes']): AsyncIterable<Buffer> {
  const plain = async function* () {
    for await (const block of bytes) {
      entry.size += block.length;
      entry.crc = crc32(block, entry.crc);
      yield block;
    }
  };
  const source = Readable.from(plain(), { objectMode: false });
  const deflate = createDeflateRaw({ level: 3 });
  source.on('error', (error) => deflate.destroy(error));
  try {
    for await (const block of source.pipe(deflate) as AsyncIterable<Buffer>) {
      entry.compressedSize += block.length;
      yield block;
    }
  } finally {
    source.destroy();
  }
}

function localHeader({ path }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeFormat(header, 6);
  header.writeUInt16LE(path.length, 26);
  return Buffer.concat([header, path]);
}

function writeFormat(header: Buffer, at: number): void {
  header.writeUInt16LE(FLAGS, at);
  header.writeUInt16LE(DEFLATED, at + 2);
  header.writeUInt16LE(TIME, at + 4);
  header.writeUInt16LE(DATE, at + 6);
}

function descriptor({ crc, compressedSize, size }: Written, limit: number): Buffer {
  const isLarge = compressedSize >= limit || size >= limit;
  const block = Buffer.alloc(isLarge ? 24 : 16);
  block.writeUInt32LE(0x08074b50, 0);
  block.writeUInt32LE(crc, 4);
  if (isLarge) {
    block.writeBigUInt64LE(BigInt(compressedSize), 8);
    block.writeBigUInt64LE(BigInt(size), 16);
  } else {
    block.writeUInt32LE(compressedSize, 8);
    block.writeUInt32LE(size, 12);
  }
  return block;
}

function centralHeader({ path, crc, size, compressedSize, offset }: Written, limit: number): Buffer {
  const isLarge = [size, compressedSize, offset].some((value) => value >= limit);
  const extra = isLarge ? largeSizes(size, compressedSize, offset) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 6);
  writeFormat(header, 8);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(isLarge ? LIMIT_32 : compressedSize, 20);
  header.writeUInt32LE(isLarge ? LIMIT_32 : size, 24);
  header.writeUInt16LE(path.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(isLarge ? LIMIT_32 : offset, 42);
  return Buffer.concat([header, path, extra]);
}

function largeSizes(...values: number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [place, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * place);
  return extra;
}

function ending(
  directory: { entries: number; start: number; size: number },
  limits: { bytes: number; entries: number },
): Buffer {
  const { entries, start, size } = directory;
  const isLarge = entries >= limits.entries || start >= limits.bytes || size >= limits.bytes;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isLarge ? LIMIT_16 : entries, 8);
  end.writeUInt16LE(isLarge ? LIMIT_16 : entries, 10);
  end.writeUInt32LE(isLarge ? LIMIT_32 : size, 12);
  end.writeUInt32LE(isLarge ? LIMIT_32 : start, 16);
  return isLarge ? Buffer.concat([largeEnding(directory), end]) : end;
}

/** The end of the directory as ZIP64, and where it is. */
function largeEnding({ entries, start, size }: { entries: number; start: number; size: number }): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(VERSION_64, 12);
  record.writeUInt16LE(VERSION_64, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}
