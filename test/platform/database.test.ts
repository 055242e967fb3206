import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { batchedWrite } from '#platform/db/batched.ts';
import { Database } from '#platform/db/database.ts';
import { sendInPacket } from '#platform/db/packet.ts';
import { remembered } from '#platform/db/remembered.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { Statement } from '#platform/db/statement.ts';
import { onlyRowOf } from '#platform/db/table.ts';
import { attemptPart, type Tx } from '#platform/db/transaction.ts';
import { inThisOrder } from '#platform/refusal.ts';
import { app, newBusiness, ownerUrlOf } from '#test/harness.ts';

const { database } = app;
const coded = (code: string): Error => Object.assign(new Error(code), { code });

const rename = (tx: Tx, id: string, name: string): Promise<unknown> =>
  tx.updateTable('organizations').set({ name }).where('id', '=', id).execute();
const nameOf = async (id: string): Promise<string> =>
  (
    await database.lookUp((tx) =>
      tx.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).name;
const addSetting = (tx: Tx, organizationId: string, section: string): Promise<unknown> =>
  sql`INSERT INTO organization_settings (organization_id, section, value, updated_at)
      VALUES (${organizationId}, ${section}, '{}', now())`.execute(tx);
const countSettings = async (tx: Tx): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(organization_id)::int AS count FROM organization_settings`.execute(tx))
    .rows[0]!.count;

/** A barrier: resolves when all parties have arrived. */
function meeting(parties: number): () => Promise<void> {
  let arrived = 0;
  let open = (): void => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    if (++arrived === parties) open();
    await all;
  };
}

test('without an organization no tenant row is visible and none can be written', async () => {
  const { id } = await newBusiness();
  await database.transaction({ organizationId: id }, (tx) => addSetting(tx, id, 'seen'));
  assert.equal(await database.transaction({}, countSettings), 0);
  await assert.rejects(
    database.transaction({}, (tx) => addSetting(tx, id, 'smuggled')),
    { code: '42501' },
  );
});

test('inside one organization the rows of another are neither visible nor writable', async () => {
  const [mine, theirs] = await Promise.all([newBusiness(), newBusiness()]);
  await database.transaction({ organizationId: theirs.id }, (tx) => addSetting(tx, theirs.id, 'theirs'));
  assert.equal(await database.transaction({ organizationId: mine.id }, countSettings), 0);
  await assert.rejects(
    database.transaction({ organizationId: mine.id }, (tx) => addSetting(tx, theirs.id, 'smuggled')),
    { code: '42501' },
  );
});

test('the organization of one transaction is forgotten before the next on the same connection', async () => {
  const { id } = await newBusiness();
  await database.transaction({ organizationId: id }, (tx) => addSetting(tx, id, 'one'));
  const seen = await Promise.all(Array.from({ length: 20 }, () => database.transaction({}, countSettings)));
  assert.deepEqual(new Set(seen), new Set([0]));
});

test('an invalid organization id is rejected before a connection is taken', async () => {
  const hostile = `x'; DROP TABLE users; --`;
  for (let i = 0; i < 30; i++)
    await assert.rejects(database.transaction({ organizationId: hostile }, countSettings), /UUID/);
  assert.equal(await database.transaction({}, countSettings), 0);
});

test('two deadlocked units both complete', async () => {
  const [a, b] = await Promise.all([newBusiness(), newBusiness()]);
  const meet = meeting(2);
  let attempts = 0;
  const swap = (first: string, second: string, name: string) =>
    database.transaction({}, async (tx) => {
      attempts++;
      await rename(tx, first, name);
      await meet();
      await rename(tx, second, name);
    });
  await Promise.all([swap(a.id, b.id, 'one'), swap(b.id, a.id, 'two')]);
  // At least one had to retry; a fast one can take its lock again before the other wakes.
  assert.ok(attempts > 2);
  assert.equal(await nameOf(a.id), await nameOf(b.id));
});

