import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { modules } from '#modules/index.ts';
import type { Route } from '#platform/http/route.ts';
import { additions } from './additions.ts';
import { endpointsNotBuilt, eventSectionsNotBuilt, eventsNotBuilt, groupsNotBuilt } from './not-built.ts';

interface Endpoint {
  group: string;
  method: string;
  path: string;
  auth: 'public' | 'required';
  validated: boolean;
}

interface CatalogueEvent {
  section: string;
  type: string;
  fields: { name: string; optional: boolean }[];
}

const specification = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8')) as T;

const endpoints = await specification<Endpoint[]>('endpoints.json');
const catalogue = await specification<CatalogueEvent[]>('events.json');

/** The specification gives one place of a path two names, which OpenAPI does not allow. */
const nameOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/^(\/v1\/apps\/search-config)\/:\w+$/, '$1/:id')}`;
const routes = modules.flatMap((module) => module.groups ?? []).flatMap((group) => group.routes);
const declared = new Map<string, Route>(routes.map((route) => [nameOf(route), route]));
const specified = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

test('no endpoint is declared twice', () => {
  const names = routes.map(nameOf);
  assert.deepEqual(
    names.filter((name, place) => names.indexOf(name) !== place),
    [],
  );
});

test('every route is in the specification or is an addition with a reason', () => {
  const unknown = [...declared.keys()].filter((name) => !specified.has(name) && !(name in additions));
  assert.deepEqual(unknown, [], 'List these in test/contract/additions.ts, or correct their paths.');
  const stale = Object.keys(additions).filter((name) => specified.has(name) || !declared.has(name));
  assert.deepEqual(stale, [], 'These additions are not declared, or not additions.');
});

test('every group of the specification is complete or on the not-built list', () => {
  const built = endpoints.filter(({ group }) => !groupsNotBuilt.includes(group)).map(nameOf);
  const missing = built.filter((name) => !declared.has(name) && !endpointsNotBuilt.includes(name));
  assert.deepEqual(missing, [], 'These endpoints of built groups are not declared.');
  const begun = groupsNotBuilt.filter((name) =>
    endpoints.some((endpoint) => endpoint.group === name && declared.has(nameOf(endpoint))),
  );
  assert.deepEqual(begun, [], 'These groups have routes: remove them from the list.');
  const stale = endpointsNotBuilt.filter((name) => !built.includes(name) || declared.has(name));
  assert.deepEqual(stale, [], 'These endpoints are built or not part of a built group: remove them from the list.');
  const groups = new Set(endpoints.map(({ group }) => group));
  assert.deepEqual(
    groupsNotBuilt.filter((name) => !groups.has(name)),
    [],
  );
});

test('a route is public exactly where the specification says so', () => {
  const wrong = endpoints.filter((endpoint) => {
    const route = declared.get(nameOf(endpoint));
    return route && (route.access === 'public') !== (endpoint.auth === 'public');
  });
  assert.deepEqual(wrong.map(nameOf), []);
});

test('every endpoint that the specification marks as validated has a schema', () => {
  const wrong = endpoints.filter((endpoint) => {
    const route = declared.get(nameOf(endpoint));
    return endpoint.validated && route && !route.body && !route.query && !route.params;
  });
  assert.deepEqual(wrong.map(nameOf), []);
});

test('path parameters match their schema', () => {
  const wrong = routes.filter((route) => {
    const inPath = [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
    const shape = Object.keys((route.params as { shape?: object } | undefined)?.shape ?? {});
    return inPath.toSorted().join() !== shape.toSorted().join();
  });
  assert.deepEqual(wrong.map(nameOf), []);
});

const events = modules.flatMap((module) => module.events ?? []);

test('every event has the name and fields of the catalogue', () => {
  for (const event of events) {
    const entry = catalogue.find(({ type }) => type === event.type);
    assert.ok(entry, `The catalogue has no event ${event.type}.`);
    const fields = Object.entries(event.payload.shape).map(([name, schema]) => ({
      name,
      optional: (schema as { isOptional(): boolean }).isOptional(),
    }));
    const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
    assert.deepEqual(fields.sort(byName), entry.fields.toSorted(byName), `The payload of ${event.type}.`);
    assert.doesNotThrow(() => event.payload.parse(event.example), `The example of ${event.type}.`);
  }
});

test('every event of the catalogue is declared once or on the not-built list', () => {
  const types = events.map(({ type }) => type);
  assert.deepEqual(
    types.filter((type, place) => types.indexOf(type) !== place),
    [],
  );
  const isExpected = ({ section, type }: CatalogueEvent): boolean =>
    !eventSectionsNotBuilt.includes(section) && !eventsNotBuilt.includes(type);
  const missing = catalogue.filter((entry) => isExpected(entry) && !types.includes(entry.type));
  assert.deepEqual(
    missing.map(({ type }) => type),
    [],
    'These events are not declared.',
  );
  const stale = catalogue.filter((entry) => !isExpected(entry) && types.includes(entry.type));
  assert.deepEqual(
    stale.map(({ type }) => type),
    [],
    'These events are declared: take them off the lists.',
  );
});
