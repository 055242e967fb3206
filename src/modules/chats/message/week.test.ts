import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { TenantSteps } from '#platform/context.ts';
import {
  control,
  faults,
  type Line,
  messageValue,
  newLine,
  newPhone,
  newWamid,
  processed,
  statusValue,
} from '#test/chats.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
import { ageExchanges, followUp } from '#test/jobs.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { sending } from './outbox.ts';

/** Where a process dies: at which transaction of its job, before it begins or after it was committed. */
interface Death {
  at: number;
  when: 'before' | 'after';
}

class Killed extends Error {}

/** How the next job of a name dies, by the name and the organization. */
const deaths = new Map<string, Death>();
const jobs = ['chats/send', 'chats/process-inbound'] as const;
const running = new AsyncLocalStorage<string>();

const { engine } = app;
const [runJob, stepsWithin] = [engine.runJob.bind(engine), engine.stepsWithin.bind(engine)];
/** How many jobs run now, by the name and the organization. */
const alive = new Map<string, number>();
engine.runJob = async (declared, taken, ...rest) => {
  const key = `${declared.name} ${(taken.payload as { organizationId?: string }).organizationId}`;
  const count = (change: number) => alive.set(key, (alive.get(key) ?? 0) + change);
  count(1);
  try {
    return await running.run(declared.name, () => runJob(declared, taken, ...rest));
  } finally {
    count(-1);
  }
};
engine.stepsWithin = (organizationId, ...rest) => {
  const steps = stepsWithin(organizationId, ...rest);
  const key = `${running.getStore()} ${organizationId}`;
  const death = deaths.get(key);
  if (!death) return steps;
  deaths.delete(key);
  return mortal(steps, death);
};
after(() => {
  Object.assign(engine, { runJob, stepsWithin });
});

/** Steps of a process that dies. Nothing of it runs afterwards, not even the record of its failure. */
function mortal(steps: TenantSteps, { at, when }: Death): TenantSteps {
  let begun = 0;
  return {
    ...steps,
    transaction: async (work) => {
      begun++;
      if (begun > at || (begun === at && when === 'before')) throw new Killed();
      const result = await steps.transaction(work);
      if (begun === at) throw new Killed();
      return result;
    },
  };
}

const surviving = async (work: () => Promise<unknown>): Promise<void> => {
  await work().catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
};

interface Customer {
  phone: string;
  /** The texts that customers wrote, by the provider's id. */
  wrote: Map<string, string>;
  /** When they wrote what has been delivered, by the clock of the organization. */
  heardAt: Temporal.Instant[];
}

const who = fc.nat(2);
const statuses = ['sent', 'delivered', 'read'];
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      who,
      copies: fc.integer({ min: 1, max: 3 }),
      isLate: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deliver' as const), seed: fc.nat(1000) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      order: fc.shuffledSubarray(statuses, { minLength: 1 }),
      isNamed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lose' as const),
      kind: fc.constantFrom(
        'timeout-after-commit' as const,
        'error-after-commit' as const,
        'connection-reset' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      job: fc.constantFrom(...jobs, 'chats/send' as const),
      at: fc.integer({ min: 1, max: 3 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), who }) },
  // Multiples of five hours never add up to the 24 of the window.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(5, 10, 15, 20, 25) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The provider decides for each message whether it costs something, and says the same in every notice. */
const pricingOf = (reference: string) => ({
  billable: Number.parseInt(reference.slice(-1), 16) % 2 === 0,
  pricing_model: 'PMP',
  category: Number.parseInt(reference.slice(-2, -1), 16) % 2 === 0 ? 'service' : 'utility',
});

const hoursBetween = (from: Temporal.Instant, to: Temporal.Instant): number => to.since(from).total('hours');

