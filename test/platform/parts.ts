import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { sql } from 'kysely';
import type { App } from '#app';
import { Clock } from '#platform/clock.ts';
import { Snapshots } from '#platform/db/snapshot.ts';
import { Wake } from '#platform/db/wake.ts';
import { Engine } from '#platform/engine.ts';
import { Dispatcher } from '#platform/events/dispatcher.ts';
import { newId } from '#platform/id.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { Worker } from '#platform/jobs/worker.ts';
import type { Module } from '#platform/module.ts';
import { startTestApp } from '#test/harness.ts';

/** The platform without the product: its own database and queue, and only the test's modules. */
export const host: App = await startTestApp({ ROLE: 'api' });
after(() => host.stop());

/** The parts of one service process. Several can share the host's database, as several processes would. */
export function assemble(modules: Module[]) {
  const { databaseUrl: url, database, log } = host;
  const wake = new Wake({ database, url, log });
  const queue = new JobQueue({ url, log, works: true });
  const implementations = modules.flatMap((module) => module.hooks ?? []);
  const services = { ...host.engine.services, implementations };
  const mailer = { send: async () => {} };
  const { storage, threads } = host.engine;
  const snapshots = new Snapshots(url);
  const engine = new Engine({ services, storage, threads, modules, database, queue, wake, snapshots, mailer, log });
  const jobs = modules.flatMap((module) => module.jobs ?? []);
  return {
    engine,
    wake,
    queue,
    clock: new Clock(engine, log),
    dispatcher: new Dispatcher({ engine, wake, log }),
    worker: new Worker({
      jobs,
      queue,
      wake,
      log,
      concurrency: 10,
      run: (job, taken, signal) => engine.runJob(job, taken, signal, log),
    }),
  };
}

export async function newOrganization(engine: Engine, options: { sandbox?: boolean } = {}): Promise<string> {
  const id = newId();
  await engine.run({}, async (ctx) => {
    await sql`INSERT INTO organizations (id, name, referral_code, sandbox, created_at)
              VALUES (${id}, 'Prueba', ${randomBytes(8).toString('hex')}, ${options.sandbox ?? false}, now())`.execute(
      ctx.tx,
    );
    await ctx.startStream(id);
  });
  return id;
}

/** A promise that is resolved by hand. */
export function gate(): { passed: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}
