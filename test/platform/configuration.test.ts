import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { changesConfiguration, configurationTables } from '#platform/db/configuration.ts';
import { configured } from '#platform/db/configured.ts';
import { app, newBusiness } from '#test/harness.ts';

const within = app.engine.within.bind(app.engine);

test('derived configuration is kept until one of its tables changes', async () => {
  const { id } = await newBusiness();
  let loads = 0;
  const load = async () => ++loads;
  const read = () => within(id, (ctx) => configured(ctx, 'a value', load));
  assert.deepEqual([await read(), await read()], [1, 1]);
  await within(id, ({ tx }) => sql`UPDATE taxes SET name = name WHERE organization_id = ${id}`.execute(tx));
  assert.deepEqual([await read(), await read()], [2, 2]);
});

test('every write to a table of configuration counts the version up', async () => {
  const { id } = await newBusiness();
  const version = () =>
    within(id, async ({ tx }) => {
      const { rows } = await sql<{ version: bigint }>`
        SELECT version FROM configuration_versions WHERE organization_id = ${id}`.execute(tx);
      return rows[0]!.version;
    });
  const names = configurationTables();
  assert.ok(names.length >= 8);
  for (const name of names) {
    const before = await version();
    await within(id, ({ tx }) =>
      sql`DELETE FROM ${sql.table(name)} WHERE organization_id = ${id} AND false`.execute(tx),
    );
    assert.equal(await version(), before + 1n, name);
  }
});

test('a transaction that changes configuration reads its own change, and a rollback leaves nothing behind', async () => {
  const { id } = await newBusiness();
  const load = (ctx: { tx: Parameters<typeof configured>[0]['tx']; organizationId: string }) => () =>
    sql<{ name: string }>`SELECT min(name) AS name FROM divisions WHERE organization_id = ${id}`
      .execute(ctx.tx)
      .then(({ rows }) => rows[0]!.name);
  const before = await within(id, (ctx) => configured(ctx, 'first name', load(ctx)));
  const change = within(id, async (ctx) => {
    await sql`UPDATE divisions SET name = 'Otra' WHERE organization_id = ${id}`.execute(ctx.tx);
    assert.equal(await configured(ctx, 'first name', load(ctx)), 'Otra');
    throw new Error('undone');
  });
  await assert.rejects(change, /undone/);
  assert.equal(await within(id, (ctx) => configured(ctx, 'first name', load(ctx))), before);
});

test('only statements that write to tables of configuration count as changes', () => {
  assert.ok(changesConfiguration('INSERT INTO "taxes" (id) VALUES ($1)'));
  assert.ok(changesConfiguration('WITH x AS (SELECT 1) UPDATE posting_rules SET name = $1'));
  assert.ok(changesConfiguration('DELETE FROM divisions WHERE organization_id = $1'));
  assert.ok(!changesConfiguration('SELECT * FROM taxes'));
  assert.ok(!changesConfiguration('INSERT INTO pending_element_taxes (id) VALUES ($1)'));
});

test('a transaction that enters two organizations keeps the configuration of each apart', async () => {
  const [one, other] = [await newBusiness(), await newBusiness()];
  const read = (ids: string[]) =>
    app.engine.run({}, async (work) => {
      const found: string[] = [];
      for (const id of ids)
        found.push(await configured(await work.enter(id), 'own name', () => Promise.resolve(name(id))));
      return found;
    });
  const names = new Map([
    [one.id, 'one'],
    [other.id, 'other'],
  ]);
  const name = (id: string): string => names.get(id)!;
  assert.deepEqual((await read([one.id, other.id])).result, ['one', 'other']);
  await within(other.id, ({ tx }) => sql`UPDATE taxes SET name = name WHERE organization_id = ${other.id}`.execute(tx));
  names.set(other.id, 'changed');
  assert.deepEqual((await read([one.id, other.id])).result, ['one', 'changed']);
});
