import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { modules } from '#modules/index.ts';
import { isDescribed } from '#platform/http/openapi/field-words.ts';
import { readQuery } from '#platform/http/validate.ts';
import { baseUrl, cloneDatabase, ownerUrlOf } from '#test/harness.ts';
import { UPLOADS } from '../../client/signing.ts';
import { staleFiles } from '../../scripts/generated.ts';
import recorded from '../../src/contract-examples.json' with { type: 'json' };

const answers = recorded as Record<string, unknown>;

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, unknown>;
}

interface Document {
  tags: { name: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  components: Record<'schemas' | 'parameters', Record<string, Record<string, unknown>>>;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
}

const committed = JSON.parse(await readFile('openapi.json', 'utf8')) as Document;
const operations = Object.entries(committed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);
const routes = modules.flatMap((module) => module.groups ?? []).flatMap((group) => group.routes);
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

test('the served contract equals the committed one', async () => {
  assert.deepEqual(await (await fetch(`${baseUrl}/openapi.json`)).json(), committed);
});

test('every operation describes what it does and lists its refusals', () => {
  const mute = operations.filter(({ summary, description }) => !summary?.trim() || description.trim().length < 20);
  assert.deepEqual(
    mute.map(({ name }) => name),
    [],
  );
  const sure = operations.filter(({ responses }) => !Object.keys(responses).some((status) => /^4/.test(status)));
  assert.deepEqual(
    sure.map(({ name }) => name),
    [],
  );
});

type Json = Record<string, unknown>;

test('every field and parameter is described', () => {
  const { schemas } = committed.components;
  const mute: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'example' || key === 'examples' || key === 'enum') continue;
      if (key === 'properties')
        for (const [name, field] of Object.entries(inner as Record<string, Json>))
          if (!isDescribed(field, schemas)) mute.push(`${place} ${name}`);
      const isParameter = 'in' in value && 'name' in value && key === 'schema';
      if (isParameter && !isDescribed({ ...(inner as Json), ...value }, schemas)) mute.push(`${place} ${value.name}`);
      visit(inner, key === 'properties' || key === 'schema' ? place : `${place} ${key}`);
    }
  };
  visit({ schemas, parameters: committed.components.parameters, paths: committed.paths }, '');
  assert.deepEqual(mute, []);
});

test('every operation that a text of the contract names exists', () => {
  const withoutNames = (path: string): string => path.replace(/:\w+|\{\w+\}/g, '{}');
  const known = new Set(operations.map(({ name }) => withoutNames(name)));
  const named = JSON.stringify(committed).match(/\b(GET|POST|PATCH|PUT|DELETE) \/v[12](\/[\w:{}-]+)+/g)!;
  assert.deepEqual(
    named.filter((name) => !known.has(withoutNames(name))),
    [],
  );
});

test('the reference lists the sections of a business first, each tag once', () => {
  const groups = committed['x-tagGroups'];
  assert.deepEqual(
    groups.slice(0, 4).map(({ name }) => name),
    ['Guides', 'Invoicing', 'Receivables', 'Contacts'],
  );
  assert.deepEqual(
    groups.flatMap(({ tags }) => tags),
    committed.tags.map(({ name }) => name),
  );
});

test('operation ids are unique', () => {
  const callbacks = Object.values(committed.webhooks).flatMap((methods) => Object.values(methods));
  const ids = [...operations, ...callbacks].map(({ operationId }) => operationId);
  assert.deepEqual(
    ids.filter((id, place) => ids.indexOf(id) !== place),
    [],
  );
});

test('no operation id changes, because clients call operations by it', async () => {
  const known = JSON.parse(await readFile('test/contract/operation-ids.json', 'utf8')) as Record<string, string>;
  const now = Object.fromEntries(operations.map(({ name, operationId }) => [name, operationId]));
  assert.deepEqual(
    now,
    known,
    'An id in test/contract/operation-ids.json stays, and an operation there is not removed.',
  );
  for (const id of Object.values(now)) assert.match(id, /^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*$/);
});

test('the served contract has at most 3.88 kB for each operation, is compressed, and sent once to each reader', async () => {
  const plain = await fetch(`${baseUrl}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
  assert.ok((await plain.arrayBuffer()).byteLength <= 3_880 * routes.length);
  for (const encoding of ['br', 'gzip']) {
    const first = await fetch(`${baseUrl}/openapi.json`, { headers: { 'accept-encoding': encoding } });
    assert.equal(first.headers.get('content-encoding'), encoding);
    assert.deepEqual(await first.json(), committed);
    const headers = { 'accept-encoding': encoding, 'if-none-match': first.headers.get('etag')! };
    assert.equal((await fetch(`${baseUrl}/openapi.json`, { headers })).status, 304);
  }
});

test('every route with a body or a required query has an example', () => {
  const without = routes.filter(
    ({ body, query, examples }) =>
      (body && examples.body === undefined) ||
      (query && !z.safeParse(query, readQuery(query, examples.query ?? {})).success),
  );
  assert.deepEqual(without.map(nameOf), []);
});

test('every JSON answer has an example that a test has recorded', () => {
  const answering = routes.filter(({ returns, status }) => !('contentType' in returns) && status !== 204).map(nameOf);
  assert.deepEqual(
    Object.keys(answers).toSorted(),
    answering.toSorted(),
    'Run `npm run examples -- <paths of tests>`.',
  );
});

test('every example is valid for its route', () => {
  for (const route of routes) {
    const { body, query } = route.examples;
    const answer = answers[nameOf(route)];
    const check = (part: string, schema: z.core.$ZodType, example: unknown): void => {
      const parsed = z.safeParse(schema, example);
      assert.ok(parsed.success, `${nameOf(route)}: the example ${part} is refused: ${parsed.error?.message}`);
    };
    if (body !== undefined) check('body', route.body!, body);
    if (query !== undefined) check('query', route.query!, readQuery(route.query, query));
    if (answer !== undefined && !('contentType' in route.returns)) check('answer', route.returns, answer);
  }
});

test('the generated files are up to date', async () => {
  assert.deepEqual(
    await staleFiles(ownerUrlOf(await cloneDatabase())),
    [],
    'Run `npm run generate` and commit the result.',
  );
});

test('the client signs exactly the routes that take files without their bytes', () => {
  const uploads = routes.filter(({ takesFiles, access }) => takesFiles && access !== 'public').map(({ path }) => path);
  assert.deepEqual(uploads.toSorted(), UPLOADS.toSorted());
});
