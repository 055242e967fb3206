import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** What a contact has in one currency. Minor units. */
export interface Balance {
  currency: string;
  balance: bigint;
  baseBalance: bigint;
}

export const selectBalances = (tx: Tx, organizationId: string, contactId: string): Promise<Balance[]> =>
  tx
    .selectFrom('contactBalances')
    .select(['currency', 'balance', 'baseBalance'])
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId)
    .orderBy('currency')
    .execute();

/** Whoever else would change what the contact has waits: a balance is locked before a gift card. */
export const lockBalances = (tx: Tx, organizationId: string, contactId: string): Promise<unknown> =>
  tx
    .selectFrom('contactBalances')
    .select('currency')
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId)
    .orderBy('currency')
    .forUpdate()
    .execute();

export interface BalanceChange {
  contactId: string;
  currency: string;
  amount: bigint;
}

export async function addToBalance(
  tx: Tx,
  organizationId: string,
  change: BalanceChange & { baseAmount: bigint },
): Promise<void> {
  await sql`
    INSERT INTO contact_balances AS b (organization_id, contact_id, currency, balance, base_balance)
    VALUES (${organizationId}, ${change.contactId}, ${change.currency}, ${change.amount}, ${change.baseAmount})
    ON CONFLICT (organization_id, contact_id, currency) DO UPDATE
    SET balance = b.balance + excluded.balance, base_balance = b.base_balance + excluded.base_balance`.execute(tx);
}

/**
 * Takes an amount that is there, with its share of what the balance stands for in the books; the last of it takes the rest.
 * Answers that share, or undefined where there is less than asked for.
 */
export async function takeFromBalance(
  tx: Tx,
  organizationId: string,
  { contactId, currency, amount }: BalanceChange,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ baseAmount: bigint }>`
    UPDATE contact_balances b
    SET balance = b.balance - ${amount}::bigint, base_balance = b.base_balance - held.share
    FROM (
      SELECT CASE WHEN balance = ${amount}::bigint THEN base_balance
                  ELSE least(greatest(round(base_balance::numeric * ${amount}::bigint / balance)::bigint, 1), base_balance - 1)
             END AS share
      FROM contact_balances
      WHERE organization_id = ${organizationId} AND contact_id = ${contactId} AND currency = ${currency}
        AND balance >= ${amount}::bigint AND balance > 0
      FOR UPDATE
    ) AS held
    WHERE b.organization_id = ${organizationId} AND b.contact_id = ${contactId} AND b.currency = ${currency}
    RETURNING held.share AS base_amount`.execute(tx);
  return rows[0]?.baseAmount;
}

/** Takes back exactly what once came in, in both currencies. Answers whether that is still there. */
export async function takeBackFromBalance(
  tx: Tx,
  organizationId: string,
  { contactId, currency, amount, baseAmount }: BalanceChange & { baseAmount: bigint },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE contact_balances
    SET balance = balance - ${amount}::bigint, base_balance = base_balance - ${baseAmount}::bigint
    WHERE organization_id = ${organizationId} AND contact_id = ${contactId} AND currency = ${currency}
      AND balance >= ${amount}::bigint AND base_balance >= ${baseAmount}::bigint
      AND (balance = ${amount}::bigint) = (base_balance = ${baseAmount}::bigint)`.execute(tx);
  return numAffectedRows === 1n;
}

export const movementKinds = ['topup', 'refund', 'gift-card', 'overpayment', 'payment', 'return', 'undone'] as const;
export type MovementKind = (typeof movementKinds)[number];

export interface BalanceMovement {
  id: string;
  contactId: string;
  currency: string;
  kind: MovementKind;
  /** Positive: came in. */
  amount: bigint;
  baseAmount: bigint;
}

export const insertMovement = (
  tx: Tx,
  organizationId: string,
  movement: BalanceMovement & { recordId: string; createdBy: string | null; createdAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('contactBalanceMovements')
    .values({ ...movement, organizationId })
    .execute();

export interface ListedMovement {
  id: string;
  kind: MovementKind;
  currency: string;
  amount: bigint;
  balance: bigint;
  recordId: string;
  createdBy: string | null;
  createdAt: string;
}

/** The newest first, each with the balance after it. */
export async function selectMovements(
  tx: Tx,
  organizationId: string,
  contactId: string,
  filter: { currency?: string | undefined },
  window: PageWindow,
): Promise<{ rows: ListedMovement[]; counted: number }> {
  let matching = tx
    .selectFrom('contactBalanceMovements')
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId);
  if (filter.currency) matching = matching.where('currency', '=', filter.currency);
  const [rows, counted] = await Promise.all([
    matching
      .select(['id', 'kind', 'currency', 'amount', 'recordId', 'createdBy', 'createdAt'])
      .select(sql<bigint>`sum(amount) OVER (PARTITION BY currency ORDER BY id)::bigint`.as('balance'))
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as ListedMovement[], counted };
}

/** The movements that a record carried. */
export const selectMovementsOfRecord = async (
  tx: Tx,
  organizationId: string,
  contactId: string,
  recordId: string,
): Promise<BalanceMovement[]> =>
  (await tx
    .selectFrom('contactBalanceMovements')
    .select(['id', 'contactId', 'currency', 'kind', 'amount', 'baseAmount'])
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId)
    .where('recordId', '=', recordId)
    .execute()) as BalanceMovement[];

/** What several contacts had is the balance of the one that stands; their histories are one. */
export async function mergeBalances(tx: Tx, organizationId: string, { from, into }: ContactMerge): Promise<void> {
  await sql`
    WITH moved AS (
      DELETE FROM contact_balances WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])
      RETURNING currency, balance, base_balance
    )
    INSERT INTO contact_balances AS b (organization_id, contact_id, currency, balance, base_balance)
    SELECT ${organizationId}::uuid, ${into}::uuid, currency, sum(balance), sum(base_balance) FROM moved GROUP BY currency
    ON CONFLICT (organization_id, contact_id, currency) DO UPDATE
    SET balance = b.balance + excluded.balance, base_balance = b.base_balance + excluded.base_balance`.execute(tx);
  await tx
    .updateTable('contactBalanceMovements')
    .set({ contactId: into })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();
}
