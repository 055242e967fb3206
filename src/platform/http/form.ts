import { MalformedBody } from '../refusal.ts';
import { inspectJson } from './json.ts';

const PARTS_MAX = 20;

/** Reads a `multipart/form-data` body: every part is a field, and a file is its text. */
export async function readForm(bytes: Uint8Array, contentType: string): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData();
    for (const [name, part] of [...form].slice(0, PARTS_MAX))
      fields[name] = typeof part === 'string' ? part : await part.text();
  } catch {
    throw MalformedBody('The body is not a valid form.');
  }
  inspectJson(fields, 'body');
  return fields;
}
