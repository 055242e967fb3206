import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { startTestApp } from '#test/harness.ts';

const DISTINCT = 1_200;

test('a connection holds a bounded number of prepared statements, however many texts there are', async () => {
  const service = await startTestApp({ DATABASE_POOL_SIZE: '2' });
  const held = await service.database.transaction({}, async (tx) => {
    for (let i = 0; i < DISTINCT; i++) await tx.executeQuery(CompiledQuery.raw(`SELECT ${i} AS number`));
    const { rows } = await sql<{ held: number }>`SELECT count(*)::int AS held FROM pg_prepared_statements`.execute(tx);
    return rows[0]!.held;
  });
  assert.ok(held > 500, `${held} statements are prepared: none would be a waste.`);
  assert.ok(held <= 1_000, `${held} statements are prepared.`);
  await service.stop();
});
