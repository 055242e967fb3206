import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { call, connect, insist, isBilled, killService, owner, passTime, provider } from '#test/killed-service.ts';

const NUMBER = '3000';
const CUSTOMERS = 20;
const ROUNDS = 10;
const KILLS = 6;
const KILL_EVERY_MS = 2_500;

const phoneOf = (place: number): string => `1809666${String(place).padStart(4, '0')}`;

/** A customer writes, the provider delivers it until it is acknowledged, and then once more. */
async function write(from: string, text: string): Promise<void> {
  const message = {
    id: `wamid.${randomUUID()}`,
    from,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: text },
  };
  while (!(await provider.post(NUMBER, { messages: [message] }))) await pause(100);
  void provider.post(NUMBER, { messages: [message] });
}

/** Until the first message of a customer is processed there is nobody to answer. */
async function isKnown(channelId: string, sourceId: string): Promise<void> {
  const of = 'SELECT FROM conversations WHERE channel_id = $1 AND source_id = $2';
  for (const deadline = Date.now() + 120_000; (await owner.query(of, [channelId, sourceId])).rows.length === 0; ) {
    assert.ok(Date.now() < deadline, sourceId);
    await pause(200);
  }
}

interface Row {
  source: string;
  seq: number;
  direction: string;
  text: string;
  status: string;
}

async function rows(channelId: string): Promise<Row[]> {
  const found = await owner.query<Row>(
    `SELECT c.source_id AS source, m.seq::int, m.direction, m.text, m.status FROM messages m
     JOIN conversations c ON c.id = m.conversation_id WHERE m.channel_id = $1 ORDER BY c.source_id, m.seq`,
    [channelId],
  );
  return found.rows;
}

async function settled(channelId: string): Promise<Row[]> {
  for (const deadline = Date.now() + 240_000; ; await pause(1_000)) {
    const waiting = await owner.query(`SELECT FROM inbound_payloads WHERE state = 'pending'`);
    const stored = await rows(channelId);
    const open = stored.filter(
      ({ direction, status }) => direction === 'out' && !['delivered', 'failed'].includes(status),
    );
    if (waiting.rows.length === 0 && open.length === 0 && provider.hasReported) return stored;
    assert.ok(Date.now() < deadline, JSON.stringify({ waiting: waiting.rows.length, open }));
    if (provider.hasReported) await passTime();
  }
}

test('a process that is killed while customers and agents write loses and repeats nothing, and charges add up', {
  timeout: 600_000,
}, async () => {
  const { id: channelId } = await connect(NUMBER);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);
  const writing = Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, place) => {
      for (const round of rounds) {
        await write(phoneOf(place), `pregunta ${round}`);
        await pause(Math.random() * 500);
        if (round === 1) await isKnown(channelId, `+${phoneOf(place)}`);
        await insist('/v1/chat/message', {
          channelId,
          sourceId: `+${phoneOf(place)}`,
          text: `respuesta ${phoneOf(place)} ${round}`,
        });
      }
    }),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(KILL_EVERY_MS * (0.5 + Math.random()));
    await killService();
  }
  await writing;
  const stored = await settled(channelId);
  const sent = provider.takenFrom(NUMBER);
  const bySource = Map.groupBy(stored, ({ source }) => source);
  assert.equal(bySource.size, CUSTOMERS);
  for (const [source, feed] of bySource) {
    const inbound = feed.filter(({ direction }) => direction === 'in').map(({ text }) => text);
    assert.deepEqual(
      inbound,
      rounds.map((round) => `pregunta ${round}`),
      source,
    );
    assert.deepEqual(
      feed.map(({ seq }) => seq),
      feed.map((_, place) => place + 1),
    );
  }
  const texts = sent.map(({ text }) => text);
  assert.equal(new Set(texts).size, texts.length, 'a message was sent twice');
  const answers = stored.filter(({ direction }) => direction === 'out');
  assert.equal(answers.length, CUSTOMERS * ROUNDS);
  const delivered = answers.filter(({ status }) => status === 'delivered').map(({ text }) => text);
  assert.deepEqual(delivered.toSorted(), texts.toSorted());
  const billed = sent.filter(isBilled).length;
  const { charges, received } = await call<{ charges: object[]; received: number }>(
    'GET',
    `/v1/channel/${channelId}/stats`,
  );
  assert.deepEqual(charges, [{ category: 'service', billed, free: sent.length - billed }]);
  assert.equal(received, CUSTOMERS * ROUNDS);
});
