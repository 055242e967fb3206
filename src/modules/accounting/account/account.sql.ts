import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { containsFolded } from '#platform/search/search.sql.ts';

export const accountKinds = ['cash', 'bank', 'card', 'payout', 'other'] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface Account {
  id: string;
  name: string;
  kind: AccountKind;
  currency: string;
  chartAccountId: string;
  divisionId: string | null;
  bankName: string | null;
  accountNumber: string | null;
  archived: boolean;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'name',
  'kind',
  'currency',
  'chartAccountId',
  'divisionId',
  'bankName',
  'accountNumber',
  'version',
  'createdAt',
] as const;
const archived = sql<boolean>`archived_at IS NOT NULL`.as('archived');

export async function insertAccount(
  { tx, organizationId }: Tenant,
  { archived: _, ...account }: Omit<Account, 'version' | 'createdAt'>,
  at: Temporal.Instant,
): Promise<Account> {
  const row = await tx
    .insertInto('accounts')
    .values({ ...account, organizationId, createdAt: at })
    .returning([...columns, archived])
    .executeTakeFirstOrThrow();
  return row as Account;
}

const account = (tx: Tx, organizationId: string, id: string) =>
  tx
    .selectFrom('accounts')
    .select([...columns, archived])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id);

export const selectAccount = async ({ tx, organizationId }: Tenant, id: string): Promise<Account | undefined> =>
  (await account(tx, organizationId, id).executeTakeFirst()) as Account | undefined;

/** Others who change or conciliate the account wait; records of it can still be written. */
export const lockAccount = async ({ tx, organizationId }: Tenant, id: string): Promise<Account | undefined> =>
  (await account(tx, organizationId, id).forNoKeyUpdate().executeTakeFirst()) as Account | undefined;

/** The oldest account of a kind and currency that is in use. */
export async function selectFirstOfKind(
  { tx, organizationId }: Tenant,
  kind: AccountKind,
  currency: string,
): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select([...columns, archived])
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('currency', '=', currency)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row as Account | undefined;
}

export interface AccountFilter {
  kind?: AccountKind | undefined;
  currency?: string | undefined;
  divisionId?: string | undefined;
  search?: string | undefined;
  archived?: boolean | undefined;
}

const matching = (tx: Tx, organizationId: string, filter: AccountFilter) =>
  tx
    .selectFrom('accounts')
    .where('organizationId', '=', organizationId)
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind!))
    .$if(filter.currency !== undefined, (query) => query.where('currency', '=', filter.currency!))
    .$if(filter.divisionId !== undefined, (query) => query.where('divisionId', '=', filter.divisionId!))
    .$if(filter.archived !== undefined, (query) => query.where('archivedAt', filter.archived ? 'is not' : 'is', null))
    .$if(filter.search !== undefined, (query) =>
      query.where(containsFolded(sql`concat_ws(' ', name, bank_name, account_number)`, filter.search!)),
    );

export async function selectAccounts(
  { tx, organizationId }: Tenant,
  filter: AccountFilter,
  window: PageWindow,
): Promise<{ rows: Account[]; counted: number }> {
  const [rows, counted] = await Promise.all([
    matching(tx, organizationId, filter)
      .select([...columns, archived])
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching(tx, organizationId, filter).select('id'), window.countLimit),
  ]);
  return { rows: rows as Account[], counted };
}

/** Every account of a filter; for sums over all of them. */
export const selectAllAccounts = async ({ tx, organizationId }: Tenant, filter: AccountFilter): Promise<Account[]> =>
  (await matching(tx, organizationId, filter)
    .select([...columns, archived])
    .orderBy('id')
    .limit(10_000)
    .execute()) as Account[];

export async function updateAccount(
  { tx, organizationId }: Tenant,
  id: string,
  { archived: archive, ...change }: Partial<Account>,
  at: Temporal.Instant,
): Promise<Account> {
  const row = await tx
    .updateTable('accounts')
    .set({
      ...change,
      ...(archive !== undefined && { archivedAt: archive ? at : null }),
      version: sql<number>`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning([...columns, archived])
    .executeTakeFirstOrThrow();
  return row as Account;
}
