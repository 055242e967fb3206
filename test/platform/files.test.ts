import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { TenantSteps } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { claimFiles, releaseFiles, storeFiles, sweepLooseFiles } from '#platform/storage/files.ts';
import { app, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

const { engine } = app;
const { storage } = engine;

/** The steps of a request in an organization, as far as files need them. */
async function steps(): Promise<TenantSteps> {
  const { id } = await newBusiness();
  const found: Partial<TenantSteps> = {
    organizationId: id,
    storage,
    transaction: (work) => engine.within(id, work),
  };
  return found as TenantSteps;
}

const newKey = (): string => `test/${newId()}`;
const store = (ctx: TenantSteps, key: string): Promise<void> => storeFiles(ctx, new Map([[key, Buffer.from('hello')]]));

/** Lets the time pass after which loose files are swept, and sweeps. */
async function sweepLater(key: string): Promise<void> {
  await engine.run({}, ({ tx }) =>
    sql`UPDATE loose_files SET since = now() - interval '2 hours' WHERE key = ${key}`.execute(tx),
  );
  await runNow(sweepLooseFiles, {});
}

test('bytes that a row claims stay, and go when the row lets them go', async () => {
  const ctx = await steps();
  const key = newKey();
  await store(ctx, key);
  await ctx.transaction((unit) => claimFiles(unit, [key]));
  await sweepLater(key);
  assert.equal((await storage.get(key))?.toString(), 'hello');
  await ctx.transaction((unit) => releaseFiles(unit, [key]));
  await runNow(sweepLooseFiles, {});
  assert.ok(await storage.get(key), 'Not at once: somebody may be reading them.');
  await sweepLater(key);
  assert.equal(await storage.get(key), null);
});

test('bytes whose transaction fails are swept', async () => {
  const ctx = await steps();
  const key = newKey();
  await store(ctx, key);
  const failing = ctx.transaction(async (unit) => {
    await claimFiles(unit, [key]);
    throw new Error('refused');
  });
  await assert.rejects(failing, /refused/);
  await sweepLater(key);
  assert.equal(await storage.get(key), null);
});

test('bytes that could not be written in full leave nothing behind', async () => {
  const ctx = await steps();
  const key = newKey();
  async function* cutOff() {
    yield Buffer.from('hel');
    throw new Error('The sender is gone.');
  }
  await assert.rejects(storeFiles(ctx, new Map([[key, cutOff()]])), /gone/);
  assert.equal(await storage.get(key), null);
  await sweepLater(key);
});

test('bytes that are being swept cannot be claimed', async () => {
  const ctx = await steps();
  const key = newKey();
  await store(ctx, key);
  await engine.run({}, ({ tx }) => sql`UPDATE loose_files SET condemned_at = now() WHERE key = ${key}`.execute(tx));
  await assert.rejects(
    ctx.transaction((unit) => claimFiles(unit, [key])),
    /Stored too long ago/,
  );
});

test('a sweep that died is finished by the next', async () => {
  const ctx = await steps();
  const key = newKey();
  await store(ctx, key);
  await engine.run({}, ({ tx }) =>
    sql`UPDATE loose_files SET since = now() - interval '2 hours', condemned_at = now() WHERE key = ${key}`.execute(tx),
  );
  await runNow(sweepLooseFiles, {});
  assert.equal(await storage.get(key), null);
});

test('folders with letters and files are closed to other users of the machine', async () => {
  await app.mailbox!.send({ to: 'ana@example.com', subject: 'Hola', text: 'Hola' });
  await app.engine.storage.write('modes/one', Buffer.from('x'));
  const root = app.config.DATA_DIR;
  const modes = await Promise.all(
    ['mailbox', 'files', 'files/modes', 'files/modes/one'].map(
      async (path) => (await stat(join(root, path))).mode & 0o777,
    ),
  );
  assert.deepEqual(modes, [0o700, 0o700, 0o700, 0o600]);
});