/** The events outside the service, to compare with the stored ones. */
class Week {
  readonly line: Line;
  readonly customers: Customer[] = Array.from({ length: 3 }, () => ({
    phone: newPhone(),
    wrote: new Map(),
    heardAt: [],
  }));
  readonly accepted = new Map<string, string>();
  readonly reported = new Map<string, Set<string>>();
  isPaused = false;
  /** Webhooks that the provider has not delivered yet. */
  #late: { customer: Customer; at: Temporal.Instant; value: object }[] = [];
  /** How far the clock of the organization was ahead, from a real time on. */
  readonly #ahead: { since: Temporal.Instant; milliseconds: number }[] = [];
  #number = 0;

  constructor(line: Line) {
    this.line = line;
  }

  async take(each: Step): Promise<void> {
    if (each.do === 'write') await this.#write(this.customers[each.who]!, each);
    else if (each.do === 'deliver') await this.deliver(each.seed);
    else if (each.do === 'answer') await this.#answer(this.customers[each.who]!);
    else if (each.do === 'report') await this.report(each.order, each.isNamed);
    else if (each.do === 'lose')
      await faults.next({ kind: each.kind, organizationId: this.line.business.id, operation: 'send' });
    else if (each.do === 'kill') deaths.set(`${each.job} ${this.line.business.id}`, each);
    else if (each.do === 'pause') await this.pause();
    else if (each.do === 'wait') await this.#wait(each.hours);
    else await this.#close(this.customers[each.who]!);
  }