test('a serialization failure retries the unit, and only the committed attempt has effects', async () => {
  const { id } = await newBusiness();
  let attempts = 0;
  await database.transaction({ organizationId: id }, async (tx) => {
    attempts++;
    await addSetting(tx, id, `attempt ${attempts}`);
    if (attempts === 1) throw coded('40001');
    if (attempts === 2) throw new RetryTransaction();
  });
  assert.equal(attempts, 3);
  assert.equal(await database.transaction({ organizationId: id }, countSettings), 1);
});

test('a unit that always conflicts gives up, and other errors are not retried', async () => {
  let attempts = 0;
  const collide = (error: Error) =>
    database.transaction({}, async () => {
      attempts++;
      throw error;
    });
  await assert.rejects(collide(coded('40001')), { code: '40001' });
  assert.equal(attempts, 6);
  attempts = 0;
  await assert.rejects(collide(coded('23505')), { code: '23505' });
  assert.equal(attempts, 1);
});

test('a failed statement fails the unit even if its error is swallowed, and nothing is kept', async () => {
  const { id } = await newBusiness();
  const unit = database.transaction({ organizationId: id }, async (tx) => {
    await addSetting(tx, id, 'half');
    await sql`SELECT 1 / 0`.execute(tx).catch(() => {});
  });
  await assert.rejects(unit, /rolled back/);
  assert.equal(await database.transaction({ organizationId: id }, countSettings), 0);
});

test('a failure in the statements before COMMIT fails the whole unit', async () => {
  const { id } = await newBusiness();
  const unit = database.transaction(
    { organizationId: id, beforeCommit: (tx) => [{ query: sql`SELECT 1 / 0`.compile(tx) }] },
    (tx) => addSetting(tx, id, 'first'),
  );
  await assert.rejects(unit, { code: '22012' });
  assert.equal(await database.transaction({ organizationId: id }, countSettings), 0);
});

test('a deferred constraint fails the unit at COMMIT', async () => {
  await assert.rejects(database.transaction({}, breakDeferredConstraint), { code: '23503' });
});

test('a dry run checks deferred constraints and writes nothing', async () => {
  await assert.rejects(database.transaction({ dryRun: true }, breakDeferredConstraint), { code: '23503' });
  const { id } = await newBusiness();
  const seenInside = await database.transaction({ organizationId: id, dryRun: true }, async (tx) => {
    await addSetting(tx, id, 'tried');
    return countSettings(tx);
  });
  assert.equal(seenInside, 1);
  assert.equal(await database.transaction({ organizationId: id }, countSettings), 0);
});

async function breakDeferredConstraint(tx: Tx): Promise<void> {
  await sql`CREATE TEMP TABLE parents (id integer PRIMARY KEY) ON COMMIT DROP`.execute(tx);
  await sql`CREATE TEMP TABLE children (
    parent integer REFERENCES parents DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP`.execute(tx);
  await sql`INSERT INTO children VALUES (1)`.execute(tx);
}

test('a read-only unit cannot write', async () => {
  const { id } = await newBusiness();
  await assert.rejects(
    database.transaction({ organizationId: id, readOnly: true }, (tx) => addSetting(tx, id, 'read')),
    { code: '25006' },
  );
});

test('a query after the end of its transaction is refused, even if the connection is in use again', async () => {
  const { id } = await newBusiness();
  const kept: Tx[] = [];
  await database.transaction({}, async (tx) => void kept.push(tx));
  await database.transaction({ readOnly: true }, async (tx) => void kept.push(tx));
  await database.transaction({ dryRun: true }, async (tx) => void kept.push(tx));
  await database.transaction({}, async (tx) => Promise.reject(kept.push(tx))).catch(() => {});
  await database.lookUp(async (tx) => void kept.push(tx));
  for (const late of kept) await assert.rejects(rename(late, id, 'late'), /has ended/);
  assert.equal(kept.length, 5);
});

