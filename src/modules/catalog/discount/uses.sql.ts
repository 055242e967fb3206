import { affectedBy, columnOf, onlyRowOf, rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { discountOffers, discountRules, discountUses } from '../tables.ts';

/** Counts a use of a discount and locks it. Undefined: it has been used as often as it allows. */
export const addUse = ({ tx, organizationId }: Tenant, ruleId: string) =>
  rowOf<{ usesPerContactMax: number | null }>(tx)`
    UPDATE discount_rules SET uses = uses + 1
    WHERE organization_id = ${organizationId} AND id = ${ruleId} AND (uses_max IS NULL OR uses < uses_max)
    RETURNING uses_per_contact_max`;

export const subtractUse = ({ tx, organizationId }: Tenant, ruleId: string) =>
  affectedBy(tx)`
    UPDATE discount_rules SET uses = uses - 1 WHERE organization_id = ${organizationId} AND id = ${ruleId}`;

/** The next place of a use of this contact, and how many there are, counted no further than the limit. The discount is locked. */
export const selectContactUses = (
  tenant: Tenant,
  { ruleId, contactId, max }: { ruleId: string; contactId: string; max: number | null },
) =>
  onlyRowOf<{ place: number; uses: number }>(tenant.tx)`
    SELECT coalesce((SELECT u.place FROM ${discountUses.of(tenant)} u WHERE u.rule_id = ${ruleId} AND u.contact_id = ${contactId}
             ORDER BY u.place DESC LIMIT 1), 0) + 1 AS place,
           (SELECT count(*)::int FROM (SELECT FROM ${discountUses.of(tenant)} u
             WHERE u.rule_id = ${ruleId} AND u.contact_id = ${contactId} LIMIT ${max ?? 0}) AS counted) AS uses`;

/** Rules and contacts that have used them as often as the rule allows a contact. */
export const selectUsedUp = (tenant: Tenant, ruleIds: string[], contactIds: string[]) =>
  rowsOf<{ ruleId: string; contactId: string }>(tenant.tx)`
    SELECT u.rule_id, u.contact_id FROM ${discountUses.of(tenant)} u JOIN ${discountRules.of(tenant)} r ON r.id = u.rule_id
    WHERE u.rule_id = ANY (${ruleIds}) AND u.contact_id = ANY (${contactIds})
    GROUP BY u.rule_id, u.contact_id, r.uses_per_contact_max HAVING count(*) >= r.uses_per_contact_max`;

/** Documents that hold uses longer than they may, the longest overdue first. */
export const selectLapsed = (tenant: Tenant, today: Temporal.PlainDate, limit: number) =>
  columnOf<string>(tenant.tx)`
    SELECT u.document_id FROM ${discountUses.of(tenant)} u WHERE u.held_until < ${today}::date
    GROUP BY u.document_id ORDER BY min(u.held_until), u.document_id LIMIT ${limit}`;

/**
 * Rules whose number of uses is another one than their rows, and uses of documents that have no offer of the rule. Offers that were
 * taken before the rule had a coupon have no use.
 */
export const recountUses = (tenant: Tenant) =>
  onlyRowOf<{ counted: bigint; differences: number }>(tenant.tx)`
    SELECT coalesce(sum(c.uses), 0)::numeric(40,0) AS counted,
           count(*) FILTER (WHERE r.uses <> c.uses OR c.unfounded > 0)::int AS differences
    FROM ${discountRules.of(tenant)} r CROSS JOIN LATERAL (
      SELECT count(*) AS uses, count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM ${discountOffers.of(tenant)} o
        WHERE o.rule_id = u.rule_id AND o.taken_id = u.document_id AND o.released_at IS NULL)) AS unfounded
      FROM ${discountUses.of(tenant)} u WHERE u.rule_id = r.id) AS c`;

/** Moves the uses of merged contacts to the surviving one, which may then have more than a limit allows. */
export const moveUses = ({ tx, organizationId }: Tenant, contactIds: string[], into: string) =>
  affectedBy(tx)`
    UPDATE discount_uses u SET contact_id = ${into}, place = moved.place
    FROM (
      SELECT m.rule_id, m.document_id, row_number() OVER (PARTITION BY m.rule_id ORDER BY m.created_at, m.document_id) AS place
      FROM discount_uses m WHERE m.organization_id = ${organizationId} AND m.contact_id = ANY (${contactIds})
    ) AS moved
    WHERE u.organization_id = ${organizationId} AND u.rule_id = moved.rule_id AND u.document_id = moved.document_id`;
