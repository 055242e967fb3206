import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { killLaunched, launchService, startService, withDataFolder } from '#test/service-process.ts';

after(killLaunched);

/** Loaded before the program: its clock is 26 hours ahead. */
const AHEAD = `
  const ahead = 26 * 3600_000, now = Date.now, instant = Temporal.Now.instant;
  Date.now = () => now() + ahead;
  Temporal.Now.instant = () => instant().add({ milliseconds: ahead });`;

test('a process whose clock is 26 hours ahead does not start', async () => {
  await withDataFolder(async (folder) => {
    const right = await startService({ DATA_DIR: folder });
    const flags = `--import=data:text/javascript,${encodeURIComponent(AHEAD)}`;
    const wrong = await launchService({ DATA_DIR: folder, NODE_FLAGS: flags });
    assert.equal(await wrong.ended(), 1);
    assert.match(wrong.output(), /clock of this machine differs from the clock of the database by 936\d\d s/);
    assert.equal((await fetch(`${right.baseUrl}/readyz`)).status, 200);
    assert.equal(await right.stop(), 0);
  });
});