test('a branch that continues after its unit failed cannot write into the next unit', async () => {
  const { id } = await newBusiness();
  let late: Promise<unknown> = Promise.resolve();
  const slow = async (tx: Tx): Promise<void> => {
    await sql`SELECT pg_sleep(0.02)`.execute(tx);
    await rename(tx, id, 'late');
  };
  const unit = database.transaction({}, (tx) => {
    late = slow(tx);
    return Promise.all([late, Promise.reject(new Error('refused'))]);
  });
  await assert.rejects(unit, /refused/);
  await assert.rejects(late, /has ended/);
});

test('a lost connection fails its unit and is discarded', async () => {
  const unit = database.transaction({}, (tx) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx));
  await assert.rejects(unit);
  const seen = await Promise.all(Array.from({ length: 20 }, () => database.transaction({}, countSettings)));
  assert.deepEqual(new Set(seen), new Set([0]));
});

test('statements of one packet for a lost connection fail, and the process lives on', async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.end();
  const sent = Array.from({ length: 3 }, () => new Statement(CompiledQuery.raw('SELECT 1')));
  for (const statement of sent) sendInPacket(client, statement);
  for (const outcome of await Promise.allSettled(sent.map(({ answer }) => answer)))
    assert.equal(outcome.status, 'rejected');
});

test('a statement is prepared again on every connection after a migration changed its columns', async () => {
  const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await owner.connect();
  await owner.query('CREATE TABLE changing AS SELECT 0 AS zero; GRANT SELECT ON changing TO colmado');
  const read = async (tx: Tx) => (await sql`SELECT * FROM changing`.execute(tx)).rows[0];
  const changeWhatAllKnow = async (name: string, value: number) => {
    const meet = meeting(app.config.DATABASE_POOL_SIZE);
    const readTogether = (tx: Tx) => meet().then(() => read(tx));
    await Promise.all(
      Array.from({ length: app.config.DATABASE_POOL_SIZE }, () => database.transaction({}, readTogether)),
    );
    await owner.query(`ALTER TABLE changing ADD COLUMN ${name} integer DEFAULT ${value}`);
  };
  await changeWhatAllKnow('one', 1);
  assert.deepEqual(await database.transaction({}, read), { zero: 0, one: 1 });
  await changeWhatAllKnow('two', 2);
  assert.deepEqual(await database.lookUp(read), { zero: 0, one: 1, two: 2 });
  await changeWhatAllKnow('three', 3);
  const readLast = { beforeCommit: (tx: Tx) => [{ query: sql`SELECT * FROM changing`.compile(tx) }] };
  assert.equal(await database.transaction(readLast, async () => 'done'), 'done');
  await owner.query('DROP TABLE changing');
  await owner.end();
});

test('a statement sent twice at once and again later always gets its columns', async () => {
  const seen = await database.transaction({}, async (tx) => {
    const ask = (n: number) => sql`SELECT ${n}::int AS first_number, NULL AS nothing`.execute(tx);
    return [...(await Promise.all([ask(1), ask(2)])), await ask(3)].map(({ rows }) => rows[0]);
  });
  assert.deepEqual(
    seen,
    [1, 2, 3].map((firstNumber) => ({ firstNumber, nothing: null })),
  );
});

test('of pipelined statements the first failure is reported, not its successors', async () => {
  const unit = database.transaction({}, (tx) => {
    const translated = sql`SELECT 1 / 0`.execute(tx).catch(async (error: unknown) => {
      for (let hop = 0; hop < 20; hop++) await null;
      throw Object.assign(new Error('translated'), { cause: error });
    });
    return Promise.all([translated, sql`SELECT 2`.execute(tx), sql`SELECT 3`.execute(tx)]);
  });
  await assert.rejects(unit, /translated/);
});

test('a collision is retried also where the failure of a later statement is reported first', async () => {
  let attempts = 0;
  const collide = (tx: Tx) => sql`DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`.execute(tx);
  const result = await database.transaction({}, async (tx) => {
    const first = attempts++ === 0 ? collide(tx) : null;
    const later = new Promise((resolve) => setImmediate(resolve)).then(() => sql`SELECT 1`.execute(tx));
    await inThisOrder([later, first]);
    return 'done';
  });
  assert.deepEqual([result, attempts], ['done', 2]);
});

