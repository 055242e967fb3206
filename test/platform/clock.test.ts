import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TenantContext } from '#platform/context.ts';
import type { Module } from '#platform/module.ts';
import { assemble, newOrganization } from './parts.ts';

/** A module whose `tick` remembers when it was called, by the organization's time, and may ask for more. */
function ticking(next: (ctx: TenantContext) => Temporal.Instant | null = () => null) {
  const ticks: { organizationId: string; at: Temporal.Instant }[] = [];
  const module: Module = {
    name: 'ticking',
    uses: [],
    tick: async (ctx) => {
      const due = next(ctx);
      ticks.push({ organizationId: ctx.organizationId, at: ctx.now });
      return due;
    },
  };
  const parts = assemble([module]);
  const of = (organizationId: string) => ticks.filter((tick) => tick.organizationId === organizationId);
  return { ...parts, of };
}

const inHours = (hours: number): Temporal.Instant => Temporal.Now.instant().add({ hours });

test('an organization ticks when something is due, once, and not before', async () => {
  const { engine, clock, of } = ticking();
  const [due, later, idle] = await Promise.all(Array.from({ length: 3 }, () => newOrganization(engine)));
  await engine.within(due!, async (ctx) => ctx.wakeAt(inHours(-1)));
  await engine.within(later!, async (ctx) => ctx.wakeAt(inHours(1)));
  await clock.tickDue();
  await clock.tickDue();
  assert.deepEqual([of(due!).length, of(later!).length, of(idle!).length], [1, 0, 0]);
});

test('of several wishes the earliest counts', async () => {
  const { engine, clock, of } = ticking();
  const id = await newOrganization(engine);
  await engine.within(id, async (ctx) => {
    ctx.wakeAt(inHours(5));
    ctx.wakeAt(inHours(-1));
    ctx.wakeAt(inHours(2));
  });
  await engine.within(id, async (ctx) => ctx.wakeAt(inHours(7)));
  await clock.tickDue();
  assert.equal(of(id).length, 1);
});

test('a unit that fails wakes nobody', async () => {
  const { engine, clock, of } = ticking();
  const id = await newOrganization(engine);
  const unit = engine.within(id, async (ctx) => {
    ctx.wakeAt(inHours(-1));
    throw new Error('refused');
  });
  await assert.rejects(unit);
  await clock.tickDue();
  assert.equal(of(id).length, 0);
});

test('two clocks tick an organization once', async () => {
  const { engine, clock, of } = ticking();
  const ids = await Promise.all(Array.from({ length: 10 }, () => newOrganization(engine)));
  for (const id of ids) await engine.within(id, async (ctx) => ctx.wakeAt(inHours(-1)));
  await Promise.all([clock.tickDue(), clock.tickDue(), clock.tickDue()]);
  for (const id of ids) assert.equal(of(id).length, 1);
});

test('one organization that cannot tick does not stop the others, and is tried again', async () => {
  let broken = true;
  let poor = '';
  const { engine, clock, of } = ticking((ctx) => {
    if (broken && ctx.organizationId === poor) throw new Error('This one breaks.');
    return null;
  });
  const rich = await newOrganization(engine);
  poor = await newOrganization(engine);
  await engine.within(poor, async (ctx) => ctx.wakeAt(inHours(-2)));
  await engine.within(rich, async (ctx) => ctx.wakeAt(inHours(-1)));
  await clock.tickDue();
  assert.deepEqual([of(rich).length, of(poor).length], [1, 0]);
  broken = false;
  await clock.tickDue();
  assert.equal(of(poor).length, 1);
});

test('moving the clock of a sandbox does at once what became due, in its own time', async () => {
  const { engine, clock, of } = ticking((ctx) => ctx.now.add({ hours: 24 }));
  const id = await newOrganization(engine, { sandbox: true });
  await engine.within(id, async (ctx) => ctx.wakeAt(inHours(24)));
  const target = inHours(30);
  assert.equal(await clock.move(id, target), true);
  assert.equal(of(id).length, 1);
  assert.ok(Temporal.Instant.compare(of(id)[0]!.at, target) >= 0);
  await engine.within(id, async (ctx) => assert.ok(Temporal.Instant.compare(ctx.now, target) >= 0));
  assert.equal(await clock.move(id, inHours(60)), true);
  assert.equal(of(id).length, 2);
});

test('only a sandbox has a clock of its own', async () => {
  const { engine, clock } = ticking();
  const id = await newOrganization(engine);
  assert.equal(await clock.move(id, inHours(48)), false);
  await engine.within(id, async (ctx) => assert.ok(Temporal.Instant.compare(ctx.now, inHours(1)) < 0));
});
