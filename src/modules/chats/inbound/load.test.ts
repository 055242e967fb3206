import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPayloads, selectUnrouted } from '#modules/chats/inbound/inbound.sql.ts';
import { processInbound } from '#modules/chats/inbound/process.ts';
import { payloadOf } from '#modules/chats/inbound/store.ts';
import { resumeInbound } from '#modules/chats/inbound/sweep.ts';
import { control, type Line, messagesOf, messageValue, newLine, newPhone, newWamid, post } from '#test/chats.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { packetsDuring } from '#test/sent-statements.ts';

const envelope = (...values: object[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: values.map((value) => ({ field: 'messages', value })) }],
    }),
  );
const send = async (body: Buffer) => (await post('/v2/chat/webhook/msgapp', body, control.sign(body))).status;

const texts = async (line: Line, from: string) => (await messagesOf(line, `+${from}`)).map(({ text }) => text);
const payloads = (organizationId: string, ...states: ('pending' | 'done')[]) =>
  app.database.lookUp(async (tx) => {
    const { n } = await tx
      .selectFrom('inboundPayloads')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('organizationId', '=', organizationId)
      .where('state', 'in', states)
      .executeTakeFirstOrThrow();
    return Number(n);
  });

test('webhooks that arrive at once are each stored before they are answered, for the right organization, and all processed', async () => {
  const lines = await Promise.all([1, 2, 3].map(async () => newLine(await newBusiness())));
  const from = newPhone();
  const bodies = lines.flatMap((line) =>
    Array.from({ length: 40 }, (_, number) => envelope(messageValue(line.address, { from, text: `${number}` }))),
  );
  const nobody = envelope(messageValue(`nobody-${newWamid()}`, { from }));
  const broken = Buffer.from('{"object": 1}');
  const statuses = await Promise.all([...bodies, nobody, broken].map(send));
  assert.deepEqual([...new Set(statuses)], [200]);
  for (const line of lines) {
    const { id } = line.business;
    assert.equal(await payloads(id, 'pending', 'done'), 40);
    await eventually(async () => (await payloads(id, 'pending')) === 0);
    const seen = await texts(line, from);
    assert.deepEqual(
      seen.toSorted((a, b) => Number(a) - Number(b)),
      Array.from({ length: 40 }, (_, number) => String(number)),
    );
  }
});

test('webhooks that arrive at once share their transactions', async () => {
  const line = await newLine(await newBusiness());
  const from = newPhone();
  const bodies = Array.from({ length: 60 }, () => envelope(messageValue(line.address, { from })));
  const commits = await packetsDuring('COMMIT', () => Promise.all(bodies.map(send)));
  assert.ok(commits.length < bodies.length, `${commits.length} commits`);
});

test('a signature that is wrong among right ones refuses only itself', async () => {
  const line = await newLine(await newBusiness());
  const from = newPhone();
  const [good, bad] = ['bien', 'mal'].map((text) => envelope(messageValue(line.address, { from, text }))) as [
    Buffer,
    Buffer,
  ];
  const answers = await Promise.all([
    send(good),
    post('/v2/chat/webhook/msgapp', bad, control.sign(good)).then(({ status }) => status),
  ]);
  assert.deepEqual(answers, [200, 401]);
  await eventually(async () => (await payloads(line.business.id, 'done')) === 1);
  assert.deepEqual(await texts(line, from), ['bien']);
});

test('what waits without a job, because its process ended, is processed by the sweep', async () => {
  const line = await newLine(await newBusiness());
  const from = newPhone();
  const { id: organizationId } = line.business;
  const body = envelope(messageValue(line.address, { from, text: 'Olvidado' }));
  const receivedAt = Temporal.Now.instant().subtract({ minutes: 2 });
  await app.engine.within(organizationId, (ctx) =>
    insertPayloads(ctx.tx, [payloadOf({ kind: 'msgapp', adapter: 'simulator', organizationId, body, receivedAt })]),
  );
  await runNow(resumeInbound, {});
  await eventually(async () => (await payloads(organizationId, 'done')) === 1);
  assert.deepEqual(await texts(line, from), ['Olvidado']);
});

test('a webhook whose number lost its channel before it was processed waits for the next channel of the number', async () => {
  const business = await newBusiness();
  const { id: organizationId } = business;
  const [from, address] = [newPhone(), `moved-${newWamid()}`];
  const body = envelope(messageValue(address, { from, text: 'Sin dueño' }));
  await app.engine.within(organizationId, (ctx) =>
    insertPayloads(ctx.tx, [payloadOf({ kind: 'msgapp', adapter: 'simulator', organizationId, body })]),
  );
  await runNow(processInbound, { organizationId });
  assert.equal(await payloads(organizationId, 'pending', 'done'), 0);
  const next = await newLine(await newBusiness(), { connection: { provider: 'simulator', address } });
  await eventually(async () => (await payloads(next.business.id, 'done')) === 1);
  assert.deepEqual(await texts(next, from), ['Sin dueño']);
});

test('a webhook for two numbers of which one lost its channel is processed for the other, and waits for the lost one', async () => {
  const line = await newLine(await newBusiness());
  const { id: organizationId } = line.business;
  const [from, lost] = [newPhone(), `lost-${newWamid()}`];
  const body = envelope(
    messageValue(line.address, { from, text: 'Llega' }),
    messageValue(lost, { from, text: 'Espera' }),
    messageValue(`other-${newWamid()}`, { from, text: 'De otra organización' }),
  );
  await app.engine.within(organizationId, (ctx) =>
    insertPayloads(ctx.tx, [
      payloadOf({ kind: 'msgapp', adapter: 'simulator', organizationId, body, addresses: [line.address, lost] }),
    ]),
  );
  await runNow(processInbound, { organizationId });
  assert.deepEqual(await texts(line, from), ['Llega']);
  const waiting = await app.database.lookUp((tx) => selectUnrouted(tx, [lost], 10));
  assert.deepEqual(
    waiting.map(({ unrouted, problem }) => [unrouted, problem]),
    [[[lost], 'The number has lost its channel.']],
  );
  const next = await newLine(await newBusiness(), { connection: { provider: 'simulator', address: lost } });
  await eventually(async () => (await payloads(next.business.id, 'done')) === 1);
  assert.deepEqual(await texts(next, from), ['Espera']);
  assert.deepEqual(await texts(line, from), ['Llega']);
});
