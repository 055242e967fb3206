import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import type { ExchangeRow } from '#platform/ports/exchange.sql.ts';
import { exchange } from '#platform/ports/exchange.ts';
import type { Attempt, ExchangeProgress, Reply, Settled, Transactions } from '#platform/ports/exchange-declaration.ts';
import { ProviderRefused, ProviderTimeout } from '#platform/ports/port.ts';
import { insertObject, selectObjects } from '#platform/ports/simulator-objects.sql.ts';
import { refusal } from '#platform/refusal.ts';
import { app, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

const compute: Transactions['compute'] = () => Promise.reject(new Error('Nothing is computed here.'));

interface Answer {
  paid: string;
}

/** A provider with idempotency keys: repeated requests with one key act once. */
class Provider {
  readonly made = new Set<string>();
  asked = 0;
  atOnce = 0;
  mostAtOnce = 0;
  /** Replaces the next answers, one after the other. */
  readonly script: ((attempt: Attempt<Answer>) => Promise<Reply<Answer>>)[] = [];
  isClosed = false;
  booksAreClosed = false;
  gaveUp = 0;
  readonly notes: [attempts: number, problem: string | null][] = [];

  async ask(attempt: Attempt<Answer>): Promise<Reply<Answer>> {
    this.asked++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    try {
      const next = this.script.shift();
      return next ? await next(attempt) : this.pay(attempt);
    } finally {
      this.atOnce--;
    }
  }

  pay({ key }: Pick<Attempt<Answer>, 'key'>): Reply<Answer> {
    this.made.add(key);
    return { state: 'done', answer: { paid: key }, reference: `ref-${key}` };
  }
}

const ProviderClosed = refusal('provider_closed', 'The organization no longer uses this provider.');
const providers = new Map<string, Provider>();
const FAR = 3_600;

const declaration = {
  prepare: async (_ctx: unknown, id: string) => {
    const provider = providers.get(id)!;
    if (provider.isClosed) throw ProviderClosed();
    return provider;
  },
  ask: (provider: Provider, attempt: Attempt<Answer>) => provider.ask(attempt),
  settle: async (ctx: TenantContext, settled: Settled<Answer>) => {
    const { id, state } = settled;
    const row = { simulator: 'test', kind: 'booked', id: newId(), owner: id, body: JSON.stringify({ state }) };
    await insertObject(ctx.tx, { ...row, createdAt: ctx.now });
    if (providers.get(id)!.booksAreClosed) throw new Error('The books are closed.');
  },
  note: async (_ctx: unknown, { id, attempts, problem }: ExchangeProgress<Answer>) =>
    void providers.get(id)!.notes.push([attempts, problem]),
  giveUp: async (_ctx: unknown, { id }: ExchangeProgress<Answer>) => void providers.get(id)!.gaveUp++,
  retryAfter: ({ failures }: { failures: number }) => (failures < 3 ? FAR : null),
};

const payment = exchange<Provider, Answer>({ ...declaration, name: 'test/payment' });
const watched = exchange<Provider, Answer>({ ...declaration, name: 'test/watched', watchAfter: () => FAR });
const keyless = exchange<Provider, Answer>({ ...declaration, name: 'test/keyless', mayOverlap: () => false });

/** Begins an exchange in a new organization. */
async function begun(declared = payment) {
  const { id: organizationId } = await newBusiness();
  const id = newId();
  const provider = new Provider();
  providers.set(id, provider);
  const within: Transactions['transaction'] = (work) => app.engine.within(organizationId, work);
  const at = {
    id,
    organizationId,
    provider,
    steps: { transaction: within, compute, storage: app.engine.storage } satisfies Transactions,
    row: () => within(async (ctx) => (await declared.find(ctx, id))!) as Promise<ExchangeRow<Answer>>,
    advance: () => declared.advance(at.steps, id),
    /** Runs the follow-up of the current turn now. */
    followUp: async () => runNow(declared.job, { organizationId, id, turn: (await at.row()).turn }),
    /** Checks the exchange after news from the provider. */
    look: () => runNow(declared.job, { organizationId, id, turn: null }),
    set: (values: { heldUntil?: string; askedAt?: string }) =>
      within(({ tx }) =>
        tx
          .updateTable('exchanges')
          .set(values)
          .where('organizationId', '=', organizationId)
          .where('id', '=', id)
          .execute(),
      ),
    booked: async () =>
      (await within(({ tx }) => selectObjects(tx, 'test', 'booked', id, 100)))
        .map(({ body }) => (body as { state: string }).state)
        .reverse(),
    waiting: () =>
      within(async ({ tx }) => {
        const { rows } = await sql<{ turn: number | null; group: string }>`
          SELECT (data -> 'payload' ->> 'turn')::int AS turn, group_id AS group FROM pgboss.job
          WHERE data -> 'payload' ->> 'id' = ${id} AND state NOT IN ('completed', 'failed')
          ORDER BY turn`.execute(tx);
        return rows;
      }),
  };
  await within((ctx) => declared.begin(ctx, id));
  return at;
}

const PAST = '2026-01-01T00:00:00Z';
const timeout = async (): Promise<never> => {
  throw ProviderTimeout();
};
const refuses = async (): Promise<never> => {
  throw ProviderRefused('No.');
};
/** A promise with its resolver. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a caller gets the booked outcome, and the intent is committed before the provider call', async () => {
  const at = await begun();
  at.provider.script.push(async (attempt) => {
    const { askedAt, heldBy, state } = await at.row();
    assert.ok(askedAt && heldBy && state === 'open');
    assert.deepEqual([attempt.key, attempt.askedAt, attempt.answer], [at.id, null, null]);
    return at.provider.pay(attempt);
  });
  const { state, answer, reference, heldBy, dueAt } = await at.advance();
  assert.deepEqual([state, answer, reference], ['done', { paid: at.id }, `ref-${at.id}`]);
  assert.deepEqual([heldBy, dueAt, await at.booked()], [null, null, ['done']]);
  await at.advance();
  await at.followUp();
  await at.look();
  assert.deepEqual([at.provider.asked, await at.booked()], [1, ['done']]);
});

test('without a caller the follow-up calls the provider and books', async () => {
  const at = await begun();
  assert.deepEqual(await at.waiting(), [{ turn: 0, group: at.organizationId }]);
  await at.followUp();
  assert.deepEqual([(await at.row()).settledState, await at.booked()], ['done', ['done']]);
});

class Death extends Error {}

/** Simulates a crash at the given step, before or after its effect. Nothing runs afterwards. */
function mortal(at: Awaited<ReturnType<typeof begun>>, diesAt: number, when: 'before' | 'after') {
  let done = 0;
  let isDead = false;
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Death();
    const isLast = ++done === diesAt;
    if (isLast) isDead = true;
    if (isLast && when === 'before') throw new Death();
    const value = await work();
    if (isLast) throw new Death();
    return value;
  };
  at.provider.script.push((attempt) => live(async () => at.provider.pay(attempt)));
  const steps: Transactions = { ...at.steps, transaction: (work) => live(() => at.steps.transaction(work)) };
  return { steps, steppedTo: () => done };
}

