import { mapOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import {
  accounts,
  type Close,
  type CloseBalance,
  divisionCloseBalances,
  divisionCloses,
  type Opening,
  posOpeningBalances,
  posOpenings,
  records,
} from '../tables.ts';

/** The last close that is not canceled. */
export const selectLastClose = (tenant: Tenant, divisionId: string): Promise<Close | undefined> =>
  divisionCloses.find(tenant, { divisionId, canceledAt: null }, { orderBy: ['-number'] });

/** The opening that has not ended. */
export const selectOpening = (tenant: Tenant, divisionId: string): Promise<Opening | undefined> =>
  posOpenings.find(tenant, { divisionId, closeId: null, withdrawnAt: null });

interface NamedAccount {
  name: string;
  currency: string;
}

export const selectCloseBalances = (tenant: Tenant, closeIds: string[]) =>
  rowsOf<CloseBalance & NamedAccount>(tenant.tx)`
    SELECT ${divisionCloseBalances.columns('b')}, a.name, a.currency
    FROM ${divisionCloseBalances.of(tenant)} b JOIN ${accounts.of(tenant)} a ON a.id = b.account_id
    WHERE b.close_id = ANY (${closeIds}::uuid[])
    ORDER BY a.name, a.id`;

interface OpeningBalance extends NamedAccount {
  accountId: string;
  ownDebit: bigint;
  ownCredit: bigint;
  float: bigint | null;
}

export const selectOpeningBalances = (tenant: Tenant, openingId: string) =>
  rowsOf<OpeningBalance>(tenant.tx)`
    SELECT b.account_id, b.own_debit, b.own_credit, b.float, a.name, a.currency
    FROM ${posOpeningBalances.of(tenant)} b JOIN ${accounts.of(tenant)} a ON a.id = b.account_id
    WHERE b.opening_id = ${openingId}
    ORDER BY a.name, a.id`;

/** The differences of canceled closes after a moment. They were posted and reversed, so the ledger has them on both sides. */
export const selectReversedDifferences = (tenant: Tenant, divisionId: string, since: string | null) =>
  mapOf<bigint>(tenant.tx)`
    SELECT b.account_id, sum(abs(b.balance - b.expected))::numeric(40,0) AS amount
    FROM ${divisionCloses.of(tenant)} c JOIN ${divisionCloseBalances.of(tenant)} b ON b.close_id = c.id
    WHERE c.division_id = ${divisionId} AND c.canceled_at IS NOT NULL
      AND c.closed_at > coalesce(${since}::timestamptz, '-infinity')
    GROUP BY b.account_id`;

/** The last record of a division up to a day, by date and then by id: one step in an index. */
export const selectLastRecord = (tenant: Tenant, divisionId: string, until: string) =>
  scalarOf<string | null>(tenant.tx)`
    SELECT r.id FROM ${records.of(tenant)} r WHERE r.division_id = ${divisionId} AND r.date <= ${until}::date
    ORDER BY r.date DESC, r.id DESC LIMIT 1`;
