import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { archived, filter, listOf, oneOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { Currency } from '#platform/money.ts';
import { NotFound, VersionConflict } from '#platform/refusal.ts';
import { containsFolded } from '#platform/search/search.sql.ts';
import { type Account, accounts } from '../tables.ts';
import { AccountKind } from './account.schema.ts';

export const accountList = listOf(accounts, {
  filters: {
    kind: oneOf('kind', AccountKind),
    currency: oneOf('currency', Currency),
    divisionId: oneOf('divisionId', z.uuid()),
    search: filter(
      z.string().trim().min(1).max(200).optional().describe('In the name, the bank and the number.'),
      (text) => containsFolded(sql`concat_ws(' ', t.name, t.bank_name, t.account_number)`, text),
    ),
    archived,
  },
  sort: { created: 'createdAt', name: 'name' },
  order: 'created',
});
export type AccountQuery = z.output<typeof accountList.query>;
export type AccountFilter = Partial<Pick<AccountQuery, 'kind' | 'currency' | 'divisionId' | 'search' | 'archived'>>;

const ACCOUNTS_SUMMED_MAX = 10_000;

/** Every account that a filter matches, for sums over all of them. */
export const selectMatching = async (
  ctx: TenantContext,
  { kind, currency, divisionId, search, archived }: AccountFilter,
): Promise<Account[]> => {
  const filters = { kind, currency, divisionId, search, archived };
  return (await accountList.next(ctx, { ...filters, sort: 'created', itemsPerPage: ACCOUNTS_SUMMED_MAX })).data;
};

/** All accounts, archived ones included. */
export const selectAllAccounts = (tenant: Tenant): Promise<Account[]> =>
  accounts.all(tenant, {}, { orderBy: ['id'], limit: ACCOUNTS_SUMMED_MAX });

/** Locks the account against changes and conciliations; records of it can still be written. */
export async function lockAccount(tenant: Tenant, id: string, version?: number): Promise<Account> {
  const account = await accounts.find(tenant, id, { lock: 'FOR NO KEY UPDATE' });
  if (!account) throw NotFound();
  if (version !== undefined && version !== account.version) throw VersionConflict();
  return account;
}
