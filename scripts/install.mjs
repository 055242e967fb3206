// Runs before `npm start` and `npm test` on whatever Node.js the machine has: installs what is missing, once per lock file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

const installedLock = 'node_modules/.package-lock.json';
const stamp = 'node_modules/.installed-lock';
const lock = readFileSync('package-lock.json', 'utf8');
const current =
  existsSync(stamp) && existsSync(installedLock) && statSync('node_modules/.bin/node', { throwIfNoEntry: false });

if (!current || readFileSync(stamp, 'utf8') !== lock) {
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(stamp, lock);
}
