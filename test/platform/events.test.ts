import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { event, type RecordedEvent } from '#platform/events/event.ts';
import { selectEventsAfter } from '#platform/events/events.sql.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import type { Module } from '#platform/module.ts';
import { app, eventually, newBusiness, newPerson, ownerUrlOf, type Person } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';
import { asOwner } from '#test/walks/rows.ts';
import { assemble, gate, host, newOrganization } from './parts.ts';

/** An event of this test, which the types of the client do not know. */
type Rung = { type: string; payload: Record<string, unknown> };

const rang = event({
  type: 'test:bell-rang',
  emittedWhen: 'a test rings',
  payload: z.object({
    bellId: z.string(),
    note: z.string().optional(),
    deep: z.record(z.string(), z.unknown()).optional(),
  }),
  example: { bellId: 'b1' },
});
const fell = event({
  type: 'test:bell-fell',
  emittedWhen: 'a test drops its bell',
  payload: z.object({ bellId: z.string() }),
  example: { bellId: 'b1' },
});
app.engine.services.eventTypes.push(rang, fell);
const unknown = event({ ...fell, type: 'test:unknown', example: { bellId: 'b1' } });

const ring = (organizationId: string, bellId: string, note?: string): Promise<void> =>
  app.engine.within(organizationId, async (ctx) => ctx.emit(rang, { bellId, ...(note && { note }) }));
const readAll = (organizationId: string, after = 0n): Promise<RecordedEvent[]> =>
  app.engine.within(organizationId, (ctx) => selectEventsAfter(ctx.tx, organizationId, after, 1000));

test('fifty concurrent writers number their events without gaps, and failed ones leave none', async () => {
  const { id } = await newBusiness();
  const start = (await readAll(id)).length;
  await Promise.allSettled(
    Array.from({ length: 75 }, (_, n) =>
      app.engine.within(id, async (ctx) => {
        ctx.emit(rang, { bellId: `bell ${n}` });
        if (n % 3 === 0) throw new Error('refused');
        ctx.emit(fell, { bellId: `bell ${n}` });
      }),
    ),
  );
  const events = (await readAll(id)).slice(start);
  assert.equal(events.length, 100);
  assert.deepEqual(
    events.map(({ seq }) => Number(seq)),
    Array.from({ length: 100 }, (_, n) => start + n + 1),
  );
  // Events of one unit are consecutive.
  for (let n = 0; n < events.length; n += 2) assert.equal(events[n]!.payload.bellId, events[n + 1]!.payload.bellId);
});

test('event order follows commits: a unit that emits early and commits late comes last', async () => {
  const { id } = await newBusiness();
  const start = (await readAll(id)).at(-1)?.seq ?? 0n;
  const { passed, open } = gate();
  const slow = app.engine.within(id, async (ctx) => {
    ctx.emit(rang, { bellId: 'slow' });
    await passed;
  });
  await ring(id, 'quick');
  const first = await readAll(id, start);
  assert.deepEqual(
    first.map(({ payload }) => payload.bellId),
    ['quick'],
  );
  open();
  await slow;
  const next = await readAll(id, first.at(-1)!.seq);
  assert.deepEqual(
    next.map(({ payload }) => payload.bellId),
    ['slow'],
  );
});

test('units commit events in number order, so a cursor never skips one', async () => {
  const { id } = await newBusiness();
  const [before] = await asOwner<{ seq: string }>('SELECT seq FROM event_counters WHERE organization_id = $1', [id]);
  const holder = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('UPDATE event_counters SET seq = seq + 1 WHERE organization_id = $1', [id]);
  const second = ring(id, 'second');
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually(async () => (await asOwner(waiting)).length > 0);
  assert.deepEqual(await readAll(id, BigInt(before!.seq)), []);
  await holder.query(
    `INSERT INTO events SELECT $1, seq, gen_random_uuid(), 'test:bell-rang', '{"bellId":"first"}', now()
     FROM event_counters WHERE organization_id = $1`,
    [id],
  );
  await holder.query('COMMIT');
  await second;
  await holder.end();
  assert.deepEqual(
    (await readAll(id, BigInt(before!.seq))).map(({ payload }) => payload.bellId),
    ['first', 'second'],
  );
});

test('events of a failed part are dropped, and those around it are kept', async () => {
  const { id } = await newBusiness();
  const start = (await readAll(id)).length;
  const failed = await app.engine.within(id, async (ctx) => {
    ctx.emit(rang, { bellId: 'before' });
    const outcome = await ctx.attempt(async (part) => {
      part.emit(rang, { bellId: 'forgotten' });
      throw new Error('refused');
    });
    await ctx.attempt(async (part) => part.emit(rang, { bellId: 'after' }));
    return outcome;
  });
  assert.equal(failed.status, 'rejected');
  const emitted = (await readAll(id)).slice(start);
  assert.deepEqual(
    emitted.map(({ payload }) => payload.bellId),
    ['before', 'after'],
  );
});

