import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface Close {
  id: string;
  divisionId: string;
  number: number;
  details: string | null;
  since: string | null;
  closedAt: string;
  closedOn: string;
  closedBy: string | null;
  lastRecordId: string | null;
  canceledAt: string | null;
  canceledBy: string | null;
}

const columns = [
  'id',
  'divisionId',
  'number',
  'details',
  'since',
  'closedAt',
  'closedOn',
  'closedBy',
  'lastRecordId',
  'canceledAt',
  'canceledBy',
] as const;

/** One account in a close. Minor units of its currency. */
export interface CloseBalance {
  accountId: string;
  opening: bigint;
  cameIn: bigint;
  wentOut: bigint;
  transfered: bigint;
  expected: bigint;
  ownDebit: bigint;
  ownCredit: bigint;
  balance: bigint;
  wasCounted: boolean;
  differenceRecordId: string | null;
}

export const insertClose = (
  tx: Tx,
  close: {
    organizationId: string;
    id: string;
    divisionId: string;
    number: number;
    details: string | null;
    since: string | null;
    closedAt: Temporal.Instant;
    closedOn: string;
    closedBy: string | null;
    lastRecordId: string | null;
  },
): Promise<Close> => tx.insertInto('divisionCloses').values(close).returning(columns).executeTakeFirstOrThrow();

export async function insertCloseBalances(
  { tx, organizationId }: Tenant,
  closeId: string,
  balances: CloseBalance[],
): Promise<void> {
  const column = <K extends keyof CloseBalance>(name: K) => balances.map((balance) => balance[name]);
  await sql`
    INSERT INTO division_close_balances (organization_id, close_id, account_id, opening, came_in, went_out, transfered,
      expected, own_debit, own_credit, balance, was_counted, difference_record_id)
    SELECT ${organizationId}::uuid, ${closeId}::uuid, b.*
    FROM unnest(${column('accountId')}::uuid[], ${column('opening')}::bigint[], ${column('cameIn')}::bigint[],
      ${column('wentOut')}::bigint[], ${column('transfered')}::bigint[], ${column('expected')}::bigint[],
      ${column('ownDebit')}::bigint[], ${column('ownCredit')}::bigint[], ${column('balance')}::bigint[],
      ${column('wasCounted')}::boolean[], ${column('differenceRecordId')}::uuid[]) AS b`.execute(tx);
}

/** The last close that stands. */
export const selectLastClose = ({ tx, organizationId }: Tenant, divisionId: string): Promise<Close | undefined> =>
  tx
    .selectFrom('divisionCloses')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('divisionId', '=', divisionId)
    .where('canceledAt', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

export const cancelClose = (
  { tx, organizationId }: Tenant,
  id: string,
  by: { canceledAt: Temporal.Instant; canceledBy: string | null },
): Promise<Close> =>
  tx
    .updateTable('divisionCloses')
    .set(by)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const selectCloseBalances = (
  { tx, organizationId }: Tenant,
  closeIds: string[],
): Promise<(CloseBalance & { closeId: string; name: string; currency: string })[]> =>
  tx
    .selectFrom('divisionCloseBalances as b')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.organizationId', '=', 'b.organizationId').onRef('a.id', '=', 'b.accountId'),
    )
    .select([
      'b.closeId',
      'b.accountId',
      'b.opening',
      'b.cameIn',
      'b.wentOut',
      'b.transfered',
      'b.expected',
      'b.ownDebit',
      'b.ownCredit',
      'b.balance',
      'b.wasCounted',
      'b.differenceRecordId',
      'a.name',
      'a.currency',
    ])
    .where('b.organizationId', '=', organizationId)
    .where('b.closeId', '=', sql<string>`ANY (${closeIds}::uuid[])`)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute();

/** Newest first. */
export async function selectCloses(
  { tx, organizationId }: Tenant,
  filter: { divisionId: string; from: string | null; to: string | null; canceled: boolean | null },
  window: PageWindow,
): Promise<{ rows: Close[]; counted: number }> {
  const wanted = tx
    .selectFrom('divisionCloses')
    .where('organizationId', '=', organizationId)
    .where('divisionId', '=', filter.divisionId)
    .$if(filter.from !== null, (query) => query.where('closedOn', '>=', filter.from!))
    .$if(filter.to !== null, (query) => query.where('closedOn', '<=', filter.to!))
    .$if(filter.canceled !== null, (query) => query.where('canceledAt', filter.canceled ? 'is not' : 'is', null));
  const [rows, counted] = await Promise.all([
    wanted
      .select(columns)
      .orderBy('closedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, wanted.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** The differences of canceled closes after a moment: each was posted and taken back, so both sides of the ledger hold it. */
export async function selectTakenBack(
  { tx, organizationId }: Tenant,
  divisionId: string,
  since: string | null,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ accountId: string; amount: bigint }>`
    SELECT b.account_id, sum(abs(b.balance - b.expected))::bigint AS amount
    FROM division_closes c
    JOIN division_close_balances b ON b.organization_id = c.organization_id AND b.close_id = c.id
    WHERE c.organization_id = ${organizationId} AND c.division_id = ${divisionId} AND c.canceled_at IS NOT NULL
      AND c.closed_at > coalesce(${since}::timestamptz, '-infinity')
    GROUP BY b.account_id`.execute(tx);
  return new Map(rows.map(({ accountId, amount }) => [accountId, amount]));
}

/** The last record of a division up to a day, in the order of dates and of registration: one step in an index. */
export async function selectLastRecord(
  { tx, organizationId }: Tenant,
  divisionId: string,
  until: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('records')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('divisionId', '=', divisionId)
    .where('date', '<=', until)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
