import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ATTEMPTS_MAX } from '#platform/backoff.ts';
import type { TenantContext } from '#platform/context.ts';
import { DatabaseClock } from '#platform/database-clock.ts';
import { followClock, realNow } from '#platform/date.ts';
import type { Engine } from '#platform/engine.ts';
import { newId } from '#platform/id.ts';
import type { Module } from '#platform/module.ts';
import { listStalledWork, reviveStalledWork } from '#platform/stalled-work.ts';
import { type Tick, tick } from '#platform/tick.ts';
import { app, baseUrl, eventually } from '#test/harness.ts';
import { assemble, newOrganization } from './parts.ts';

type Run = (ctx: TenantContext) => Temporal.Instant | null;

/** A unique name, because all tests share one database. */
const newTick = (): Tick => tick(`t-${newId().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`);

/** A service whose ticks record their runs in organization time. */
function ticking(...runs: Run[]) {
  const ran: { tick: Tick; organizationId: string; at: Temporal.Instant }[] = [];
  const ticks = (runs.length > 0 ? runs : [() => null]).map((run) => ({ tick: newTick(), run }));
  const module: Module = {
    name: 'ticking',
    uses: [],
    ticks: ticks.map((each) => ({
      tick: each.tick,
      run: async (ctx) => {
        const next = each.run(ctx);
        ran.push({ tick: each.tick, organizationId: ctx.organizationId, at: ctx.now });
        return next;
      },
    })),
  };
  const of = (organizationId: string, which = 0) =>
    ran.filter((each) => each.organizationId === organizationId && each.tick === ticks[which]!.tick);
  return { ...assemble([module]), of, ticks: ticks.map((each) => each.tick), daily: ticks[0]!.tick };
}

const inHours = (hours: number): Temporal.Instant => Temporal.Now.instant().add({ hours });

const failureOf = async (engine: Engine, { name }: Tick, organizationId: string) =>
  (await listStalledWork(engine)).find((each) => each.name === name && each.organizationId === organizationId);

/** Skips the wait until the next attempt. */
const passBackoff = (engine: Engine, organizationId: string) =>
  engine.run({}, ({ tx }) =>
    sql`UPDATE organization_ticks SET retry_at = now() - interval '1 second'
        WHERE organization_id = ${organizationId} AND retry_at IS NOT NULL`.execute(tx),
  );

test('a tick runs once when it is due, and not before', async () => {
  const { engine, clock, of, daily } = ticking();
  const [due, later, idle] = await Promise.all(Array.from({ length: 3 }, () => newOrganization(engine)));
  await engine.within(due!, async (ctx) => ctx.wakeAt(daily, inHours(-1)));
  await engine.within(later!, async (ctx) => ctx.wakeAt(daily, inHours(1)));
  await clock.tickDue();
  await clock.tickDue();
  assert.deepEqual([of(due!).length, of(later!).length, of(idle!).length], [1, 0, 0]);
});

test('the earliest of several requested times counts', async () => {
  const { engine, clock, of, daily } = ticking();
  const id = await newOrganization(engine);
  await engine.within(id, async (ctx) => {
    ctx.wakeAt(daily, inHours(5));
    ctx.wakeAt(daily, inHours(-1));
    ctx.wakeAt(daily, inHours(2));
  });
  await engine.within(id, async (ctx) => ctx.wakeAt(daily, inHours(7)));
  await clock.tickDue();
  assert.equal(of(id).length, 1);
});

test('each tick has its own due time', async () => {
  const { engine, clock, of, ticks } = ticking(
    () => inHours(1),
    () => null,
  );
  const id = await newOrganization(engine);
  await engine.within(id, async (ctx) => {
    ctx.wakeAt(ticks[0]!, inHours(-1));
    ctx.wakeAt(ticks[1]!, inHours(1));
  });
  await clock.tickDue();
  assert.deepEqual([of(id, 0).length, of(id, 1).length], [1, 0]);
});

test('a failed unit schedules no tick', async () => {
  const { engine, clock, of, daily } = ticking();
  const id = await newOrganization(engine);
  const unit = engine.within(id, async (ctx) => {
    ctx.wakeAt(daily, inHours(-1));
    throw new Error('refused');
  });
  await assert.rejects(unit);
  await clock.tickDue();
  assert.equal(of(id).length, 0);
});

test('several clocks run a tick only once', async () => {
  const { engine, clock, of, daily } = ticking();
  const ids = await Promise.all(Array.from({ length: 10 }, () => newOrganization(engine)));
  for (const id of ids) await engine.within(id, async (ctx) => ctx.wakeAt(daily, inHours(-1)));
  await Promise.all([clock.tickDue(), clock.tickDue(), clock.tickDue()]);
  for (const id of ids) assert.equal(of(id).length, 1);
});

test('a failing tick blocks neither other ticks of its organization nor other organizations', async () => {
  let broken = '';
  const { engine, clock, of, ticks } = ticking(
    (ctx) => {
      if (ctx.organizationId === broken) throw new Error('This one breaks.');
      return null;
    },
    () => null,
  );
  const healthy = await newOrganization(engine);
  broken = await newOrganization(engine);
  for (const id of [broken, healthy])
    await engine.within(id, async (ctx) => {
      for (const each of ticks) ctx.wakeAt(each, inHours(-1));
    });
  await clock.tickDue();
  assert.deepEqual([of(healthy, 0).length, of(healthy, 1).length], [1, 1]);
  assert.deepEqual([of(broken, 0).length, of(broken, 1).length], [0, 1]);
});

