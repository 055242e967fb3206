import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { modules } from '#modules/index.ts';
import { baseUrl, cloneDatabase, ownerUrlOf } from '#test/harness.ts';
import { staleFiles } from '../../scripts/generated.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, unknown>;
}

interface Document {
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

test('the contract is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(committed) as never);
  assert.equal(validator.version, '3.1');
  assert.ok(valid, JSON.stringify(errors, null, 2));
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

test('operation ids are unique', () => {
  const callbacks = Object.values(committed.webhooks).flatMap((methods) => Object.values(methods));
  const ids = [...operations, ...callbacks].map(({ operationId }) => operationId);
  assert.deepEqual(
    ids.filter((id, place) => ids.indexOf(id) !== place),
    [],
  );
});

test('every route with a body or a required query has an example', () => {
  const without = routes.filter(
    ({ body, query, examples }) =>
      (body && examples.body === undefined) || (query && !z.safeParse(query, examples.query ?? {}).success),
  );
  assert.deepEqual(without.map(nameOf), []);
});

test('every example is valid for its route', () => {
  for (const route of routes) {
    const { body, query, answer } = route.examples;
    const check = (part: string, schema: z.core.$ZodType, example: unknown): void => {
      const parsed = z.safeParse(schema, example);
      assert.ok(parsed.success, `${nameOf(route)}: the example ${part} is refused: ${parsed.error?.message}`);
    };
    if (body !== undefined) check('body', route.body!, body);
    if (query !== undefined) check('query', route.query!, query);
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
