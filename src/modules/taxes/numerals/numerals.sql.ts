import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import { RetryTransaction, type Tx, violates } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface Numerals {
  id: string;
  type: string;
  divisionId: string | null;
  firstNumber: bigint;
  lastNumber: bigint;
  nextNumber: bigint;
  afterNumber: bigint | null;
  authorizationNumber: string | null;
  authorizedOn: string;
  expiresOn: string | null;
  warnAt: bigint;
  warnedAt: string | null;
  archivedAt: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'type',
  'divisionId',
  'firstNumber',
  'lastNumber',
  'nextNumber',
  'afterNumber',
  'authorizationNumber',
  'authorizedOn',
  'expiresOn',
  'warnAt',
  'warnedAt',
  'archivedAt',
  'version',
  'createdAt',
] as const;

export const statuses = ['active', 'exhausted', 'expired', 'archived'] as const;
export type Status = (typeof statuses)[number];

export interface NumeralsFilter {
  type?: string | undefined;
  divisionId?: string | undefined;
  status?: Status | undefined;
  /** The day by which a range has expired or not. */
  today: string;
}

/** The same words as `statusOf`. */
const statusAt = (today: string) => sql<Status>`
  CASE WHEN archived_at IS NOT NULL THEN 'archived'
       WHEN next_number > last_number THEN 'exhausted'
       WHEN expires_on < ${today}::date THEN 'expired'
       ELSE 'active' END`;

const matching = (tx: Tx, organizationId: string, filter: NumeralsFilter) =>
  tx
    .selectFrom('numerals')
    .where('organizationId', '=', organizationId)
    .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type!))
    .$if(filter.divisionId !== undefined, (query) => query.where('divisionId', '=', filter.divisionId!))
    .$if(filter.status !== undefined, (query) => query.where(statusAt(filter.today), '=', filter.status!));

export async function selectNumerals(
  tx: Tx,
  organizationId: string,
  filter: NumeralsFilter,
  window: PageWindow,
): Promise<{ rows: Numerals[]; counted: number }> {
  const [rows, counted] = await Promise.all([
    matching(tx, organizationId, filter)
      .select(columns)
      .orderBy('type')
      .orderBy('firstNumber')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching(tx, organizationId, filter).select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** Every range, or those of one type, in the order in which they are used up. */
export const selectRanges = (tx: Tx, organizationId: string, type: string | null): Promise<Numerals[]> =>
  tx
    .selectFrom('numerals')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .$if(type !== null, (query) => query.where('type', '=', type!))
    .orderBy('type')
    .orderBy('firstNumber')
    .execute();

/** The ranges of a type, held: nobody changes or takes from them meanwhile. */
export const lockRanges = (tx: Tx, organizationId: string, type: string): Promise<Numerals[]> =>
  tx
    .selectFrom('numerals')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('type', '=', type)
    .orderBy('firstNumber')
    .forUpdate()
    .execute();

export const selectRange = (tx: Tx, organizationId: string, id: string): Promise<Numerals | undefined> =>
  tx
    .selectFrom('numerals')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

export type NewNumerals = Omit<Numerals, 'warnedAt' | 'archivedAt' | 'version' | 'createdAt'>;

/** Where two add the first range of a type at once, the second begins again and sees the other. */
export async function insertRange(
  tx: Tx,
  organizationId: string,
  range: NewNumerals,
  at: Temporal.Instant,
): Promise<Numerals> {
  return tx
    .insertInto('numerals')
    .values({ ...range, organizationId, createdAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      const isTaken = violates(error, 'numerals_chain') || violates(error, 'numerals_last');
      throw isTaken ? new RetryTransaction() : error;
    });
}

export type RangePlace = Pick<Numerals, 'id' | 'firstNumber' | 'lastNumber' | 'nextNumber' | 'afterNumber'>;

/** Puts ranges where they belong among those of their type; in one statement, so that the chain is whole before and after. */
export async function updatePlaces(tx: Tx, organizationId: string, places: RangePlace[]): Promise<void> {
  const column = <K extends keyof RangePlace>(name: K) => places.map((place) => place[name]);
  await sql`
    UPDATE numerals n
    SET first_number = p.first_number, last_number = p.last_number, next_number = p.next_number, after_number = p.after_number
    FROM unnest(${column('id')}::uuid[], ${column('firstNumber')}::bigint[], ${column('lastNumber')}::bigint[],
                ${column('nextNumber')}::bigint[], ${column('afterNumber')}::bigint[])
      AS p (id, first_number, last_number, next_number, after_number)
    WHERE n.organization_id = ${organizationId} AND n.id = p.id`.execute(tx);
}

export type RangeChange = Partial<
  Pick<Numerals, 'divisionId' | 'authorizationNumber' | 'authorizedOn' | 'expiresOn' | 'warnAt'>
> & { archivedAt?: Temporal.Instant | null; warnedAt?: null };

export const updateRange = (tx: Tx, organizationId: string, id: string, change: RangeChange): Promise<Numerals> =>
  tx
    .updateTable('numerals')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export interface TakenNumber {
  id: string;
  number: bigint;
  expiresOn: string | null;
  /** This was the number at which somebody is to be told that few are left. */
  warns: boolean;
}

/**
 * Takes the next number of the first range that has one. Whoever takes from the same range at the same time waits for the
 * row, so that numbers have neither twins nor gaps. Undefined: the range was used up while waiting, or there is none.
 */
export async function updateNextNumber(
  tx: Tx,
  wanted: { organizationId: string; type: string; divisionId: string | null; date: string; at: Temporal.Instant },
): Promise<TakenNumber | undefined> {
  const { organizationId, type, divisionId, date, at } = wanted;
  const { rows } = await sql<TakenNumber>`
    UPDATE numerals AS n
    SET next_number = n.next_number + 1,
        warned_at = CASE WHEN n.warned_at IS NULL AND n.last_number - n.next_number <= n.warn_at
                         THEN ${at}::timestamptz ELSE n.warned_at END
    WHERE n.organization_id = ${organizationId} AND n.next_number <= n.last_number AND n.archived_at IS NULL
      AND n.id = (
        SELECT id FROM numerals
        WHERE organization_id = ${organizationId} AND type = ${type}
          AND next_number <= last_number AND archived_at IS NULL
          AND (expires_on IS NULL OR expires_on >= ${date}::date)
          AND (division_id IS NULL OR division_id = ${divisionId}::uuid)
        ORDER BY division_id IS NULL, first_number LIMIT 1)
    RETURNING n.id, n.next_number - 1 AS number, n.expires_on,
      coalesce(n.warned_at = ${at}::timestamptz, false) AS warns`.execute(tx);
  return rows[0];
}

/** Passes over numbers that nobody has taken: from the next one on. False: somebody has taken one meanwhile. */
export async function skipNumbers(
  tx: Tx,
  organizationId: string,
  id: string,
  { first, last }: { first: bigint; last: bigint },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('numerals')
    .set({ nextNumber: last + 1n, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('nextNumber', '=', first)
    .where('lastNumber', '>=', last)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