test('a statement that was skipped behind a failed one in its packet is prepared when it is sent again', async () => {
  const pool = new Database({ url: app.databaseUrl, poolSize: 1, onError: () => {} });
  const skipped = (tx: Tx) => sql<{ seven: number }>`SELECT 7 AS seven, 'skipped once' AS because`.execute(tx);
  try {
    await assert.rejects(
      pool.transaction({}, (tx) => Promise.all([sql`SELECT 1 / 0`.execute(tx), skipped(tx)])),
      { code: '22012' },
    );
    assert.equal((await pool.transaction({}, skipped)).rows[0]!.seven, 7);
  } finally {
    await pool.close();
  }
});

test('a connection plans by key only in transactions that ask for it, also after a rollback', async () => {
  const pool = new Database({ url: app.databaseUrl, poolSize: 1, onError: () => {} });
  const mode = async (options: { byKey?: boolean; readOnly?: boolean }, failure?: Error) => {
    let found = '';
    const unit = pool.transaction(options, async (tx) => {
      const { rows } = await sql<{ mode: string }>`SELECT current_setting('plan_cache_mode') AS mode`.execute(tx);
      found = rows[0]!.mode;
      if (failure) throw failure;
    });
    await unit.catch((error: unknown) => assert.equal(error, failure));
    return found;
  };
  try {
    const failure = new Error('rolled back');
    const modes = [await mode({ byKey: true }, failure), await mode({ byKey: true }), await mode({ readOnly: true })];
    modes.push(await mode({ byKey: true }), await mode({}, failure), await mode({}));
    const [byKey, auto] = ['force_generic_plan', 'auto'];
    assert.deepEqual(modes, [byKey, byKey, auto, byKey, auto, auto]);
  } finally {
    await pool.close();
  }
});

test('a connection prepares at most a thousand statements, and then gives way to one that prepares again', async () => {
  const single = new Database({ url: app.databaseUrl, poolSize: 1, onError: () => {} });
  const prepared = (tx: Tx, text: string) =>
    onlyRowOf<{ all: number; isPrepared: boolean }>(tx)`
      SELECT count(*)::int AS all, bool_or(statement = ${text}) AS is_prepared FROM pg_prepared_statements`;
  const texts = Array.from({ length: 1100 }, (_, index) => `SELECT ${index} AS number`);
  const newest = texts.at(-1)!;
  try {
    const before = await single.transaction({}, async (tx) => {
      for (const text of texts) await tx.executeQuery(CompiledQuery.raw(text));
      return prepared(tx, newest);
    });
    assert.deepEqual(before, { all: 1000, isPrepared: false });
    const after = await single.transaction({}, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(newest));
      return prepared(tx, newest);
    });
    assert.ok(after.isPrepared && after.all < 10, JSON.stringify(after));
  } finally {
    await single.close();
  }
});

test('of pipelined checks the first refusal in order is reported, even if a later one is faster', async () => {
  const refuse = async (tx: Tx, reason: string, hops: number): Promise<never> => {
    await sql`SELECT ${reason}::text AS reason`.execute(tx);
    for (let hop = 0; hop < hops; hop++) await null;
    throw new Error(reason);
  };
  const unit = database.transaction({}, (tx) =>
    Promise.all([refuse(tx, 'first', 20), refuse(tx, 'second', 0), refuse(tx, 'third', 10)]),
  );
  await assert.rejects(unit, /first/);
});

test('a statement whose rows do not fit into memory is refused, and the connection can be used again', async () => {
  const read = (megabytes: number) =>
    database.lookUp((tx) =>
      sql<{ text: string }>`SELECT repeat('x', 1000000) AS text FROM generate_series(1, ${megabytes})`.execute(tx),
    );
  assert.equal((await read(10)).rows.length, 10);
  await assert.rejects(read(70), ({ kind }) => kind.code === 'too_complex');
  assert.equal((await read(1)).rows.length, 1);
});

