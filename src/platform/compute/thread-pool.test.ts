import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { InvalidRequest, Refusal } from '#platform/refusal.ts';
import type sample from '#test/platform/sample.compute.ts';
import type { Sample } from '#test/platform/sample.compute.ts';
import { Busy, computation, TooComplex } from './computation.ts';
import { FairQueue } from './fair-queue.ts';
import { ThreadPool } from './thread-pool.ts';

const file = import.meta.resolve('#test/platform/sample.compute.ts');
const sampling = computation<typeof sample>(file);
const brief = computation<typeof sample>(file, { deadlineMs: 300 });

const pool = new ThreadPool();
after(() => pool.close());
const run = (given: Sample, owner = 'a') => pool.run(owner, sampling, given);

const refuses = (kind: { code: string }) => (error: unknown) =>
  error instanceof Refusal && error.kind.code === kind.code;

test('a computation gets and returns plain data and bytes', async () => {
  const value = { amount: 12n, lines: [{ a: 'ñ' }], at: null };
  assert.deepEqual(await run({ kind: 'echo', value }), value);
  const bytes = await run({ kind: 'echo', value: Buffer.from('hola') });
  assert.ok(Buffer.isBuffer(bytes));
  assert.equal(bytes.toString(), 'hola');
});

test('a refusal of a computation is the same refusal for its caller, and a bug stays a bug', async () => {
  const refused = await run({ kind: 'refuse' }).catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal && refused.kind === InvalidRequest);
  assert.deepEqual(refused.errors, [{ path: 'body.x', code: 'invalid', message: 'no' }]);
  await assert.rejects(run({ kind: 'fail' }), { name: 'TypeError', message: 'a bug' });
});

test('a computation without end, or without bounds, is ended, and the pool goes on', async () => {
  await assert.rejects(pool.run('a', brief, { kind: 'spin' }), refuses(TooComplex));
  await assert.rejects(run({ kind: 'swell' }), refuses(TooComplex));
  assert.equal(await run({ kind: 'echo', value: 1 }), 1);
});

test('a computation may end its thread, and the next one gets another', async () => {
  const ending = computation<typeof sample>(file, { endsThread: true });
  for (const value of [1, 2]) assert.equal(await pool.run('a', ending, { kind: 'echo', value }), value);
  await assert.rejects(pool.run('a', ending, { kind: 'fail' }), { name: 'TypeError' });
  assert.equal(await run({ kind: 'echo', value: 3 }), 3);
});

test('one organization cannot use up the pool: others are served, and its own excess is refused', async () => {
  const gate = new SharedArrayBuffer(4);
  const outcomes = Array.from({ length: 60 }, () => run({ kind: 'hold', gate }, 'greedy'));
  const settled = Promise.allSettled(outcomes);
  assert.equal(await run({ kind: 'echo', value: 'served' }, 'other'), 'served');
  const refused = await outcomes[59]!.catch((error: unknown) => error);
  assert.ok(refuses(Busy)(refused));
  assert.match((refused as Refusal).headers['retry-after']!, /^\d+$/);
  Atomics.store(new Int32Array(gate), 0, 1);
  Atomics.notify(new Int32Array(gate), 0);
  const done = (await settled).filter(({ status }) => status === 'fulfilled');
  assert.ok(done.length >= 20 && done.length < 60);
});

test('a closed pool refuses waiting and new computations', async () => {
  const closing = new ThreadPool();
  const waiting = Array.from({ length: 10 }, () => closing.run('a', sampling, { kind: 'spin' }));
  const settled = Promise.allSettled(waiting);
  await closing.close();
  assert.ok((await settled).every(({ status }) => status === 'rejected'));
  await assert.rejects(closing.run('a', sampling, { kind: 'echo', value: 1 }), refuses(Busy));
});

test('the lines of a queue are served in turn, and each is bounded', () => {
  const queue = new FairQueue<string>({ perOwner: 3, inAll: 5 });
  const added = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map((item) => queue.add(item[0]!, item));
  assert.deepEqual(added, [true, true, true, false, true, true, false]);
  const taken = Array.from({ length: 6 }, () => queue.take(() => true));
  assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'a3', undefined]);
});

test('an owner that may not go is passed over and keeps its place', () => {
  const queue = new FairQueue<string>({ perOwner: 3, inAll: 5 });
  for (const item of ['a1', 'b1']) queue.add(item[0]!, item);
  assert.equal(
    queue.take((owner) => owner !== 'a'),
    'b1',
  );
  assert.equal(
    queue.take(() => true),
    'a1',
  );
});
