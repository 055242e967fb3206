import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, eventually, newBusiness, newMember } from '#test/harness.ts';

const STREAMS_OF_CALLER = 20;
const STREAMS_OF_ORGANIZATION = 200;

async function open(token: string) {
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}/v1/organization/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  // A response that nobody holds is collected, and its stream closed.
  return { response, status: response.status, retryAfter: response.headers.get('retry-after'), stop };
}

const openMany = (token: string) => Promise.all(Array.from({ length: STREAMS_OF_CALLER }, () => open(token)));

test('a caller opens a limited number of live streams, and a closed one makes room', async () => {
  const business = await newBusiness();
  const streams = await openMany(business.owner.token);
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  const beyond = await open(business.owner.token);
  assert.equal(beyond.status, 429);
  assert.ok(Number(beyond.retryAfter) > 0);
  assert.match(await beyond.response.text(), /live streams/);
  const other = await open((await newMember(business, 'viewer')).token);
  assert.equal(other.status, 200);
  streams[0]!.stop.abort();
  const again = await eventually(async () => {
    const tried = await open(business.owner.token);
    return tried.status === 200 && tried;
  });
  for (const { stop } of [...streams, other, again]) stop.abort();
});

test('an organization opens a limited number of live streams in all, and takes none from another', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const callers = [business.owner];
  while (callers.length < STREAMS_OF_ORGANIZATION / STREAMS_OF_CALLER)
    callers.push(await newMember(business, 'viewer'));
  const streams = [];
  for (const { token } of callers) streams.push(...(await openMany(token)));
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  const late = await newMember(business, 'viewer');
  const beyond = await open(late.token);
  assert.deepEqual([beyond.status, Number(beyond.retryAfter) > 0], [429, true]);
  const elsewhere = await open(other.owner.token);
  assert.equal(elsewhere.status, 200);
  streams[0]!.stop.abort();
  const again = await eventually(async () => {
    const tried = await open(late.token);
    return tried.status === 200 && tried;
  });
  for (const { stop } of [...streams, elsewhere, again]) stop.abort();
});
