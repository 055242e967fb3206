import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

interface Schema {
  $ref?: string;
  type?: string | string[];
  pattern?: string;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  properties?: Record<string, Schema>;
  [alternatives: string]: unknown;
}

interface Operation {
  operationId: string;
  parameters?: ({ name: string; schema: Schema } | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = JSON.parse(await readFile('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

const find = <T>(reference: string): T =>
  reference
    .split('/')
    .slice(1)
    .reduce(
      (value, name) => value[name] as Record<string, unknown>,
      document as unknown as Record<string, unknown>,
    ) as T;

const unlimited: string[] = [];
const seen = new Set<string>();

function inspect(schema: Schema, at: string): void {
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return;
    seen.add(schema.$ref);
    inspect(find<Schema>(schema.$ref), schema.$ref);
    return;
  }
  const types = [schema.type].flat();
  if (types.includes('string') && !isLimitedText(schema)) unlimited.push(at);
  if (types.includes('array') && schema.maxItems === undefined && !schema.prefixItems) unlimited.push(at);
  for (const [name, field] of Object.entries(schema.properties ?? {})) inspect(field, `${at}.${name}`);
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const one of (schema[key] as Schema[] | undefined) ?? []) inspect(one, at);
  if (schema.items) inspect(schema.items, `${at}[]`);
  if (typeof schema.additionalProperties === 'object') inspect(schema.additionalProperties, `${at}{}`);
}

/** A pattern limits the length unless something in it repeats without limit. */
const isLimitedText = (schema: Schema): boolean =>
  ['maxLength', 'enum', 'const', 'format'].some((key) => key in schema) ||
  (schema.pattern !== undefined && !/[*+]|,\}/.test(schema.pattern));

test('every text and every list of a request has a limit', () => {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const each of operation.parameters ?? []) {
      const { name, schema } = '$ref' in each ? find<{ name: string; schema: Schema }>(each.$ref) : each;
      inspect(schema, `${operation.operationId} ${name}`);
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      inspect(schema, operation.operationId);
  }
  assert.deepEqual(unlimited, []);
});
