import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseUrl, eventually, newBusiness, newMember } from '#test/harness.ts';

const STREAMS_OF_CALLER = 20;

test('a caller opens a limited number of live streams, and a closed one makes room', async () => {
  const business = await newBusiness();
  const open = async (token: string) => {
    const stop = new AbortController();
    const response = await fetch(`${baseUrl}/v1/organization/events`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: stop.signal,
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), stop };
  };
  const streams = await Promise.all(Array.from({ length: STREAMS_OF_CALLER }, () => open(business.owner.token)));
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  const beyond = await open(business.owner.token);
  assert.equal(beyond.status, 429);
  assert.ok(Number(beyond.retryAfter) > 0);
  const other = await open((await newMember(business, 'viewer')).token);
  assert.equal(other.status, 200);
  streams[0]!.stop.abort();
  const again = await eventually(async () => {
    const tried = await open(business.owner.token);
    return tried.status === 200 && tried;
  });
  for (const { stop } of [...streams, other, again]) stop.abort();
});
