import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { archived, containing, listOf, oneOf } from '#platform/db/list.ts';
import { startOf } from '#platform/db/step.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { Currency } from '#platform/money.ts';
import { NotFound, VersionConflict } from '#platform/refusal.ts';
import { type Account, accounts, ledgerDays, ledgerTail } from '../tables.ts';
import { AccountKind } from './account.schema.ts';

export const accountList = listOf(accounts, {
  filters: {
    kind: oneOf('kind', AccountKind),
    currency: oneOf('currency', Currency),
    divisionId: oneOf('divisionId', z.uuid()),
    search: containing(['name', 'bankName', 'accountNumber'], 'In the name, the bank and the number.'),
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

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

export interface Movements {
  accountId: string;
  /** The first day of the interval. */
  date: string;
  debit: bigint;
  credit: bigint;
  ownDebit: bigint;
  ownCredit: bigint;
}

/** The movements of accounts of the chart by interval: totals of days, and the open tail. */
export async function selectMovements(
  tenant: Tenant,
  filter: { accountIds: string[]; from: string; to: string; interval: Interval; weekStart: number },
): Promise<Movements[]> {
  const chosen = sql`
    account_id = ANY (${filter.accountIds}::uuid[])
    AND date BETWEEN ${filter.from}::date AND ${filter.to}::date`;
  return rowsOf<Movements>(tenant.tx)`
    SELECT account_id, ${startOf(sql`date`, filter.interval, filter.weekStart)} AS date,
           sum(debit)::numeric(40,0) AS debit, sum(credit)::numeric(40,0) AS credit,
           sum(own_debit)::numeric(40,0) AS own_debit, sum(own_credit)::numeric(40,0) AS own_credit
    FROM (
      SELECT account_id, date, debit, credit, own_debit, own_credit FROM ${ledgerDays.of(tenant)} AS days WHERE ${chosen}
      UNION ALL
      SELECT account_id, date, debit, credit, own_debit, own_credit FROM ${ledgerTail.of(tenant)} AS tail WHERE ${chosen}
    ) AS parts GROUP BY 1, 2`;
}
