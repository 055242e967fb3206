import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import type { Parts } from './amortisation.ts';
import type { Terms } from './plan.ts';

export type CreditDirection = 'granted' | 'received';

export interface Credit extends Terms {
  id: string;
  pendingRecordId: string;
  direction: CreditDirection;
  currency: string;
  contactId: string | null;
  status: 'active' | 'settled' | 'canceled';
  /** How the document was due before it had a plan. */
  documentDueOn: string;
  nextDueOn: string | null;
  writtenOff: bigint;
  createdAt: string;
  endedAt: string | null;
}

const columns = [
  'id',
  'pendingRecordId',
  'direction',
  'currency',
  'contactId',
  'status',
  'principal',
  'method',
  'annualRate',
  'frequency',
  'instalments',
  'startsOn',
  'firstDueOn',
  'endOfMonth',
  'graceInstalments',
  'dayCount',
  'lateFeeRate',
  'lateFeeGraceDays',
  'documentDueOn',
  'nextDueOn',
  'writtenOff',
  'createdAt',
  'endedAt',
] as const;

export async function insertCredit(
  tx: Tx,
  organizationId: string,
  credit: Terms &
    Pick<Credit, 'id' | 'pendingRecordId' | 'direction' | 'currency' | 'contactId' | 'documentDueOn'> & {
      createdBy: string | null;
    },
  at: Temporal.Instant,
): Promise<Credit> {
  const row = await tx
    .insertInto('credits')
    .values({ ...credit, organizationId, status: 'active', createdAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Credit;
}

export async function updateCredit(
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<Credit, 'status' | 'nextDueOn' | 'writtenOff'>> & {
    attendOn?: string | null;
    endedAt?: Temporal.Instant | null;
  },
): Promise<Credit> {
  const row = await tx
    .updateTable('credits')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Credit;
}

export async function selectCredit(tx: Tx, organizationId: string, id: string): Promise<Credit | undefined> {
  const row = await tx
    .selectFrom('credits')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Credit | undefined;
}

/** The credit in force on a document, if there is one. */
export const selectActiveCreditOf = (tx: Tx, organizationId: string, pendingRecordId: string) =>
  tx
    .selectFrom('credits')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .where('status', '=', 'active')
    .executeTakeFirst();

/** The documents of a contact that have a credit in force. */
export async function selectDocumentsInInstalments(
  tx: Tx,
  organizationId: string,
  contactId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('credits')
    .select('pendingRecordId')
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId)
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ pendingRecordId }) => pendingRecordId);
}

export const moveCreditsOfContacts = (tx: Tx, organizationId: string, { from, into }: ContactMerge): Promise<unknown> =>
  tx
    .updateTable('credits')
    .set({ contactId: into })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();

/** Credits on which a day has changed something. */
export const selectCreditsToAttend = (tx: Tx, organizationId: string, day: string, limit: number) =>
  tx
    .selectFrom('credits')
    .select(['id', 'pendingRecordId'])
    .where('organizationId', '=', organizationId)
    .where('attendOn', '<=', day)
    .orderBy('attendOn')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Those of these credits that are in force. */
export async function selectActiveCredits(tx: Tx, organizationId: string, ids: string[]): Promise<Credit[]> {
  const rows = await tx
    .selectFrom('credits')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
  return rows as Credit[];
}

export async function selectNextAttention(tx: Tx, organizationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('credits')
    .select('attendOn')
    .where('organizationId', '=', organizationId)
    .where('attendOn', 'is not', null)
    .orderBy('attendOn')
    .limit(1)
    .executeTakeFirst();
  return row?.attendOn ?? null;
}

export interface StoredEvent extends Parts {
  number: number;
  kind: 'payment' | 'capital' | 'rate' | 'waiver';
  date: string;
  amount: bigint | null;
  effect: 'term' | 'instalment' | null;
  annualRate: string | null;
  accountId: string | null;
  recordId: string | null;
  createdBy: string | null;
  createdAt: string;
  /** Taken back. */
  voidedAt: string | null;
}

const eventColumns = [
  'number',
  'kind',
  'date',
  'amount',
  'effect',
  'annualRate',
  'lateFee',
  'interest',
  'capital',
  'accountId',
  'recordId',
  'createdBy',
  'createdAt',
  'voidedAt',
] as const;

/** What has happened to credits, in order. */
export async function selectEvents(
  tx: Tx,
  organizationId: string,
  creditIds: string[],
): Promise<Map<string, StoredEvent[]>> {
  const rows = await tx
    .selectFrom('creditEvents')
    .select(['creditId', ...eventColumns])
    .where('organizationId', '=', organizationId)
    .where('creditId', '=', sql<string>`ANY (${creditIds}::uuid[])`)
    .orderBy('creditId')
    .orderBy('number')
    .execute();
  return Map.groupBy(rows as (StoredEvent & { creditId: string })[], ({ creditId }) => creditId);
}

