import { z } from 'zod';
import { describeFields, type FieldWords } from './field-words.ts';

export type Json = Record<string, unknown>;
export type Schema = z.core.$ZodType;
type Direction = 'input' | 'output';

/** The schemas of the contract as JSON Schema. A named one is written once, as a component, and referred to elsewhere. */
export class ContractSchemas {
  readonly components: Record<string, Json>;
  readonly #byRoot: Record<Direction, Map<Schema, Json>>;

  constructor(names: ReadonlyMap<Schema, string>, roots: Record<Direction, Iterable<Schema>>, fieldWords: FieldWords) {
    const input = convert(names, roots.input, 'input');
    const output = convert(names, roots.output, 'output');
    for (const [name, base] of basesOf(names)) extendBase(output.components, name, base);
    const renamed = differingNames(input.components, output.components);
    const rename = <T>(value: T): T => mapReferences(value, (name) => (renamed.has(name) ? `${name}Input` : name));
    this.components = { ...output.components };
    for (const [name, component] of Object.entries(input.components)) {
      const key = renamed.has(name) ? `${name}Input` : name;
      if (renamed.has(name) && key in this.components) throw new Error(`Two schemas are called ${key}.`);
      this.components[key] = rename(component);
    }
    this.#byRoot = {
      input: new Map([...input.byRoot].map(([schema, json]) => [schema, rename(json)])),
      output: output.byRoot,
    };
    const ofRoots = Object.values(this.#byRoot).flatMap((byRoot) => [...byRoot.values()]);
    describeFields([...Object.values(this.components), ...ofRoots], this.components, fieldWords);
  }

  /** The schema of a request: fields with a default are optional. */
  input(schema: Schema): Json {
    return this.#byRoot.input.get(schema)!;
  }

  /** The fields of a query, or of the parameters in a path. */
  fields(schema: Schema): { properties?: Record<string, Json>; required?: string[] } {
    const json = this.input(schema);
    const name = typeof json.$ref === 'string' ? json.$ref.replace(ROOTED, '') : undefined;
    return name === undefined ? json : this.components[name]!;
  }

  /** The schema of an answer. */
  output(schema: Schema): Json {
    return this.#byRoot.output.get(schema)!;
  }
}

interface Converted {
  components: Record<string, Json>;
  byRoot: Map<Schema, Json>;
}

function convert(names: ReadonlyMap<Schema, string>, roots: Iterable<Schema>, io: Direction): Converted {
  const schemas = [...new Set(roots)];
  const ids = uniqueIds(names);
  const all = z.toJSONSchema(z.object({ ...schemas }), {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    metadata: { get: (schema: Schema) => withId(schema, ids) } as never,
    override: ({ zodSchema, jsonSchema }) => tidy(jsonSchema as Json, zodSchema, io),
  }) as { properties: Record<string, Json>; $defs?: Record<string, Json> };
  const rooted = mapReferences(all, nameOfId);
  const components: Record<string, Json> = {};
  const ambiguous = new Set<string>();
  for (const [id, component] of Object.entries(rooted.$defs ?? {})) {
    const name = nameOfId(id);
    if (name in components && JSON.stringify(components[name]) !== JSON.stringify(component)) ambiguous.add(name);
    components[name] = component;
  }
  if (ambiguous.size > 0)
    throw new Error(`Different schemas have the same name; use .meta({ id }): ${[...ambiguous].join(', ')}`);
  return { components, byRoot: new Map(schemas.map((schema, place) => [schema, rooted.properties[place]!])) };
}

/** Equal schemas of the same name become one component; Zod wants an id for each of them. */
function uniqueIds(names: ReadonlyMap<Schema, string>): Map<Schema, string> {
  const count = new Map<string, number>();
  return new Map(
    [...names].map(([schema, name]) => {
      const number = (count.get(name) ?? 0) + 1;
      count.set(name, number);
      return [schema, `${name}@${number}`];
    }),
  );
}

const nameOfId = (id: string): string => id.replace(/@\d+$/, '');

