import { VALUES_MAX } from '#platform/http/json.ts';
import type { Route } from '#platform/http/route.ts';
import { type Json, jsonSchemaOf } from './requests.ts';
import { placesOf, variantsOf, withValue } from './schema-paths.ts';

const INDEX_DIGITS = 5;
/** Fields whose values are unique in many lists. */
const DISTINCT = new Set(['name', 'code', 'reference']);
/** Signs that must be escaped in JSON, XML, HTML, CSV and patterns. */
const NASTY = 'ñ<&"\\;=a ';

/** Bodies as large as possible: with long texts, long lists, and both, and lists in which every element is wrong. */
export function largestBodies(route: Route, example: unknown, bytesMax: number): unknown[] {
  const schema = jsonSchemaOf(route.body);
  const texts = withLongTexts(schema, example, bytesMax);
  return [
    texts,
    withLongLists(schema, example, bytesMax),
    withLongLists(schema, texts, bytesMax),
    withLongLists(schema, example, bytesMax, () => ({ '': '' })),
  ].filter((body) => sizeOf(body) <= bytesMax);
}

/** As they are counted before a body is parsed. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + valuesIn(member), 0) || 1;
}

/** With a comma, and with the longer numbers of later rows. */
const sizeOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body) ?? '') + INDEX_DIGITS;

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

/** Names and codes must often differ: the end of each short text is replaced by the number of its row. */
function withOtherTexts(first: unknown, index: number): unknown {
  if (typeof first !== 'object' || first === null) return first;
  const mark = String(index);
  const other = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && DISTINCT.has(name) ? [name, `${value.slice(0, -INDEX_DIGITS)}${mark}`] : [name, value];
  return Object.fromEntries(Object.entries(first).map((entry) => other(entry) as [string, unknown]));
}

/** How long a text without a pattern may be; 0 if it is no such text. */
function textLength(field: Json): number {
  const plain = [field, ...variantsOf(field)].find(
    ({ type, format, pattern, enum: values }) => type === 'string' && !format && !pattern && !values,
  );
  return Number(plain?.maxLength ?? 0);
}

/** Lists with as many elements as fit: by default the first of the example, again and again with other texts. */
function withLongLists(
  schema: Json,
  example: unknown,
  bytesMax: number,
  elementAt: (first: unknown, index: number) => unknown = withOtherTexts,
): unknown {
  let body = example;
  const places = placesOf(schema);
  const itemsMax = (path: (string | number)[]): number =>
    Math.min(...places.filter((place) => `${place.path}` === `${path}`).map((place) => listOf(place.schema)?.max ?? 1));
  for (const { path, schema: field } of places.toReversed()) {
    const list = listOf(field);
    const present = path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body);
    if (!list || !Array.isArray(present) || present.length === 0) continue;
    // Leave room for as many rows as the lists around this one may have.
    const rows = path.reduce<number>(
      (product, step, place) => (typeof step === 'number' ? product * itemsMax(path.slice(0, place)) : product),
      1,
    );
    const first = elementAt(present[0], 0);
    const roomFor = (max: number, sizeIn: (value: unknown) => number): number =>
      Math.floor((max - sizeIn(body) + sizeIn(present)) / rows / sizeIn(first));
    const count = Math.min(list.max, roomFor(VALUES_MAX, valuesIn), roomFor(bytesMax, sizeOf));
    const longer = Array.from({ length: Math.max(count, 1) }, (_, index) => elementAt(present[0], index));
    body = withValue(body, path, longer)?.value ?? body;
  }
  return body;
}

function listOf(field: Json): { max: number } | null {
  const list = [field, ...variantsOf(field)].find(({ type }) => type === 'array');
  return list ? { max: Number(list.maxItems ?? VALUES_MAX) } : null;
}
