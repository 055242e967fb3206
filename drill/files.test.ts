import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { unwrap } from '#client';
import { waitUntil, withCrashingService } from './crashing-service.ts';

const WRITERS = 4;
const WRITTEN_WITHIN_MS = 60_000;
/** Some files have the same bytes. */
const EQUAL_BYTES = randomBytes(40_000);

/** Uploads and deletes files until it is stopped; remembers what was acknowledged. */
class FileWriter {
  /** The hash of each file whose upload was acknowledged and whose deletion was never asked for. */
  readonly kept = new Map<string, string>();
  readonly deleted = new Set<string>();
  unknown = 0;
  #done: Promise<void> | null = null;
  #isFinishing = false;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;

  constructor(baseUrl: string, headers: Record<string, string>) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
  }

  start(): void {
    this.#done = this.#write();
  }

  finish(): Promise<void> {
    this.#isFinishing = true;
    return this.#done!;
  }

  async #write(): Promise<void> {
    for (let turn = 0; !this.#isFinishing; turn++) {
      try {
        await (turn % 4 === 3 ? this.#delete() : this.#upload(turn % 4 === 0 ? EQUAL_BYTES : randomBytes(300_000)));
      } catch {
        this.unknown++;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async #upload(bytes: Buffer): Promise<void> {
    const body = new FormData();
    body.append('file', new Blob([bytes as BlobPart]), 'a.bin');
    const response = await fetch(`${this.#baseUrl}/v1/files`, { method: 'POST', body, headers: this.#headers });
    if (response.status !== 201) throw new Error(`Not acknowledged: ${response.status}`);
    const [file] = ((await response.json()) as { data: { id: string }[] }).data;
    this.kept.set(file!.id, createHash('sha256').update(bytes).digest('hex'));
  }

  async #delete(): Promise<void> {
    const [id] = this.kept.keys();
    if (!id) return;
    this.kept.delete(id);
    const url = `${this.#baseUrl}/v1/files?id=${id}`;
    const response = await fetch(url, { method: 'DELETE', headers: this.#headers });
    if (response.status === 204) this.deleted.add(id);
  }
}

test(
  'after several crashes every acknowledged file is there, and the quota equals a recount',
  {
    timeout: 600_000,
  },
  () =>
    withCrashingService(async ({ api, baseUrl, token, organizationId, crash, rows }) => {
      const headers = { authorization: `Bearer ${token}`, 'x-service-organization-id': organizationId };
      const writers = Array.from({ length: WRITERS }, () => new FileWriter(baseUrl, headers));
      for (const writer of writers) writer.start();
      await crash();
      const countKept = () => writers.reduce((sum, { kept }) => sum + kept.size, 0);
      const keptBefore = countKept();
      await waitUntil(async () => countKept() > keptBefore + WRITERS, WRITTEN_WITHIN_MS);
      await Promise.all(writers.map((writer) => writer.finish()));
      assert.ok(
        writers.some(({ unknown }) => unknown > 0),
        'The crashes interrupted uploads.',
      );
      const files = await rows<{ id: string; sha256: string }>(
        `SELECT id, encode(sha256, 'hex') AS sha256 FROM files WHERE kind = 'file'`,
      );
      const present = new Map(files.map(({ id, sha256 }) => [id, sha256]));
      for (const [id, sha256] of writers.flatMap(({ kept }) => [...kept])) assert.equal(present.get(id), sha256);
      for (const id of writers.flatMap(({ deleted }) => [...deleted])) assert.ok(!present.has(id), 'It stays deleted.');
      for (const { id, sha256 } of files) {
        const response = await fetch(`${baseUrl}/v1/files/object?key=${id}`, { headers });
        const bytes = Buffer.from(await response.arrayBuffer());
        assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, 'No file lacks its bytes.');
      }
      const recounted = await rows(
        `SELECT u.used_bytes = (SELECT coalesce(sum(bytes), 0) FROM file_contents) AS used,
              u.reserved_bytes = (SELECT coalesce(sum(bytes), 0) FROM file_reservations) AS reserved,
              t.files = (SELECT count(*) FROM files WHERE kind = 'file') AS files,
              t.bytes = (SELECT sum(c.bytes) FROM files f JOIN file_contents c USING (organization_id, sha256)) AS bytes
       FROM file_usage u, file_tallies t WHERE t.kind = 'all' AND t.key = 'file'`,
      );
      assert.deepEqual(recounted, [{ used: true, reserved: true, files: true, bytes: true }]);
      assert.equal((await unwrap(api.GET('/v1/files/usage'))).files, files.length);
    }),
);