function withId(schema: Schema, ids: Map<Schema, string>): Json | undefined {
  const { example, id: ownId, ...meta } = (z.globalRegistry.get(schema) ?? {}) as Json;
  const id = ids.get(schema) ?? ownId;
  return { ...meta, ...(id !== undefined && { id }), ...(example !== undefined && { examples: [example] }) };
}

function tidy(made: Json, schema: z.core.$ZodTypes, io: Direction): void {
  // The format already means this.
  if (made.format !== undefined) delete made.pattern;
  // An integer without limits of its own gets those of the language, which do not help a reader.
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  // An answer may gain fields.
  if (io === 'output' && schema._zod.def.type === 'object' && !schema._zod.def.catchall)
    delete made.additionalProperties;
}

/** The named object that each named object extends: the largest one of which it has all the fields. One field is no base. */
function basesOf(names: ReadonlyMap<Schema, string>): Map<string, string> {
  const objects = [...names].flatMap(([schema, name]) => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    return def.type === 'object' ? [{ name, fields: Object.entries(def.shape) }] : [];
  });
  const bases = new Map<string, string>();
  for (const { name, fields } of objects) {
    const shape = new Map(fields);
    const candidates = objects.filter(
      (other) => other.fields.length < fields.length && other.fields.every(([key, field]) => shape.get(key) === field),
    );
    const [base] = candidates.toSorted((a, b) => b.fields.length - a.fields.length);
    if (base && base.fields.length > 1) bases.set(name, base.name);
  }
  return bases;
}

/** Writes the fields that a component shares with its base as a reference to the base. */
function extendBase(components: Record<string, Json>, name: string, base: string): void {
  const whole = components[name] as ObjectSchema | undefined;
  const inherited = components[base] as ObjectSchema | undefined;
  if (!whole?.properties || !inherited?.properties || 'additionalProperties' in { ...whole, ...inherited }) return;
  const { description, properties, required = [] } = whole;
  const isOwn = (field: string): boolean => !(field in inherited.properties);
  components[name] = {
    ...(description !== undefined && { description }),
    allOf: [
      { $ref: ROOTED + base },
      {
        type: 'object',
        required: required.filter(isOwn),
        properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isOwn(field))),
      },
    ],
  };
}

interface ObjectSchema extends Json {
  description?: string;
  properties: Record<string, Json>;
  required?: string[];
}

/** The names of which input and output differ, by themselves or in something they refer to. */
function differingNames(input: Record<string, Json>, output: Record<string, Json>): Set<string> {
  const shared = Object.keys(input).filter((name) => name in output);
  const differing = new Set(shared.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])));
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const name of shared) {
      mapReferences(input[name], (other) => {
        if (differing.has(other)) differing.add(name);
        return other;
      });
    }
  }
  return differing;
}

const LOCAL = '#/$defs/';
const ROOTED = '#/components/schemas/';

/** A copy in which every reference is rooted in the document and has the name that `rename` gives it. */
function mapReferences<T>(value: T, rename: (name: string) => string): T {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (key !== '$ref' || typeof inner !== 'string') return foldNull(onlyReference(inner));
    return ROOTED + rename(inner.replace(LOCAL, '').replace(ROOTED, ''));
  }) as T;
}

/** A reference stands for the whole schema: only remarks are added to it. */
function onlyReference(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const { $ref, description, default: preset, examples } = value as Json;
  return {
    $ref,
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
    ...(examples !== undefined && { examples }),
  };
}

/** `null` as a second type reads better than as an alternative. */
function foldNull(value: unknown): unknown {
  const { anyOf, ...rest } = (value ?? {}) as { anyOf?: Json[] };
  const [one, other, ...more] = Array.isArray(anyOf) ? anyOf : [];
  if (!one || more.length > 0 || other?.type !== 'null' || typeof one.type !== 'string' || 'enum' in one) return value;
  return { ...one, type: [one.type, 'null'], ...rest };
}