test('a failing tick rolls back, is retried with backoff, and its failure is cleared on success', async () => {
  let broken = true;
  const other = newTick();
  const { engine, clock, of, daily } = ticking((ctx) => {
    ctx.wakeAt(other, inHours(-1));
    if (broken) throw new Error('The disk is full.');
    return null;
  });
  const id = await newOrganization(engine);
  await engine.within(id, async (ctx) => ctx.wakeAt(daily, inHours(-1)));
  await clock.tickDue();
  await clock.tickDue();
  const failure = await failureOf(engine, daily, id);
  assert.deepEqual([failure?.attempts, failure?.error], [1, 'Error: The disk is full.']);
  assert.ok(failure!.retryAt! > failure!.failedAt);
  assert.equal(await isAskedFor(engine, id, other), false);
  broken = false;
  await passBackoff(engine, id);
  await clock.tickDue();
  assert.equal(of(id).length, 1);
  assert.equal(await failureOf(engine, daily, id), undefined);
  assert.equal(await isAskedFor(engine, id, other), true);
});

async function isAskedFor(engine: Engine, organizationId: string, { name }: Tick): Promise<boolean> {
  const { result } = await engine.run({}, ({ tx }) =>
    tx
      .selectFrom('organizationTicks')
      .select('tick')
      .where('organizationId', '=', organizationId)
      .where('tick', '=', name)
      .executeTakeFirst(),
  );
  return result !== undefined;
}

test('the delay between attempts grows, and the last failure makes a dead letter that an operator can retry', async () => {
  let broken = true;
  const { engine, clock, of, daily } = ticking(() => {
    if (broken) throw new Error('It is broken.');
    return null;
  });
  const id = await newOrganization(engine);
  await engine.within(id, async (ctx) => ctx.wakeAt(daily, inHours(-1)));
  const waits: number[] = [];
  for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
    await clock.tickDue();
    const { failedAt, retryAt } = (await failureOf(engine, daily, id))!;
    waits.push(Date.parse(retryAt!) - Date.parse(failedAt));
    await passBackoff(engine, id);
  }
  assert.deepEqual(
    waits,
    waits.toSorted((a, b) => a - b),
  );
  assert.ok(waits.at(-1)! > 3600_000);
  await clock.tickDue();
  const dead = (await failureOf(engine, daily, id))!;
  assert.deepEqual([dead.attempts, dead.retryAt], [ATTEMPTS_MAX, null]);

  broken = false;
  await engine.within(id, async (ctx) => ctx.wakeAt(daily, inHours(-2)));
  await clock.tickDue();
  assert.equal(of(id).length, 0, 'A dead tick does not run, even when it is asked for again.');
  assert.equal(await reviveStalledWork(engine, { kind: 'tick', name: daily.name, organizationId: id }), 1);
  await clock.tickDue();
  assert.equal(of(id).length, 1);
});

test('moving the clock of a sandbox runs what became due at once, in its own time', async () => {
  const { engine, clock, of, daily } = ticking((ctx) => ctx.now.add({ hours: 24 }));
  const id = await newOrganization(engine, { sandbox: true });
  await engine.within(id, async (ctx) => ctx.wakeAt(daily, inHours(24)));
  const target = inHours(30);
  assert.equal(await clock.move(id, target), true);
  assert.equal(of(id).length, 1);
  assert.ok(Temporal.Instant.compare(of(id)[0]!.at, target) >= 0);
  await engine.within(id, async (ctx) => assert.ok(Temporal.Instant.compare(ctx.now, target) >= 0));
  assert.equal(await clock.move(id, inHours(60)), true);
  assert.equal(of(id).length, 2);
});

test('only a sandbox has its own clock', async () => {
  const { engine, clock } = ticking();
  const id = await newOrganization(engine);
  assert.equal(await clock.move(id, inHours(48)), false);
  await engine.within(id, async (ctx) => assert.ok(Temporal.Instant.compare(ctx.now, inHours(1)) < 0));
});

test('a process whose clock is a day ahead does not start, runs nothing early and is not ready', async (t) => {
  const { clock, engine, daily, of } = ticking();
  const organizationId = await newOrganization(engine);
  await engine.within(organizationId, async (ctx) => ctx.wakeAt(daily, ctx.now.add({ hours: 1 })));
  const [now, instant] = [Date.now, Temporal.Now.instant];
  t.mock.method(Date, 'now', () => now() + 26 * 3600_000);
  t.mock.method(Temporal.Now, 'instant', () => instant().add({ hours: 26 }));
  await assert.rejects(new DatabaseClock(app.database, app.log).start(), /differs from the clock of the database/);
  await clock.tickDue();
  assert.deepEqual(of(organizationId), []);
  const { clock: found } = await eventually(async () => {
    const answer = await fetch(`${baseUrl}/readyz`);
    return answer.status === 503 && ((await answer.json()) as { clock: { skewMs: number } });
  });
  assert.ok(found.skewMs > 25 * 3600_000);
});

test('a difference within the error of its measurement does not change the time', () => {
  const hour = 3600_000;
  const before = realNow().epochMilliseconds;
  // As far off as a measurement can be: the whole way of the answer was before, or after, the database read its clock.
  followClock(before - hour, hour);
  assert.ok(realNow().epochMilliseconds >= before);
});
