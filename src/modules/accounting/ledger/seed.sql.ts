import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export interface SeededAccount {
  id: string;
  code: string;
  name: string;
  kind: string;
  currency: string;
  parentId: string | null;
  parentDepth: number | null;
  postable: boolean;
  createdAt: Temporal.Instant;
}

/** One statement for the whole chart: foreign keys are checked when it ends, so parents and children come together. */
export const insertChart = ({ tx, organizationId }: Tenant, accounts: SeededAccount[]): Promise<unknown> => {
  const column = <K extends keyof SeededAccount>(name: K) => accounts.map((account) => account[name]);
  return sql`
    INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, parent_id, parent_depth, postable, created_at)
    SELECT ${organizationId}::uuid, a.* , ${accounts[0]!.createdAt}::timestamptz
    FROM unnest(${column('id')}::uuid[], ${column('code')}::text[], ${column('name')}::text[], ${column('kind')}::text[],
                ${column('currency')}::text[], ${column('parentId')}::uuid[], ${column('parentDepth')}::int[],
                ${column('postable')}::boolean[]) AS a`.execute(tx);
};

export const insertPostingRules = (
  { tx, organizationId }: Tenant,
  rules: { name: string; chartAccountId: string }[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    INSERT INTO posting_rules (organization_id, name, chart_account_id, updated_at)
    SELECT ${organizationId}::uuid, r.name, r.account, ${at}::timestamptz
    FROM unnest(${rules.map(({ name }) => name)}::text[], ${rules.map(({ chartAccountId }) => chartAccountId)}::uuid[])
      AS r (name, account)`.execute(tx);

export async function selectPostingRules({ tx, organizationId }: Tenant): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('postingRules')
    .select(['name', 'chartAccountId'])
    .where('organizationId', '=', organizationId)
    .execute();
  return new Map(rows.map(({ name, chartAccountId }) => [name, chartAccountId]));
}

export async function hasEntries({ tx, organizationId }: Tenant): Promise<boolean> {
  const row = await tx
    .selectFrom('ledgerEntries')
    .select('id')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes every account of the chart in that currency along, and by its foreign key the money accounts; whoever posts
 * meanwhile holds one of them, and is waited for.
 */
export const updateChartCurrency = (
  { tx, organizationId }: Tenant,
  currency: string,
  before: string,
): Promise<unknown> =>
  tx
    .updateTable('chartAccounts')
    .set({ currency })
    .where('organizationId', '=', organizationId)
    .where('currency', '=', before)
    .execute();
