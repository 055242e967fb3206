import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '#platform/db/migrate.ts';

/** Migrations before the rule. */
const RULE_SINCE = '20261115T2359';
/** Removes something that a process of the previous release may still use. */
const REMOVES =
  /\bDROP (TABLE|COLUMN|FUNCTION|VIEW)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i;
const REASON = /^-- Unused since \d+\.\d+\.\d+/m;

const recent = (await readMigrations()).filter(({ name }) => name > RULE_SINCE);

test('a migration removes only what the previous release does not use any more', () => {
  const removing = recent.filter(({ sql }) => REMOVES.test(sql) && !REASON.test(sql)).map(({ name }) => name);
  assert.deepEqual(
    removing,
    [],
    'Say "-- Unused since <version>", or split it: add now, remove after the next release.',
  );
});

test('a migration changes at most one table that exists, so that it never waits for one lock while it holds another', () => {
  const crowded = recent.filter(({ sql }) => {
    const created = new Set([...sql.matchAll(/CREATE TABLE (\w+)/g)].map((match) => match[1]!));
    const changed = [...sql.matchAll(/ALTER TABLE (\w+)|CREATE (?:UNIQUE )?INDEX \w+ ON (\w+)/g)];
    const existing = new Set(changed.map((match) => (match[1] ?? match[2])!).filter((name) => !created.has(name)));
    return existing.size > 1;
  });
  assert.deepEqual(
    crowded.map(({ name }) => name),
    [],
  );
});

test('every new date column has its range', () => {
  const COLUMN = /^\s*(?:ALTER TABLE \w+\s+)?(?:ADD COLUMN )?(\w+) date\b(?!\[)/gim;
  const wrong = recent.flatMap(({ name, sql }) =>
    [...sql.matchAll(COLUMN)].flatMap(([, column]) =>
      new RegExp(`\\b${column} BETWEEN '1900-01-01' AND '2999-12-31'`).test(sql) ? [] : [`${name}: ${column}`],
    ),
  );
  assert.deepEqual(wrong, []);
});
