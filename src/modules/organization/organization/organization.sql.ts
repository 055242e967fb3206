import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';

export interface Organization {
  id: string;
  name: string;
  legalName: string | null;
  taxId: string | null;
  country: string;
  currency: string;
  timeZone: string;
  locale: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  website: string | null;
  imageKey: string | null;
  referralCode: string;
  sandbox: boolean;
  version: number;
  createdAt: string;
}

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
] as const;

export interface NewOrganization {
  id: string;
  name: string;
  legalName?: string | null | undefined;
  taxId?: string | null | undefined;
  country?: string | undefined;
  currency?: string | undefined;
  timeZone?: string | undefined;
  locale?: string | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  address?: string | null | undefined;
  website?: string | null | undefined;
  sandbox: boolean;
  referralCode: string;
  referredBy: string | null;
  createdAt: Temporal.Instant;
}

export const insertOrganization = (tx: Tx, organization: NewOrganization): Promise<unknown> =>
  tx.insertInto('organizations').values(organization).execute();

export const insertMembership = (
  tx: Tx,
  membership: {
    organizationId: string;
    userId: string;
    role: string;
    permissions?: string[];
    joinedAt: Temporal.Instant;
  },
): Promise<unknown> =>
  tx
    .insertInto('memberships')
    .values(membership as never)
    .execute();

export const findOrganization = (tx: Tx, id: string): Promise<Organization> =>
  tx.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirstOrThrow();

/** Holds the organization as it is until the transaction ends. */
export const lockOrganization = (tx: Tx, id: string): Promise<Organization> =>
  tx.selectFrom('organizations').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** The organizations a person belongs to, by name, with their role in each. */
export async function selectOrganizations(
  tx: Tx,
  request: {
    userId: string;
    onlyId: string | null;
    search: string | null;
    offset: number;
    limit: number;
    countLimit: number | null;
  },
): Promise<{ rows: (Organization & { role: string })[]; counted: number }> {
  const mine = tx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
    .where('memberships.userId', '=', request.userId)
    .where('memberships.active', '=', true)
    .$if(request.onlyId !== null, (query) => query.where('organizations.id', '=', request.onlyId!))
    .$if(request.search !== null, (query) =>
      query.where('organizations.name', 'ilike', `%${likeText(request.search!)}%`),
    );
  const [rows, counted] = await Promise.all([
    mine
      .select(columns.map((column) => `organizations.${column}` as const))
      .select('memberships.role')
      .orderBy('organizations.name')
      .orderBy('organizations.id')
      .offset(request.offset)
      .limit(request.limit)
      .execute(),
    countRows(tx, mine.select('organizations.id'), request.countLimit),
  ]);
  return { rows, counted };
}

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Changes an organization unless someone else did meanwhile. */
export async function updateOrganization(
  tx: Tx,
  id: string,
  version: number | undefined,
  change: Partial<Omit<Organization, 'id' | 'version' | 'createdAt' | 'referralCode' | 'sandbox'>>,
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
