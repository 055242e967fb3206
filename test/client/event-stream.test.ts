import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createClient, ProblemError, type StreamEvent } from '#client';
import { newBusiness, newMember } from '#test/harness.ts';
import { cutOff, json, problem, startScripted } from './scripted-server.ts';

const eventAt = (seq: string) => ({
  id: `e${seq}`,
  seq,
  type: 'comment:created',
  payload: { note: 'ñ' },
  createdAt: '',
});
const wire = (seq: string) => `id: ${seq}\nevent: comment:created\ndata: ${JSON.stringify(eventAt(seq))}\n\n`;

/** Sends the pieces of a stream one by one, and ends it. */
const stream =
  (...pieces: (string | Uint8Array)[]) =>
  async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  };

async function take(events: AsyncIterable<StreamEvent>, count: number): Promise<StreamEvent[]> {
  const taken: StreamEvent[] = [];
  for await (const each of events) if (taken.push(each) === count) break;
  return taken;
}

test('events arrive as they happen, from now on or after a place', async () => {
  const { api } = await newBusiness();
  const create = async (name: string) => (await api.POST('/v1/beneficiary', { body: { name } })).data!.id;
  const before = await create('Ana');
  const [first] = await take(api.events({ after: '0', types: ['beneficiary:created'] }), 1);
  assert.ok(first?.type === 'beneficiary:created');
  assert.equal(first.payload.beneficiaryId, before);
  // Nobody can say when the stream is open, so contacts are created until one arrives.
  const live = take(api.events(), 1);
  let arrived = false;
  void live.then(() => (arrived = true));
  const later: string[] = [];
  while (!arrived) later.push(await create('Luis'));
  const [next] = await live;
  assert.ok(next?.type === 'beneficiary:created' && later.includes(next.payload.beneficiaryId));
});

test('a lost connection is reopened after the last event received', async () => {
  const { baseUrl, requests } = await startScripted(
    json({ data: [eventAt('7')] }),
    stream(': still here\n\n', wire('8'), wire('9')),
    cutOff,
    problem(503, 'unavailable', { 'retry-after': '0' }),
    stream(wire('10')),
  );
  const events = await take(createClient({ baseUrl }).events(), 3);
  assert.deepEqual(
    events.map(({ seq }) => seq),
    ['8', '9', '10'],
  );
  assert.deepEqual(
    requests.map(({ headers }) => headers['last-event-id']),
    [undefined, '7', '9', '9', '9'],
  );
});

test('bytes may be cut anywhere, and lines may end in any way', async () => {
  const crlf = Buffer.from(
    `retry: 2000\r\n\r\n${wire('1').replaceAll('\n', '\r\n')}: x\r\n\r\n${wire('2').replaceAll('\n', '\r')}${wire('3')}`,
  );
  const bytes = Array.from(crlf, (byte) => Uint8Array.of(byte));
  const { baseUrl } = await startScripted(stream(...bytes));
  const events = await take(createClient({ baseUrl }).events({ after: '0' }), 3);
  assert.deepEqual(events, [eventAt('1'), eventAt('2'), eventAt('3')]);
});

test('a refusal ends the stream with its problem', async () => {
  const business = await newBusiness();
  const stranger = await newMember(business, 'custom', ['comments:read']);
  for (const after of [undefined, '0'])
    await assert.rejects(
      take(stranger.api.events({ ...(after && { after }) }), 1),
      (error) => error instanceof ProblemError && error.code === 'forbidden',
    );
});

test('a signal ends the stream, connected or waiting to reconnect', async () => {
  const { api } = await newBusiness();
  assert.deepEqual(await take(api.events({ signal: AbortSignal.timeout(300) }), 1), []);
  const { baseUrl } = await startScripted(problem(503, 'unavailable', { 'retry-after': '30' }));
  const waiting = createClient({ baseUrl }).events({ after: '0', signal: AbortSignal.timeout(300) });
  assert.deepEqual(await take(waiting, 1), []);
});
