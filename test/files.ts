import assert from 'node:assert/strict';
import { type Business, baseUrl } from '#test/harness.ts';

export interface Uploaded {
  id: string;
  name: string;
  key: string;
  contentType: string;
  sha256: string;
  size: number;
}

/** The uploaded files, or the problem. */
interface Answer {
  data: Uploaded[];
  code?: string;
}

export const fileHeaders = (business: Business) => ({
  authorization: `Bearer ${business.owner.token}`,
  'x-service-organization-id': business.id,
});

export async function sendForm(business: Business, form: FormData, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/v1/files`, {
    method: 'POST',
    body: form,
    headers: { ...fileHeaders(business), ...headers },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

export function formOf(bytes: string | Buffer, name: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes as BlobPart]), name);
  return form;
}

export async function uploadFile(
  business: Business,
  bytes: string | Buffer,
  name = 'a.txt',
  fields: Record<string, string> = {},
) {
  const { status, body } = await sendForm(business, formOf(bytes, name, fields));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data[0]!;
}

export const createFolder = async ({ api }: Business, name: string, folderId: string | null = null) =>
  (await api.POST('/v1/files/folder', { body: { name, folderId } })).data!.id;

export const readObject = (business: Business, key: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${baseUrl}/v1/files/object?key=${encodeURIComponent(key)}${query}`, {
    headers: { ...fileHeaders(business), ...headers },
  });

export const filesUsage = async ({ api }: Business) => (await api.GET('/v1/files/usage')).data!;
