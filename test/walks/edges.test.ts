import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canDryRun, isWrite, type Route } from '#platform/http/route.ts';
import { newBusiness } from '#test/harness.ts';
import { furnish } from './fixtures.ts';
import { type OwnIds, ownIds, withOwnIds } from './own-ids.ts';
import {
  byToken,
  exampleOf,
  forEach,
  type Input,
  jsonSchemaOf,
  nameOf,
  type RawRequest,
  requestOf,
  routes,
  send,
} from './requests.ts';
import { placesOf, withValue } from './schema-paths.ts';
import { nastyValues } from './wrong-values.ts';

const business = await newBusiness();
const credential = byToken(business.owner.token, business.id);

/** Routes that share a field by name and schema run the same code for it, so test it only so many times. */
const ROUTES_PER_FIELD = 4;

function seldom(path: (string | number)[], schema: unknown): boolean {
  const field = `${path.join('.')} ${JSON.stringify(schema)}`;
  const seen = oddFieldsSeen.get(field) ?? 0;
  oddFieldsSeen.set(field, seen + 1);
  return seen < ROUTES_PER_FIELD;
}

const oddFieldsSeen = new Map<string, number>();

/** Valid requests with values that are hard to store. */
function oddities(route: Route, ids: OwnIds): { what: string; request: RawRequest }[] {
  const example = withOwnIds(route, exampleOf(route), ids);
  const trial: Record<string, string> = isWrite(route) ? { 'dry-run': 'true' } : {};
  const odd = (part: keyof Input, places: ReturnType<typeof placesOf>) =>
    places
      .filter(({ path, schema }) => seldom([part, ...path], schema))
      .flatMap(({ path, schema }) =>
        nastyValues(schema).flatMap((value) => {
          const changed = withValue(example[part], path, part === 'body' ? value : String(value));
          if (!changed) return [];
          const input = { ...example, [part]: changed.value } as Input;
          return [{ what: `${path.join('.')} = ${JSON.stringify(value)}`, request: requestOf(route, input, trial) }];
        }),
      );
  return [...odd('query', placesOf(jsonSchemaOf(route.query))), ...odd('body', placesOf(jsonSchemaOf(route.body)))];
}

test('unusual valid values are accepted or refused, and never cause a 5xx', {
  timeout: 900_000,
}, async (t) => {
  const faults: string[] = [];
  let sent = 0;
  await furnish(business);
  const ids = await ownIds(business);
  for (const route of routes.filter((one) => !isWrite(one) || canDryRun(one))) {
    await forEach(oddities(route, ids), async ({ what, request }) => {
      const answer = await send(request, credential);
      sent++;
      // Downloads of one organization are limited, and the walk starts many at once.
      const isLimited = answer.status === 503 && answer.json.code === 'busy';
      if (answer.status >= 500 && !isLimited)
        faults.push(`${nameOf(route)}, ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    });
  }
  t.diagnostic(`${sent} odd requests`);
  assert.deepEqual(faults, []);
});
