import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { CalendarDate, Timestamp } from '../date.ts';
import { Refusal } from '../refusal.ts';
import { uniqueList } from '../unique-list.ts';
import { validateBody, validateQuery } from './validate.ts';

const schema = z.strictObject({
  ids: z.array(z.uuid()).max(3).optional(),
  archived: z.union([z.boolean(), z.literal('all')]).default(false),
  version: z.number().int().optional(),
  search: z.string().optional(),
  token: z.union([z.string(), z.array(z.string())]).optional(),
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
  assert.deepEqual(validateQuery(schema, { archived: 'all', token: 'yes' }), { archived: 'all', token: 'yes' });
});

test('a value of a query that cannot be read is refused by its name', () => {
  for (const [name, value] of Object.entries({ ids: 'x', archived: 'perhaps', version: '1e3', constructor: 'x' })) {
    assert.throws(
      () => validateQuery(schema, { [name]: value }),
      (error) => error instanceof Refusal && error.errors[0]!.path.startsWith(`query.${name}`),
    );
  }
});

test('what is wrong is explained: the form, the choices, the limit, and the name that was probably meant', async () => {
  const filter = z.strictObject({
    day: CalendarDate.optional(),
    updatedSince: Timestamp.optional(),
    contactId: z.uuid().optional(),
    mode: z.enum(['add', 'remove']),
    lines: z
      .array(z.strictObject({ unitPrice: z.string().max(3).optional() }))
      .max(2)
      .default([]),
    itemsPerPage: z.number().min(1).max(200).optional(),
    count: z.int().gt(2).multipleOf(5).optional(),
    note: z.string().min(1).optional(),
    isNew: z.boolean().optional(),
    more: z.record(z.string(), z.string()).optional(),
    amount: z.union([z.string().regex(/^\d+$/, 'must be a decimal'), z.number()]).optional(),
    state: z.union([z.enum(['open', 'paid']), z.array(z.enum(['open', 'paid']))]).optional(),
    archived: z.union([z.boolean(), z.literal('all')]).optional(),
    target: z
      .union([z.strictObject({ id: z.string() }), z.strictObject({ listId: z.string(), all: z.literal(true) })])
      .optional(),
    node: z
      .discriminatedUnion('type', [
        z.strictObject({ type: z.literal('wait'), hours: z.number() }),
        z.strictObject({ type: z.literal('end') }),
      ])
      .optional(),
  });
  const explained = (value: object) =>
    validateBody(filter, { mode: 'add', ...value }).then(
      () => [],
      (error: Refusal) => error.errors.map(({ path, message }) => `${path}: ${message}`),
    );
  const cases: [object, ...string[]][] = [
    [{ day: '18/11/2026' }, 'body.day: must be a date such as 2026-11-18'],
    [{ updatedSince: '2026-11-18' }, 'body.updatedSince: must be a time with its zone, such as 2026-11-18T08:30:00Z'],
    [{ contactId: 'ana' }, `body.contactId: must be an id such as ${id}`],
    [{ mode: 'ad' }, 'body.mode: must be one of add, remove'],
    [{ mode: undefined }, 'body.mode: This field is required: it must be one of add, remove.'],
    [{ itemsPerPage: 1000 }, 'body.itemsPerPage: must be at most 200'],
    [{ itemsPerPage: 0 }, 'body.itemsPerPage: must be at least 1'],
    [{ lines: [{ unitPrice: '1000' }] }, 'body.lines[0].unitPrice: must have at most 3 characters'],
    [{ lines: [{}, {}, {}] }, 'body.lines: must have at most 2 items'],
    [{ count: 2 }, 'body.count: must be more than 2', 'body.count: must be a multiple of 5'],
    [{ count: 7.5 }, 'body.count: must be a whole number'],
    [{ count: '10' }, 'body.count: must be a number'],
    [{ note: 1, isNew: 'yes' }, 'body.note: must be a text', 'body.isNew: must be true or false'],
    [{ note: '' }, 'body.note: must have at least 1 character'],
    [{ lines: {}, more: [] }, 'body.lines: must be a list', 'body.more: must be an object'],
    [{ amount: 'x' }, 'body.amount: must be a decimal'],
    [{ amount: true }, 'body.amount: must be a text, or a number'],
    [{ lines: 'x'.repeat(200) }, 'body.lines: must be a list'],
    [{ state: '' }, 'body.state: must be one of open, paid'],
    [{ state: 'late' }, 'body.state: must be one of open, paid'],
    [{ archived: 'perhaps' }, 'body.archived: must be true or false, or all'],
    [{ node: { type: 'stop' } }, 'body.node.type: must be one of wait, end'],
    [{ node: {} }, 'body.node.type: This field is required: it must be one of wait, end.'],
    [{ node: { type: 'wait' } }, 'body.node.hours: This field is required.'],
    [{ target: { listId: 'x' } }, 'body.target.all: This field is required.'],
    [
      { node: { type: 'end', hours: 2 } },
      'body.node.hours: This field does not go with the others: see the alternatives of this object in the reference.',
    ],
    [{ updated_since: '' }, 'body.updated_since: This field is not known: did you mean `updatedSince`?'],
    [{ lines: [{ unitprise: '1' }] }, 'body.lines[0].unitprise: This field is not known: did you mean `unitPrice`?'],
    [{ dya: '' }, 'body.dya: This field is not known: did you mean `day`?'],
    [{ lines: [{ price: '1' }] }, 'body.lines[0].price: This field is not known: did you mean `unitPrice`?'],
    [{ stateName: 'x' }, 'body.stateName: This field is not known: did you mean `state`?'],
    [
      { colour: 'red', days: '' },
      'body.colour: This field is not known.',
      'body.days: This field is not known: did you mean `day`?',
    ],
  ];
  for (const [value, ...messages] of cases) assert.deepEqual(await explained(value), messages);
});

