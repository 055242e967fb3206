import assert from 'node:assert/strict';
import type { Import } from '#client';
import { uploadFile } from '#test/files.ts';
import { type Business, baseUrl, eventually } from '#test/harness.ts';

type Path = '/v1/resource/import' | '/v1/beneficiary/import' | '/v1/chart-of-accounts/import';

export async function beginImport(
  business: Business,
  path: Path,
  bytes: string | Buffer,
  options: { dryRun?: boolean; validRowsOnly?: boolean; name?: string } = {},
) {
  const { name = 'archivo.csv', ...rest } = options;
  const { id: fileId } = await uploadFile(business, bytes, name);
  return business.api.POST(path, { body: { fileId, ...rest } });
}

/** Uploads a file, imports it and waits for the result. */
export async function importFile(...given: Parameters<typeof beginImport>): Promise<Import> {
  const [business] = given;
  const { data, error } = await beginImport(...given);
  assert.equal(data?.status, 'running', JSON.stringify(error));
  return importDone(business, data!.id);
}

export const importDone = ({ api }: Business, importId: string): Promise<Import> =>
  eventually(async () => {
    const { data } = await api.GET('/v1/organization/import/{importId}', { params: { path: { importId } } });
    return data!.status === 'running' ? undefined : data;
  });

export const countsOf = ({ createdCount, updatedCount, unchangedCount, failedCount }: Import) => [
  createdCount,
  updatedCount,
  unchangedCount,
  failedCount,
];

export const csvOf = (rows: (string | number)[][], delimiter = ','): string =>
  rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');

export async function download(business: Business, path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${business.owner.token}`, 'x-service-organization-id': business.id };
  const response = await fetch(`${baseUrl}${path}`, { headers });
  assert.equal(response.status, 200, path);
  return Buffer.from(await response.arrayBuffer());
}
