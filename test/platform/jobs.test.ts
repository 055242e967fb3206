import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { type Job, job, tenantJob } from '#platform/jobs/job.ts';
import type { JobQueue } from '#platform/jobs/queue.ts';
import type { Module } from '#platform/module.ts';
import { eventually, ownerUrlOf } from '#test/harness.ts';
import { assemble, gate, host, newOrganization } from './parts.ts';

const database = new pg.Pool({ connectionString: ownerUrlOf(host.databaseUrl), max: 1 });
after(() => database.end());

/** The states of the jobs with this payload in the queue. */
async function statesOf(key: string): Promise<string[]> {
  const { rows } = await database.query<{ state: string }>(
    `SELECT state FROM pgboss.job WHERE data -> 'payload' ->> 'key' = $1 AND name <> 'dead-letters'`,
    [key],
  );
  return rows.map(({ state }) => state);
}

const payload = z.object({ key: z.string() });
const moduleWith = (...jobs: Job<typeof payload>[]): Module => ({
  name: 'jobs-test',
  uses: [],
  jobs: jobs as unknown as Job[],
});

/** Runs a worker until the work is done. */
async function working<T>(
  modules: Module[],
  processes: number,
  work: (parts: ReturnType<typeof assemble>[]) => Promise<T>,
) {
  const parts = Array.from({ length: processes }, () => assemble(modules));
  for (const { queue, worker } of parts) {
    await queue.start();
    await worker.start();
  }
  try {
    return await work(parts);
  } finally {
    for (const { queue, worker, wake } of parts) {
      await worker.stop(10_000);
      await queue.stop();
      await wake.close();
    }
  }
}

test('a job exists only if its transaction commits', async () => {
  const idle = job({ name: 'test/idle', payload, run: async () => {} });
  const enqueue = (key: string, options: { dryRun?: boolean; fails?: boolean } = {}) =>
    host.engine.run({ dryRun: options.dryRun ?? false }, async (ctx) => {
      ctx.enqueue(idle, { key });
      if (options.fails) throw new Error('refused');
    });
  const [committed, failed, tried] = [randomUUID(), randomUUID(), randomUUID()];
  await enqueue(committed);
  await assert.rejects(enqueue(failed, { fails: true }));
  await enqueue(tried, { dryRun: true });
  assert.deepEqual([await statesOf(committed), await statesOf(failed), await statesOf(tried)], [['created'], [], []]);
  await database.query(`DELETE FROM pgboss.job`);
});

test('two workers run each job once', async () => {
  const runs = new Map<string, number>();
  const count = job({
    name: 'test/count',
    payload,
    run: async (_ctx, { key }) => {
      runs.set(key, (runs.get(key) ?? 0) + 1);
    },
  });
  await working([moduleWith(count)], 2, async ([first]) => {
    const keys = Array.from({ length: 40 }, () => randomUUID());
    await Promise.all(keys.map((key) => first!.engine.run({}, async (ctx) => ctx.enqueue(count, { key }))));
    await eventually(async () => (await statesOf(keys.at(-1)!))[0] === 'completed' && runs.size === keys.length);
  });
  assert.deepEqual(new Set(runs.values()), new Set([1]));
});

test('a failing job is retried, becomes a dead letter, and can be retried by an operator', async () => {
  const key = randomUUID();
  const attempts: string[] = [];
  let broken = true;
  const fragile = job({
    name: 'test/fragile',
    payload,
    attempts: 2,
    backoffSeconds: 1,
    run: async (ctx) => {
      attempts.push(`${ctx.attempt}${ctx.lastAttempt ? ' last' : ''}`);
      if (broken) throw new Error('The provider is down.');
    },
  });
  await working([moduleWith(fragile)], 1, async ([parts]) => {
    await parts!.engine.run({}, async (ctx) => ctx.enqueue(fragile, { key }));
    const letter = await eventually(async () =>
      (await parts!.queue.deadLetters()).find((dead) => (dead.payload as { key: string }).key === key),
    );
    assert.equal(letter.job, 'test/fragile');
    assert.deepEqual(attempts, ['1', '2 last']);
    broken = false;
    assert.equal(await parts!.queue.redrive([letter.id]), 1);
    await eventually(async () => attempts.length === 3);
    await eventually(async () => (await statesOf(key)).includes('completed'));
    assert.deepEqual(await parts!.queue.deadLetters(), []);
  });
});

test('a delayed job waits for its time', async () => {
  const [now, later] = [randomUUID(), randomUUID()];
  const patient = job({ name: 'test/patient', payload, run: async () => {} });
  await working([moduleWith(patient)], 1, async ([parts]) => {
    await parts!.engine.run({}, async (ctx) => {
      ctx.enqueue(patient, { key: later }, { startAt: Temporal.Now.instant().add({ hours: 1 }) });
      ctx.enqueue(patient, { key: now });
    });
    await eventually(async () => (await statesOf(now))[0] === 'completed');
    assert.deepEqual(await statesOf(later), ['created']);
  });
});

test('a hanging receiver blocks only some of the worker’s slots', async () => {
  const { passed, open } = gate();
  let quick = 0;
  const send = job({
    name: 'test/send',
    payload,
    queue: 'deliveries',
    run: async (_ctx, { key }) => {
      if (key.startsWith('slow')) await passed;
      else quick++;
    },
  });
  await working([moduleWith(send)], 1, async ([parts]) => {
    await parts!.engine.run({}, async (ctx) => {
      for (let n = 0; n < 15; n++) ctx.enqueue(send, { key: `slow ${n}` }, { group: 'hangs' });
      for (let n = 0; n < 5; n++) ctx.enqueue(send, { key: `quick ${n}` }, { group: `fine ${n}` });
    });
    await eventually(async () => quick === 5);
    open();
  });
});

