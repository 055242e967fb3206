import { type Selectable, sql } from 'kysely';
import type { WebsiteDomains } from '#platform/db/schema.ts';
import { affectedBy, columnOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

export type Domain = Selectable<WebsiteDomains>;

/** The organization that has proved the domain. */
export async function selectOwner(tx: Tx, domain: string): Promise<string | undefined> {
  const rows = await rowsOf<{ organizationId: string }>(tx)`
    SELECT organization_id FROM website_domains WHERE domain = ${domain} AND state = 'verified'`;
  return rows[0]?.organizationId;
}

export const isClaimed = async (tx: Tx, domain: string): Promise<boolean> =>
  (await sql`SELECT FROM website_domains WHERE domain = ${domain} LIMIT 1`.execute(tx)).rows.length > 0;

/** All who claim a domain: who has it now, then the first claim first. */
export const lockClaims = (tx: Tx, domain: string) =>
  rowsOf<Domain>(tx)`
    SELECT * FROM website_domains WHERE domain = ${domain}
    ORDER BY state = 'verified' DESC, created_at, organization_id LIMIT 100 FOR UPDATE`;

export const selectDomains = ({ tx, organizationId }: Tenant) =>
  rowsOf<Domain>(tx)`SELECT * FROM website_domains WHERE organization_id = ${organizationId} ORDER BY domain`;

/** Claims a domain; an earlier claim of the same organization stays. */
export const insertDomain = ({ tx, organizationId }: Tenant, domain: string, token: string, now: Temporal.Instant) =>
  sql`
    INSERT INTO website_domains (domain, organization_id, token, state, created_at)
    VALUES (${domain}, ${organizationId}, ${token}, 'pending', ${now}::timestamptz) ON CONFLICT DO NOTHING`.execute(tx);

export async function deleteDomain({ tx, organizationId }: Tenant, domain: string): Promise<boolean> {
  const affected = await affectedBy(tx)`
    DELETE FROM website_domains WHERE organization_id = ${organizationId} AND domain = ${domain}`;
  return affected === 1;
}

export const updateDomain = (
  tx: Tx,
  { domain, organizationId }: Pick<Domain, 'domain' | 'organizationId'>,
  checked: Pick<Domain, 'state' | 'problem' | 'verifiedAt' | 'failingSince'> & { checkedAt: Temporal.Instant },
) =>
  sql`
    UPDATE website_domains
    SET state = ${checked.state}, problem = ${checked.problem}, verified_at = ${checked.verifiedAt}::timestamptz,
        failing_since = ${checked.failingSince}::timestamptz, checked_at = ${checked.checkedAt}::timestamptz
    WHERE domain = ${domain} AND organization_id = ${organizationId}`.execute(tx);

/** Verified domains that were last looked at before then, the longest ago first. */
export const selectUnchecked = (tx: Tx, before: Temporal.Instant, limit: number) =>
  columnOf<string>(tx)`
    SELECT domain FROM website_domains WHERE state = 'verified' AND checked_at < ${before}::timestamptz
    ORDER BY checked_at LIMIT ${limit}`;
