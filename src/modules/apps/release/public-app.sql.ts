import type { Tx } from '#platform/db/transaction.ts';
import type { Manifest } from './manifest.schema.ts';

/** An app that every organization may install. */
export const selectPublicApp = (tx: Tx, id: string) =>
  tx.selectFrom('publicApps').selectAll().where('id', '=', id).executeTakeFirst();

export async function selectPublicRelease(tx: Tx, appId: string, version: string) {
  const found = await tx
    .selectFrom('publicAppReleases')
    .selectAll()
    .where('appId', '=', appId)
    .where('version', '=', version)
    .executeTakeFirst();
  return found && { ...found, manifest: found.manifest as unknown as Manifest };
}

interface PublicApp {
  id: string;
  key: string;
  name: string;
  description: string;
  publisherId: string;
  publisher: string;
  latest: string;
  at: Temporal.Instant;
}

/** Publishes an app to all, or what is new of one that already is. False: another app has its key. */
export async function upsertPublicApp(tx: Tx, { at, ...app }: PublicApp): Promise<boolean> {
  const taken = await tx
    .selectFrom('publicApps')
    .select('id')
    .where('key', '=', app.key)
    .where('id', '<>', app.id)
    .executeTakeFirst();
  if (taken) return false;
  const { name, description, publisher, latest } = app;
  await tx
    .insertInto('publicApps')
    .values({ ...app, createdAt: at, updatedAt: at })
    .onConflict((on) => on.column('id').doUpdateSet({ name, description, publisher, latest, updatedAt: at }))
    .execute();
  return true;
}

interface PublicRelease {
  appId: string;
  version: string;
  versionOrder: bigint;
  manifest: Manifest;
  notes: string;
}

export async function insertPublicRelease(tx: Tx, release: PublicRelease, publishedAt: Temporal.Instant) {
  await tx
    .insertInto('publicAppReleases')
    .values({ ...release, manifest: JSON.stringify(release.manifest), publishedAt })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Withdraws an app from the list. Organizations that installed it keep their copies. */
export async function deletePublicApp(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('publicApps')
    .where('id', '=', id)
    .where('publisherId', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
