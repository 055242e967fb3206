import type { Json } from './requests.ts';

/** A path inside a JSON value, with its schema. */
export interface Place {
  path: (string | number)[];
  schema: Json;
  required: boolean;
}

const DEPTH_MAX = 4;

/** Every field of an object schema, including nested objects, first array elements and union variants. */
export function placesOf(root: Json): Place[] {
  const places: Place[] = [];
  const resolve = (schema: Json): Json => {
    const name = /^#\/\$defs\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1];
    if (name) return (root.$defs as Record<string, Json>)[name] ?? {};
    return schema.$ref === '#' ? root : schema;
  };
  const walk = (given: Json, path: Place['path']): void => {
    const schema = resolve(given);
    if (path.length >= DEPTH_MAX) return;
    for (const variant of variantsOf(schema)) walk(variant, path);
    for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      const required = ((schema.required as string[] | undefined) ?? []).includes(name);
      places.push({ path: [...path, name], schema: resolve(member), required });
      walk(member, [...path, name]);
    }
    if (schema.items) {
      places.push({ path: [...path, 0], schema: resolve(schema.items as Json), required: false });
      walk(schema.items as Json, [...path, 0]);
    }
  };
  walk(root, []);
  return places;
}

export const variantsOf = (schema: Json): Json[] =>
  [schema.anyOf, schema.oneOf, schema.allOf].flatMap((variants) => (variants as Json[] | undefined) ?? []);

/** A copy with another value at one path; missing arrays on the way are created. */
export function withValue(example: unknown, path: Place['path'], value: unknown): { value: unknown } | null {
  const copy = structuredClone(example ?? {});
  let parent = copy as Record<string | number, unknown>;
  for (const [place, step] of path.slice(0, -1).entries()) {
    if (typeof path[place + 1] === 'number') parent[step] ??= [];
    const next = parent[step];
    if (typeof next !== 'object' || next === null) return null;
    parent = next as Record<string | number, unknown>;
  }
  const last = path.at(-1)!;
  if (typeof last === 'number' && !Array.isArray(parent)) return null;
  parent[last] = value;
  return { value: copy };
}

export function withoutValue(example: unknown, path: Place['path']): { value: unknown } | null {
  const found = withValue(example, path, undefined);
  return found && { value: JSON.parse(JSON.stringify(found.value)) };
}
