// `npm run drill`: the faults that a release must survive. Bounded by the runner of the tests; see docs/drills.md.
import { spawn } from 'node:child_process';

const drills = [
  'test/alone/faults.test.ts',
  'test/alone/embedded.test.ts',
  'test/alone/stopping.test.ts',
  'test/alone/upgrade.test.ts',
  'test/platform/unreachable.test.ts',
  'test/platform/clock.test.ts',
  'test/platform/shutdown.test.ts',
  'test/cli/backup.test.ts',
  'drill/',
];
// A bare name is one of the files next to this one: `npm run drill -- files`.
const wanted = process.argv.slice(2).map((name) => (name.includes('/') ? name : `drill/${name}`));
const child = spawn(process.execPath, ['scripts/test.ts', ...(wanted.length > 0 ? wanted : drills)], {
  env: { ...process.env, DRILL: 'true' },
  stdio: 'inherit',
});
child.once('exit', (code) => process.exit(code ?? 1));
