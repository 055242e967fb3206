import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#modules/index.ts';
import { tableColumns } from '#platform/db/columns.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { declarationsOf, ownerOf, sources } from './source.ts';

const migrations = await readMigrations();

/** Tables owned by another module than their migration names, because a migration that has run cannot be renamed. */
const movedTo: Record<string, string[]> = {
  receivables: [
    'contact_balances',
    'contact_balance_movements',
    'gift_cards',
    'gift_card_movements',
    'document_charges',
    'credits',
    'credit_events',
    'credit_instalments',
    'payment_refunds',
  ],
};

/** The owner of each table, and the tenant tables. */
const owners = new Map([
  ...migrations.flatMap(({ module, sql }) =>
    [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map((match) => [match[1]!, module] as const),
  ),
  ...Object.entries(movedTo).flatMap(([module, tables]) => tables.map((table) => [table, module] as const)),
]);
const tenantTables = new Set(
  migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/ALTER TABLE (\w+) ENABLE ROW LEVEL SECURITY/g)].map((match) => match[1]!),
  ),
);

const BUILDER =
  /\b(?:table|selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|from|(?:inner|left|right|full|cross)Join)\(\s*\[?'(\w+)/g;
const STATEMENT = /\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?(\w+)/g;
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The type of an inserted row contains its organization. */
const withoutInserts = (code: string): string => code.replace(/\binsertInto\(\s*'\w+'/g, '');

/** The tables that code names, through the query builder or in SQL. */
function tablesIn(code: string): string[] {
  const named = [...code.matchAll(BUILDER), ...code.matchAll(STATEMENT)].map((match) => snakeCase(match[1]!));
  return [...new Set(named)].filter((name) => owners.has(name));
}

const queries = sources.filter(({ path }) => path.endsWith('.sql.ts') || path.endsWith('/tables.ts'));

test('every table belongs to a module or to the platform', () => {
  const known = new Set(['platform', ...modules.map(({ name }) => name)]);
  const strays = [...owners]
    .filter(([, module]) => !known.has(module))
    .map(([table, module]) => `${table} of ${module}`);
  assert.deepEqual(strays, []);
});

test('a query names only tables of its own module and of the platform', () => {
  const wrong = queries.flatMap(({ path, code }) =>
    tablesIn(code)
      .filter((table) => owners.get(table) !== 'platform' && owners.get(table) !== ownerOf(path))
      .map((table) => `${path} names ${table} of ${owners.get(table)}`),
  );
  assert.deepEqual(wrong, []);
});

test('every query on a tenant table filters by organization', () => {
  const wrong = queries.flatMap(({ path, code }) =>
    declarationsOf(code).flatMap((declaration) =>
      tablesIn(withoutInserts(declaration).replace(/\btable\(\s*'\w+'/g, ''))
        .filter((table) => tenantTables.has(table) && !/organization_id|organizationId/.test(declaration))
        .map((table) => `${path}: ${declaration.split('\n')[0]} names ${table} without organization_id`),
    ),
  );
  assert.deepEqual(wrong, []);
});

test('a table is named in tables.ts and .sql.ts files only', () => {
  const wrong = sources.filter(
    ({ path, code }) =>
      !queries.some((query) => query.path === path) &&
      !path.startsWith('src/platform/db/') &&
      [...code.matchAll(BUILDER)].some((match) => owners.has(snakeCase(match[1]!))),
  );
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});

test('a migration that changes tenant rows is not blocked by row-level security', () => {
  const blind = migrations.flatMap(({ name, sql }) =>
    [...sql.matchAll(/^(?:UPDATE|DELETE FROM|INSERT INTO) [^;]*/gm)].flatMap(([statement]) =>
      tablesIn(statement)
        .filter((table) => tenantTables.has(table) && !sql.includes(`CREATE TABLE ${table} `))
        .filter((table) => !sql.includes(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;`))
        .map((table) => `${name}: ${table}`),
    ),
  );
  assert.deepEqual(blind, []);
});

test('a migration explains itself in its first line and uses no enum, SET NULL or trigger that changes rows', () => {
  const silent = migrations.filter(({ sql }) => !/^-- .{20,}/.test(sql)).map(({ name }) => name);
  assert.deepEqual(silent, []);
  const forbidden = /CREATE (OR REPLACE )?TRIGGER|CREATE TYPE \w+ AS ENUM|ON DELETE SET NULL/i;
  const wrong = migrations.filter(({ sql }) => forbidden.test(sql)).map(({ name }) => name);
  assert.deepEqual(wrong, []);
});

test('every list of rows of a table with `updatedAt` takes `updatedSince`', () => {
  const declarations = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/export const (\w+) = list<[\s\S]*?\n}\);/g)].map(([text, name]) => ({ path, name, text, code })),
  );
  assert.ok(declarations.length > 10);
  const wrong = declarations.filter(({ text, code }) => {
    const named = /from: (\w+),/.exec(text)?.[1];
    const from = named ? code.slice(code.indexOf(`const ${named} =`)) : text;
    const table = /\$\{(\w+)\.of\(\w+\)\} t\b/.exec(from)?.[1] ?? '';
    const columns = (tableColumns as Record<string, object>)[table];
    return columns && 'updatedAt' in columns && !text.includes('groupBy') && !text.includes('updatedSince');
  });
  assert.deepEqual(
    wrong.map(({ path, name }) => `${path} ${name}`),
    [],
  );
});
