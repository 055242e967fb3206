import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type DiscountRule, discountOffers, discountRules } from '../tables.ts';

/** The active rules that may apply to these resources, also used-up ones, which are marked. */
export const selectRulesFor = (tenant: Tenant, resourceIds: string[]) =>
  rowsOf<DiscountRule & { isUsedUp: boolean }>(tenant.tx)`
    SELECT ${discountRules.columns('r')}, coalesce(r.uses >= r.uses_max, false) AS is_used_up FROM ${discountRules.of(tenant)} r
    WHERE r.active AND (r.resource_id IS NULL OR r.resource_id = ANY (${resourceIds}::uuid[]))
    ORDER BY r.id`;

/** The numbers of offers and of accepted offers of rules, counted no further than the limit. */
export async function countOffers(
  tenant: Tenant,
  ruleIds: string[],
  limit: number,
): Promise<Map<string, { offered: number; taken: number }>> {
  const rows = await rowsOf<{ id: string; offered: number; taken: number }>(tenant.tx)`
    SELECT g.id, c.offered, c.taken FROM unnest(${ruleIds}::uuid[]) AS g (id), LATERAL (
      SELECT count(*)::int AS offered, count(*) FILTER (WHERE taken)::int AS taken FROM (
        SELECT o.taken_at IS NOT NULL AND o.released_at IS NULL AS taken FROM ${discountOffers.of(tenant)} o
        WHERE o.rule_id = g.id ORDER BY o.offered_at DESC, o.id DESC LIMIT ${limit}) AS counted) AS c`;
  return new Map(rows.map(({ id, offered, taken }) => [id, { offered, taken }]));
}