  get #now(): Temporal.Instant {
    return this.timeAt(Temporal.Now.instant());
  }

  /** The time of the organization at a real time. */
  timeAt(real: Temporal.Instant): Temporal.Instant {
    const ahead = this.#ahead.findLast(({ since }) => Temporal.Instant.compare(since, real) <= 0);
    return real.add({ milliseconds: ahead?.milliseconds ?? 0 });
  }

  async process(): Promise<void> {
    // The process that dies here is another one than the one that tries again.
    await surviving(() => processed(this.line.business));
    await processed(this.line.business);
  }

  async #write(customer: Customer, { copies, isLate }: { copies: number; isLate: boolean }): Promise<void> {
    const id = newWamid();
    const text = `m${++this.#number}`;
    const at = this.#now;
    customer.wrote.set(id, text);
    const value = messageValue(this.line.address, { from: customer.phone, id, text, at });
    for (let copy = 0; copy < copies; copy++) this.#late.push({ customer, at, value });
    if (!isLate) await this.deliver(this.#number);
  }

  /** Delivers everything that is late, in another order, in two webhooks at the same time. */
  async deliver(seed: number): Promise<void> {
    const late = this.#late.toSorted(
      (a, b) => ((a.at.epochMilliseconds * 7 + seed) % 5) - ((b.at.epochMilliseconds * 7 + seed) % 5),
    );
    this.#late = [];
    const half = Math.ceil(late.length / 2);
    const answers = await Promise.all(
      [late.slice(0, half), late.slice(half)]
        .filter((part) => part.length > 0)
        .map((part) => control.deliver(part.map(({ value }) => ({ field: 'messages', value })))),
    );
    assert.ok(answers.every((status) => status === 200));
    for (const { customer, at } of late) customer.heardAt.push(at);
  }

  async #answer(customer: Customer): Promise<void> {
    await this.process();
    const text = `r${++this.#number}`;
    const { data, error } = await this.line.business.api.POST('/v1/chat/message', {
      body: { channelId: this.line.channelId, sourceId: `+${customer.phone}`, text },
    });
    if (data) this.accepted.set(data.id, text);
    const expected =
      customer.heardAt.length === 0
        ? 'reference_not_found'
        : this.isPaused
          ? 'channel_paused'
          : this.isOpenAt(customer, this.#now)
            ? undefined
            : 'window_closed';
    assert.equal(error?.code, expected);
  }

  /** Whether the customer wrote within the last 24 hours. No step of the week is near that limit. */
  isOpenAt({ heardAt }: Customer, time: Temporal.Instant): boolean {
    return heardAt.some((at) => hoursBetween(at, time) >= -0.1 && hoursBetween(at, time) < 24.1);
  }

  async report(order: string[], isNamed: boolean): Promise<void> {
    for (const { id, reference } of await control.sent(this.line.address))
      for (const status of order) {
        const named = isNamed ? { reference } : {};
        const extra = { pricing: pricingOf(reference) };
        const value = statusValue(this.line.address, { id, status, extra, at: this.#now, ...named });
        await control.deliver([{ field: 'messages', value }]);
        this.reported.set(reference, (this.reported.get(reference) ?? new Set()).add(status));
      }
  }

  async pause(): Promise<void> {
    this.isPaused = !this.isPaused;
    await this.line.business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
      params: { path: { channelId: this.line.channelId } },
      body: { state: this.isPaused ? 'paused' : 'active' },
    });
  }

  /** Nothing is on its way while the clock is moved, so that the time of each sending is known. */
  async #wait(hours: number): Promise<void> {
    await this.settle();
    const { business } = this.line;
    const to = this.#now.add({ hours });
    await moveClock(business, to);
    const [real, now] = await engine.within(business.id, async (ctx) => [Temporal.Now.instant(), ctx.now] as const);
    this.#ahead.push({ since: real, milliseconds: now.epochMilliseconds - real.epochMilliseconds });
  }

  async #close(customer: Customer): Promise<void> {
    await this.process();
    const { api } = this.line.business;
    const { data } = await api.GET('/v1/conversation/{channelId}/{sourceId}', {
      params: { path: { channelId: this.line.channelId, sourceId: `+${customer.phone}` } },
    });
    if (data) await api.PATCH('/v1/conversation', { body: { id: data.id, state: 'closed' } });
  }

  rows() {
    return engine.within(this.line.business.id, ({ tx, organizationId }) =>
      tx
        .selectFrom('messages')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('conversationId')
        .orderBy('seq')
        .execute(),
    );
  }

  /** Follows up what dead processes left, until nothing is on its way any more. */
  async settle(): Promise<void> {
    for (const job of jobs) deaths.delete(`${job} ${this.line.business.id}`);
    await this.process();
    const { id: organizationId } = this.line.business;
    await eventually(async () => {
      // Read once: a message that begins to be sent between two reads would be seen in neither state.
      const rows = await this.rows();
      const waiting = rows.filter(({ status }) => status === 'sending' || status === 'unconfirmed');
      const queued = rows.some(({ status }) => status === 'queued');
      if (waiting.length === 0 && (!queued || this.isPaused)) return true;
      // A process that is still asking keeps its lease.
      if (alive.get(`chats/send ${organizationId}`)) return false;
      // Their leases and the time in which a notice must come are over. Nothing that was asked is ever asked again.
      const past = Temporal.Now.instant().subtract({ minutes: 20 });
      await ageExchanges(organizationId, { heldUntil: String(past) });
      for (const { id, status } of waiting) {
        await followUp(sending, organizationId, id);
        if (status === 'unconfirmed') await this.#expire(id);
      }
      return false;
    }, 60_000);
  }

  /** The provider's notice about a message comes, if it has it; otherwise the time for it is over. */
  async #expire(messageId: string): Promise<void> {
    const there = (await control.sent(this.line.address)).find(({ reference }) => reference === messageId);
    if (there) await this.report(['sent'], true);
    await this.process();
    const past = Temporal.Now.instant().subtract({ minutes: 20 });
    await engine.within(this.line.business.id, ({ tx, organizationId }) =>
      tx
        .updateTable('exchanges')
        .set({ askedAt: past })
        .where('organizationId', '=', organizationId)
        .where('id', '=', messageId)
        .execute(),
    );
  }
}

type Rows = Awaited<ReturnType<Week['rows']>>;

