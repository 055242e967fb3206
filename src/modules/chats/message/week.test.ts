import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

interface Customer {
  phone: string;
  /** What they wrote, by the provider's id. */
  wrote: Map<string, string>;
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('write' as const), who: fc.nat(2), copies: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('answer' as const), who: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      order: fc.shuffledSubarray(['sent', 'delivered', 'read'], { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), who: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What happened from outside, to compare with what the service stored. */
class Week {
  readonly line: Line;
  readonly customers: Customer[] = Array.from({ length: 3 }, () => ({ phone: newPhone(), wrote: new Map() }));
  readonly accepted = new Map<string, string>();
  readonly reported = new Map<string, Set<string>>();
  isPaused = false;
  #number = 0;

  constructor(line: Line) {
    this.line = line;
  }

  async take(each: Step): Promise<void> {
    if (each.do === 'write') await this.#write(this.customers[each.who]!, each.copies);
    else if (each.do === 'answer') await this.#answer(this.customers[each.who]!);
    else if (each.do === 'report') await this.#report(each.order);
    else if (each.do === 'lose')
      await faults.next({ kind: 'timeout-after-commit', organizationId: this.line.business.id, operation: 'send' });
    else if (each.do === 'pause') await this.#pause();
    else await this.#close(this.customers[each.who]!);
  }

  async #write(customer: Customer, copies: number): Promise<void> {
    const id = newWamid();
    const text = `m${++this.#number}`;
    customer.wrote.set(id, text);
    const value = messageValue(this.line.address, { from: customer.phone, id, text });
    await Promise.all(Array.from({ length: copies }, () => control.deliver([{ field: 'messages', value }])));
  }

  async #answer(customer: Customer): Promise<void> {
    await processed(this.line.business);
    const text = `r${++this.#number}`;
    const { data, error } = await this.line.business.api.POST('/v1/chat/message', {
      body: { channelId: this.line.channelId, sourceId: `+${customer.phone}`, text },
    });
    if (data) this.accepted.set(data.id, text);
    // Refused only for a reason: paused, or somebody who never wrote.
    else
      assert.equal(
        error!.code,
        this.isPaused ? (customer.wrote.size > 0 ? 'channel_paused' : error!.code) : 'reference_not_found',
      );
  }

  async #report(order: string[]): Promise<void> {
    for (const message of await control.sent(this.line.address)) {
      for (const status of order) {
        const extra = { pricing: { billable: true, pricing_model: 'PMP', category: 'service' } };
        const value = statusValue(this.line.address, { id: message.id, reference: message.reference, status, extra });
        await control.deliver([{ field: 'messages', value }]);
        this.reported.set(message.reference, (this.reported.get(message.reference) ?? new Set()).add(status));
      }
    }
  }

  async #pause(): Promise<void> {
    this.isPaused = !this.isPaused;
    await this.line.business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
      params: { path: { channelId: this.line.channelId } },
      body: { state: this.isPaused ? 'paused' : 'active' },
    });
  }

  async #close(customer: Customer): Promise<void> {
    await processed(this.line.business);
    const { api } = this.line.business;
    const { data } = await api.GET('/v1/conversation/{channelId}/{sourceId}', {
      params: { path: { channelId: this.line.channelId, sourceId: `+${customer.phone}` } },
    });
    if (data) await api.PATCH('/v1/conversation', { body: { id: data.id, state: 'closed' } });
  }
}

const rank = ['accepted', 'sent', 'delivered', 'read'];

async function audit(week: Week): Promise<void> {
  const { line } = week;
  if (week.isPaused) await week.take({ do: 'pause' } as Step);
  await processed(line.business);
  const rows = () =>
    app.engine.within(line.business.id, ({ tx, organizationId }) =>
      tx
        .selectFrom('messages')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('conversationId')
        .orderBy('seq')
        .execute(),
    );
  await eventually(async () => !(await rows()).some(({ status }) => status === 'queued' || status === 'sending'));
  const stored = await rows();
  const sent = await control.sent(line.address);
  // No loss and no twin, in both directions.
  const inbound = stored.filter(({ direction }) => direction === 'in');
  const wrote = week.customers.flatMap((customer) => [...customer.wrote]);
  assert.deepEqual(
    inbound.map(({ providerMessageId, text }) => [providerMessageId, text]).toSorted(),
    wrote.toSorted(),
  );
  assert.deepEqual(sent.map(({ reference, text }) => [reference, text]).toSorted(), [...week.accepted].toSorted());
  // Each conversation is numbered without gaps, and its counters agree with its messages.
  const conversations = await app.engine.within(line.business.id, ({ tx, organizationId }) =>
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
  // Statuses are the highest that the provider reported, and what is billed is what it billed.
  for (const [id, statuses] of week.reported) {
    const message = stored.find((each) => each.id === id)!;
    const highest = rank.findLast((status) => statuses.has(status))!;
    assert.ok(rank.indexOf(message.status) >= rank.indexOf(highest), `${message.status} after ${[...statuses]}`);
    assert.equal(message.isBilled, true);
  }
  assert.equal(stored.filter(({ isBilled }) => isBilled).length, week.reported.size);
}

test('in a simulated week nothing is lost, nothing comes twice, and counts and charges add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const week = new Week(await newLine(await newBusiness()));
      for (const each of steps) await week.take(each as Step);
      await audit(week);
    }),
    { numRuns: 5 },
  );
});
