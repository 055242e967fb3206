import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { call, connect, insist, killService, owner, passTime, provider } from '#test/killed-service.ts';

/** `npm run drill` sends more and kills more often. */
const RECIPIENTS = process.env.DRILL ? 3_000 : 300;
const KILLS = process.env.DRILL ? 6 : 3;
const NUMBER = '1000';
const AGENTS_NUMBER = '2000';
const CUSTOMERS = process.env.DRILL ? 60 : 12;
const MESSAGES_EACH = 3;

interface Read {
  state: string;
  counts: Record<string, number>;
}

async function draft(): Promise<string> {
  const channel = await connect(NUMBER);
  await owner.query(
    `INSERT INTO message_templates
       (organization_id, id, channel_id, provider_template_id, name, language, category, status, components, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), id, 't', 'oferta', 'es', 'MARKETING', 'APPROVED',
       '[{"type":"BODY","text":"Hay ofertas"}]', now(), now() FROM channels WHERE id = $1`,
    [channel.id],
  );
  const numbers = Array.from({ length: RECIPIENTS }, (_, place) => `+1809555${String(place).padStart(4, '0')}`);
  const form = new FormData();
  form.append('file', new Blob([['tel', ...numbers].join('\n')]), 'clientes.csv');
  const files = await call<{ data: { id: string }[] }>('POST', '/v1/files', form);
  const { id } = await call<{ id: string }>('POST', '/v1/conversation-diffusion', {
    name: 'Ofertas',
    channelId: channel.id,
    audience: { fileId: files.data[0]!.id, phoneColumn: 'tel' },
    templates: [{ name: 'oferta', language: 'es' }],
  });
  return id;
}

const customer = (place: number): string => `1809777${String(place).padStart(4, '0')}`;

/** Customers write, so that they can be answered. */
async function openConversations(channelId: string): Promise<void> {
  const wrote = Array.from({ length: CUSTOMERS }, (_, place) => ({
    id: `wamid.${randomUUID()}`,
    from: customer(place),
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'Hola' },
  }));
  assert.ok(await provider.post(AGENTS_NUMBER, { messages: wrote }));
  for (const deadline = Date.now() + 180_000; ; await pause(200)) {
    const { rows } = await owner.query('SELECT FROM conversations WHERE channel_id = $1', [channelId]);
    if (rows.length === CUSTOMERS) return;
    assert.ok(Date.now() < deadline, `${rows.length} conversations`);
  }
}

test('messages of agents are sent at most once and in their order while the process is killed, and none is lost silently', {
  timeout: 400_000,
}, async () => {
  const channel = await connect(AGENTS_NUMBER);
  assert.ok(channel.verifiedAt);
  await openConversations(channel.id);
  const total = CUSTOMERS * MESSAGES_EACH;
  const sent = () => provider.takenFrom(AGENTS_NUMBER);
  const writing = Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, place) => {
      for (let time = 1; time <= MESSAGES_EACH; time++)
        await insist('/v1/chat/message', {
          channelId: channel.id,
          sourceId: `+${customer(place)}`,
          text: `${customer(place)} ${time}`,
        });
    }),
  );
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = (total * kill) / (KILLS + 2);
    for (const deadline = Date.now() + 180_000; sent().length < goal; await pause(5))
      assert.ok(Date.now() < deadline, `${sent().length} of ${goal}`);
    await killService();
  }
  await writing;
  const statuses = async () => {
    const { rows } = await owner.query<{ text: string; status: string }>(
      `SELECT text, status FROM messages WHERE channel_id = $1 AND direction = 'out'`,
      [channel.id],
    );
    return rows;
  };
  const isSettled = ({ status }: { status: string }) => ['delivered', 'failed'].includes(status);
  let seen = await statuses();
  for (const deadline = Date.now() + 180_000; !seen.every(isSettled); seen = await statuses()) {
    assert.ok(Date.now() < deadline, JSON.stringify(seen.filter((each) => !isSettled(each))));
    await pause(1_000);
    if (provider.hasReported) await passTime();
  }
  assert.equal(seen.length, total);
  const texts = sent().map(({ text }) => text);
  assert.equal(new Set(texts).size, texts.length);
  const delivered = seen.filter(({ status }) => status === 'delivered').map(({ text }) => text);
  assert.deepEqual(delivered.toSorted(), texts.toSorted());
  for (const [to, messages] of Map.groupBy(sent(), ({ to: receiver }) => receiver)) {
    const order = messages.map(({ text }) => text);
    assert.deepEqual(order, order.toSorted(), to);
  }
});

test('a diffusion that is killed again and again reaches everybody exactly once', { timeout: 400_000 }, async () => {
  const id = await draft();
  const sent = () => provider.takenFrom(NUMBER);
  await call('POST', `/v1/conversation-diffusion/${id}/start`);
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = (RECIPIENTS * kill) / (KILLS + 1);
    for (const deadline = Date.now() + 180_000; sent().length < goal; await pause(5))
      assert.ok(Date.now() < deadline, `${sent().length} of ${goal}`);
    await killService();
  }
  const read = () => call<Read>('GET', `/v1/conversation-diffusion/${id}`);
  let seen = await read();
  for (const deadline = Date.now() + 180_000; seen.state !== 'done'; seen = await read()) {
    assert.ok(Date.now() < deadline, JSON.stringify(seen));
    await pause(1_000);
    if (provider.hasReported) await passTime();
  }
  const times = Map.groupBy(sent(), ({ to }) => to);
  assert.deepEqual(
    [...times].filter(([, messages]) => messages.length > 1).map(([to]) => to),
    [],
  );
  assert.equal(times.size, RECIPIENTS);
  const { audience, queued, sending, held, failed, skipped, canceled } = seen.counts;
  assert.deepEqual(
    [audience, seen.counts.sent, queued, sending, held, failed, skipped, canceled],
    [RECIPIENTS, RECIPIENTS, 0, 0, 0, 0, 0, 0],
  );
});