test('a payload that does not match the event’s schema fails the unit', async () => {
  const { id } = await newBusiness();
  await assert.rejects(app.engine.within(id, async (ctx) => ctx.emit(rang, { bellId: 7 } as never)));
});

/** Inserts a row for each event; a second delivery would violate its key. */
async function note(ctx: TenantContext, events: RecordedEvent[]): Promise<void> {
  for (const { seq } of events)
    await sql`INSERT INTO organization_settings (organization_id, section, value, updated_at)
              VALUES (${ctx.organizationId}, ${`noted ${seq}`}, '{}', now())`.execute(ctx.tx);
}
const noted = (organizationId: string): Promise<number> =>
  host.engine.within(organizationId, async ({ tx }) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM organization_settings WHERE organization_id = ${organizationId}`.execute(tx);
    return rows[0]!.count;
  });

test('two dispatchers deliver each event effectively once, although some attempts fail', async () => {
  const failures: string[] = [];
  let handled = 0;
  const listener: Module = {
    name: 'listener',
    uses: [],
    subscribers: [
      subscriber({
        name: 'listener/notes',
        handle: async (ctx, events) => {
          await note(ctx, events);
          if (++handled % 4 === 1) {
            failures.push(ctx.organizationId);
            throw new Error('The first attempt fails after it has written.');
          }
        },
      }),
    ],
  };
  const processes = [assemble([listener]), assemble([listener])];
  const organizations = await Promise.all(Array.from({ length: 3 }, () => newOrganization(processes[0]!.engine)));
  for (const { dispatcher } of processes) await dispatcher.start();
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      processes[n % 2]!.engine.within(organizations[n % 3]!, async (ctx) => ctx.emit(rang, { bellId: String(n) })),
    ),
  );
  for (const id of organizations) await eventually(async () => (await noted(id)) === 20);
  for (const { dispatcher, wake } of processes) {
    await dispatcher.stop();
    await wake.close();
  }
  assert.ok(failures.length > 0);
  for (const id of organizations) assert.equal(await noted(id), 20);
});

test('a subscriber to some types gets only those, in order, and its cursor ends at the end of the stream', async () => {
  const received: Record<string, string[][]> = { 'listener/falls': [], 'listener/rings': [], 'listener/nothing': [] };
  const follower = (name: string, follows: (typeof rang | typeof fell | typeof unknown)[]) =>
    subscriber({
      name,
      follows,
      eventsAtOnce: 2,
      handle: async (_ctx, events) => void received[name]!.push(events.map(({ payload }) => payload.bellId)),
    });
  const subscribers = [
    follower('listener/falls', [fell]),
    follower('listener/rings', [rang, unknown]),
    follower('listener/nothing', [unknown]),
  ];
  const { engine, dispatcher, wake } = assemble([{ name: 'followers', uses: [], subscribers }]);
  const id = await newOrganization(engine);
  const happen = (...bells: [type: typeof rang | typeof fell, bellId: string][]) =>
    engine.within(id, async (ctx) => {
      for (const [type, bellId] of bells) ctx.emit(type, { bellId });
    });
  const placesOfAll = async (): Promise<number[]> => {
    const { result } = await engine.run({}, ({ tx }) =>
      tx.selectFrom('eventCursors').select('seq').where('organizationId', '=', id).execute(),
    );
    return result.map(({ seq }) => Number(seq));
  };
  await happen([rang, 'a'], [fell, 'b'], [rang, 'c'], [rang, 'd'], [rang, 'e'], [fell, 'f'], [fell, 'g']);
  await dispatcher.start();
  await eventually(async () => (await placesOfAll()).every((place) => place === 7));
  assert.deepEqual(received['listener/falls']!.flat(), ['b', 'f', 'g']);
  assert.deepEqual(received['listener/rings']!.flat(), ['a', 'c', 'd', 'e']);
  assert.deepEqual(received['listener/nothing'], []);
  for (const batch of Object.values(received).flat()) assert.ok(batch.length <= 2, 'No more than it takes at once.');
  const rings = received['listener/rings']!.length;
  await happen([fell, 'h']);
  await eventually(async () => (await placesOfAll()).every((place) => place === 8));
  assert.deepEqual(received['listener/falls']!.at(-1), ['h']);
  assert.equal(received['listener/rings']!.length, rings);
  await dispatcher.stop();
  await wake.close();
});

test('large events are read in batches that fit into memory, and none is skipped', async () => {
  const { id } = await newBusiness();
  const note = 'x'.repeat(1_000_000);
  for (let count = 1; count <= 40; count++) await ring(id, `b${count}`, note);
  const read = (after: bigint) =>
    app.engine.within(id, ({ tx, organizationId }) => selectEventsAfter(tx, organizationId, after, 100));
  const first = await read(0n);
  const rest = await read(first.at(-1)!.seq);
  assert.ok(first.length < 40);
  assert.deepEqual(
    [...first, ...rest].map(({ payload }) => payload.bellId),
    Array.from({ length: 40 }, (_, place) => `b${place + 1}`),
  );
});

test('the feed is filtered by type, by a group of types, by payload and by time', async () => {
  const { id, api } = await newBusiness();
  // The clock of the service is the database's.
  const { result: from } = await app.engine.run({}, async ({ now }) => toTimestamp(now));
  await ring(id, 'one', 'la');
  await ring(id, 'two', 'la');
  await app.engine.within(id, async (ctx) => ctx.emit(fell, { bellId: 'one' }));
  const find = async (query: object): Promise<string[]> => {
    const { data, error } = await api.GET('/v1/organization/events', {
      params: { query: { from, ...query } as never },
    });
    assert.ok(data, JSON.stringify(error));
    assert.equal(data.total, data.data.length);
    return (data.data as Rung[]).map(({ type, payload }) => `${type.split('-')[1]} ${payload.bellId}`);
  };
  assert.deepEqual(await find({}), ['fell one', 'rang two', 'rang one']);
  assert.deepEqual(await find({ type: 'test:bell-rang' }), ['rang two', 'rang one']);
  assert.deepEqual(await find({ type: '["test:bell-rang","test:bell-fell"]', payload: '{"bellId":"one"}' }), [
    'fell one',
    'rang one',
  ]);
  assert.deepEqual(await find({ payload: '{"note":"la","bellId":"two"}' }), ['rang two']);
  assert.deepEqual(await find({ payload: '{"note":"do"}' }), []);
  assert.deepEqual(await find({ type: 'test:*' }), ['fell one', 'rang two', 'rang one']);
  assert.deepEqual(await find({ to: from }), []);
});

test('an invalid filter is refused with its path', async () => {
  const { api } = await newBusiness();
  const wrong: Record<string, string>[] = [
    { type: 'test:unknown' },
    { type: '["test:bell-rang","tset:*"]' },
    { type: '[' },
    { type: '[1]' },
    { type: '{}' },
    { type: '["a\\u0000b"]' },
    { payload: '[]' },
    { payload: 'x' },
    { payload: '{"note":"\\u0000"}' },
    { payload: '{"bellId":"\\ud800"}' },
    { cursor: 'x' },
    { cursor: '-1' },
    { cursor: '99999999999999999999' },
  ];
  for (const query of wrong) {
    for (const accept of ['application/json', 'text/event-stream']) {
      const { response, error } = await api.GET('/v1/organization/events', {
        params: { query },
        headers: { accept },
      });
      assert.equal(response.status, 400, `${accept} ${JSON.stringify(query)} ${JSON.stringify(error)}`);
    }
  }
});

test('deep pages are refused, and a cursor continues', async () => {
  const { id, api } = await newBusiness();
  const start = String((await readAll(id)).at(-1)?.seq ?? 0);
  for (let n = 0; n < 5; n++) await ring(id, String(n));
  const deep = await api.GET('/v1/organization/events', { params: { query: { page: 51, itemsPerPage: 200 } } });
  assert.equal(deep.response.status, 422);
  assert.equal(deep.error?.code, 'page_too_deep');
  const seen: unknown[] = [];
  for (let cursor = start, more = true; more; ) {
    const { data } = await api.GET('/v1/organization/events', { params: { query: { cursor, itemsPerPage: 2 } } });
    seen.push(...(data!.data as Rung[]).map(({ payload }) => payload.bellId));
    cursor = data!.nextCursor!;
    more = data!.hasMore;
  }
  assert.deepEqual(seen, ['0', '1', '2', '3', '4']);
});

/** A client of the live stream. */
class StreamReader {
  readonly #gone = new AbortController();
  readonly #reader: Promise<ReadableStreamDefaultReader<string>>;
  #text = '';

  constructor(
    person: Person,
    organizationId: string,
    headers: Record<string, string> = {},
    query = new URLSearchParams(),
  ) {
    this.#reader = fetch(`${app.publicUrl}/v1/organization/events?${query}`, {
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-service-organization-id': organizationId,
        accept: 'text/event-stream',
        ...headers,
      },
      signal: this.#gone.signal,
    }).then((response) => {
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      return response.body!.pipeThrough(new TextDecoderStream()).getReader();
    });
  }

  /** Resolves when the stream is live, at its first comment. */
  async live(): Promise<this> {
    await this.#until(/: still here\n\n/);
    return this;
  }

  async next(): Promise<{ id: string; type: string; bellId: unknown }> {
    const [, id, type, data] = await this.#until(/id: (\d+)\nevent: (\S+)\ndata: (.+)\n\n/);
    return { id: id!, type: type!, bellId: JSON.parse(data!).payload.bellId };
  }

  /** Resolves when the server ends the stream. */
  async ended(): Promise<void> {
    await assert.rejects(this.#until(/never/), /ended|terminated|closed/);
  }

  leave(): void {
    this.#gone.abort();
  }

  async #until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#text);
      if (match) {
        this.#text = this.#text.slice(match.index + match[0].length);
        return match;
      }
      const { done, value } = await (await this.#reader).read();
      if (done) throw new Error('The stream ended.');
      this.#text += value;
    }
  }
}

test('a live stream sends new events of one organization only', async () => {
  const [mine, theirs] = await Promise.all([newBusiness(), newBusiness()]);
  const stream = await new StreamReader(mine.owner, mine.id).live();
  await ring(theirs.id, 'theirs');
  await ring(mine.id, 'mine');
  assert.equal((await stream.next()).bellId, 'mine');
  await ring(mine.id, 'mine again');
  assert.equal((await stream.next()).bellId, 'mine again');
  stream.leave();
});

test('the live streams of an organization share the reads of its events', async () => {
  const { id, owner } = await newBusiness();
  const streams = await Promise.all(Array.from({ length: 12 }, () => new StreamReader(owner, id).live()));
  const packets = await packetsDuring('from "events" where "organization_id" = $1 and "seq" > $2', async () => {
    await ring(id, 'for all');
    for (const stream of streams) assert.equal((await stream.next()).bellId, 'for all');
  });
  // A subscriber to all events reads them too.
  assert.ok(packets.length > 0 && packets.length < streams.length / 2, `${packets.length} reads`);
  for (const stream of streams) stream.leave();
});

test('a live stream with a filter sends what the feed would list', async () => {
  const { id, owner, api } = await newBusiness();
  const wanted = { note: 'la', deep: { tone: 'A', parts: [2] } };
  const query = { type: rang.type, payload: JSON.stringify(wanted) };
  const stream = await new StreamReader(owner, id, {}, new URLSearchParams(query)).live();
  const ringWith = (bellId: string, payload: object) =>
    app.engine.within(id, async (ctx) => ctx.emit(rang, { bellId, ...payload }));
  await ringWith('other note', { ...wanted, note: 'do' });
  await ringWith('other tone', { ...wanted, deep: { ...wanted.deep, tone: 'B' } });
  await ringWith('lacks a part', { ...wanted, deep: { tone: 'A', parts: [1, 3] } });
  await ringWith('has more', { note: 'la', deep: { octave: 4, parts: [1, 2], tone: 'A' } });
  await ringWith('has just that', wanted);
  assert.deepEqual([(await stream.next()).bellId, (await stream.next()).bellId], ['has more', 'has just that']);
  stream.leave();
  const { data } = await api.GET('/v1/organization/events', { params: { query: { ...query, cursor: '0' } } });
  assert.deepEqual(
    (data!.data as Rung[]).map(({ payload }) => payload.bellId),
    ['has more', 'has just that'],
  );
});

test('a broken stream resumes after its last event', async () => {
  const { id, owner } = await newBusiness();
  const stream = await new StreamReader(owner, id).live();
  await ring(id, 'received');
  const last = await stream.next();
  stream.leave();
  await ring(id, 'missed one');
  await ring(id, 'missed two');
  const resumed = new StreamReader(owner, id, { 'last-event-id': last.id });
  assert.equal((await resumed.next()).bellId, 'missed one');
  assert.equal((await resumed.next()).bellId, 'missed two');
  resumed.leave();
});

test('a stream ends when its reader loses access', async () => {
  const { id } = await newBusiness();
  const member = await newPerson('Vigía');
  await asOwner(
    `INSERT INTO memberships (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
    [id, member.id],
  );
  const stream = await new StreamReader(member, id).live();
  await asOwner('UPDATE memberships SET active = false WHERE organization_id = $1 AND user_id = $2', [id, member.id]);
  await ring(id, 'secret');
  await stream.ended();
});
