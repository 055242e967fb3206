import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { variables } from '#platform/config.ts';

test('compose.yaml sets variables of the configuration', () => {
  const service = readFileSync('compose.yaml', 'utf8').split('&environment')[1]!.split('depends_on')[0]!;
  const names = [...service.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name!);
  assert.ok(names.includes('DATABASE_URL'));
  assert.deepEqual(
    names.filter((name) => !variables.includes(name)),
    [],
  );
});

test('the entry point of the container runs operator commands from any folder', () => {
  const { stdout, status } = spawnSync(`${process.cwd()}/scripts/container.sh`, ['help'], {
    cwd: '/',
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  assert.match(stdout, /doctor/);
});
