import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { writeZip, type ZipEntry } from './zip.ts';

async function* listed(entries: ZipEntry[]) {
  yield* entries;
}

async function zipped(entries: ZipEntry[], limits?: { bytes: number; entries: number }): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of writeZip(listed(entries), limits)) blocks.push(block);
  return Buffer.concat(blocks);
}

const random = randomBytes(300_000);
const entries = (): ZipEntry[] => [
  { path: 'rows/contactos ñ.ndjson', bytes: [Buffer.from('{"a":1}\n'), Buffer.from('{"a":2}\n')] },
  { path: 'empty.txt', bytes: [] },
  { path: 'random.bin', bytes: [random.subarray(0, 100_000), random.subarray(100_000)] },
];

test('a ZIP holds its entries byte for byte', async () => {
  const files = unzipSync(await zipped(entries()));
  assert.deepEqual(Object.keys(files), ['rows/contactos ñ.ndjson', 'empty.txt', 'random.bin']);
  assert.equal(Buffer.from(files['rows/contactos ñ.ndjson']!).toString(), '{"a":1}\n{"a":2}\n');
  assert.equal(files['empty.txt']!.length, 0);
  assert.ok(random.equals(files['random.bin']!));
});

test('a ZIP beyond the limits of the old format is ZIP64', async () => {
  const bytes = await zipped(entries(), { bytes: 1_000, entries: 2 });
  assert.ok(bytes.includes(Buffer.from([0x50, 0x4b, 0x06, 0x06])));
  const files = unzipSync(bytes);
  assert.equal(Buffer.from(files['rows/contactos ñ.ndjson']!).toString(), '{"a":1}\n{"a":2}\n');
  assert.ok(random.equals(files['random.bin']!));
});

test('a ZIP fails with the entry that cannot be read', async () => {
  const failing = async function* () {
    yield Buffer.from('begun');
    throw new Error('gone');
  };
  await assert.rejects(zipped([{ path: 'a', bytes: failing() }]), /gone/);
});