const Row = z.strictObject({ name: z.string().trim().min(1), amount: z.number().default(1) });
const bulk = z.strictObject({
  rows: uniqueList(Row, { min: 1, max: 100, by: ({ name }) => name }).optional(),
  note: z.string().default('none'),
});
const rowsOf = (count: number) => Array.from({ length: count }, (_, place) => ({ name: ` row ${place} ` }));
const errorsOf = (value: unknown) =>
  validateBody(bulk, value).then(
    () => [],
    (error: Refusal) => error.errors.map(({ path, code }) => [path, code]),
  );

test('a body with a long list is parsed like any other, and refused for the same reasons', async () => {
  for (const count of [1, 100]) {
    const body = { rows: rowsOf(count) };
    assert.deepEqual(await validateBody(bulk, body), bulk.parse(body));
  }
  const wrong: unknown[] = rowsOf(80);
  wrong[70] = { name: '', more: 1 };
  assert.deepEqual(await errorsOf({ rows: wrong }), [
    ['body.rows[70].name', 'too_small'],
    ['body.rows[70].more', 'unknown_field'],
  ]);
  assert.deepEqual(await errorsOf({ rows: [...rowsOf(80), { name: 'row 3' }] }), [['body.rows', 'duplicate']]);
  assert.deepEqual(await errorsOf({ rows: rowsOf(101) }), [['body.rows', 'too_big']]);
  assert.deepEqual(await errorsOf({ rows: rowsOf(80), other: 1 }), [['body.other', 'unknown_field']]);
});

test('other work runs while a long list is parsed', async () => {
  const Slow = z.number().refine(() => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return true;
  });
  let turns = 0;
  const turn = setInterval(() => turns++, 0);
  await validateBody(z.strictObject({ rows: z.array(Slow) }), { rows: Array.from({ length: 100 }, (_, n) => n) });
  clearInterval(turn);
  assert.ok(turns > 0);
});
