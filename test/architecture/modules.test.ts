import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#modules/index.ts';
import { matrix } from '#modules/roles.ts';
import { operationId } from '#platform/http/openapi/operation-id.ts';
import { sources } from './source.ts';

test('a module asks for permissions of areas that it or a module it uses declares', () => {
  const areasOf = new Map(modules.map(({ name, areas = [] }) => [name, areas]));
  const wrong = modules.flatMap(({ name, uses, groups = [] }) => {
    const known = new Set([name, ...uses].flatMap((each) => areasOf.get(each)!));
    return groups
      .flatMap(({ routes }) => routes)
      .flatMap(({ access }) => (typeof access === 'object' ? access.permission : []))
      .filter((permission) => !known.has(permission.split(':')[0]!))
      .map((permission) => `${name}: ${permission}`);
  });
  assert.deepEqual([...new Set(wrong)], []);
});

test('each area belongs to one module, and roles name only areas that exist', () => {
  const areas = modules.flatMap((module) => module.areas ?? []);
  assert.equal(new Set(areas).size, areas.length);
  const named = Object.values(matrix).flatMap(({ otherwise: _, ...levels }) => Object.keys(levels));
  assert.deepEqual(
    named.filter((area) => !areas.includes(area)),
    [],
  );
});

test('a route names its action only where the rule for operation ids makes another one', () => {
  const wrong = modules
    .flatMap(({ groups = [] }) => groups)
    .flatMap((group) => group.routes.map((route) => ({ group, route })))
    .filter(({ group, route }) => {
      const { action: _, ...rest } = route;
      return route.action !== undefined && operationId(group, rest) === operationId(group, route);
    })
    .map(({ route }) => `${route.method} ${route.path}: ${route.action}`);
  assert.deepEqual(wrong, []);
});

/** Files that may name modules one by one: the list itself, the roles where one differs from its default, and programs. */
const lists = /^src\/(modules\/(index|roles)\.ts$|cli\/)/;

test('adding a module touches its folder and one list: nothing else imports modules by name', () => {
  const wrong = sources
    .filter(({ path }) => !/^src\/(modules|adapters)\/[^/]+\//.test(path) && !lists.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== null && /^src\/modules\/[^/]+\//.test(file))
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
  assert.deepEqual(wrong, []);
});
