import type { Route } from '#platform/http/route.ts';
import { type Json, jsonSchemaOf } from './requests.ts';
import { placesOf, variantsOf, withValue } from './schema-paths.ts';

const ITEMS_MAX = 50_000;
/** Signs that must be escaped in JSON, XML, HTML, CSV and patterns. */
const NASTY = 'ñ<&"\\;=a ';

/** Bodies that the schema of a route accepts and that are as large as possible: the texts, the lists, and both. */
export function largestBodies(route: Route, example: unknown, bytesMax: number): unknown[] {
  const schema = jsonSchemaOf(route.body);
  const texts = withLongTexts(schema, example, bytesMax);
  return [texts, withLongLists(schema, example, bytesMax), withLongLists(schema, texts, bytesMax)].filter(
    (body) => sizeOf(body) <= bytesMax,
  );
}

const sizeOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body) ?? '');

function withLongTexts(schema: Json, example: unknown, bytesMax: number): unknown {
  let body = example;
  for (const { path, schema: field } of placesOf(schema)) {
    const length = textLength(field);
    const changed =
      length > 0 && withValue(body, path, NASTY.repeat(Math.ceil(length / NASTY.length)).slice(0, length));
    // Fields of nested objects are filled in only if the object is there.
    if (changed && sizeOf(changed.value) <= bytesMax) body = changed.value;
  }
  return body;
}

/** How long a text without a pattern may be; 0 if it is no such text. */
function textLength(field: Json): number {
  const plain = [field, ...variantsOf(field)].find(
    ({ type, format, pattern, enum: values }) => type === 'string' && !format && !pattern && !values,
  );
  return Number(plain?.maxLength ?? 0);
}

/** Lists with as many elements as fit, which repeat the first of the example. */
function withLongLists(schema: Json, example: unknown, bytesMax: number): unknown {
  let body = example;
  for (const { path, schema: field } of placesOf(schema).toReversed()) {
    const list = [field, ...variantsOf(field)].find(({ type }) => type === 'array');
    const present = path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body);
    if (!list || !Array.isArray(present) || present.length === 0) continue;
    const room = Math.floor((bytesMax - sizeOf(body)) / (sizeOf(present[0]) + 1));
    const count = Math.min(Number(list.maxItems ?? ITEMS_MAX), ITEMS_MAX, Math.max(room, 0) + present.length);
    const longer = Array.from({ length: count }, (_, index) => present[index % present.length]);
    body = withValue(body, path, longer)?.value ?? body;
  }
  return body;
}
