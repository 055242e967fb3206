import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MemoryLimiter, takeSharedToken } from '#platform/http/limits/rate-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { app, startTestApp } from '#test/harness.ts';

test('a bucket allows a burst up to its limit, then one request at a time as it refills', () => {
  const limiter = new MemoryLimiter(10, 60);
  const take = (atMs: number) => limiter.take('someone', atMs);
  for (let left = 9; left >= 0; left--)
    assert.deepEqual(take(0), { allowed: true, remaining: left, retryAfterSeconds: 0 });
  assert.deepEqual(take(0), { allowed: false, remaining: 0, retryAfterSeconds: 6 });
  assert.equal(take(5_999).allowed, false);
  assert.equal(take(6_000).allowed, true);
  assert.equal(take(6_000).allowed, false);
  assert.equal(take(1_000_000).remaining, 9);
});

test('a bucket allows its full limit even if a token refills in a fraction of a millisecond', () => {
  for (const limit of [3, 7, 11, 13, 1200]) {
    const limiter = new MemoryLimiter(limit, 60);
    const startMs = 12_345.678_9;
    const given = Array.from({ length: limit + 1 }, () => limiter.take('someone', startMs).allowed);
    assert.deepEqual(given, [...Array.from({ length: limit }, () => true), false], String(limit));
  }
});

test('buckets are independent, and refused requests cost nothing', () => {
  const limiter = new MemoryLimiter(1, 60);
  assert.equal(limiter.take('one', 0).allowed, true);
  for (let i = 0; i < 100; i++) assert.equal(limiter.take('one', 1).allowed, false);
  assert.equal(limiter.take('two', 1).allowed, true);
  assert.equal(limiter.take('one', 60_000).allowed, true);
});

test('the memory for keys is bounded', () => {
  const limiter = new MemoryLimiter(1, 60);
  for (let i = 0; i < 250_000; i++) limiter.take(`key ${i}`, 0);
  assert.equal(limiter.take('a new one', 0).allowed, true);
});

test('a shared bucket limits all processes together, even under concurrency', async () => {
  const key = crypto.randomUUID();
  const tries = await Promise.allSettled(
    Array.from({ length: 25 }, () => takeSharedToken(app.database, key, 10, 3600)),
  );
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 10);
  const refused = tries.find((one) => one.status === 'rejected');
  assert.ok(refused?.reason instanceof Refusal);
  assert.equal(refused.reason.kind.code, 'too_many_requests');
  assert.match(refused.reason.headers['retry-after'] ?? '', /^\d+$/);
});

const strict = await startTestApp({ RATE_LIMIT_PER_MINUTE: '5' });
after(() => strict.stop());

test('past the limit a caller gets Retry-After, and others are not affected', async () => {
  const ask = (address: string) =>
    fetch(`${strict.publicUrl}/v1/organization`, { headers: { 'x-forwarded-for': address } });
  const first = await ask('192.0.2.1');
  assert.equal(first.headers.get('ratelimit-policy'), '"default";q=5;w=60');
  assert.equal(first.headers.get('ratelimit'), '"default";r=4;t=1');
  for (let i = 0; i < 4; i++) await ask('192.0.2.1');
  const refused = await ask('192.0.2.1');
  assert.equal(refused.status, 429);
  assert.equal(((await refused.json()) as { code: string }).code, 'too_many_requests');
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal((await ask('192.0.2.2')).status, 401);
});
