import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '#client';
import { codesIn, killLaunched, signInAt, startService, withDataFolder } from '#test/service-process.ts';

const MEGABYTES = 400;
const TRIES = 400;

after(killLaunched);

/** A file system of its own, which only root may mount. */
function mountDisk(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=0755`, 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a full disk gives 503, loses nothing that was acknowledged, and a freed disk heals', async (t) => {
  await withDataFolder(async (folder) => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    if (!mountDisk(disk)) return t.skip('a file system cannot be mounted here');
    try {
      await chmod(disk, 0o755);
      const data = join(disk, 'data');
      const service = await startService({ DATA_DIR: data, LOG_LEVEL: 'silent' });
      const { token } = await signInAt(service.baseUrl, 'ana@example.com', codesIn(data));
      const api = createClient({ baseUrl: service.baseUrl, credentials: { token }, retries: 0 });
      await api.POST('/v1/organization', { body: { name: 'Colmado El Disco' } });
      const acknowledged: string[] = [];
      const write = async (): Promise<number> => {
        const body = { name: `Doña ${randomUUID()} ${'x'.repeat(60)}` };
        const { data: made, response } = await api.POST('/v1/beneficiary', { body });
        if (made) acknowledged.push(made.id);
        return response.status;
      };
      assert.equal(await write(), 201);
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize)).catch(() => {});
      const seen = new Set<number>();
      for (let tries = 0; tries < TRIES && !seen.has(503); tries++) seen.add(await write());
      assert.ok(
        [...seen].every((status) => status === 201 || status === 503),
        [...seen].join(),
      );
      assert.ok(seen.has(503), 'the disk did not fill');
      await rm(join(disk, 'ballast'));
      let status = 0;
      for (let tries = 0; tries < 120 && status !== 201; tries++) {
        status = await write();
        if (status !== 201) await new Promise((resolve) => setTimeout(resolve, 500));
      }
      assert.equal(status, 201);
      for (const beneficiaryId of acknowledged) {
        const read = await api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path: { beneficiaryId } } });
        assert.equal(read.data?.id, beneficiaryId);
      }
      assert.equal(await service.stop(), 0);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});
