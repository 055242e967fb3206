// Runs before `npm start` and `npm test` with the Node.js of the machine: installs dependencies that are missing.
// `--dev` asks for those of development as well; a service that was installed without them starts as it is.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';

const NODE_LEAST = 20;
if (Number.parseInt(process.versions.node, 10) < NODE_LEAST) {
  console.error(`Colmado needs Node.js ${NODE_LEAST} or newer to start, and this is ${process.versions.node}.`);
  process.exit(1);
}

const withDev = process.argv.includes('--dev');
// A symlinked folder belongs to another work tree: `npm ci` would empty it there.
const isLinked = lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
if (!isLinked && !isCurrent()) install();

/** Whether every package of the lock file is installed in its version. npm keeps a list of the installed ones. */
function isCurrent() {
  const list = 'node_modules/.package-lock.json';
  if (!existsSync(list) || !existsSync('node_modules/.bin/node')) return false;
  const installed = packagesIn(list);
  return Object.entries(packagesIn('package-lock.json'))
    .filter(([path, { link, optional, devOptional, dev }]) => {
      if (!path.startsWith('node_modules/') || link || optional || devOptional) return false;
      return withDev || !dev;
    })
    .every(([path, { version }]) => installed[path]?.version === version);
}

/** @param {string} path */
function packagesIn(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

function install() {
  console.log('Installing the dependencies. The first time this takes a minute or two.');
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    explainMissingLibrary();
    process.exit(status ?? 1);
  }
  // Fill the compile cache now, so that the first start is fast.
  spawnSync('node_modules/.bin/node', ['src/main.ts', 'help'], { stdio: 'ignore' });
}

/** Node.js 26 needs a library that minimal systems, such as images of containers, do not have. */
function explainMissingLibrary() {
  const { stdout } = spawnSync('/sbin/ldconfig', ['--print-cache'], { encoding: 'utf8' });
  if (stdout && !stdout.includes('libatomic.so.1'))
    console.error(
      'Node.js needs libatomic.so.1, which is not installed. On Debian and Ubuntu: apt-get install libatomic1',
    );
}
