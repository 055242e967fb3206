import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** Minor units of the card's currency, and of the organization's. */
export interface GiftCard {
  id: string;
  last4: string;
  origin: 'sold' | 'given';
  status: 'active' | 'canceled' | 'expired';
  currency: string;
  amount: bigint;
  balance: bigint;
  baseAmount: bigint;
  baseBalance: bigint;
  contactId: string | null;
  divisionId: string | null;
  note: string;
  expiresOn: string | null;
  createdBy: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'last4',
  'origin',
  'status',
  'currency',
  'amount',
  'balance',
  'baseAmount',
  'baseBalance',
  'contactId',
  'divisionId',
  'note',
  'expiresOn',
  'createdBy',
  'createdAt',
] as const;

export async function insertGiftCard(
  tx: Tx,
  organizationId: string,
  card: Omit<GiftCard, 'status' | 'balance' | 'baseBalance' | 'createdAt'> & { codeHash: Buffer },
  at: Temporal.Instant,
): Promise<GiftCard> {
  const { amount: balance, baseAmount: baseBalance } = card;
  const row = await tx
    .insertInto('giftCards')
    .values({ ...card, organizationId, status: 'active', balance, baseBalance, createdAt: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as GiftCard;
}

const cards = (tx: Tx, organizationId: string) =>
  tx.selectFrom('giftCards').select(columns).where('organizationId', '=', organizationId);

export const selectGiftCard = async (tx: Tx, organizationId: string, id: string) =>
  (await cards(tx, organizationId).where('id', '=', id).executeTakeFirst()) as GiftCard | undefined;

/** Whoever else wants to use or end the card waits. */
export const lockGiftCard = async (tx: Tx, organizationId: string, id: string) =>
  (await cards(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()) as GiftCard | undefined;

export const lockByCode = async (tx: Tx, organizationId: string, codeHash: Buffer) =>
  (await cards(tx, organizationId).where('codeHash', '=', codeHash).forUpdate().executeTakeFirst()) as
    | GiftCard
    | undefined;

/** Changes what is on a card that is held; never below nothing, nor beyond what it was issued with. */
export async function changeBalance(
  tx: Tx,
  organizationId: string,
  id: string,
  change: { amount: bigint; baseAmount: bigint; status: GiftCard['status'] },
): Promise<GiftCard> {
  const row = await tx
    .updateTable('giftCards')
    .set((eb) => ({
      status: change.status,
      balance: eb('balance', '+', change.amount),
      baseBalance: eb('baseBalance', '+', change.baseAmount),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`balance + ${change.amount}::bigint BETWEEN 0 AND amount`)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as GiftCard;
}

export const movementKinds = ['issue', 'redeem', 'undone', 'cancel', 'expire'] as const;

export interface CardMovement {
  id: string;
  giftCardId: string;
  kind: (typeof movementKinds)[number];
  currency: string;
  /** Positive: came onto the card. */
  amount: bigint;
  baseAmount: bigint;
}

export const insertCardMovement = (
  tx: Tx,
  organizationId: string,
  movement: CardMovement & { date: string; recordId: string; createdBy: string | null; createdAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('giftCardMovements')
    .values({ ...movement, organizationId })
    .execute();

/** What a record took off a card. */
export const selectMovementOfRecord = (tx: Tx, organizationId: string, giftCardId: string, recordId: string) =>
  tx
    .selectFrom('giftCardMovements')
    .select(['amount', 'baseAmount'])
    .where('organizationId', '=', organizationId)
    .where('giftCardId', '=', giftCardId)
    .where('recordId', '=', recordId)
    .where('kind', '=', 'redeem')
    .executeTakeFirstOrThrow();

/** The newest first. */
export async function selectCardMovements(tx: Tx, organizationId: string, giftCardId: string, limit: number) {
  const rows = await tx
    .selectFrom('giftCardMovements')
    .select(['id', 'kind', 'amount', 'date', 'recordId', 'createdBy', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('giftCardId', '=', giftCardId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows as (Omit<(typeof rows)[number], 'kind'> & { kind: CardMovement['kind'] })[];
}

export interface GiftCardFilter {
  status?: 'active' | 'spent' | 'canceled' | 'expired' | undefined;
  origin?: 'sold' | 'given' | undefined;
  beneficiaryId?: string | undefined;
  currency?: string | undefined;
  last4?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  expiresUntil?: string | undefined;
}

/** The newest first; beyond a cursor, or at an offset. */
export async function selectGiftCards(
  tx: Tx,
  organizationId: string,
  filter: GiftCardFilter & { timeZone: string },
  window: PageWindow & { before: string | null },
): Promise<{ rows: GiftCard[]; counted: number }> {
  const matching = filtered(tx, organizationId, filter);
  const page = window.before ? matching.where('id', '<', window.before) : matching.offset(window.offset);
  const [rows, counted] = await Promise.all([
    page.select(columns).orderBy('id', 'desc').limit(window.limit).execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as GiftCard[], counted };
}

function filtered(tx: Tx, organizationId: string, filter: GiftCardFilter & { timeZone: string }) {
  let matching = tx.selectFrom('giftCards').where('organizationId', '=', organizationId);
  if (filter.status) matching = matching.where('status', '=', filter.status === 'spent' ? 'active' : filter.status);
  if (filter.status === 'active') matching = matching.where('balance', '>', 0n);
  if (filter.status === 'spent') matching = matching.where('balance', '=', 0n);
  if (filter.origin) matching = matching.where('origin', '=', filter.origin);
  if (filter.beneficiaryId) matching = matching.where('contactId', '=', filter.beneficiaryId);
  if (filter.currency) matching = matching.where('currency', '=', filter.currency);
  if (filter.last4) matching = matching.where('last4', '=', filter.last4);
  if (filter.expiresUntil) matching = matching.where('expiresOn', '<=', filter.expiresUntil);
  const startOf = (day: string) => sql<string>`${day}::date::timestamp AT TIME ZONE ${filter.timeZone}`;
  if (filter.from) matching = matching.where('createdAt', '>=', startOf(filter.from));
  if (filter.to) matching = matching.where('createdAt', '<', startOf(nextDay(filter.to)));
  return matching;
}

const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** Cards whose last day has passed and that still hold something. */
export const lockExpired = async (tx: Tx, organizationId: string, today: string, limit: number): Promise<GiftCard[]> =>
  (await cards(tx, organizationId)
    .where('status', '=', 'active')
    .where('balance', '>', 0n)
    .where('expiresOn', '<', today)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as GiftCard[];

/** The last day of the card that ends next. */
export async function selectNextExpiry(tx: Tx, organizationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('giftCards')
    .select('expiresOn')
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'active')
    .where('balance', '>', 0n)
    .where('expiresOn', 'is not', null)
    .orderBy('expiresOn')
    .limit(1)
    .executeTakeFirst();
  return row?.expiresOn ?? null;
}

/** What moved on all cards, by currency and kind, until a day. */
export async function selectCardSums(tx: Tx, organizationId: string, until: string | null) {
  let matching = tx.selectFrom('giftCardMovements').where('organizationId', '=', organizationId);
  if (until) matching = matching.where('date', '<=', until);
  const rows = await matching
    .select(['currency', 'kind'])
    .select(sql<bigint>`sum(amount)::bigint`.as('amount'))
    .select(sql<bigint>`sum(base_amount)::bigint`.as('baseAmount'))
    .groupBy(['currency', 'kind'])
    .orderBy('currency')
    .execute();
  return rows as { currency: string; kind: CardMovement['kind']; amount: bigint; baseAmount: bigint }[];
}

export const moveCardsOfContacts = (tx: Tx, organizationId: string, { from, into }: ContactMerge): Promise<unknown> =>
  tx
    .updateTable('giftCards')
    .set({ contactId: into })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();