export const insertEvent = (
  tx: Tx,
  organizationId: string,
  creditId: string,
  event: Omit<StoredEvent, 'createdAt' | 'voidedAt'>,
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .insertInto('creditEvents')
    .values({ ...event, organizationId, creditId, createdAt: at })
    .execute();

export const voidEvent = (
  tx: Tx,
  organizationId: string,
  creditId: string,
  number: number,
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('creditEvents')
    .set({ voidedAt: at })
    .where('organizationId', '=', organizationId)
    .where('creditId', '=', creditId)
    .where('number', '=', number)
    .execute();

/** A line of the table with what is still owed of it. */
export interface StoredRow extends Parts {
  dueOn: string;
  open: Parts;
}

/** Keeps the table of a credit as it stands, in the place of the one before. */
export async function replaceRows(tx: Tx, organizationId: string, creditId: string, rows: StoredRow[]): Promise<void> {
  await tx
    .deleteFrom('creditInstalments')
    .where('organizationId', '=', organizationId)
    .where('creditId', '=', creditId)
    .execute();
  if (rows.length === 0) return;
  await sql`
    INSERT INTO credit_instalments (organization_id, credit_id, position, due_on, late_fee, interest, capital,
      open_late_fee, open_interest, open_capital)
    SELECT ${organizationId}::uuid, ${creditId}::uuid, place, due_on, late_fee, interest, capital, open_late_fee, open_interest,
      open_capital
    FROM unnest(${rows.map(({ dueOn }) => dueOn)}::date[], ${rows.map(({ lateFee }) => lateFee)}::bigint[],
      ${rows.map(({ interest }) => interest)}::bigint[], ${rows.map(({ capital }) => capital)}::bigint[],
      ${rows.map(({ open }) => open.lateFee)}::bigint[], ${rows.map(({ open }) => open.interest)}::bigint[],
      ${rows.map(({ open }) => open.capital)}::bigint[])
      WITH ORDINALITY AS given (due_on, late_fee, interest, capital, open_late_fee, open_interest, open_capital, place)`.execute(
    tx,
  );
}

export interface CreditFilter {
  status?: 'active' | 'settled' | 'canceled' | undefined;
  direction?: CreditDirection | undefined;
  contactId?: string | undefined;
}

/** A page of credits, the newest first, with what is owed of each by a day. */
export async function selectCredits(
  tx: Tx,
  organizationId: string,
  filter: CreditFilter & { today: string },
  window: PageWindow,
) {
  let matching = tx.selectFrom('credits as c').where('c.organizationId', '=', organizationId);
  if (filter.status) matching = matching.where('c.status', '=', filter.status);
  if (filter.contactId) matching = matching.where('c.contactId', '=', filter.contactId);
  if (filter.direction) matching = matching.where('c.direction', '=', filter.direction);
  const owed = (until: string) => sql<bigint>`coalesce((
    SELECT sum(i.open_late_fee + i.open_interest + i.open_capital) FROM credit_instalments i
    WHERE i.organization_id = c.organization_id AND i.credit_id = c.id AND c.status = 'active'
      AND i.due_on <= ${until}::date), 0)::bigint`;
  const yesterday = Temporal.PlainDate.from(filter.today).subtract({ days: 1 }).toString();
  const [rows, counted] = await Promise.all([
    matching
      .select([
        'c.id',
        'c.pendingRecordId',
        'c.direction',
        'c.currency',
        'c.contactId',
        'c.status',
        'c.principal',
        'c.nextDueOn',
        'c.writtenOff',
        'c.createdAt',
        'c.endedAt',
      ])
      .select([owed('infinity').as('open'), owed(filter.today).as('due'), owed(yesterday).as('overdue')])
      .orderBy('c.createdAt', 'desc')
      .orderBy('c.id', 'desc')
      .limit(window.limit)
      .offset(window.offset)
      .execute(),
    countRows(tx, matching.select('c.id'), window.countLimit),
  ]);
  return { rows, counted };
}

export interface Totals {
  direction: CreditDirection;
  currency: string;
  credits: number;
  principal: bigint;
  openCapital: bigint;
  openInterest: bigint;
  openLateFee: bigint;
  due: bigint;
  overdue: bigint;
  paid: bigint;
  paidInterest: bigint;
  paidLateFee: bigint;
}

/** What all credits come to, by direction and currency. */
export async function selectTotalsOfCredits(tx: Tx, organizationId: string, today: string): Promise<Totals[]> {
  const { rows } = await sql<Totals>`
    WITH owed AS (
      SELECT credit_id, sum(open_capital) AS capital, sum(open_interest) AS interest, sum(open_late_fee) AS late_fee,
             sum(open_capital + open_interest + open_late_fee) FILTER (WHERE due_on <= ${today}::date) AS due,
             sum(open_capital + open_interest + open_late_fee) FILTER (WHERE due_on < ${today}::date) AS overdue
      FROM credit_instalments WHERE organization_id = ${organizationId} GROUP BY credit_id),
    paid AS (
      SELECT credit_id, sum(late_fee + interest + capital) AS total, sum(interest) AS interest, sum(late_fee) AS late_fee
      FROM credit_events WHERE organization_id = ${organizationId} AND voided_at IS NULL GROUP BY credit_id)
    SELECT c.direction, c.currency,
           (count(*) FILTER (WHERE c.status = 'active'))::int AS credits,
           coalesce(sum(c.principal) FILTER (WHERE c.status = 'active'), 0)::bigint AS principal,
           coalesce(sum(owed.capital) FILTER (WHERE c.status = 'active'), 0)::bigint AS open_capital,
           coalesce(sum(owed.interest) FILTER (WHERE c.status = 'active'), 0)::bigint AS open_interest,
           coalesce(sum(owed.late_fee) FILTER (WHERE c.status = 'active'), 0)::bigint AS open_late_fee,
           coalesce(sum(owed.due) FILTER (WHERE c.status = 'active'), 0)::bigint AS due,
           coalesce(sum(owed.overdue) FILTER (WHERE c.status = 'active'), 0)::bigint AS overdue,
           coalesce(sum(paid.total), 0)::bigint AS paid,
           coalesce(sum(paid.interest), 0)::bigint AS paid_interest,
           coalesce(sum(paid.late_fee), 0)::bigint AS paid_late_fee
    FROM credits c
    LEFT JOIN owed ON owed.credit_id = c.id
    LEFT JOIN paid ON paid.credit_id = c.id
    WHERE c.organization_id = ${organizationId} AND c.status <> 'canceled'
    GROUP BY c.direction, c.currency
    ORDER BY c.direction, c.currency`.execute(tx);
  return rows;
}
