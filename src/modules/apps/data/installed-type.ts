import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { AppNotInstalled } from '../app/refusals.ts';
import type { DataTypeManifest, Manifest } from '../release/manifest.schema.ts';
import { type Installation, installations, releases, tallies } from '../tables.ts';

export const AppDisabled = refusal(
  'app_disabled',
  'This app is disabled, so its rows are read-only: enable it first.',
  409,
);

interface Installed {
  installation: Installation;
  manifest: Manifest;
}

interface Opening {
  /** The field of the request that names the app. */
  field?: 'body.appId' | 'query.appId' | undefined;
  lock?: 'FOR SHARE';
}

/** The installation of an app and the manifest of its release. A writer holds it, so that no upgrade passes between. */
export async function openInstalled(
  ctx: TenantContext,
  appId: string,
  { field, lock }: Opening = {},
): Promise<Installed> {
  const installation = await installations.find(ctx, { appId }, lock ? { lock } : {});
  if (!installation || installation.removedAt !== null) throw field ? AppNotInstalled.at(field) : AppNotInstalled();
  const { manifest } = await releases.get(ctx, { appId, version: installation.release });
  return { installation, manifest };
}

/** A type of the installed release, for writing its rows. */
export async function typeToWrite(
  ctx: TenantContext,
  appId: string,
  name: string,
  field?: 'body.appId',
): Promise<DataTypeManifest> {
  const { installation, manifest } = await openInstalled(ctx, appId, { field, lock: 'FOR SHARE' });
  if (!installation.enabled) throw AppDisabled();
  const type = manifest.dataTypes.find((each) => each.name === name);
  if (!type) throw unknownReference('body.type', 'This type of data');
  requireWriter(ctx, type);
  return type;
}

export function requireWriter(ctx: TenantContext, { writers }: DataTypeManifest): void {
  if (writers === 'admins') requireAlso(ctx, 'apps:write');
}

/** A type for reading its rows: also one of an earlier release that has rows. */
export async function typeToRead(
  ctx: TenantContext,
  appId: string,
  name: string,
  field?: 'query.appId',
): Promise<DataTypeManifest> {
  const { manifest } = await openInstalled(ctx, appId, { field });
  const type = manifest.dataTypes.find((each) => each.name === name);
  if (type) return type;
  if (!(await tallies.exists(ctx, { appId, type: name }))) throw unknownReference('query.type', 'This type of data');
  return removedType(name);
}

export const removedType = (name: string): DataTypeManifest => ({
  name,
  title: name,
  description: '',
  schema: { type: 'object', properties: {} },
  unique: [],
  writers: 'members',
});
