import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';

export interface Opening {
  id: string;
  note: string | null;
  openedAt: string;
  openedBy: string | null;
}

export interface OpeningBalance {
  accountId: string;
  ownDebit: bigint;
  ownCredit: bigint;
  float: bigint | null;
}

export const insertOpening = (
  tx: Tx,
  opening: {
    organizationId: string;
    id: string;
    divisionId: string;
    note: string | null;
    openedAt: Temporal.Instant;
    openedBy: string | null;
  },
): Promise<unknown> => tx.insertInto('posOpenings').values(opening).execute();

export async function insertOpeningBalances(
  { tx, organizationId }: Tenant,
  openingId: string,
  balances: OpeningBalance[],
): Promise<void> {
  const column = <K extends keyof OpeningBalance>(name: K) => balances.map((balance) => balance[name]);
  await sql`
    INSERT INTO pos_opening_balances (organization_id, opening_id, account_id, own_debit, own_credit, float)
    SELECT ${organizationId}::uuid, ${openingId}::uuid, b.*
    FROM unnest(${column('accountId')}::uuid[], ${column('ownDebit')}::bigint[], ${column('ownCredit')}::bigint[],
                ${column('float')}::bigint[]) AS b`.execute(tx);
}

/** The opening that has not ended. */
export const selectOpening = ({ tx, organizationId }: Tenant, divisionId: string): Promise<Opening | undefined> =>
  tx
    .selectFrom('posOpenings')
    .select(['id', 'note', 'openedAt', 'openedBy'])
    .where('organizationId', '=', organizationId)
    .where('divisionId', '=', divisionId)
    .where('closeId', 'is', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();

export const selectOpeningBalances = (
  { tx, organizationId }: Tenant,
  openingId: string,
): Promise<(OpeningBalance & { name: string; currency: string })[]> =>
  tx
    .selectFrom('posOpeningBalances as b')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.organizationId', '=', 'b.organizationId').onRef('a.id', '=', 'b.accountId'),
    )
    .select(['b.accountId', 'b.ownDebit', 'b.ownCredit', 'b.float', 'a.name', 'a.currency'])
    .where('b.organizationId', '=', organizationId)
    .where('b.openingId', '=', openingId)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();

export const endOpening = (
  { tx, organizationId }: Tenant,
  id: string,
  by: { closeId: string } | { withdrawnAt: Temporal.Instant },
): Promise<unknown> =>
  tx.updateTable('posOpenings').set(by).where('organizationId', '=', organizationId).where('id', '=', id).execute();

/** The opening that a close ended is open again. */
export const reopen = ({ tx, organizationId }: Tenant, closeId: string): Promise<unknown> =>
  tx
    .updateTable('posOpenings')
    .set({ closeId: null })
    .where('organizationId', '=', organizationId)
    .where('closeId', '=', closeId)
    .execute();
