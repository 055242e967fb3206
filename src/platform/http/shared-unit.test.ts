import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { CallerChanged } from '../auth/recent-callers.ts';
import { NotFound } from '../refusal.ts';
import type { Answer } from './idempotency.ts';
import { type Call, SharedUnits } from './shared-unit.ts';

const ana = {
  actor: { kind: 'user', userId: 'ana', sessionId: 'one' },
  organization: { id: 'o', permissions: new Set() },
};
const route = { method: 'POST', path: '/v1/sale', together: async () => [] };
const answer = (body: unknown): Answer => ({ status: 201, body });

interface Run {
  /** The names of the requests of each transaction, in their order. */
  runs: string[][];
  release: () => void;
  /** Lets the requests that run alone send their COMMIT. */
  commit: () => void;
  send: (name: string, more?: { caller?: unknown; key?: string; bytes?: number }) => Promise<unknown>;
}

/** Requests that run until they are released, and groups whose end the test decides. */
function newRun(ending: (names: string[]) => Promise<unknown> = async () => {}): Run {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const runs: string[][] = [];
  const committing: (() => void)[] = [];
  const namesOf = (calls: Call[]) => calls.map(({ input }) => input.body as unknown as string);
  const shared = new SharedUnits(async (calls) => {
    runs.push(namesOf(calls));
    await ending(namesOf(calls));
    return namesOf(calls).map((name) => answer(`${name} together`));
  });
  const send: Run['send'] = async (name, { caller = ana, key, bytes = 100 } = {}) => {
    const call = {
      route,
      input: { body: name },
      options: { caller, organization: (caller as typeof ana).organization },
      idempotent: key ? { key } : null,
      alone: async (onCommit: () => void) => {
        runs.push([name]);
        committing.push(onCommit);
        await released;
        return answer(`${name} alone`);
      },
    };
    return ((await shared.run(call as unknown as Call, bytes)) as Answer).body;
  };
  const commit = () => {
    for (const each of committing.splice(0)) each();
  };
  return { runs, release, commit, send };
}

test('requests that wait for others run together', async () => {
  const { runs, release, send } = newRun();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => send(name));
  assert.deepEqual(runs, [['a']]);
  release();
  assert.deepEqual(await Promise.all(all), ['a alone', ...['b', 'c', 'd', 'e'].map((name) => `${name} together`)]);
  assert.deepEqual(runs, [['a'], ['b', 'c', 'd', 'e']]);
});

test('the next group is prepared while the one before is written, and no third', async () => {
  const { runs, release, commit, send } = newRun();
  const all = [send('a'), send('b')];
  assert.deepEqual(runs, [['a']]);
  commit();
  assert.deepEqual(runs, [['a'], ['b']]);
  all.push(send('c'));
  commit();
  assert.deepEqual(runs, [['a'], ['b']]);
  release();
  assert.deepEqual(await Promise.all(all), ['a alone', 'b alone', 'c alone']);
});

test('requests of other members run together, but not those with other rights, twins and large ones', async () => {
  const { runs, release, send } = newRun();
  const restricted = { ...ana, organization: { id: 'o', permissions: new Set(['sales:read']) } };
  const juan = { ...ana, actor: { kind: 'user', userId: 'juan', sessionId: 'two' } };
  const all = [
    send('a'),
    send('b'),
    send('c', { key: 'x' }),
    send('twin', { key: 'x' }),
    send('restricted', { caller: restricted }),
    send('d', { caller: juan }),
    send('large', { bytes: 1_000_000 }),
  ];
  assert.deepEqual(runs, [['a'], ['large']]);
  release();
  await Promise.all(all);
  assert.deepEqual(runs.slice(2).toSorted(), [['b', 'c', 'd'], ['restricted'], ['twin']]);
});

test('a group has a limited size', async () => {
  const { runs, release, send } = newRun();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => send(name, { bytes: 12_000 }));
  release();
  await Promise.all(all);
  assert.deepEqual(runs, [['a'], ['b', 'c'], ['d', 'e']]);
});

test('after a refusal each request of the group runs alone', async () => {
  const { runs, release, send } = newRun(() => Promise.reject(NotFound()));
  const all = ['a', 'b', 'c', 'd'].map((name) => send(name));
  release();
  assert.deepEqual(await Promise.all(all), ['a alone', 'b alone', 'c alone', 'd alone']);
  assert.deepEqual(runs.slice(1), [['b', 'c', 'd'], ['b'], ['c'], ['d']]);
});

test('if a caller of the group is not confirmed, each request runs alone', async () => {
  const { runs, release, send } = newRun(() => Promise.reject(new CallerChanged()));
  const all = ['a', 'b', 'c', 'd'].map((name) => send(name));
  release();
  assert.deepEqual(await Promise.all(all), ['a alone', 'b alone', 'c alone', 'd alone']);
  assert.deepEqual(runs.slice(1), [['b', 'c', 'd'], ['b'], ['c'], ['d']]);
});

test('after a failure whose outcome is unknown no request of the group runs again', async () => {
  const { runs, release, send } = newRun(() => Promise.reject(new Error('connection lost')));
  const all = ['a', 'b', 'c', 'd'].map((name) => send(name));
  release();
  const outcomes = await Promise.allSettled(all);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(runs.slice(1), [['b', 'c', 'd']]);
});

test('requests do not wait for long behind blocked ones', async () => {
  const { runs, release, send } = newRun();
  const blocked = send('a');
  assert.deepEqual(await Promise.all([send('c'), send('d')]), ['c together', 'd together']);
  assert.deepEqual(runs, [['a'], ['c', 'd']]);
  release();
  await blocked;
});

test('after a statement of the group was refused each request runs alone', async () => {
  const outOfRange = Object.assign(new pg.DatabaseError('out of range', 12, 'error'), { code: '22008' });
  const { runs, release, send } = newRun(() => Promise.reject(outOfRange));
  const all = ['a', 'b', 'c'].map((name) => send(name));
  release();
  assert.deepEqual(await Promise.all(all), ['a alone', 'b alone', 'c alone']);
  assert.deepEqual(runs.slice(1), [['b', 'c'], ['b'], ['c']]);
});