test('a value that cannot be encoded fails only its own statement', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const count = await database.transaction({}, async (tx) => {
    await assert.rejects(sql`SELECT ${circular}::jsonb AS never`.execute(tx), /circular/);
    return countSettings(tx);
  });
  assert.equal(count, 0);
});

test('times, dates, large integers and decimals are read in their wire format', async () => {
  const { rows } = await database.lookUp((tx) =>
    sql`SELECT '2026-11-15 01:33:10.123456+00'::timestamptz AS full_time, '2026-11-15 01:33:10+00'::timestamptz AS whole,
          '2026-11-15'::date AS day, 9007199254740993::bigint AS big, 1.10::numeric AS price`.execute(tx),
  );
  assert.deepEqual(rows, [
    {
      fullTime: '2026-11-15T01:33:10.123Z',
      whole: '2026-11-15T01:33:10.000Z',
      day: '2026-11-15',
      big: 9007199254740993n,
      price: '1.10',
    },
  ]);
});

test('a failed part is rolled back with its late queries, and the transaction continues', async () => {
  const { id } = await newBusiness();
  let late: Promise<unknown> | undefined;
  await database.transaction({ organizationId: id }, async (tx) => {
    await addSetting(tx, id, 'before');
    const failed = await attemptPart(tx, async (part) => {
      await addSetting(part, id, 'undone');
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => addSetting(part, id, 'late'));
      late.catch(() => {});
      await addSetting(part, id, 'before');
    });
    assert.equal(failed.status, 'rejected');
    const done = await attemptPart(tx, (part) => addSetting(part, id, 'after'));
    assert.equal(done.status, 'fulfilled');
    await assert.rejects(late!, /has ended/);
  });
  const sections = await database.transaction({ organizationId: id }, (tx) =>
    sql<{ section: string }>`SELECT organization_id, section FROM organization_settings ORDER BY section`.execute(tx),
  );
  assert.deepEqual(
    sections.rows.map(({ section }) => section),
    ['after', 'before'],
  );
});

test('a part can request a retry of the whole transaction', async () => {
  const { id } = await newBusiness();
  let attempts = 0;
  await database.transaction({ organizationId: id }, (tx) =>
    attemptPart(tx, async () => {
      if (++attempts < 3) throw new RetryTransaction();
    }),
  );
  assert.equal(attempts, 3);
});

test('a part of a transaction makes it forget the rows that it remembered', async () => {
  const { id } = await newBusiness();
  const rows = remembered(() => new Set<string>());
  await database.transaction({ organizationId: id }, async (tx) => {
    rows(tx).add('locked before');
    assert.equal(rows(tx).size, 1);
    await attemptPart(tx, async (part) => {
      assert.equal(rows(part).size, 0);
      rows(part).add('changed in the part');
    });
    assert.equal(rows(tx).size, 0);
  });
});

test('what is written later in a transaction goes in one statement, and a read sees it', async () => {
  const { id } = await newBusiness();
  const statements: string[][] = [];
  const addLater = batchedWrite<string>(({ tx, organizationId }, sections) => {
    statements.push([...sections]);
    return sql`INSERT INTO organization_settings (organization_id, section, value, updated_at)
      SELECT ${organizationId}::uuid, s, '{}', now() FROM unnest(${sections}::text[]) AS s`.compile(tx);
  });
  await database.transaction({ organizationId: id }, async (tx) => {
    const before = await countSettings(tx);
    for (const section of ['a', 'b', 'c']) addLater({ tx, organizationId: id }, section);
    assert.equal(statements.length, 0);
    assert.equal((await countSettings(tx)) - before, 3);
    addLater({ tx, organizationId: id }, 'd');
  });
  assert.deepEqual(statements, [['a', 'b', 'c'], ['d']]);
});
