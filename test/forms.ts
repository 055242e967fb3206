import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import type { FormDefinition, FormField, NewForm } from '#client';
import { anonymous, type Business, baseUrl } from '#test/harness.ts';

export const text = (key: string, more: object = {}): FormField =>
  ({ type: 'text', key, label: key, ...more }) as FormField;

export const field = (type: FormField['type'], key: string, more: object = {}): FormField =>
  ({ type, key, label: key, ...more }) as FormField;

/** A form of one page with these questions. */
export const onePage = (...fields: FormField[]): FormDefinition => ({ title: 'Prueba', pages: [{ fields }] });

export async function newForm({ api }: Business, definition: FormDefinition, more: Partial<NewForm> = {}) {
  const { data, error } = await api.POST('/v1/forms', { body: { definition, publish: true, ...more } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

export interface Sent {
  answers?: Record<string, unknown>;
  submissionKey?: string;
  visitor?: string;
  proof?: string;
  prefill?: string;
  website?: string;
}

/** Submits as a visitor from an address of their own. */
export const submit = (publicId: string, sent: Sent = {}, address = randomAddress()) =>
  anonymous.POST('/v1/forms/{formId}/submit', {
    params: { path: { formId: publicId } },
    body: { submissionKey: randomUUID(), ...sent },
    headers: { 'x-forwarded-for': address },
  });

export const randomAddress = (): string => `10.${[...crypto.getRandomValues(new Uint8Array(3))].join('.')}`;

export const visit = async (publicId: string, prefill?: string) =>
  (await anonymous.GET('/v1/forms/{formId}', { params: { path: { formId: publicId }, query: { prefill } } })).data!;

/** Uploads a file for a question, as the page does. */
export async function uploadFor(
  publicId: string,
  visitor: string,
  key: string,
  bytes: string | Buffer,
  name = 'a.txt',
) {
  const form = new FormData();
  form.append('file', new Blob([bytes as BlobPart]), name);
  const query = new URLSearchParams({ visitor, field: key });
  const response = await fetch(`${baseUrl}/v1/forms/${publicId}/upload?${query}`, {
    method: 'POST',
    body: form,
    headers: { 'x-forwarded-for': randomAddress() },
  });
  const body = (await response.json()) as { data?: { id: string; contentType: string }[]; code?: string };
  return { status: response.status, id: body.data?.[0]?.id ?? '', code: body.code };
}

/** Does the proof of work of a submission. */
export function prove(visitor: string, submissionKey: string, bits: number): string {
  for (let proof = 0; ; proof++) {
    const hash = createHash('sha256').update(`${visitor}:${submissionKey}:${proof}`).digest();
    if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return String(proof);
  }
}

export const submissionsOf = async ({ api }: Business, formId: string, query: object = {}) =>
  (await api.GET('/v1/forms/{formId}/submissions', { params: { path: { formId }, query } })).data!;