test('a schedule exists once for all processes and is removed when no module declares it', async () => {
  const scheduled = async (): Promise<string[]> =>
    (await database.query<{ key: string }>('SELECT key FROM pgboss.schedule ORDER BY key')).rows.map(({ key }) => key);
  const nightly = job({
    name: 'test/nightly',
    payload: z.object({}),
    cron: { expression: '0 3 * * *', timeZone: 'America/Santo_Domingo' },
    run: async () => {},
  });
  await working([{ name: 'nights', uses: [], jobs: [nightly] }], 2, async () => {
    assert.deepEqual(await scheduled(), ['test/nightly']);
  });
  await working([], 1, async () => {
    assert.deepEqual(await scheduled(), []);
  });
});

test('stopping waits for running jobs', async () => {
  const key = randomUUID();
  const started = gate();
  const { passed, open } = gate();
  const slow = job({
    name: 'test/slow',
    payload,
    run: async () => {
      started.open();
      await passed;
    },
  });
  await working([moduleWith(slow)], 1, async ([parts]) => {
    await parts!.engine.run({}, async (ctx) => ctx.enqueue(slow, { key }));
    await started.passed;
    let stopped = false;
    const stopping = parts!.worker.stop(10_000).then(() => {
      stopped = true;
    });
    assert.deepEqual(await statesOf(key), ['active']);
    assert.equal(stopped, false);
    open();
    await stopping;
    assert.deepEqual(await statesOf(key), ['completed']);
  });
});

test('a tenant job runs in the organization that enqueues it, whatever its payload claims', async () => {
  const [mine, other] = [await newOrganization(host.engine), await newOrganization(host.engine)];
  const seen: string[][] = [];
  const visit = tenantJob({
    name: 'test/visit',
    payload: { key: z.string() },
    run: (ctx, { key }) =>
      ctx.transaction(async (unit) => void seen.push([key, ctx.organizationId, unit.organizationId])),
  });
  await working([{ name: 'visits', uses: [], jobs: [visit] }], 1, async ([parts]) => {
    await parts!.engine.within(mine, async (ctx) => {
      ctx.enqueue(visit, { key: 'plain' });
      ctx.enqueue(visit, { key: 'forged', organizationId: other } as never);
    });
    await eventually(async () => seen.length === 2);
  });
  assert.deepEqual(seen.toSorted(), [
    ['forged', mine, mine],
    ['plain', mine, mine],
  ]);
});

test('a payload that does not match the job’s schema fails the unit', async () => {
  const idle = job({ name: 'test/idle', payload, run: async () => {} });
  await assert.rejects(host.engine.run({}, async (ctx) => ctx.enqueue(idle, { key: 7 } as never)));
});

test('jobs of a group are taken in the order in which they were enqueued, one at a time, by several workers', async () => {
  const count = 300;
  const later = job({ name: 'test/later', payload, queue: 'deliveries', run: async () => {} });
  const workers = Array.from({ length: 4 }, () => assemble([]).queue);
  for (const queue of workers) await queue.start();
  for (let from = 0; from < count; from += 50)
    await host.engine.run({}, async (ctx) => {
      for (let i = from; i < from + 50; i++)
        ctx.enqueue(later, { key: String(i) }, { group: 'receiver', groupConcurrency: 1 });
    });
  const taken: number[] = [];
  const open = new Set<string>();
  const work = async (queue: JobQueue) => {
    while (taken.length < count) {
      const jobs = (await queue.take('deliveries', 100)).filter(({ name }) => name === later.name);
      for (const { id, payload: given } of jobs) {
        taken.push(Number((given as { key: string }).key));
        open.add(id);
      }
      assert.ok(open.size <= 1, 'one at a time');
      for (const each of jobs) {
        open.delete(each.id);
        await queue.complete('deliveries', each);
      }
    }
  };
  await Promise.all(workers.map(work));
  for (const queue of workers) await queue.stop();
  assert.deepEqual(
    taken,
    Array.from({ length: count }, (_, index) => index),
  );
});

test('the ids of grouped jobs follow the clock of the database, because clocks of processes differ', async () => {
  const later = job({ name: 'test/much-later', payload, run: async () => {} });
  const startAt = Temporal.Now.instant().add({ hours: 24 });
  await host.engine.run({}, async (ctx) => {
    for (const key of ['a', 'b', 'c']) ctx.enqueue(later, { key }, { group: 'one', startAt });
    ctx.enqueue(later, { key: 'd' }, { group: 'two', startAt });
  });
  const { rows } = await database.query<{ key: string; id: string; micros: string }>(
    `SELECT data #>> '{payload,key}' AS key, id, floor(extract(epoch FROM created_on) * 1000000)::text AS micros
     FROM pgboss.job WHERE data ->> 'job' = 'test/much-later' ORDER BY id`,
  );
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['a', 'b', 'c', 'd'],
  );
  for (const { id, micros } of rows) {
    const digits = id.replaceAll('-', '');
    const time = BigInt(`0x${digits.slice(0, 12)}`) * 1000n + BigInt(`0x${digits.slice(13, 16)}`);
    assert.equal(String(time), micros);
    assert.equal(digits[12], '7');
  }
});
