import { sql } from 'kysely';
import { z } from 'zod';
import { byDefault, filter, list, oneOf, updated, updatedSince } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { newId } from '#platform/id.ts';
import { ofContacts } from '../beneficiary/beneficiary.sql.ts';
import { contacts, type PaymentCustomer, type PaymentProfile, paymentCustomers, paymentProfiles } from '../tables.ts';
import { PaymentProvider } from './payment-method.schema.ts';

const Month = z.string().regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11');

export const methodList = list<PaymentProfile & { contactName: string }>()({
  from: (tenant) => sql`${paymentProfiles.of(tenant)} t JOIN ${contacts.of(tenant)} c ON c.id = t.contact_id`,
  select: sql`${paymentProfiles.columns('t')}, c.name AS contact_name`,
  where: () => sql`t.state <> 'removed'`,
  filters: {
    provider: byDefault(oneOf('provider', PaymentProvider), 'payproc'),
    beneficiaryId: ofContacts(),
    expiresUntil: filter(
      Month.optional().describe('Expire in this month or before: YYYY-MM.'),
      (month) => sql`t.expires_on <= ${month}`,
    ),
    updatedSince,
  },
  // Ids are in the order of creation.
  sort: { created: { by: sql`t.id`, type: 'uuid' }, updated },
  order: '-created',
});

/** A profile as a provider describes it. */
export type FoundProfile = Pick<PaymentProfile, 'reference' | 'type' | 'brand' | 'last4' | 'expiresOn'> & {
  active: boolean;
};

/**
 * Stores the profiles that a provider lists for a customer, for the contact that the customer belongs to now. Profiles that
 * it no longer lists are removed, unless they were written after it was asked. A removed profile stays removed. The result
 * is the number of new ones.
 */
export async function upsertProfiles(
  tenant: Tenant,
  { adapter, reference }: PaymentCustomer,
  provider: PaymentProfile['provider'],
  found: FoundProfile[],
  { askedAt, now }: { askedAt: Temporal.Instant; now: Temporal.Instant },
): Promise<number> {
  const { tx, organizationId } = tenant;
  const column = <K extends keyof FoundProfile>(name: K) => found.map((profile) => profile[name]);
  const rows = await rowsOf<{ isNew: boolean }>(tx)`
    INSERT INTO payment_profiles (organization_id, id, contact_id, provider, adapter, customer_reference, reference, type,
      brand, last4, expires_on, state, created_at, updated_at)
    SELECT c.organization_id, f.id, c.contact_id, ${provider}, c.adapter, c.reference, f.reference, f.type, f.brand,
      f.last4, f.expires_on, CASE WHEN f.active THEN 'active' ELSE 'pending' END, ${now}::timestamptz, ${now}::timestamptz
    FROM ${paymentCustomers.of(tenant)} c, unnest(${found.map(() => newId())}::uuid[], ${column('reference')}::text[],
      ${column('type')}::text[], ${column('brand')}::text[], ${column('last4')}::text[], ${column('expiresOn')}::text[],
      ${column('active')}::boolean[]) AS f (id, reference, type, brand, last4, expires_on, active)
    WHERE c.adapter = ${adapter} AND c.reference = ${reference}
    FOR SHARE OF c
    ON CONFLICT (organization_id, adapter, reference) DO UPDATE SET brand = excluded.brand, last4 = excluded.last4,
      expires_on = excluded.expires_on, state = excluded.state, updated_at = excluded.updated_at
    WHERE payment_profiles.state <> 'removed'
    RETURNING created_at = updated_at AS "isNew"`;
  await sql`
    UPDATE payment_profiles SET state = 'removed', updated_at = ${now}
    WHERE organization_id = ${organizationId} AND adapter = ${adapter} AND customer_reference = ${reference}
      AND state <> 'removed' AND updated_at < ${askedAt}::timestamptz
      AND reference <> ALL (${column('reference')}::text[])`.execute(tx);
  return rows.filter(({ isNew }) => isNew).length;
}
