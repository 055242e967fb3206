import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { ATTEMPTS_MAX } from '#platform/backoff.ts';
import type { Engine } from '#platform/engine.ts';
import { event, type RecordedEvent } from '#platform/events/event.ts';
import { selectEventsAfter } from '#platform/events/events.sql.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { listStalledWork, reviveStalledWork, skipEvent } from '#platform/stalled-work.ts';
import { eventually } from '#test/harness.ts';
import { assemble, host, newOrganization } from './parts.ts';

const rang = event({
  type: 'test:bell-rang',
  emittedWhen: 'a test rings',
  payload: z.object({ bell: z.number() }),
  example: { bell: 1 },
});

const bellsIn = (events: RecordedEvent[]): number[] => events.map(({ payload }) => Number(payload.bell));

let services = 0;

/** A running dispatcher with two subscribers: one that fails at some events, and one that does not. */
async function dispatching(options: { breaksAt: Set<number>; eventsAtOnce?: number }) {
  const handled: Record<'fragile' | 'healthy', number[]> = { fragile: [], healthy: [] };
  const batches: number[][] = [];
  const names = { fragile: `test/fragile-${++services}`, healthy: `test/healthy-${services}` };
  const parts = assemble([
    {
      name: 'listener',
      uses: [],
      subscribers: [
        subscriber({
          name: names.fragile,
          ...(options.eventsAtOnce && { eventsAtOnce: options.eventsAtOnce }),
          handle: async (_ctx, events) => {
            const bells = bellsIn(events);
            batches.push(bells);
            const broken = bells.find((bell) => options.breaksAt.has(bell));
            if (broken !== undefined) throw new Error(`Bell ${broken} is cracked.`);
            handled.fragile.push(...bells);
          },
        }),
        subscriber({
          name: names.healthy,
          handle: async (_ctx, events) => void handled.healthy.push(...bellsIn(events)),
        }),
      ],
    },
  ]);
  const { engine, dispatcher, wake } = parts;
  const id = await newOrganization(engine);
  const ring = (...bells: number[]): Promise<void> =>
    engine.within(id, async (ctx) => {
      for (const bell of bells) ctx.emit(rang, { bell });
    });
  const key = { kind: 'subscriber' as const, name: names.fragile, organizationId: id };
  const failure = async () =>
    (await listStalledWork(engine)).find(({ name, organizationId }) => name === key.name && organizationId === id);
  const start = async () => {
    await dispatcher.start();
    after(async () => {
      await dispatcher.stop();
      await wake.close();
    });
  };
  return { engine, id, ring, handled, batches, key, failure, start };
}

/** Skips the wait until the next attempt, as if there had been so many. */
const passBackoff = (engine: Engine, organizationId: string, attempts = 1) =>
  engine.run({}, ({ tx }) =>
    sql`UPDATE event_cursors SET retry_at = now() - interval '1 second', attempts = ${attempts}
        WHERE organization_id = ${organizationId} AND retry_at IS NOT NULL`.execute(tx),
  );

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

test('events before a poisoned one take effect, and other subscribers continue', async () => {
  const { ring, handled, failure, start } = await dispatching({ breaksAt: new Set([70]) });
  await ring(...numbers(100));
  await start();
  const failed = await eventually(failure);
  assert.deepEqual(handled.fragile, numbers(69));
  assert.deepEqual([failed.seq, failed.attempts, failed.error], [70n, 1, 'Error: Bell 70 is cracked.']);
  await eventually(async () => handled.healthy.length === 100);
});

test('when a subscriber fails, the work of those before it takes effect once', async () => {
  const echoed = event({
    type: 'test:bell-echoed',
    emittedWhen: 'a bell rang',
    payload: z.object({ bell: z.number() }),
    example: { bell: 1 },
  });
  const echo = subscriber({
    name: 'test/echo',
    follows: [rang],
    handle: async (ctx, events) => {
      for (const { payload } of events) ctx.emit(echoed, payload);
    },
  });
  const broken = subscriber({
    name: 'test/failing-after-echo',
    follows: [rang],
    handle: async () => {
      throw new Error('It is broken.');
    },
  });
  const { engine, dispatcher, wake } = assemble([{ name: 'echoes', uses: [], subscribers: [echo, broken] }]);
  const id = await newOrganization(engine);
  await engine.within(id, async (ctx) => {
    for (const bell of [1, 2, 3]) ctx.emit(rang, { bell });
  });
  await dispatcher.start();
  after(async () => {
    await dispatcher.stop();
    await wake.close();
  });
  await eventually(async () => (await listStalledWork(engine)).some(({ name }) => name === broken.name));
  const events = await engine.within(id, ({ tx }) => selectEventsAfter(tx, id, 0n, 100));
  assert.deepEqual(
    events.filter(({ type }) => type === echoed.type).map(({ payload }) => payload.bell),
    [1, 2, 3],
  );
});