test('whichever step a process crashes at, the provider acts once and the outcome is booked once', async () => {
  const STEPS = 4;
  for (const when of ['before', 'after'] as const) {
    for (let diesAt = 1; diesAt <= STEPS; diesAt++) {
      const at = await begun();
      const { steps, steppedTo } = mortal(at, diesAt, when);
      await assert.rejects(payment.advance(steps, at.id), Death, `${when} ${diesAt}`);
      assert.ok(steppedTo() >= diesAt);
      at.provider.script.length = 0;
      // The lease of the crashed process is still valid: nobody calls the provider, and a follow-up is scheduled.
      await at.followUp();
      await at.set({ heldUntil: PAST });
      await at.followUp();
      await at.followUp();
      assert.deepEqual([at.provider.made.size, await at.booked()], [1, ['done']], `${when} ${diesAt}`);
      assert.equal((await at.row()).settledState, 'done');
    }
  }
  const at = await begun();
  const { steps, steppedTo } = mortal(at, 99, 'after');
  await payment.advance(steps, at.id);
  assert.equal(steppedTo(), STEPS, 'The test covers every step.');
});

test('of concurrent callers one calls the provider, and all get the outcome', async () => {
  const at = await begun();
  const rows = await Promise.all(Array.from({ length: 8 }, () => at.advance()));
  assert.deepEqual(new Set(rows.map(({ settledState }) => settledState)), new Set(['done']));
  assert.deepEqual([at.provider.asked, at.provider.mostAtOnce, await at.booked()], [1, 1, ['done']]);
});

