import { sql } from 'kysely';
import type { MethodType } from '#modules/payments/index.ts';
import { toTimestamp } from '#platform/date.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import type { ContactMerge } from '../hooks.ts';

export type Provider = 'payproc' | 'cardproc';

/** A customer of a provider, who is a contact of ours. */
export interface PaymentCustomer {
  adapter: string;
  reference: string;
}

export interface PaymentProfile {
  id: string;
  contactId: string;
  provider: Provider;
  adapter: string;
  customerReference: string;
  reference: string;
  type: MethodType;
  brand: string | null;
  last4: string | null;
  expiresOn: string | null;
  state: 'pending' | 'active' | 'removed';
  createdAt: string;
}

/** What a provider says of one of its profiles. */
export type FoundProfile = Pick<PaymentProfile, 'reference' | 'type' | 'brand' | 'last4' | 'expiresOn'> & {
  active: boolean;
};

const columns = [
  'id',
  'contactId',
  'provider',
  'adapter',
  'customerReference',
  'reference',
  'type',
  'brand',
  'last4',
  'expiresOn',
  'state',
  'createdAt',
] as const;

/** Oldest first: that is the one that a new card joins. */
export const selectCustomers = (tx: Tx, organizationId: string, contactId: string, adapter: string, limit: number) =>
  tx
    .selectFrom('paymentCustomers')
    .select(['adapter', 'reference'])
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId)
    .where('adapter', '=', adapter)
    .orderBy('createdAt')
    .limit(limit)
    .execute();

export const insertCustomer = (
  tx: Tx,
  customer: PaymentCustomer & { organizationId: string; contactId: string; createdAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('paymentCustomers')
    .values(customer)
    .onConflict((conflict) => conflict.columns(['organizationId', 'adapter', 'reference']).doNothing())
    .execute();

/**
 * Keeps what the provider says that a customer has. What it no longer names is removed, unless it was written after the
 * provider was asked; what is removed stays so. Whose the customer is, its own row says. Answers how many are new.
 */
export async function upsertProfiles(
  tx: Tx,
  organizationId: string,
  { adapter, reference }: PaymentCustomer,
  provider: Provider,
  found: FoundProfile[],
  { askedAt, now }: { askedAt: Temporal.Instant; now: Temporal.Instant },
): Promise<number> {
  const column = <K extends keyof FoundProfile>(name: K) => found.map((profile) => profile[name]);
  const { rows } = await sql<{ isNew: boolean }>`
    INSERT INTO payment_profiles (organization_id, id, contact_id, provider, adapter, customer_reference, reference, type,
      brand, last4, expires_on, state, created_at, updated_at)
    SELECT ${organizationId}::uuid, f.id, c.contact_id, ${provider}, c.adapter, c.reference, f.reference, f.type, f.brand,
      f.last4, f.expires_on, CASE WHEN f.active THEN 'active' ELSE 'pending' END, ${now}::timestamptz, ${now}::timestamptz
    FROM payment_customers c, unnest(${found.map(() => newId())}::uuid[], ${column('reference')}::text[],
      ${column('type')}::text[], ${column('brand')}::text[], ${column('last4')}::text[], ${column('expiresOn')}::text[],
      ${column('active')}::boolean[]) AS f (id, reference, type, brand, last4, expires_on, active)
    WHERE c.organization_id = ${organizationId} AND c.adapter = ${adapter} AND c.reference = ${reference}
    FOR SHARE OF c
    ON CONFLICT (organization_id, adapter, reference) DO UPDATE SET brand = excluded.brand, last4 = excluded.last4,
      expires_on = excluded.expires_on, state = excluded.state, updated_at = excluded.updated_at
    WHERE payment_profiles.state <> 'removed'
    RETURNING created_at = updated_at AS "isNew"`.execute(tx);
  await tx
    .updateTable('paymentProfiles')
    .set({ state: 'removed', updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('adapter', '=', adapter)
    .where('customerReference', '=', reference)
    .where('state', '<>', 'removed')
    .where('updatedAt', '<', toTimestamp(askedAt))
    .where(sql<boolean>`reference <> ALL (${column('reference')}::text[])`)
    .execute();
  return rows.filter(({ isNew }) => isNew).length;
}

const profiles = (tx: Tx, organizationId: string) =>
  tx.selectFrom('paymentProfiles').select(columns).where('organizationId', '=', organizationId);

export const selectProfile = async (tx: Tx, organizationId: string, id: string) =>
  (await profiles(tx, organizationId).where('id', '=', id).executeTakeFirst()) as PaymentProfile | undefined;

/** What a contact has at the providers, newest first. */
export const selectProfilesOf = async (
  tx: Tx,
  organizationId: string,
  contactId: string,
  provider: Provider | null,
  limit: number,
) =>
  (await profiles(tx, organizationId)
    .where('contactId', '=', contactId)
    .where('state', '<>', 'removed')
    .$if(provider !== null, (query) => query.where('provider', '=', provider!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()) as PaymentProfile[];

export const updateProfileState = (
  tx: Tx,
  organizationId: string,
  id: string,
  state: 'active' | 'removed',
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('paymentProfiles')
    .set({ state, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .execute();

export interface ProfileFilter {
  provider: Provider;
  contactId?: string | undefined;
  /** The last month in which they can be used, at the latest: YYYY-MM. */
  expiresUntil?: string | undefined;
  /** Only what was saved before this one. */
  before?: string | undefined;
}

const matching = (tx: Tx, organizationId: string, { provider, contactId, expiresUntil, before }: ProfileFilter) =>
  tx
    .selectFrom('paymentProfiles as p')
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.organizationId', '=', 'p.organizationId').onRef('c.id', '=', 'p.contactId'),
    )
    .where('p.organizationId', '=', organizationId)
    .where('p.provider', '=', provider)
    .where('p.state', '<>', 'removed')
    .$if(contactId !== undefined, (query) => query.where('p.contactId', '=', contactId!))
    .$if(expiresUntil !== undefined, (query) => query.where('p.expiresOn', '<=', expiresUntil!))
    .$if(before !== undefined, (query) => query.where('p.id', '<', before!));

/** The saved methods of all contacts, newest first, with whose they are. */
export const selectProfiles = async (
  tx: Tx,
  organizationId: string,
  filter: ProfileFilter,
  { limit, offset }: PageWindow,
) =>
  (await matching(tx, organizationId, filter)
    .select([...columns.map((column) => `p.${column}` as const), 'c.name as contactName'])
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()) as (PaymentProfile & { contactName: string })[];

export const countProfiles = (tx: Tx, organizationId: string, filter: ProfileFilter, limit: number | null) =>
  countRows(tx, matching(tx, organizationId, filter).select('p.id'), limit);

/** Moves the customers, cards and charges of merged contacts to the survivor. */
export async function moveMethodsOfContacts(
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
): Promise<void> {
  for (const table of ['paymentCustomers', 'paymentProfiles', 'contactCharges'] as const)
    await tx
      .updateTable(table)
      .set({ contactId: into })
      .where('organizationId', '=', organizationId)
      .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
      .execute();
}
