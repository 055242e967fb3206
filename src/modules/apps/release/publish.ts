import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { apps, releases } from '../tables.ts';
import { deletePublicApp, insertPublicRelease, upsertPublicApp } from './public-app.sql.ts';

const PublicKeyTaken = refusal(409, 'public_key_taken', 'Another public app has this key: choose a different one.');

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