test('after a lost answer a caller or the follow-up retries with the same key', async () => {
  for (const again of ['advance', 'followUp'] as const) {
    const at = await begun();
    at.provider.script.push(async (attempt) => {
      at.provider.pay(attempt);
      return timeout();
    });
    await assert.rejects(at.advance(), { kind: ProviderTimeout });
    const { state, failures, heldUntil, problem } = await at.row();
    assert.deepEqual([state, failures, heldUntil], ['open', 1, null]);
    assert.match(problem!, /did not answer/);
    at.provider.script.push(async (attempt) => {
      assert.ok(attempt.askedAt && !attempt.isKeyForgotten);
      return at.provider.pay(attempt);
    });
    await at[again]();
    assert.deepEqual([at.provider.made.size, await at.booked()], [1, ['done']]);
  }
});

test('an expired idempotency key is recognized', async () => {
  const at = await begun();
  at.provider.script.push(timeout);
  await at.followUp();
  await at.set({ askedAt: Temporal.Now.instant().subtract({ hours: 30 }).toString() });
  at.provider.script.push(async ({ isKeyForgotten }) => {
    assert.ok(isKeyForgotten);
    return { state: 'lost', answer: null };
  });
  await at.followUp();
  assert.deepEqual([(await at.row()).dueAt, await at.booked()], [null, ['lost']]);
});

test('the follow-up gives up on a provider that never answers, and can be resumed', async () => {
  const at = await begun();
  at.provider.script.push(timeout, timeout, timeout, timeout);
  for (const failures of [1, 2, 3]) {
    await at.followUp();
    assert.equal((await at.row()).failures, failures);
    assert.equal((await at.waiting()).length, Math.min(failures + 1, 3));
  }
  assert.deepEqual([(await at.row()).dueAt, at.provider.gaveUp, await at.booked()], [null, 1, []]);
  await assert.rejects(at.advance(), { kind: ProviderTimeout });
  await at.steps.transaction((ctx) => payment.resume(ctx, at.id));
  assert.deepEqual([(await at.row()).failures, (await at.row()).dueAt !== null], [0, true]);
  await at.followUp();
  assert.deepEqual([at.provider.asked, at.provider.gaveUp, await at.booked()], [5, 1, ['done']]);
});

test('only the follow-up of the current turn acts', async () => {
  const at = await begun();
  at.provider.script.push(timeout);
  await at.followUp();
  await runNow(payment.job, { organizationId: at.organizationId, id: at.id, turn: 0 });
  assert.equal(at.provider.asked, 1);
  at.provider.script.push(timeout);
  await assert.rejects(at.advance());
  assert.deepEqual((await at.waiting()).map(({ turn }) => turn).sort(), [0, 1]);
});

test('an unfinished outcome is polled until it is final', async () => {
  const at = await begun();
  const open = async (): Promise<Reply<Answer>> => ({ state: 'open', answer: { paid: 'soon' }, reference: 'r1' });
  at.provider.script.push(open, open, async (attempt) => {
    assert.deepEqual([attempt.answer, attempt.reference], [{ paid: 'soon' }, 'r1']);
    return { state: 'done', answer: { paid: 'now' } };
  });
  assert.deepEqual([(await at.advance()).state, await at.booked()], ['open', []]);
  await at.followUp();
  assert.equal((await at.waiting()).length, 2);
  await at.steps.transaction((ctx) => payment.lookAt(ctx, 'r1'));
  assert.equal((await at.waiting()).filter(({ turn }) => turn === null).length, 1);
  await at.look();
  assert.deepEqual([(await at.row()).reference, await at.booked()], ['r1', ['done']]);
});

test('a refusal ends the exchange: the caller gets it, and there is no retry', async () => {
  const at = await begun();
  at.provider.script.push(refuses);
  await assert.rejects(at.advance(), { kind: ProviderRefused });
  assert.deepEqual(
    [(await at.row()).state, (await at.row()).problem, await at.booked()],
    ['refused', 'No.', ['refused']],
  );
  assert.equal((await at.advance()).state, 'refused');
  await at.followUp();
  assert.deepEqual([at.provider.asked, await at.booked()], [1, ['refused']]);
});

