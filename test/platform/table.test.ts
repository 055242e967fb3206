import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { json, type Tenant, table } from '#platform/db/table.ts';
import { newId } from '#platform/id.ts';
import { Refusal } from '#platform/refusal.ts';
import { app, newBusiness } from '#test/harness.ts';

const projects = table('projects');
const webhooks = table('webhooks');
const settings = table('organizationSettings', json<{ value: Record<string, unknown> }>());

const within = <T>(organizationId: string, work: (tenant: Tenant) => Promise<T>): Promise<T> =>
  app.database.transaction({ organizationId }, (tx) => work({ tx, organizationId }));
const newProject = (name: string) => ({ id: newId(), name, createdAt: Temporal.Now.instant() });
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );

test('a row is inserted, found, locked, updated with its version, and deleted', async () => {
  const { id: organizationId } = await newBusiness();
  await within(organizationId, async (tenant) => {
    const { id, version } = await projects.insert(tenant, newProject('Feria'));
    assert.equal(version, 1);
    assert.equal((await projects.find(tenant, id))!.name, 'Feria');
    assert.equal((await projects.lock(tenant, id, 1)).name, 'Feria');
    const changed = await projects.update(tenant, id, { name: 'Feria agrícola', budget: undefined });
    assert.deepEqual([changed.name, changed.version, changed.budget], ['Feria agrícola', 2, null]);
    assert.equal(await codeOf(projects.lock(tenant, id, 1)), 'version_conflict');
    assert.deepEqual(await projects.find(tenant, id, { columns: ['name'] }), { name: 'Feria agrícola' });
    assert.deepEqual([await projects.delete(tenant, id), await projects.delete(tenant, id)], [1, 0]);
    for (const work of [
      projects.get(tenant, id),
      projects.lock(tenant, id),
      projects.update(tenant, id, { name: '' }),
      projects.remove(tenant, id),
    ]) {
      assert.equal(await codeOf(work), 'not_found');
    }
  });
});

test('a new row has its own id, and the time and person of the context, unless it gives others', async () => {
  const { id: organizationId, owner } = await newBusiness();
  const ownerId = owner.id;
  const now = Temporal.Instant.from('2026-03-01T12:00:00.000Z');
  const comments = table('comments');
  const boards = table('boards');
  await within(organizationId, async (tenant) => {
    const writer = { ...tenant, now, userId: ownerId };
    const made = await boards.insert(writer, { name: 'Taller' });
    assert.match(made.id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      [made.createdAt, made.updatedAt, made.createdBy],
      ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', ownerId],
    );
    const id = newId();
    const given = { id, name: 'Oficina', createdBy: null, createdAt: '2026-02-01T12:00:00.000Z' };
    const other = await boards.insert(writer, given);
    assert.deepEqual([other.id, other.createdBy, other.createdAt], [id, null, '2026-02-01T12:00:00.000Z']);
    assert.equal(other.updatedAt, '2026-03-01T12:00:00.000Z');
    const said = { entityKind: 'boardId', entityId: id, userId: ownerId, mentions: [] };
    await comments.insertMany(writer, [
      { ...said, message: 'Uno' },
      { ...said, message: 'Dos' },
    ]);
    const read = await comments.all(tenant, { entityId: id }, { orderBy: ['id'] });
    assert.deepEqual(
      read.map(({ message, createdAt }) => [message, createdAt]),
      ['Uno', 'Dos'].map((message) => [message, '2026-03-01T12:00:00.000Z']),
    );
  });
});

test('rows are matched by one value, several values, NULL, or SQL', async () => {
  const { id: organizationId } = await newBusiness();
  await within(organizationId, async (tenant) => {
    const rows = [
      { ...newProject('A'), budget: 100n },
      { ...newProject('B'), budget: null },
      { ...newProject('C'), budget: 300n },
    ];
    await projects.insertMany(tenant, rows);
    const names = async (match: Parameters<typeof projects.all>[1]) =>
      (await projects.all(tenant, match, { orderBy: ['-name'] })).map(({ name }) => name);
    assert.deepEqual(await names({}), ['C', 'B', 'A']);
    assert.deepEqual(await names({ name: ['A', 'C', 'none'] }), ['C', 'A']);
    assert.deepEqual(await names({ budget: null }), ['B']);
    assert.deepEqual(await names({ budget: 300n, name: undefined }), ['C']);
    assert.deepEqual(await names({ id: [] }), []);
    assert.equal(await projects.count(tenant, { name: ['A', 'B'] }), 2);
    assert.equal(await projects.min(tenant, 'budget'), 100n);
    assert.equal(await projects.min(tenant, 'budget', { name: ['B', 'C'] }), 300n);
    assert.equal(await projects.min(tenant, 'budget', { name: 'B' }), null);
    assert.deepEqual(
      [await projects.exists(tenant, rows[0]!.id), await projects.exists(tenant, newId())],
      [true, false],
    );
    assert.equal(await projects.updateAll(tenant, { name: ['A', 'C'] }, { budget: sql`budget * 2` }), 2);
    const { rows: found } = await sql`
      SELECT p.name FROM ${projects.of(tenant)} p WHERE p.budget >= 600 FOR UPDATE OF p`.execute(tenant.tx);
    assert.deepEqual(found, [{ name: 'C' }]);
  });
});

