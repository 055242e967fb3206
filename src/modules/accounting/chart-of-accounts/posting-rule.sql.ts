import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export const selectRules = ({ tx, organizationId }: Tenant) =>
  tx
    .selectFrom('postingRules as r')
    .innerJoin('chartAccounts as a', (join) =>
      join.onRef('a.organizationId', '=', 'r.organizationId').onRef('a.id', '=', 'r.chartAccountId'),
    )
    .select(['r.name', 'r.chartAccountId', 'r.updatedAt', 'a.code as accountCode', 'a.name as accountName'])
    .where('r.organizationId', '=', organizationId)
    .orderBy('r.name')
    .execute();

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
