import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

export const accountKinds = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface ChartAccount {
  id: string;
  code: string;
  name: string;
  kind: AccountKind;
  currency: string;
  parentId: string | null;
  depth: number;
  postable: boolean;
  archivedAt: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'code',
  'name',
  'kind',
  'currency',
  'parentId',
  'depth',
  'postable',
  'archivedAt',
  'version',
  'createdAt',
] as const;

/** The whole chart, by code: it has few enough accounts to be read at once. */
export const selectChart = ({ tx, organizationId }: Tenant): Promise<ChartAccount[]> =>
  tx
    .selectFrom('chartAccounts')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .orderBy('code')
    .execute() as Promise<ChartAccount[]>;

/** The chart, held against other changes of it until the transaction ends. Postings go on meanwhile. */
export const lockChart = ({ tx, organizationId }: Tenant): Promise<ChartAccount[]> =>
  tx
    .selectFrom('chartAccounts')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute() as Promise<ChartAccount[]>;

export interface NewChartAccount {
  id: string;
  code: string;
  name: string;
  kind: AccountKind;
  currency: string;
  parentId: string | null;
  parentDepth: number | null;
  postable: boolean;
  createdAt: Temporal.Instant;
}

export const insertChartAccount = ({ tx, organizationId }: Tenant, account: NewChartAccount): Promise<ChartAccount> =>
  tx
    .insertInto('chartAccounts')
    .values({ ...account, organizationId })
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<ChartAccount>;

export interface ChartAccountChange {
  code?: string | undefined;
  name?: string | undefined;
  parentId?: string | null | undefined;
  parentDepth?: number | null | undefined;
  postable?: boolean | undefined;
  archivedAt?: Temporal.Instant | null | undefined;
}

/** What is under a moved account goes with it: the foreign key tells each its new depth. */
export const updateChartAccount = (
  { tx, organizationId }: Tenant,
  id: string,
  change: ChartAccountChange,
): Promise<ChartAccount> =>
  tx
    .updateTable('chartAccounts')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<ChartAccount>;

export async function deleteChartAccount({ tx, organizationId }: Tenant, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('chartAccounts')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The operations and the money account that need this account as it is. */
export async function selectUses(
  { tx, organizationId }: Tenant,
  id: string,
): Promise<{ rules: string[]; moneyAccount: string | null }> {
  const [rules, account] = await Promise.all([
    tx
      .selectFrom('postingRules')
      .select('name')
      .where('organizationId', '=', organizationId)
      .where('chartAccountId', '=', id)
      .orderBy('name')
      .execute(),
    tx
      .selectFrom('accounts')
      .select('name')
      .where('organizationId', '=', organizationId)
      .where('chartAccountId', '=', id)
      .executeTakeFirst(),
  ]);
  return { rules: rules.map(({ name }) => name), moneyAccount: account?.name ?? null };
}