test('an insert with an existing key leaves the row alone or replaces it', async () => {
  const { id: organizationId } = await newBusiness();
  await within(organizationId, async (tenant) => {
    const row = { section: 'one', value: { a: 1 }, updatedAt: '2026-11-15T12:00:00.000Z' };
    assert.deepEqual((await settings.insertUnlessTaken(tenant, row))?.value, { a: 1 });
    assert.equal(await settings.insertUnlessTaken(tenant, { ...row, value: { a: 2 } }), undefined);
    assert.deepEqual((await settings.upsert(tenant, { ...row, value: { a: 3 } }, ['section'])).value, { a: 3 });
    assert.deepEqual((await settings.upsert(tenant, { ...row, section: 'two' }, ['section'])).value, { a: 1 });
    assert.equal(await settings.count(tenant), 2);
    const createdAt = '2026-11-15T12:00:00.000Z';
    const project = await projects.insert(tenant, { id: newId(), name: 'A', createdAt });
    const replaced = { id: project.id, name: 'B', createdAt: '2026-11-16T12:00:00.000Z' };
    const { name, createdAt: stillAt } = await projects.upsert(tenant, replaced, ['id']);
    assert.deepEqual([name, stillAt], ['B', createdAt]);
  });
});

test('a column that only a later row gives is refused instead of dropped', async () => {
  const { id: organizationId } = await newBusiness();
  await within(organizationId, async (tenant) => {
    const [first, second] = [newProject('A'), { ...newProject('B'), budget: 5n }];
    const problem = /Row 1 gives the column budget/;
    await assert.rejects(projects.insertMany(tenant, [first, second]), problem);
    assert.throws(() => projects.insertLater(tenant, [first, second]), problem);
    await projects.insertMany(tenant, [second, first, { ...newProject('C'), description: undefined } as never]);
    await assert.rejects(
      projects.updateMany(tenant, [
        { id: first.id, name: 'X' },
        { id: second.id, name: 'Y', budget: 7n },
      ]),
      problem,
    );
    const kept = await projects.all(tenant, {}, { orderBy: ['name'], columns: ['name', 'budget'] });
    assert.deepEqual(
      kept.map(({ name, budget }) => [name, budget]),
      [
        ['A', null],
        ['B', 5n],
        ['C', null],
      ],
    );
  });
});

test('many rows are changed by their ids in one statement', async () => {
  const { id: organizationId } = await newBusiness();
  await within(organizationId, async (tenant) => {
    const rows = [newProject('A'), newProject('B'), newProject('C')];
    await projects.insertMany(tenant, rows);
    await projects.updateMany(tenant, [
      { id: rows[0]!.id, name: 'X', budget: 5n },
      { id: rows[2]!.id, name: 'Z', budget: null },
      { id: newId(), name: 'none', budget: 1n },
    ]);
    await projects.updateMany(tenant, []);
    assert.deepEqual(
      (await projects.all(tenant, {}, { orderBy: ['name'] })).map(({ name, budget, version }) => [
        name,
        budget,
        version,
      ]),
      [
        ['B', null, 1],
        ['X', 5n, 2],
        ['Z', null, 2],
      ],
    );
  });
});

test('one organization neither reads nor changes the rows of another', async () => {
  const [mine, other] = [await newBusiness(), await newBusiness()];
  const { id } = await within(mine.id, (tenant) => projects.insert(tenant, newProject('Mía')));
  await within(other.id, async (tenant) => {
    assert.equal(await projects.find(tenant, id), undefined);
    assert.equal(await projects.updateAll(tenant, { id }, { name: 'Suya' }), 0);
    assert.equal(await projects.delete(tenant, id), 0);
  });
  assert.equal((await within(mine.id, (tenant) => projects.get(tenant, id))).name, 'Mía');
});

test('JSON, bytes, lists, times and large numbers survive one insert and many', async () => {
  const { id: organizationId } = await newBusiness();
  await within(organizationId, async (tenant) => {
    const value = { list: [1, { deep: 'a"b\\c' }], none: null, like: { type: 'Buffer', data: [1] } };
    const updatedAt = Temporal.Instant.from('2026-11-15T12:00:00.123Z');
    await settings.insert(tenant, { section: 'one', value, updatedAt });
    await settings.insertMany(tenant, [{ section: 'two', value, updatedAt }]);
    const read = await settings.all(tenant, { section: ['one', 'two'] });
    assert.deepEqual(
      read.map((row) => [row.value, row.updatedAt]),
      [
        [value, '2026-11-15T12:00:00.123Z'],
        [value, '2026-11-15T12:00:00.123Z'],
      ],
    );
    const webhook = {
      id: newId(),
      url: 'https://a.example/',
      eventTypes: ['a:*', 'b,c"d'],
      secret: Buffer.from([0, 92, 255]),
      createdAt: updatedAt,
      createdBy: null,
    };
    const second = { ...webhook, id: newId() };
    await webhooks.insert(tenant, webhook as never);
    await webhooks.insertMany(tenant, [second as never]);
    for (const { id } of [webhook, second]) {
      const kept = await webhooks.get(tenant, id);
      assert.deepEqual([kept.eventTypes, [...kept.secret]], [webhook.eventTypes, [0, 92, 255]]);
    }
  });
});

test('a statement without an organization is refused before it is sent', async () => {
  const { id } = await newBusiness();
  const forgetful = within(id, ({ tx }) => sql`SELECT name FROM projects p WHERE p.name = 'x'`.execute(tx));
  await assert.rejects(forgetful, /projects lacks organization_id/);
});