test('a refusal after an earlier answer is not an outcome', async () => {
  const at = await begun();
  at.provider.script.push(async () => ({ state: 'open', answer: { paid: 'soon' } }), refuses);
  await at.advance();
  await assert.rejects(at.advance(), { kind: ProviderRefused });
  assert.deepEqual([(await at.row()).state, (await at.row()).failures, await at.booked()], ['open', 1, []]);
  await at.followUp();
  assert.deepEqual(await at.booked(), ['done']);
});

test('a provider that cannot be connected refuses only requests that were never sent', async () => {
  const [unasked, asked] = [await begun(), await begun()];
  asked.provider.script.push(timeout);
  await assert.rejects(asked.advance());
  for (const at of [unasked, asked]) {
    at.provider.isClosed = true;
    await assert.rejects(at.advance(), { kind: ProviderClosed });
    at.provider.isClosed = false;
  }
  assert.deepEqual([await unasked.booked(), await asked.booked()], [['refused'], []]);
  assert.deepEqual([(await unasked.row()).askedAt, (await asked.row()).failures], [null, 2]);
  assert.equal((await asked.advance()).settledState, 'done');
});

test('an outcome that cannot be booked is booked later, without another provider call', async () => {
  const at = await begun();
  at.provider.booksAreClosed = true;
  await assert.rejects(at.advance(), /The books are closed/);
  assert.deepEqual([(await at.row()).state, (await at.row()).settledState, await at.booked()], ['done', 'open', []]);
  await at.followUp();
  assert.equal((await at.row()).failures, 2);
  at.provider.booksAreClosed = false;
  await Promise.all([at.followUp(), at.advance(), at.advance()]);
  assert.deepEqual([at.provider.asked, await at.booked()], [1, ['done']]);
});

