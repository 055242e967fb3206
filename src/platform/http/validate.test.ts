import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import { validateQuery } from './validate.ts';

const schema = z.strictObject({
  ids: z.array(z.uuid()).max(3).optional(),
  archived: z.boolean().default(false),
  version: z.number().int().optional(),
  search: z.string().optional(),
});

const id = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';

test('a query is text, and is read in the types of its schema', () => {
  assert.deepEqual(validateQuery(schema, {}), { archived: false });
  assert.deepEqual(validateQuery(schema, { ids: id, archived: 'true', version: '3', search: '12' }), {
    ids: [id],
    archived: true,
    version: 3,
    search: '12',
  });
  assert.deepEqual(validateQuery(schema, { ids: [id, id], archived: '0' }), { ids: [id, id], archived: false });
});

test('a value of a query that cannot be read is refused by its name', () => {
  for (const [name, value] of Object.entries({ ids: 'x', archived: 'perhaps', version: '1e3', constructor: 'x' })) {
    assert.throws(
      () => validateQuery(schema, { [name]: value }),
      (error) => error instanceof Refusal && error.errors[0]!.path.startsWith(`query.${name}`),
    );
  }
});
