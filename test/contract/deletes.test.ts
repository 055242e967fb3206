import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#modules/index.ts';
import { contentsOf } from '#platform/module.ts';

/** The fields of an answer; null where it has several forms. */
function fieldsOf(schema: object): string[] | null {
  const { shape } = schema as { shape?: Record<string, unknown> };
  return shape ? Object.keys(shape) : null;
}

test('a DELETE answers 204 without a body, or 200 with what remains', () => {
  const deletes = contentsOf(modules).routes.filter(({ method }) => method === 'DELETE');
  assert.ok(deletes.length > 20);
  const wrong = deletes.filter(({ status, returns }) => {
    const fields = fieldsOf(returns);
    return status === 204 ? fields !== null : status !== 200 || (fields?.every((name) => /id$/i.test(name)) ?? false);
  });
  assert.deepEqual(
    wrong.map(({ path, status }) => `${path} ${status}`),
    [],
  );
});
