import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { z } from 'zod';
import { realNow, toTimestamp } from '#platform/date.ts';
import { filter, list } from '#platform/db/list.ts';
import type { ApiKeys } from '#platform/db/schema.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

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

export type ApiKey = Pick<Selectable<ApiKeys>, (typeof columns)[number]>;

export const apiKeyList = list<ApiKey>()({
  from: ({ organizationId }) => sql`(SELECT * FROM api_keys WHERE organization_id = ${organizationId}) t`,
  select: sql.join(columns.map((column) => sql.ref(`t.${column}`))),
  filters: {
    live: filter(
      z.boolean().optional().describe('Only keys that work (true), or only expired and revoked ones (false).'),
      (live) =>
        sql`(t.revoked_at IS NULL AND coalesce(t.expires_at > ${realNow()}::timestamptz, true)) = ${live}::boolean`,
    ),
  },
  sort: {
    created: { by: sql`t.created_at`, type: 'timestamp with time zone' },
    name: { by: sql`t.name`, type: 'text' },
  },
  order: '-created',
  key: [{ by: sql`t.id`, type: 'text' }],
});

export const insertKey = (
  { tx, organizationId }: Tenant,
  key: Omit<Insertable<ApiKeys>, 'organizationId'>,
): Promise<ApiKey> =>
  tx
    .insertInto('apiKeys')
    .values({ ...key, organizationId })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const lockKey = ({ tx, organizationId }: Tenant, id: string): Promise<ApiKey | undefined> =>
  tx
    .selectFrom('apiKeys')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateKey = ({ tx, organizationId }: Tenant, id: string, change: Updateable<ApiKeys>): Promise<ApiKey> =>
  tx
    .updateTable('apiKeys')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Replaces the secret. The present one works as the previous one until it expires; without an expiry it ends now. */
export const rotateSecret = (
  { tx, organizationId }: Tenant,
  id: string,
  secret: Buffer,
  previousExpiresAt: Temporal.Instant | null,
): Promise<ApiKey> =>
  tx
    .updateTable('apiKeys')
    .set((old) => ({ secret, previousSecret: previousExpiresAt && old.ref('secret'), previousExpiresAt }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Removes from a person's keys the permissions that they lost; a key without permissions is revoked. */
export const narrowKeys = ({ tx, organizationId }: Tenant, createdBy: string, held: ReadonlySet<string>) =>
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

export async function countLiveKeys({ tx, organizationId }: Tenant): Promise<number> {
  const { count } = await tx
    .selectFrom('apiKeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', toTimestamp(realNow()))]))
    .executeTakeFirstOrThrow();
  return count;
}

export const selectAnySecret = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('apiKeys')
    .select(['id', 'secret'])
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