test('an expired lease is taken over, and a late answer still counts', async () => {
  const cases = [
    { late: 'refused', meanwhile: 'done', booked: ['done'] },
    { late: 'done', meanwhile: 'done', booked: ['done'] },
    { late: 'done', meanwhile: 'refused', booked: ['refused', 'done'] },
    { late: 'open', meanwhile: 'refused', booked: ['refused', 'open'] },
    { late: 'refused', meanwhile: 'refused', booked: ['refused'] },
  ] as const;
  for (const { late, meanwhile, booked } of cases) {
    const at = await begun();
    const { opened, open } = gate();
    at.provider.script.push(
      async () => {
        await opened;
        return { state: late, answer: { paid: 'late' } };
      },
      async () => ({ state: meanwhile, answer: { paid: 'meanwhile' } }),
    );
    const first = at.advance();
    while (at.provider.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await at.set({ heldUntil: PAST });
    await at.followUp();
    open();
    await first;
    assert.deepEqual(await at.booked(), booked, `${meanwhile}, then late ${late}`);
    // If it is open again, it is followed up again.
    assert.equal((await at.row()).dueAt !== null, late === 'open');
  }
});

test('a follow-up that finds a running attempt is rescheduled, and a caller waits for its outcome', async () => {
  const at = await begun();
  const { opened, open } = gate();
  at.provider.script.push(async (attempt) => {
    await opened;
    return at.provider.pay(attempt);
  });
  const first = at.advance();
  while (at.provider.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await at.followUp();
  await at.look();
  assert.deepEqual(
    (await at.waiting()).map(({ turn }) => turn),
    [0, 0, null],
  );
  const second = at.advance();
  open();
  assert.deepEqual([(await first).state, (await second).state, at.provider.asked], ['done', 'done', 1]);
});

test('a provider without idempotency keys is not called again while the earlier call may still run', async () => {
  const at = await begun(keyless);
  at.provider.script.push(timeout);
  await assert.rejects(at.advance(), { kind: ProviderTimeout });
  assert.equal((await at.advance()).state, 'open');
  await at.followUp();
  assert.equal(at.provider.asked, 1);
  await at.set({ heldUntil: PAST });
  assert.equal((await at.advance()).state, 'done');
  const refused = await begun(keyless);
  refused.provider.script.push(refuses);
  await assert.rejects(refused.advance(), { kind: ProviderRefused });
  assert.equal((await refused.row()).heldUntil, null);
});

test('a reversal by the provider is booked once if the exchange is watched', async () => {
  const at = await begun(watched);
  await at.advance();
  const takesBack = async (): Promise<Reply<Answer>> => ({ state: 'refused', answer: { paid: 'back' } });
  at.provider.script.push(async (attempt) => at.provider.pay(attempt), takesBack, takesBack);
  await at.followUp();
  assert.deepEqual(await at.booked(), ['done']);
  await Promise.all([at.followUp(), at.look()]);
  await at.look();
  assert.deepEqual([(await at.row()).dueAt, await at.booked()], [null, ['done', 'refused']]);
  const unwatched = await begun();
  await unwatched.advance();
  unwatched.provider.script.push(takesBack);
  await unwatched.look();
  assert.deepEqual([unwatched.provider.asked, await unwatched.booked()], [1, ['done']]);
});

test('each of several calls in one attempt stores its answer before the next', async () => {
  const at = await begun();
  at.provider.script.push(
    async () => ({ state: 'open', answer: { paid: 'reserved' }, reference: 'r', goesOn: true }),
    async ({ answer, reference }) => {
      const row = await at.row();
      assert.deepEqual([row.answer, answer, reference], [{ paid: 'reserved' }, { paid: 'reserved' }, 'r']);
      assert.ok(row.heldBy);
      return { state: 'done', answer: { paid: 'taken' } };
    },
  );
  assert.deepEqual((await at.advance()).answer, { paid: 'taken' });
  assert.deepEqual(await at.booked(), ['done']);
});

test('its owner can read the progress', async () => {
  const at = await begun();
  at.provider.script.push(timeout, async () => ({ state: 'open', answer: { paid: 'soon' } }));
  await at.followUp();
  await at.followUp();
  await at.followUp();
  assert.deepEqual(at.provider.notes, [
    [1, 'The provider did not answer in time. Try again.'],
    [2, null],
  ]);
});

test('a restarted exchange has no state of the earlier one', async () => {
  const at = await begun();
  const { opened, open } = gate();
  at.provider.script.push(async (attempt) => {
    await opened;
    return at.provider.pay(attempt);
  });
  const first = at.advance();
  while (at.provider.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await at.steps.transaction((ctx) => payment.begin(ctx, at.id));
  open();
  // The answer to the earlier intent comes too late.
  assert.equal((await first).state, 'open');
  assert.deepEqual([(await at.row()).askedAt, await at.booked()], [null, []]);
  assert.equal((await at.advance()).state, 'done');
  await at.steps.transaction((ctx) => payment.begin(ctx, at.id));
  assert.equal((await at.advance()).state, 'done');
  assert.deepEqual([at.provider.asked, await at.booked()], [3, ['done', 'done']]);
});

test('a refused exchange is open again when resumed, and remembers that it was sent', async () => {
  const at = await begun();
  at.provider.script.push(refuses, async (attempt) => {
    assert.ok(attempt.askedAt);
    return at.provider.pay(attempt);
  });
  await assert.rejects(at.advance(), { kind: ProviderRefused });
  await at.steps.transaction((ctx) => payment.resume(ctx, at.id));
  await at.followUp();
  assert.deepEqual(await at.booked(), ['refused', 'done']);
});

test('an attempt that has lost its lease leaves the next call to the attempt that has it', async () => {
  const at = await begun();
  const { opened, open } = gate();
  at.provider.script.push(async () => {
    await opened;
    return { state: 'open', answer: { paid: 'reserved' }, reference: 'r', goesOn: true };
  });
  const first = at.advance();
  while (at.provider.asked === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await at.set({ heldUntil: PAST });
  at.provider.script.push(timeout);
  await at.followUp();
  open();
  assert.equal((await first).reference, 'r');
  assert.deepEqual([at.provider.asked, await at.booked()], [2, []]);
  assert.equal((await at.advance()).state, 'done');
});

test('an exchange is invisible to other organizations', async () => {
  const [at, other] = [await begun(), await begun()];
  await assert.rejects(payment.advance(other.steps, at.id), /There is no exchange/);
  await runNow(payment.job, { organizationId: other.organizationId, id: at.id, turn: 0 });
  assert.equal(at.provider.asked, 0);
});

const batched = exchange<Provider, Answer>({
  ...declaration,
  name: 'test/batched',
  mayOverlap: () => false,
  batch: {
    prepare: async (_ctx, ids) =>
      new Map(ids.filter((id) => !providers.get(id)!.isClosed).map((id) => [id, providers.get(id)!])),
    settle: async (ctx, done) => {
      for (const { id } of done) await declaration.settle(ctx, { id, state: 'done' } as Settled<Answer>);
    },
  },
});

/** Begins exchanges that one job asks together. */
async function begunTogether(count: number) {
  const { id: organizationId } = await newBusiness();
  const within: Transactions['transaction'] = (work) => app.engine.within(organizationId, work);
  const ids = Array.from({ length: count }, () => newId());
  for (const id of ids) providers.set(id, new Provider());
  const startAt = Temporal.Now.instant().add({ hours: 1 });
  await within((ctx) => batched.beginMany(ctx, ids, { group: organizationId, startAt }));
  return {
    ids,
    within,
    run: () => runNow(batched.batchJob!, { organizationId, ids }),
    asked: () => ids.map((id) => providers.get(id)!.asked),
    state: (id: string) => within(async (ctx) => (await batched.find(ctx, id))!),
    booked: (id: string) =>
      within(async ({ tx }) =>
        (await selectObjects(tx, 'test', 'booked', id, 100)).map(({ body }) => (body as { state: string }).state),
      ),
  };
}

test('a batch is asked and booked together, once, however often its job runs', async () => {
  const at = await begunTogether(3);
  await at.run();
  await at.run();
  assert.deepEqual(at.asked(), [1, 1, 1]);
  for (const id of at.ids) {
    const { state, settledState, answer, reference, heldBy, dueAt } = await at.state(id);
    assert.deepEqual([state, settledState, heldBy, dueAt], ['done', 'done', null, null]);
    assert.deepEqual([answer, reference, await at.booked(id)], [{ paid: id }, `ref-${id}`, ['done']]);
  }
});

test('in a batch each outcome counts for itself: done, refused, without an answer, and not askable', async () => {
  const at = await begunTogether(4);
  const [done, refused, silent, closed] = at.ids as [string, string, string, string];
  providers.get(refused)!.script.push(refuses);
  providers.get(silent)!.script.push(timeout);
  providers.get(closed)!.isClosed = true;
  await at.run();
  await at.run();
  assert.deepEqual(at.asked(), [1, 1, 1, 0]);
  const states = await Promise.all(at.ids.map(async (id) => (await at.state(id)).state));
  assert.deepEqual(states, ['done', 'refused', 'open', 'refused']);
  assert.deepEqual(await Promise.all([done, refused, silent].map(at.booked)), [['done'], ['refused'], []]);
  // Nobody knows of the one without an answer: it is followed up by itself, after its lease.
  const { askedAt, failures, turn, dueAt, heldUntil } = await at.state(silent);
  assert.deepEqual([failures, turn], [1, 1]);
  assert.ok(askedAt && heldUntil && Temporal.Instant.compare(dueAt!, heldUntil) >= 0);
});

test('answers of a batch that cannot be booked are stored first, and booked later', async () => {
  const at = await begunTogether(2);
  const [, broken] = at.ids as [string, string];
  providers.get(broken)!.booksAreClosed = true;
  await at.run();
  const [good, stored] = await Promise.all(at.ids.map(at.state));
  assert.deepEqual([good!.settledState, await at.booked(at.ids[0]!)], ['done', ['done']]);
  assert.deepEqual([stored!.state, stored!.settledState, stored!.answer], ['done', 'open', { paid: broken }]);
  providers.get(broken)!.booksAreClosed = false;
  await at.within(async (ctx) => void (await batched.resume(ctx, broken)));
  await batched.advance({ transaction: at.within, compute, storage: app.engine.storage }, broken);
  assert.deepEqual([at.asked(), await at.booked(broken)], [[1, 1], ['done']]);
});

test('a batch whose process died after it took the leases asks nobody again before their leases end', async () => {
  const at = await begunTogether(2);
  await at.within(({ tx, organizationId }) =>
    tx
      .updateTable('exchanges')
      .set({ askedAt: String(Temporal.Now.instant()), attempts: 1, heldBy: newId(), heldUntil: '2099-01-01T00:00:00Z' })
      .where('organizationId', '=', organizationId)
      .where('id', 'in', at.ids)
      .execute(),
  );
  await at.run();
  assert.deepEqual(at.asked(), [0, 0]);
});
