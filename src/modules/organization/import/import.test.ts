import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginImport, finishImport, ImportRunning } from '#modules/organization/index.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';

const within = (business: Business, work: Parameters<typeof app.engine.within<string>>[1]) =>
  app.engine.within(business.id, (ctx) => work({ ...ctx, userId: business.owner.id }));

async function imported(business: Business, kind: string, outcome: Parameters<typeof finishImport>[2]) {
  const id = await within(business, (ctx) => beginImport(ctx, { kind, fileName: `${kind}.csv` }));
  await app.engine.within(business.id, (ctx) => finishImport(ctx, id, outcome));
  return id;
}

test('the history lists imports with person and result, newest first', async () => {
  const business = await newBusiness();
  const done = await imported(business, 'contacts', {
    createdCount: 3,
    failedCount: 1,
    errors: [{ row: 4, message: 'No name.' }],
  });
  const failed = await imported(business, 'resources', { status: 'failed', errors: [{ message: 'Not a CSV file.' }] });
  const running = await within(business, (ctx) => beginImport(ctx, { kind: 'contacts' }));
  const { data } = await business.api.GET('/v1/organization/import/history');
  assert.deepEqual(
    data?.data.map(({ id, status }) => [id, status]),
    [
      [running, 'running'],
      [failed, 'failed'],
      [done, 'done'],
    ],
  );
  const { startedAt, finishedAt, ...entry } = data!.data[2]!;
  assert.ok(finishedAt! >= startedAt);
  assert.deepEqual(entry, {
    id: done,
    kind: 'contacts',
    fileName: 'contacts.csv',
    status: 'done',
    dryRun: false,
    rowCount: null,
    createdCount: 3,
    updatedCount: 0,
    unchangedCount: 0,
    failedCount: 1,
    ignoredColumns: [],
    errors: [{ row: 4, message: 'No name.' }],
    user: { id: business.owner.id, name: 'Dueña' },
  });
});

test('the history is filtered by kind, status and time, and paged by number and cursor', async () => {
  const business = await newBusiness();
  const first = await imported(business, 'contacts', {});
  const second = await imported(business, 'contacts', { status: 'failed' });
  const third = await imported(business, 'resources', {});
  const ids = async (query: Record<string, unknown>) => {
    const { data } = await business.api.GET('/v1/organization/import/history', { params: { query } });
    return data!.data.map(({ id }) => id);
  };
  assert.deepEqual(await ids({ kind: 'contacts' }), [second, first]);
  assert.deepEqual(await ids({ status: 'done' }), [third, first]);
  assert.deepEqual(await ids({ itemsPerPage: 1, page: 2 }), [second]);
  assert.deepEqual(await ids({ status: 'done,failed', sort: 'started' }), [first, second, third]);
  const { data } = await business.api.GET('/v1/organization/import/history', {
    params: { query: { itemsPerPage: 2 } },
  });
  assert.deepEqual(await ids({ cursor: data!.nextCursor }), [first]);
  assert.deepEqual(await ids({ to: '2020-01-01T00:00:00Z' }), []);
  assert.equal((await ids({ from: '2020-01-01T00:00:00Z' })).length, 3);
});

test('an import ends once, and another organization can neither see nor end it', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const id = await within(business, (ctx) => beginImport(ctx, { kind: 'contacts' }));
  await assert.rejects(
    app.engine.within(other.id, (ctx) => finishImport(ctx, id, {})),
    /not running/,
  );
  await app.engine.within(business.id, (ctx) => finishImport(ctx, id, {}));
  await assert.rejects(
    app.engine.within(business.id, (ctx) => finishImport(ctx, id, {})),
    /not running/,
  );
  const { data } = await other.api.GET('/v1/organization/import/history');
  assert.equal(data?.total, 0);
});

test('an import whose worker died refuses the next one for hours, not for ever', async () => {
  const business = await newBusiness();
  const begin = (kind: string, hoursAgo = 0) =>
    within(business, (ctx) => beginImport({ ...ctx, now: ctx.now.subtract({ hours: hoursAgo }) }, { kind }));
  await begin('contacts', 11);
  await assert.rejects(begin('contacts'), { kind: ImportRunning });
  const left = await begin('resources', 13);
  const next = await begin('resources');
  const { data } = await business.api.GET('/v1/organization/import/history', {
    params: { query: { kind: 'resources' } },
  });
  assert.deepEqual(
    data!.data.map(({ id, status }) => [id, status]),
    [
      [next, 'running'],
      [left, 'failed'],
    ],
  );
});
