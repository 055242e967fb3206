import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryMb, peakDuring } from './memory.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const BYTES = Number(process.env.BENCH_FILE_MIB ?? 50) * 1024 * 1024 - 1024;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const AT_ONCE = 4;
const ADDED_MB_MAX = 64;
const SHARE_MIN = 0.8;

/** An upload of the largest file: memory of the service. Downloads of it against a server that only streams a file. */
export const files = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const organizationId = await service.newOrganization('Archivo General');
    const headers = { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId };
    const bytes = randomBytes(BYTES);
    await upload(service, headers, bytes.subarray(0, 1024));
    const idleMb = await memoryMb(service);
    const { result: key, peakMb } = await peakDuring(service, () => upload(service, headers, bytes));
    const addedMb = Math.round(peakMb - idleMb);
    const share = await downloadShare(service, headers, key, bytes);
    return [
      {
        what: 'Upload of 50 MiB: memory that it adds to the service',
        target: `under ${ADDED_MB_MAX} MB`,
        measured: `${addedMb} MB`,
        met: addedMb < ADDED_MB_MAX,
      },
      {
        what: 'Downloads of 50 MiB, 4 at once: throughput against a bare file stream',
        target: `at least ${SHARE_MIN}`,
        measured: share.toFixed(2),
        met: share >= SHARE_MIN,
      },
    ];
  });

/** Sends a file in pieces, so that the sender holds nothing back. */
async function upload({ process }: BenchService, headers: Record<string, string>, bytes: Buffer): Promise<string> {
  async function* form() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    yield Buffer.from('\r\n--x--\r\n');
  }
  const response = await fetch(`${process.baseUrl}/v1/files`, {
    method: 'POST',
    body: form() as unknown as BodyInit,
    duplex: 'half',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  } as RequestInit);
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { data: { key: string }[] }).data[0]!.key;
}

async function downloadShare(
  { process: { baseUrl }, dataDir }: BenchService,
  headers: Record<string, string>,
  key: string,
  bytes: Buffer,
): Promise<number> {
  const path = join(dataDir, 'bare.bin');
  await writeFile(path, bytes);
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-files.ts'), path]);
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    const ours = `${baseUrl}/v1/files/object?key=${key}`;
    const theirs = `http://127.0.0.1:${String(port).trim()}/`;
    const ratios: number[] = [];
    await timeOf(theirs, {});
    await timeOf(ours, headers);
    for (let round = 0; round < ROUNDS; round++)
      ratios.push((await timeOf(theirs, {})) / (await timeOf(ours, headers)));
    return median(ratios);
  } finally {
    bare.kill();
  }
}

/** Milliseconds in which a few readers read the file to its end. */
async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      let read = 0;
      for await (const chunk of (await fetch(url, { headers })).body!) read += chunk.length;
      if (read !== BYTES) throw new Error(`Read ${read} of ${BYTES} bytes.`);
    }),
  );
  return performance.now() - startedAt;
}
