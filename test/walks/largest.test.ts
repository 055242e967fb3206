import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyLimitOf } from '#platform/http/limits/body-limits.ts';
import { canDryRun, isWrite, type Route } from '#platform/http/route.ts';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { app, newBusiness } from '#test/harness.ts';
import { furnish } from './fixtures.ts';
import { largestBodies } from './largest-values.ts';
import { type OwnIds, ownIds, withOwnIds } from './own-ids.ts';
import { byToken, exampleOf, nameOf, type RawRequest, requestOf, routes, send } from './requests.ts';

/** Larger bodies are files, which are not parsed. */
const BYTES_MAX = 8 * 1024 * 1024;

const business = await newBusiness();
const credential = byToken(business.owner.token, business.id);
const other = await newBusiness();
const otherCredential = byToken(other.owner.token, other.id);
const poll: RawRequest = { method: 'GET', target: '/v1/organization' };

function largestRequests(route: Route, ids: OwnIds): RawRequest[] {
  const example = withOwnIds(route, exampleOf(route), ids);
  const limit = Math.min(bodyLimitOf(route, app.config), BYTES_MAX);
  const trial: Record<string, string> = canDryRun(route) ? { 'dry-run': 'true' } : {};
  return largestBodies(route, example.body, limit).map((body) => requestOf(route, { ...example, body }, trial));
}

/** How long another organization waits for an answer, in milliseconds. */
async function waitOf(): Promise<number> {
  const startedAt = performance.now();
  const { status } = await send(poll, otherCredential);
  assert.equal(status, 200);
  return performance.now() - startedAt;
}

test('the largest body that a route takes does not hold the event loop while another organization is served', {
  timeout: 900_000,
}, async (t) => {
  await furnish(business);
  const ids = await ownIds(business);
  const idle: number[] = [];
  for (let i = 0; i < 50; i++) idle.push(await waitOf());
  const busy: number[] = [];
  const held: { name: string; ms: number; status: number }[] = [];
  const wrong: string[] = [];
  for (const route of routes.filter((one) => one.body && isWrite(one) && !one.takesFiles)) {
    for (const request of largestRequests(route, ids)) {
      let status = 0;
      const ms = await shortestOfTurnsMs(async () => {
        const sent = send(request, credential);
        busy.push(await waitOf());
        status = (await sent).status;
      });
      const name = `${nameOf(route)} (${Math.round(request.body!.length / 1024)} KB)`;
      held.push({ name, ms, status });
      // A provider that cannot be reached from here is no fault of the route.
      const isOfProvider = route.reachesProvider && [502, 504].includes(status);
      if (status >= 500 && status !== 503 && !isOfProvider) wrong.push(`${name}: ${status}`);
    }
  }
  held.sort((a, b) => b.ms - a.ms);
  const middle = (waits: number[]) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!;
  t.diagnostic(
    `${held.length} requests; another organization waited ${(middle(busy) / middle(idle)).toFixed(1)} times as long`,
  );
  for (const { name, ms, status } of held.slice(0, 12)) t.diagnostic(`${Math.round(ms)} ms: ${name} → ${status}`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    held.filter(({ ms }) => ms > HELD_MAX_MS).map(({ name, ms }) => `${name}: ${Math.round(ms)} ms`),
    [],
  );
});