test('the failing event is found in few steps', async () => {
  const { ring, batches, failure, start } = await dispatching({ breaksAt: new Set([300]) });
  await ring(...numbers(400));
  await start();
  await eventually(failure);
  assert.ok(batches.length < 60, `${batches.length} batches`);
  assert.deepEqual(batches.at(-1), [300]);
});

test('a subscriber retries a poisoned event with backoff, then handles it and all later ones', async () => {
  const breaksAt = new Set([2]);
  const { engine, id, ring, handled, batches, failure, start } = await dispatching({ breaksAt });
  await ring(...numbers(600));
  await start();
  await eventually(failure);
  const tried = batches.length;
  await ring(601);
  await eventually(async () => handled.healthy.length === 601);
  assert.equal(batches.length, tried, 'A new event does not shorten the wait.');
  breaksAt.clear();
  await passBackoff(engine, id);
  await eventually(async () => handled.fragile.length === 601);
  assert.deepEqual(handled.fragile, numbers(601));
  await eventually(async () => (await failure()) === undefined);
});

test('after its last attempt a subscriber is a dead letter until an operator retries it', async () => {
  const breaksAt = new Set([2]);
  const { engine, id, ring, handled, key, failure, start } = await dispatching({ breaksAt });
  await ring(1, 2, 3);
  await start();
  await eventually(failure);
  await passBackoff(engine, id, ATTEMPTS_MAX - 1);
  const dead = await eventually(async () => ((await failure())?.retryAt === null ? failure() : null));
  assert.equal(dead.attempts, ATTEMPTS_MAX);
  breaksAt.clear();
  await ring(4);
  await eventually(async () => handled.healthy.length === 4);
  assert.deepEqual(handled.fragile, [1]);
  assert.equal(await reviveStalledWork(engine, key), 1);
  await eventually(async () => handled.fragile.length === 4);
  assert.equal(await reviveStalledWork(engine, key), 0);
});

test('an operator can skip a poisoned event, and the decision is recorded', async () => {
  const { engine, id, ring, handled, key, failure, start } = await dispatching({ breaksAt: new Set([2]) });
  await ring(1, 2, 3);
  await start();
  await eventually(failure);
  const decision = { skippedBy: 'Berta', reason: 'The bell was recast.' };
  assert.equal(await skipEvent(engine, key, 1n, decision), false);
  assert.equal(await skipEvent(engine, key, 2n, decision), true);
  await eventually(async () => handled.fragile.length === 2);
  assert.deepEqual(handled.fragile, [1, 3]);
  await eventually(async () => (await failure()) === undefined);
  const skips = await engine.within(id, ({ tx }) =>
    tx.selectFrom('eventSkips').selectAll().where('organizationId', '=', id).execute(),
  );
  assert.deepEqual(
    skips.map(({ subscriber, seq, error, reason, skippedBy }) => ({ subscriber, seq, error, reason, skippedBy })),
    [{ subscriber: key.name, seq: 2n, error: 'Error: Bell 2 is cracked.', ...decision }],
  );
});

test('skipping the last event of the stream clears the failure', async () => {
  const { engine, ring, handled, key, failure, start } = await dispatching({ breaksAt: new Set([2]) });
  await ring(1, 2);
  await start();
  await eventually(failure);
  assert.equal(await skipEvent(engine, key, 2n, { skippedBy: 'Berta', reason: 'It is the last.' }), true);
  await eventually(async () => (await failure()) === undefined);
  assert.deepEqual(handled.fragile, [1]);
});

test('an idle sweep finds no organization, and the next sweep finds an event without a notification', async () => {
  const { engine, id, ring, handled, start } = await dispatching({ breaksAt: new Set() });
  await ring(1);
  await start();
  const isMarked = async (): Promise<boolean> => {
    const { result } = await engine.run({}, ({ tx }) =>
      tx.selectFrom('eventCounters').select('behind').where('organizationId', '=', id).executeTakeFirstOrThrow(),
    );
    return result.behind;
  };
  await eventually(async () => handled.healthy.length === 1 && !(await isMarked()));
  // The host shares the database, but its notifications do not reach this dispatcher.
  await host.engine.within(id, async (ctx) => ctx.emit(rang, { bell: 2 }));
  assert.equal(await isMarked(), true);
  await eventually(async () => handled.healthy.length === 2 && handled.fragile.length === 2 && !(await isMarked()));
});
