import type { z } from 'zod';
import { findUsers } from '#modules/identity/index.ts';
import { apiKeyPurpose } from '#platform/auth/authenticate.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter, realNow, toTimestamp } from '#platform/date.ts';
import { lockForLimit } from '#platform/db/table.ts';
import { newSecret } from '#platform/id.ts';
import { InvalidRequest, NotFound, refusal } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { GrantExceedsRights, holdsAll, requirePerson, rightsOf } from '../member/rights.ts';
import { announceKey, announceRotation } from '../rights-events.ts';
import type { ApiKeyChange, NewApiKey } from './api-key.schema.ts';
import {
  type ApiKey,
  countLiveKeys,
  insertKey,
  lockKey,
  rotateSecret,
  selectAnySecret,
  updateKey,
} from './api-key.sql.ts';

const LIVE_KEYS_MAX = 100;

export const KeyOfAnother = refusal(
  'key_of_another',
  'A key acts in the name of its creator: only they can change or rotate it. You can revoke it.',
  403,
);
export const KeyRevoked = refusal('key_revoked', 'This key is revoked: create a new one.', 410);
export const TooManyKeys = refusal('too_many_keys', `An organization has at most ${LIVE_KEYS_MAX} live keys.`);

/** Creates a key with some of the person's permissions. Its secret is shown once and stored encrypted. */
export async function createKey(ctx: TenantContext, fields: z.output<typeof NewApiKey>) {
  const person = requirePerson(ctx);
  requireFuture(fields.expiresAt);
  if (!holdsAll(await rightsOf(ctx, 'organization:write'), fields.permissions)) throw GrantExceedsRights();
  await lockForLimit(ctx, 'api keys');
  if ((await countLiveKeys(ctx)) >= LIVE_KEYS_MAX) throw TooManyKeys();
  const id = newSecret('ck', 12);
  const secret = newSecret('cks');
  const key = await insertKey(ctx, {
    ...fields,
    id,
    secret: ctx.secrets.encrypt(secret, apiKeyPurpose(id)),
    createdBy: person.userId,
    createdAt: realNow(),
  });
  announceKey(ctx, { after: key });
  return { ...(await describeKey(ctx, key)), secret };
}

/** Replaces the secret. The previous one works for a while, so that programs can be moved one by one. */
export async function rotateKey(ctx: TenantContext, id: string, overlapSeconds: number) {
  await lockOwnKey(ctx, id);
  const secret = newSecret('cks');
  const sealed = ctx.secrets.encrypt(secret, apiKeyPurpose(id));
  // Without an overlap nothing is kept, so no difference between two clocks can prolong the previous secret.
  const previousExpiresAt = overlapSeconds === 0 ? null : realNow().add({ seconds: overlapSeconds });
  const key = await rotateSecret(ctx, id, sealed, previousExpiresAt);
  announceRotation(ctx, key);
  return { ...(await describeKey(ctx, key)), secret };
}

export async function changeKey(ctx: TenantContext, { id, ...change }: z.output<typeof ApiKeyChange>) {
  requireFuture(change.expiresAt ?? null);
  const rights = await rightsOf(ctx, 'organization:write');
  if (!holdsAll(rights, change.permissions ?? [])) throw GrantExceedsRights();
  const key = await lockOwnKey(ctx, id);
  if (Object.values(change).every((value) => value === undefined)) return describeKey(ctx, key);
  const changed = await updateKey(ctx, id, change);
  announceKey(ctx, { before: key, after: changed });
  return describeKey(ctx, changed);
}

export async function revokeKey(ctx: TenantContext, id: string): Promise<void> {
  const key = await lockKey(ctx, id);
  if (!key) throw NotFound();
  if (!key.revokedAt) announceKey(ctx, { before: key, after: await updateKey(ctx, id, { revokedAt: realNow() }) });
}

/** Locks a key that only its creator may change, unless it is revoked. */
async function lockOwnKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  const person = requirePerson(ctx);
  const key = await lockKey(ctx, id);
  if (!key) throw NotFound();
  if (key.createdBy !== person.userId) throw KeyOfAnother();
  if (key.revokedAt) throw KeyRevoked();
  return key;
}

function requireFuture(expiresAt: string | null): void {
  if (expiresAt === null || isAfter(expiresAt, realNow())) return;
  const message = 'This time is in the past.';
  throw InvalidRequest.at('body.expiresAt', 'in_the_past', message);
}

const describeKey = async (ctx: TenantContext, key: ApiKey) => (await describeKeys(ctx, [key]))[0]!;

export async function describeKeys(ctx: TenantContext, keys: ApiKey[]) {
  const creators = await findUsers(ctx.tx, [...new Set(keys.map(({ createdBy }) => createdBy))]);
  const now = toTimestamp(realNow());
  return keys.map(({ previousExpiresAt, ...key }) => ({
    ...key,
    createdBy: { userId: key.createdBy, name: creators.find(({ id }) => id === key.createdBy)?.name ?? '' },
    previousSecretExpiresAt: previousExpiresAt && previousExpiresAt > now ? previousExpiresAt : null,
  }));
}

export const sealedKeys: SealedKind = {
  what: 'API keys',
  sample: async ({ tx, organizationId }) => {
    const key = await selectAnySecret(tx, organizationId);
    return key ? { sealed: key.secret, purpose: apiKeyPurpose(key.id) } : null;
  },
};
