import { findUsers, requireFreshAuthentication } from '#modules/identity/index.ts';
import { apiKeyPurpose } from '#platform/auth/authenticate.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newSecret } from '#platform/id.ts';
import { InvalidRequest, NotFound, refusal } from '#platform/refusal.ts';
import { GrantExceedsRights, holdsAll, requirePerson, rightsOf } from '../member/rights.ts';
import { type ApiKey, countLiveKeys, insertKey, lockKey, rotateSecret, selectKeys, updateKey } from './api-key.sql.ts';

const LIVE_KEYS_MAX = 100;

export const KeyOfAnother = refusal(
  403,
  'key_of_another',
  'A key acts in the name of the person who made it: only they can change or rotate it. You can revoke it.',
);
export const KeyRevoked = refusal(410, 'key_revoked', 'This key is revoked: make a new one.');
export const TooManyKeys = refusal(422, 'too_many_keys', `An organization has up to ${LIVE_KEYS_MAX} live keys.`);

interface KeyFields {
  name: string;
  permissions: string[];
  addresses: string[];
  expiresAt: string | null;
}

/** Makes a key that can do part of what the person can. Its secret is shown once and kept encrypted. */
export async function createKey(ctx: TenantContext, fields: KeyFields) {
  const person = requirePerson(ctx);
  requireFreshAuthentication(person);
  requireFuture(fields.expiresAt);
  if (!holdsAll(await rightsOf(ctx, 'organization:write'), fields.permissions)) throw GrantExceedsRights();
  if ((await countLiveKeys(ctx.tx, ctx.organizationId)) >= LIVE_KEYS_MAX) throw TooManyKeys();
  const id = newSecret('ck', 12);
  const secret = newSecret('cks');
  const key = await insertKey(ctx.tx, {
    ...fields,
    id,
    organizationId: ctx.organizationId,
    secret: ctx.secrets.encrypt(secret, apiKeyPurpose(id)),
    createdBy: person.userId,
    createdAt: realNow(),
  });
  return { ...(await describeKey(ctx, key)), secret };
}

/** A new secret now; the one before works on for a while, so that programs can be moved over one by one. */
export async function rotateKey(ctx: TenantContext, id: string, overlapSeconds: number) {
  await lockOwnKey(ctx, id);
  const secret = newSecret('cks');
  const sealed = ctx.secrets.encrypt(secret, apiKeyPurpose(id));
  const previousExpiresAt = realNow().add({ seconds: overlapSeconds });
  const key = await rotateSecret(ctx.tx, ctx.organizationId, id, sealed, previousExpiresAt);
  return { ...(await describeKey(ctx, key)), secret };
}

export async function changeKey(
  ctx: TenantContext,
  id: string,
  change: { [field in keyof KeyFields]?: KeyFields[field] | undefined },
) {
  const { name, permissions, addresses, expiresAt } = change;
  requireFuture(expiresAt ?? null);
  const rights = await rightsOf(ctx, 'organization:write');
  if (!holdsAll(rights, permissions ?? [])) throw GrantExceedsRights();
  await lockOwnKey(ctx, id);
  const changed = await updateKey(ctx.tx, ctx.organizationId, id, {
    ...(name !== undefined && { name }),
    ...(permissions !== undefined && { permissions }),
    ...(addresses !== undefined && { addresses }),
    ...(expiresAt !== undefined && { expiresAt }),
  });
  return describeKey(ctx, changed);
}

export async function revokeKey(ctx: TenantContext, id: string): Promise<void> {
  const key = await lockKey(ctx.tx, ctx.organizationId, id);
  if (!key) throw NotFound();
  if (!key.revokedAt) await updateKey(ctx.tx, ctx.organizationId, id, { revokedAt: realNow() });
}

/** A key that the caller made and that is not revoked, for what only its maker may do. */
async function lockOwnKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  const person = requirePerson(ctx);
  requireFreshAuthentication(person);
  const key = await lockKey(ctx.tx, ctx.organizationId, id);
  if (!key) throw NotFound();
  if (key.createdBy !== person.userId) throw KeyOfAnother();
  if (key.revokedAt) throw KeyRevoked();
  return key;
}

function requireFuture(expiresAt: string | null): void {
  if (expiresAt === null || Date.parse(expiresAt) > Date.now()) return;
  const message = 'This moment has passed.';
  throw InvalidRequest(message, { errors: [{ path: 'body.expiresAt', code: 'in_the_past', message }] });
}

export async function listKeys(ctx: TenantContext, query: PageRequest & { live?: boolean | undefined }) {
  const filter = { organizationId: ctx.organizationId, live: query.live ?? null, now: realNow() };
  const { rows, counted } = await selectKeys(ctx.tx, filter, pageWindow(query));
  return toPage(query, await describeKeys(ctx, rows), counted);
}

const describeKey = async (ctx: TenantContext, key: ApiKey) => (await describeKeys(ctx, [key]))[0]!;

async function describeKeys(ctx: TenantContext, keys: ApiKey[]) {
  const makers = await findUsers(ctx.tx, [...new Set(keys.map(({ createdBy }) => createdBy))]);
  const now = toTimestamp(realNow());
  return keys.map(({ previousExpiresAt, ...key }) => ({
    ...key,
    createdBy: { userId: key.createdBy, name: makers.find(({ id }) => id === key.createdBy)?.name ?? '' },
    previousSecretExpiresAt: previousExpiresAt && previousExpiresAt > now ? previousExpiresAt : null,
  }));
}
