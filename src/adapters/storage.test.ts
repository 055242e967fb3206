import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import type { Storage } from '#platform/storage/storage.ts';
import { type Bucket, startBucket } from '#test/bucket.ts';
import { diskStorage } from './disk-storage/disk-storage.ts';
import { s3Storage } from './s3-storage/s3-storage.ts';

let folder: string;
let bucket: Bucket;
const storages = new Map<string, Storage>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  bucket = await startBucket(join(folder, 's3'));
  Object.assign(process.env, bucket.credentials);
  storages.set('disk', diskStorage(join(folder, 'disk')));
  storages.set('s3', s3Storage(bucket.url));
});

after(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

test('s3: the library, whose loading holds the event loop, is loaded before the first file', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  for (const name of ['client-s3', 'lib-storage'])
    assert.ok(loaded.some((path) => path.includes(`/@aws-sdk/${name}/`)));
});

for (const kind of ['disk', 's3']) {
  test(`${kind}: bytes come back as they were written, whole and in ranges`, async () => {
    const storage = storages.get(kind)!;
    const bytes = randomBytes(20 * 1024 * 1024);
    await storage.write('a/whole', bytes.subarray(0, 1000));
    await storage.write('a/streamed', chunksOf(bytes, 100_000));
    assert.deepEqual(await storage.get('a/whole'), bytes.subarray(0, 1000));
    assert.ok(bytes.equals((await storage.get('a/streamed'))!));
    const part = await storage.stream('a/streamed', { start: 5, end: 104 });
    assert.deepEqual(Buffer.concat(await part!.toArray()), bytes.subarray(5, 105));
    await storage.write('a/empty', chunksOf(Buffer.alloc(0), 1));
    assert.equal((await storage.get('a/empty'))!.length, 0);
  });

  test(`${kind}: a file that is piped to a slow reader arrives whole, and one that nobody reads on is closed`, async () => {
    const storage = storages.get(kind)!;
    const bytes = randomBytes(1024 * 1024 + 7);
    await storage.write('a/piped', bytes);
    const received: Buffer[] = [];
    const slow = new Writable({
      write: (piece: Buffer, _encoding, done) =>
        void setImmediate(() => {
          received.push(Buffer.from(piece));
          done();
        }),
    });
    await pipeline((await storage.stream('a/piped', { start: 3, end: bytes.length - 1 }))!, slow);
    assert.ok(bytes.subarray(3).equals(Buffer.concat(received)));
    const stream = (await storage.stream('a/piped'))!;
    const broken = new Writable({ write: (_piece, _encoding, done) => done(new Error('gone')) });
    await assert.rejects(pipeline(stream, broken), /gone/);
    assert.ok(stream.destroyed);
  });

  test(`${kind}: a missing file is null, and deleting it twice is fine`, async () => {
    const storage = storages.get(kind)!;
    await storage.write('gone', Buffer.from('x'));
    await storage.delete('gone');
    await storage.delete('gone');
    assert.deepEqual([await storage.get('gone'), await storage.stream('gone')], [null, null]);
  });

  test(`${kind}: an upload that breaks off leaves nothing under its key`, async () => {
    const storage = storages.get(kind)!;
    async function* broken() {
      yield randomBytes(9 * 1024 * 1024);
      throw new Error('cut off');
    }
    await assert.rejects(storage.write('broken', broken()), /cut off/);
    assert.equal(await storage.get('broken'), null);
    if (kind === 'disk') assert.ok(!(await readdir(join(folder, 'disk'))).some((name) => name.startsWith('broken')));
  });
}

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
