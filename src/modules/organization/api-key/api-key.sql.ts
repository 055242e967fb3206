import { sql } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface ApiKey {
  id: string;
  name: string;
  permissions: string[];
  addresses: string[];
  createdBy: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  previousExpiresAt: string | null;
  revokedAt: string | null;
}

const columns = [
  'id',
  'name',
  'permissions',
  'addresses',
  'createdBy',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'previousExpiresAt',
  'revokedAt',
] as const;

export const insertKey = (
  tx: Tx,
  key: {
    id: string;
    organizationId: string;
    name: string;
    permissions: string[];
    addresses: string[];
    secret: Buffer;
    createdBy: string;
    createdAt: Temporal.Instant;
    expiresAt: string | null;
  },
): Promise<ApiKey> => tx.insertInto('apiKeys').values(key).returning(columns).executeTakeFirstOrThrow();

export const lockKey = (tx: Tx, organizationId: string, id: string): Promise<ApiKey | undefined> =>
  tx
    .selectFrom('apiKeys')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateKey = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: {
    name?: string;
    permissions?: string[];
    addresses?: string[];
    expiresAt?: string | null;
    revokedAt?: Temporal.Instant;
  },
): Promise<ApiKey> =>
  tx
    .updateTable('apiKeys')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The secret of now becomes the previous one, and what was previous is gone. */
export const rotateSecret = (
  tx: Tx,
  organizationId: string,
  id: string,
  secret: Buffer,
  previousExpiresAt: Temporal.Instant,
): Promise<ApiKey> =>
  tx
    .updateTable('apiKeys')
    .set((old) => ({ secret, previousSecret: old.ref('secret'), previousExpiresAt }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Takes from the keys that someone made what they no longer hold themselves; a key without any right is revoked. */
export const narrowKeys = (
  tx: Tx,
  organizationId: string,
  createdBy: string,
  held: ReadonlySet<string>,
): Promise<unknown> =>
  sql`
  UPDATE api_keys SET
    permissions = narrowed.list,
    revoked_at = CASE WHEN narrowed.list = '{}' THEN now() END
  FROM (
    SELECT k.id, ARRAY(
      SELECT p FROM unnest(k.permissions) AS p
      WHERE p = ANY (${[...held]}::text[]) OR replace(p, ':read', ':write') = ANY (${[...held]}::text[])
    ) AS list
    FROM api_keys k WHERE k.organization_id = ${organizationId} AND k.created_by = ${createdBy}
  ) AS narrowed
  WHERE api_keys.organization_id = ${organizationId} AND api_keys.id = narrowed.id
    AND api_keys.revoked_at IS NULL AND cardinality(narrowed.list) < cardinality(api_keys.permissions)`.execute(tx);

/** Newest first. */
export async function selectKeys(
  tx: Tx,
  filter: { organizationId: string; live: boolean | null; now: Temporal.Instant },
  window: PageWindow,
): Promise<{ rows: ApiKey[]; counted: number }> {
  const isLive = sql<boolean>`revoked_at IS NULL AND coalesce(expires_at > ${toTimestamp(filter.now)}::timestamptz, true)`;
  const matching = tx
    .selectFrom('apiKeys')
    .where('organizationId', '=', filter.organizationId)
    .$if(filter.live !== null, (query) => query.where(sql<boolean>`(${isLive}) = ${filter.live}::boolean`));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

export async function countLiveKeys(tx: Tx, organizationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('apiKeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
