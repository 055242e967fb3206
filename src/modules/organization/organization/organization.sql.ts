import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { CallerContext } from '#platform/context.ts';
import { filter, list } from '#platform/db/list.ts';
import type { Memberships, Organizations } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

const columns = [
  'id',
  'name',
  'legalName',
  'taxId',
  'country',
  'currency',
  'timeZone',
  'locale',
  'email',
  'phone',
  'address',
  'website',
  'imageKey',
  'referralCode',
  'sandbox',
  'version',
  'createdAt',
  'closedAt',
] as const;

export type Organization = Pick<Selectable<Organizations>, (typeof columns)[number]>;

export const insertOrganization = (tx: Tx, organization: Insertable<Organizations>): Promise<unknown> =>
  tx.insertInto('organizations').values(organization).execute();

export const insertMembership = (tx: Tx, membership: Insertable<Memberships>): Promise<unknown> =>
  tx.insertInto('memberships').values(membership).execute();

export const findOrganization = (tx: Tx, id: string): Promise<Organization> =>
  tx.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirstOrThrow();

export const lockOrganization = (tx: Tx, id: string): Promise<Organization> =>
  tx.selectFrom('organizations').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** The organizations that the caller belongs to, with their role in each; an API key belongs to one. */
export const organizationList = list<Organization & { role: string }, CallerContext>()({
  from: ({ actor, caller }) => sql`(
    SELECT o.*, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = ${actor.userId} AND m.active
      AND (${actor.kind === 'user'} OR o.id = ${caller.organization?.id ?? null}::uuid)) t`,
  select: sql.join([...columns, 'role'].map((column) => sql.ref(`t.${column}`))),
  filters: {
    search: filter(
      z.string().max(100).optional().describe('Part of the name.'),
      (text) => sql`t.name ILIKE ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`,
    ),
  },
  sort: {
    name: { by: sql`t.name`, type: 'text' },
    created: { by: sql`t.created_at`, type: 'timestamp with time zone' },
  },
  order: 'name',
});

/** Changes an organization, or returns undefined if its version is another. */
export async function updateOrganization(
  tx: Tx,
  id: string,
  version: number | undefined,
  change: Updateable<Organizations>,
): Promise<Organization | undefined> {
  return tx
    .updateTable('organizations')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .returning(columns)
    .executeTakeFirst();
}

export async function selectImageKey(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('organizations').select('imageKey').where('id', '=', id).executeTakeFirst();
  return row?.imageKey ?? null;
}

export async function lockImageKey(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('organizations')
    .select('imageKey')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.imageKey ?? null;
}

export const setActiveOrganization = (tx: Tx, sessionId: string, organizationId: string): Promise<unknown> =>
  tx.updateTable('sessions').set({ organizationId }).where('id', '=', sessionId).execute();

export const selectMembership = (tx: Tx, organizationId: string, userId: string) =>
  tx
    .selectFrom('memberships')
    .select(['role', 'permissions', 'active', 'joinedAt'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();

export async function findByReferralCode(tx: Tx, code: string): Promise<string | null> {
  const row = await tx.selectFrom('organizations').select('id').where('referralCode', '=', code).executeTakeFirst();
  return row?.id ?? null;
}
