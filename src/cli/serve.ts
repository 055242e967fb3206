import { resolve } from 'node:path';
import { createApp } from '#app';
import type { Config } from '#platform/config.ts';
import { openDatabase } from './open-database.ts';

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const startedAt = performance.now();
  const database = await openDatabase(config);
  const app = await createApp(config, database.url);
  const address = await app.start();
  const lines = [
    `Colmado is open (${config.ROLE}, ${Math.round(performance.now() - startedAt)} ms)`,
    ...(address ? [`  API        ${app.publicUrl}/v1`, `  Reference  ${app.publicUrl}/docs`] : []),
    ...(address && app.mailbox ? [`  Mailbox    ${app.publicUrl}/mailbox`] : []),
    `  Data       ${database.embedded ? database.embedded.directory : 'DATABASE_URL'}`,
  ];
  if (database.embedded && !database.embedded.directory.startsWith(resolve(config.DATA_DIR))) {
    lines.push(`             (the database server's user cannot reach ${resolve(config.DATA_DIR)})`);
  }
  console.log(lines.join('\n'));
  const stop = async (): Promise<void> => {
    await app.stop();
    await database.close();
    process.exit(0);
  };
  let stopping = false;
  const stopOnce = (): void => {
    if (stopping) return;
    stopping = true;
    stop().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  };
  process.on('SIGTERM', stopOnce).on('SIGINT', stopOnce);
}
