import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';

export const insertDivisionTransfer = (
  tx: Tx,
  row: {
    organizationId: string;
    id: string;
    recordId: string;
    fromAccountId: string;
    toAccountId: string;
    fromDivisionId: string | null;
    toDivisionId: string | null;
    amount: bigint;
    movedAt: Temporal.Instant;
  },
): Promise<unknown> => tx.insertInto('divisionTransfers').values(row).execute();

export interface Moved {
  accountId: string;
  arrived: bigint;
  left: bigint;
}

/** What was moved to and from a division after a moment, or ever, by account. */
export async function selectMoved(
  { tx, organizationId }: Tenant,
  divisionId: string,
  since: string | null,
): Promise<Moved[]> {
  const later = sql`organization_id = ${organizationId} AND moved_at > coalesce(${since}::timestamptz, '-infinity')`;
  const { rows } = await sql<Moved>`
    SELECT account_id, sum(arrived)::bigint AS arrived, sum(gone)::bigint AS "left"
    FROM (
      SELECT to_account_id AS account_id, amount AS arrived, 0 AS gone FROM division_transfers
      WHERE ${later} AND to_division_id = ${divisionId}
      UNION ALL
      SELECT from_account_id, 0, amount FROM division_transfers WHERE ${later} AND from_division_id = ${divisionId}
    ) AS sides
    GROUP BY account_id`.execute(tx);
  return rows;
}
