import { InvalidRequest, MalformedBody } from '../refusal.ts';
import { inspectJson } from './json.ts';

/** Media types of bodies besides JSON and `multipart/form-data`. */
export const URL_FORM = 'application/x-www-form-urlencoded';
export const TEXT = 'text/plain';

const PARTS_MAX = 1000;
const DEPTH_MAX = 4;

type Field = string | Field[] | { [name: string]: Field };

/**
 * Reads a form (`multipart/form-data` or URL-encoded): every part is a field, and a file is its text. A part `answers.name` is the field `name`
 * of the object `answers`; parts of one name are a list.
 */
export async function readForm(bytes: Uint8Array, contentType: string): Promise<Record<string, unknown>> {
  const fields: Record<string, Field> = Object.create(null);
  const parts = await partsOf(bytes, contentType);
  if (parts.length > PARTS_MAX) throw InvalidRequest(`A form has at most ${PARTS_MAX} parts.`);
  for (const [name, part] of parts) put(fields, name.split('.'), typeof part === 'string' ? part : await part.text());
  inspectJson(fields, 'body');
  return fields;
}

async function partsOf(bytes: Uint8Array, contentType: string) {
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData();
    return [...form];
  } catch {
    throw MalformedBody('The body is not a valid form.');
  }
}

function put(fields: Record<string, Field>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length >= DEPTH_MAX) throw InvalidRequest('A name of a form has too many parts.');
  const before = fields[name];
  if (rest.length > 0) {
    const inner = typeof before === 'object' && !Array.isArray(before) ? before : Object.create(null);
    fields[name] = inner;
    put(inner, rest, value);
  } else fields[name] = before === undefined ? value : ([before, value].flat() as Field[]);
}
