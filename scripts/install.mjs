// Runs before `npm start` and `npm test` on whatever Node.js the machine has: installs dependencies once per lock file.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const stamp = 'node_modules/.installed-lock';
const lock = readFileSync('package-lock.json', 'utf8');

// A symlinked folder belongs to another work tree: `npm ci` would empty it there.
const isLinked = lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
if (!isLinked && !isCurrent()) install();

function isCurrent() {
  const exists = (path) => statSync(path, { throwIfNoEntry: false }) !== undefined;
  return exists(stamp) && exists('node_modules/.bin/node') && readFileSync(stamp, 'utf8') === lock;
}

function install() {
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  // Fill the compile cache now, so that the first start is fast.
  spawnSync('node_modules/.bin/node', ['src/main.ts', 'help'], { stdio: 'ignore' });
  writeFileSync(stamp, lock);
}
