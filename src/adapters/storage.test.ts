import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import type { Storage } from '#platform/storage/storage.ts';
import { diskStorage } from './disk-storage/disk-storage.ts';
import { s3Storage } from './s3-storage/s3-storage.ts';

let folder: string;
let server: InstanceType<typeof S3rver>;
const storages = new Map<string, Storage>();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  // The keys of the test server; an own adapter finds them where every AWS tool does.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'shop', configs: [] }],
  });
  const { port } = await server.run();
  storages.set('disk', diskStorage(join(folder, 'disk')));
  storages.set('s3', s3Storage(`s3://shop/files?region=us-east-1&endpoint=http://127.0.0.1:${port}`));
});

after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
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
