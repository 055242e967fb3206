import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { Database } from '#platform/db/database.ts';

const DISTINCT = 1_200;

// In its own process, because the limit on statement texts is per process.
test('a connection keeps a bounded number of prepared statements', async () => {
  const database = new Database({ url: process.env.TEST_OWNER_URL!, poolSize: 1, onError: assert.fail });
  const held = await database.transaction({}, async (tx) => {
    for (let i = 0; i < DISTINCT; i++) await tx.executeQuery(CompiledQuery.raw(`SELECT ${i} AS number`));
    const { rows } = await sql<{ held: number }>`SELECT count(*)::int AS held FROM pg_prepared_statements`.execute(tx);
    return rows[0]!.held;
  });
  await database.close();
  assert.ok(held > 500, `${held} statements are prepared, too few.`);
  assert.ok(held <= 1_000, `${held} statements are prepared.`);
});
