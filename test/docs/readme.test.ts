import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readConfig, variables } from '#platform/config.ts';

const readme = readFileSync('README.md', 'utf8');

test('the README lists every configuration variable with its default', () => {
  const defaults: Record<string, unknown> = readConfig({});
  const rows = new Map([...readme.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)].map((match) => [match[1]!, match[2]!]));
  assert.deepEqual([...rows.keys()].toSorted(), variables.toSorted());
  for (const [name, shown] of rows) {
    if (defaults[name] !== undefined) assert.equal(shown, `\`${defaults[name]}\``, name);
  }
});

test('every link between the documents has a target', () => {
  const dead = globSync(['*.md', 'docs/*.md', 'client/*.md']).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map((match) => join(dirname(path), match[1]!))
      .filter((target) => !existsSync(target))
      .map((target) => `${path} → ${target}`),
  );
  assert.deepEqual(dead, []);
});
