import type { z } from 'zod';
import { allows, Forbidden, type Permission } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { recheckRows } from '../data/recheck.ts';
import { selectPublicApp } from '../release/public-app.sql.ts';
import { orderOf } from '../release/release.schema.ts';
import { holdRelease } from '../release/release.ts';
import { disconnectStoresOf } from '../store/store.ts';
import { apps, type Installation, installations, type Release } from '../tables.ts';
import type { AppChange, AvailableApp } from './app.schema.ts';
import { selectInvalidRows } from './app.sql.ts';
import { configure } from './configuration.ts';
import { AppNotInstalled } from './refusals.ts';

export const PermissionsNotAccepted = refusal(
  'permissions_not_accepted',
  'The release asks for permissions that you have not accepted: list them in `permissions`.',
);

type FoundApp = Omit<z.output<typeof AvailableApp>, 'installedRelease' | 'enabled' | 'createdAt'>;

/** An app that the organization can install or has installed. */
async function findApp(ctx: TenantContext, id: string, installed: Installation | undefined): Promise<FoundApp> {
  const own = await apps.find(ctx, id);
  if (own) return { ...own, source: 'own', publisher: null };
  const found = await selectPublicApp(ctx.tx, id);
  if (found) return { ...found, source: found.publisherId === null ? 'built-in' : 'public' };
  // Withdrawn since: who installed it keeps it.
  if (!installed) throw NotFound();
  return { ...installed, id, description: '', source: 'public', publisher: null, latest: installed.release };
}

export async function readApp(ctx: TenantContext, id: string) {
  const installed = await installations.find(ctx, { appId: id });
  return describeApp(ctx, await findApp(ctx, id, installed), installed);
}

async function describeApp(ctx: TenantContext, app: FoundApp, installed: Installation | undefined) {
  if (!installed || installed.removedAt !== null) return { ...app, installation: null, isUpgradeAvailable: false };
  const invalid = await selectInvalidRows(ctx, app.id);
  const invalidRows = invalid.values().reduce((sum, count) => sum + count, 0);
  return {
    ...app,
    installation: { ...installed, invalidRows },
    isUpgradeAvailable: orderOf(app.latest) > orderOf(installed.release),
  };
}

/** Installs an app, changes its release and configuration, turns it on and off, or removes it. */
export async function changeApp(ctx: TenantContext, appId: string, change: z.output<typeof AppChange>) {
  const before = await installations.find(ctx, { appId }, { lock: 'FOR UPDATE' });
  const app = await findApp(ctx, appId, before);
  if (change.version !== undefined && before?.version !== change.version) throw VersionConflict();
  const current = before?.removedAt === null ? before : undefined;
  if (change.installed === false) return describeApp(ctx, app, current && (await remove(ctx, current)));
  if (!current && change.installed !== true)
    throw AppNotInstalled.at('body.installed', 'required', 'Install it with `installed: true`.');
  const version = change.release ?? current?.release ?? app.latest;
  const release = await holdRelease(ctx, appId, version);
  const enabled = change.enabled ?? current?.enabled ?? true;
  const { configuration: schema } = release.manifest;
  const row = {
    ...configure(ctx, appId, { before, given: change.configuration, schema, enabled }),
    key: app.key,
    name: app.name,
    release: version,
    enabled,
    permissions: acceptedPermissions(ctx, release, current?.permissions ?? [], change.permissions),
    updatedAt: ctx.now,
    removedAt: null,
  };
  const installing = { installedBy: ctx.userId, installedAt: ctx.now };
  if (!before) return describeApp(ctx, app, await install(ctx, { ...row, appId, ...installing }));
  // Rows that were written under another release, or before a removal.
  const isChecking = before.release !== version || before.isChecking;
  const after = await installations.update(ctx, { appId }, { ...row, ...(!current && installing), isChecking });
  if (isChecking) ctx.enqueue(recheckRows, { appId, release: version, after: null });
  return describeApp(ctx, app, after);
}

async function install(ctx: TenantContext, row: Parameters<typeof installations.insert>[1]): Promise<Installation> {
  const installed = await installations.insertUnlessTaken(ctx, row);
  // A concurrent request installed it.
  if (!installed) throw new RetryTransaction();
  return installed;
}

async function remove(ctx: TenantContext, { appId }: Installation): Promise<Installation> {
  await disconnectStoresOf(ctx, appId);
  const gone = { removedAt: ctx.now, enabled: false, secrets: null, secretNames: [], permissions: [] };
  return installations.update(ctx, { appId }, { ...gone, updatedAt: ctx.now });
}

/** All that the release asks for, each accepted now or before, by a person who holds it. */
function acceptedPermissions(ctx: TenantContext, { manifest }: Release, before: string[], given: string[] = []) {
  const missing = manifest.permissions.filter((each) => !before.includes(each) && !given.includes(each));
  if (missing.length > 0) {
    throw PermissionsNotAccepted.at('body.permissions', 'required', `Accept ${missing.join(', ')}.`);
  }
  const held = ctx.caller?.organization?.permissions ?? new Set<string>();
  const lacking = manifest.permissions.find((each) => !before.includes(each) && !allows(held, each as Permission));
  if (lacking) throw Forbidden(`You do not hold ${lacking}, so you cannot accept it for an app.`);
  return manifest.permissions;
}
