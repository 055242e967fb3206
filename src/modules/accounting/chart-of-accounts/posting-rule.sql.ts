import { sql } from 'kysely';
import { list, updated, updatedSince } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { chartAccounts, postingRules } from '../tables.ts';

export interface NamedRule {
  name: string;
  chartAccountId: string;
  updatedAt: string;
  accountCode: string;
  accountName: string;
}

const rulesWithAccounts = (tenant: Tenant) =>
  sql`${postingRules.of(tenant)} t JOIN ${chartAccounts.of(tenant)} a ON a.id = t.chart_account_id`;

const ruleColumns = sql`t.name, t.chart_account_id, t.updated_at, a.code AS account_code, a.name AS account_name`;

export const postingRuleList = list<NamedRule>()({
  from: rulesWithAccounts,
  select: ruleColumns,
  filters: { updatedSince },
  sort: { name: { by: sql`t.name`, type: 'text' }, updated },
  order: 'name',
  key: [{ by: sql`t.name`, type: 'text' }],
});

export const selectRules = (tenant: Tenant) =>
  rowsOf<NamedRule>(tenant.tx)`
    SELECT ${ruleColumns} FROM ${rulesWithAccounts(tenant)} ORDER BY t.name`;

export const updateRules = (
  { tx, organizationId }: Tenant,
  rules: { name: string; chartAccountId: string }[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE posting_rules r SET chart_account_id = given.account, updated_at = ${at}::timestamptz
    FROM unnest(${rules.map(({ name }) => name)}::text[], ${rules.map(({ chartAccountId }) => chartAccountId)}::uuid[])
      AS given (name, account)
    WHERE r.organization_id = ${organizationId} AND r.name = given.name`.execute(tx);