async function audit(week: Week): Promise<void> {
  await week.deliver(0);
  if (week.isPaused) await week.pause();
  await week.settle();
  await week.report(['sent'], true);
  await week.process();
  const stored = await week.rows();
  auditInbound(week, stored);
  await auditOutbound(week, stored);
  await auditCounts(week, stored);
  await auditCharges(week, stored);
}

function auditInbound({ customers }: Week, stored: Rows): void {
  const inbound = stored.filter(({ direction }) => direction === 'in');
  assert.deepEqual(
    inbound.map(({ providerMessageId, text }) => [providerMessageId, text]).toSorted(),
    customers.flatMap(({ wrote }) => [...wrote]).toSorted(),
  );
}

/** No twin, nothing outside the window, and nothing that is missing without a reason. */
async function auditOutbound(week: Week, stored: Rows): Promise<void> {
  const sent = await control.sent(week.line.address);
  const texts = new Map(sent.map(({ reference, text }) => [reference, text]));
  assert.equal(texts.size, sent.length, 'a message was sent twice');
  for (const [reference, text] of texts) assert.equal(week.accepted.get(reference), text);
  for (const id of week.accepted.keys()) {
    const { status, failure } = stored.find((each) => each.id === id)!;
    const { code } = (failure ?? {}) as { code?: string };
    if (texts.has(id)) assert.notEqual(status, 'failed');
    else assert.ok(status === 'failed' && ['outcome_unknown', 'window_closed'].includes(code!), `${status} ${code}`);
  }
  for (const { to, at } of sent) {
    const customer = week.customers.find(({ phone }) => to === `+${phone}`)!;
    assert.ok(week.isOpenAt(customer, week.timeAt(Temporal.Instant.from(at))), 'a message left outside the window');
  }
}

/** Each conversation is numbered without gaps, and its counters agree with its messages. */
async function auditCounts({ line }: Week, stored: Rows): Promise<void> {
  const conversations = await engine.within(line.business.id, ({ tx, organizationId }) =>
    tx.selectFrom('conversations').selectAll().where('organizationId', '=', organizationId).execute(),
  );
  for (const conversation of conversations) {
    const own = stored.filter(({ conversationId }) => conversationId === conversation.id);
    assert.deepEqual(
      own.map(({ seq }) => Number(seq)),
      own.map((_, place) => place + 1),
    );
    assert.equal(Number(conversation.lastSeq), own.length);
    const counted = own.filter(({ direction }) => direction === 'in' || direction === 'out').length;
    assert.equal(Number(conversation.messageCount), counted);
  }
}

/** Statuses are the highest that the provider reported, and its charges are ours. */
async function auditCharges(week: Week, stored: Rows): Promise<void> {
  const { line, reported, accepted } = week;
  for (const [id, all] of reported) {
    const highest = statuses.findLast((status) => all.has(status));
    assert.equal(stored.find((each) => each.id === id)!.status, highest);
  }
  const { data } = await line.business.api.GET('/v1/channel/{channelId}/stats', {
    params: { path: { channelId: line.channelId } },
  });
  const sent = await control.sent(line.address);
  const billed = (category: string, billable: boolean) =>
    sent.filter(({ reference }) => {
      const pricing = pricingOf(reference);
      return pricing.category === category && pricing.billable === billable;
    }).length;
  const expected = ['service', 'utility'].map((category) => ({
    category,
    billed: billed(category, true),
    free: billed(category, false),
  }));
  assert.deepEqual(
    data!.charges,
    expected.filter((charge) => charge.billed + charge.free > 0),
  );
  const received = stored.filter(({ direction }) => direction === 'in').length;
  assert.deepEqual([data!.received, data!.sent, data!.sent + data!.failed], [received, sent.length, accepted.size]);
}

test('in a simulated week nothing is lost, nothing comes twice, no window is broken, and charges add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const week = new Week(await newLine(await newBusiness({ sandbox: true })));
      for (const each of steps) await week.take(each as Step);
      await audit(week);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
