import type { z } from 'zod';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { orNotFound, refusal } from '#platform/refusal.ts';
import { type App, apps, type Release, releases } from '../tables.ts';
import { checkManifest } from './check-manifest.ts';
import { deletePublicApp, insertPublicRelease, selectPublicRelease, upsertPublicApp } from './public-app.sql.ts';
import { type NewRelease, orderOf } from './release.schema.ts';

export const ReleaseNotNewer = refusal(
  'release_not_newer',
  'A release cannot be changed: publish a new one with a higher version than the newest.',
  409,
);
export const TooManyApps = refusal('too_many_apps', 'An organization develops at most 100 apps: delete one first.');
export const TooManyReleases = refusal('too_many_releases', 'An app has at most 500 releases: register a new app.');

const APPS_MAX = 100;
const RELEASES_MAX = 500;

/** Publishes a release of the app with this key; the first one makes the app. */
export async function publishRelease(ctx: TenantContext, given: z.output<typeof NewRelease>) {
  const { key, name, description, version, notes, ...rest } = given;
  const manifest = checkManifest(ctx, rest);
  const order = orderOf(version);
  const before = await apps.find(ctx, { key }, { lock: 'FOR UPDATE' });
  if (before) await requireNewer(ctx, before, version, order);
  else if ((await apps.countForLimit(ctx)) >= APPS_MAX) throw TooManyApps();
  const shown = { name, description, latest: version, latestOrder: order, updatedAt: ctx.now };
  const app = before
    ? await apps.update(ctx, before.id, shown)
    : await apps
        .insert(ctx, { ...shown, key })
        // A concurrent request may have published the first release: compare with it.
        .catch(retryOnViolation('apps_key'));
  return describeRelease(await releases.insert(ctx, { appId: app.id, version, versionOrder: order, manifest, notes }));
}

async function requireNewer(ctx: TenantContext, app: App, version: string, order: bigint): Promise<void> {
  if (order <= app.latestOrder) {
    const message = `The newest release is ${app.latest}: ${version} is not higher.`;
    throw ReleaseNotNewer.at('body.version', 'not_newer', message);
  }
  if ((await releases.countForLimit(ctx, { appId: app.id })) >= RELEASES_MAX) throw TooManyReleases();
}

export const describeRelease = ({ manifest, versionOrder: _order, ...release }: Release) => ({
  ...release,
  ...manifest,
});

/** A release in the organization's own rows: that of another publisher is copied, so that it cannot change under its data. */
export async function holdRelease(ctx: TenantContext, appId: string, version: string): Promise<Release> {
  const own = await releases.find(ctx, { appId, version });
  if (own) return own;
  const found = orNotFound(await selectPublicRelease(ctx.tx, appId, version));
  const { manifest, notes, publishedAt } = found;
  const copied = { manifest, notes, createdBy: null, createdAt: publishedAt };
  const copy = { appId, version, versionOrder: orderOf(version), ...copied };
  return (await releases.insertUnlessTaken(ctx, copy)) ?? releases.get(ctx, { appId, version });
}

const PublicKeyTaken = refusal('public_key_taken', 'Another public app has this key: choose a different one.', 409);

/** The operator lets every organization install the newest release of an app. Later releases need the same again. */
export async function publishToAll(ctx: TenantContext, appId: string): Promise<{ name: string; version: string }> {
  const { id, key, name, description, latest } = await apps.get(ctx, appId);
  const { version, versionOrder, manifest, notes } = await releases.get(ctx, { appId, version: latest });
  const { name: publisher } = await findOrganization(ctx.tx, ctx.organizationId);
  const app = { id, key, name, description, latest, publisher, publisherId: ctx.organizationId, at: ctx.now };
  if (!(await upsertPublicApp(ctx.tx, app))) throw PublicKeyTaken();
  await insertPublicRelease(ctx.tx, { appId, version, versionOrder, manifest, notes }, ctx.now);
  return { name, version };
}

export const withdrawFromAll = (ctx: WorkContext, appId: string): Promise<boolean> => deletePublicApp(ctx.tx, appId);
