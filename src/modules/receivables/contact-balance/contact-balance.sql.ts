import { sql } from 'kysely';
import { z } from 'zod';
import { isDatedBy } from '#modules/accounting/index.ts';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { filter, list, oneOf } from '#platform/db/list.ts';
import { affectedBy, onlyRowOf, type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import { Currency } from '#platform/money.ts';
import { balanceMovements, contactBalances, giftCards, returnRefunds } from '../tables.ts';
import { MovementKind } from './contact-balance.schema.ts';

/** Whose money it is: `sale`, a customer's that we hold; `purchase`, ours that a supplier holds. */
type Direction = Row<typeof balanceMovements>['direction'];

export interface BalanceChange {
  direction: Direction;
  contactId: string;
  currency: string;
  amount: bigint;
}

/** Locks the balances of a contact until the transaction ends. Lock them before a gift card. */
export const lockBalances = (tenant: Tenant, contactId: string | readonly string[]) =>
  contactBalances.all(tenant, { contactId }, { orderBy: ['contactId', 'currency'], lock: 'FOR UPDATE' });

const columnsOf = {
  sale: { balance: sql.ref('balance'), base: sql.ref('base_balance') },
  purchase: { balance: sql.ref('advance'), base: sql.ref('base_advance') },
};

/** The part of a contact's row that is of one direction. */
export const heldIn = (
  direction: Direction,
  { balance, baseBalance, advance, baseAdvance }: Row<typeof contactBalances>,
): { balance: bigint; baseBalance: bigint } =>
  direction === 'sale' ? { balance, baseBalance } : { balance: advance, baseBalance: baseAdvance };

/** Which of these posting rules have something in their account that will be spent or paid from there. */
export const selectRulesInUse = (tenant: Tenant) =>
  onlyRowOf<Record<string, boolean>>(tenant.tx)`
    SELECT EXISTS (SELECT FROM ${contactBalances.of(tenant)} b WHERE b.balance <> 0)
        OR EXISTS (SELECT FROM ${returnRefunds.of(tenant)} r WHERE r.status = 'requested'
                      OR (r.status = 'failed' AND r.contact_id IS NULL AND r.closed_at IS NULL)) AS customer_balances,
      EXISTS (SELECT FROM ${contactBalances.of(tenant)} b WHERE b.advance <> 0) AS supplier_advances,
      EXISTS (SELECT FROM ${giftCards.of(tenant)} g WHERE g.balance <> 0) AS gift_cards`;

export async function addToBalance(
  { tx, organizationId }: Tenant,
  { direction, contactId, currency, amount, baseAmount }: BalanceChange & { baseAmount: bigint },
): Promise<void> {
  const added = direction === 'sale' ? [amount, baseAmount, 0n, 0n] : [0n, 0n, amount, baseAmount];
  await sql`
    INSERT INTO contact_balances AS b (organization_id, contact_id, currency, balance, base_balance, advance, base_advance)
    VALUES (${organizationId}, ${contactId}, ${currency}, ${sql.join(added)})
    ON CONFLICT (organization_id, contact_id, currency) DO UPDATE
    SET balance = b.balance + excluded.balance, base_balance = b.base_balance + excluded.base_balance,
        advance = b.advance + excluded.advance, base_advance = b.base_advance + excluded.base_advance`.execute(tx);
}

/**
 * Takes an amount from a balance with its share of the book value; the last part takes the whole rest. Answers that share, or
 * undefined if the balance is too low.
 */
export async function takeFromBalance(
  tenant: Tenant,
  { direction, contactId, currency, amount }: BalanceChange,
): Promise<bigint | undefined> {
  const { balance, base } = columnsOf[direction];
  const rows = await rowsOf<{ baseAmount: bigint }>(tenant.tx)`
    UPDATE contact_balances b
    SET ${balance} = b.${balance} - ${amount}::bigint, ${base} = b.${base} - held.share
    FROM (
      SELECT CASE WHEN ${balance} = ${amount}::bigint THEN ${base}
                  ELSE least(greatest(round(${base}::numeric * ${amount}::bigint / ${balance})::bigint, 1), ${base} - 1)
             END AS share
      FROM ${contactBalances.of(tenant)} c
      WHERE contact_id = ${contactId} AND currency = ${currency} AND ${balance} >= ${amount}::bigint AND ${balance} > 0
      FOR UPDATE
    ) AS held
    WHERE b.organization_id = ${tenant.organizationId} AND b.contact_id = ${contactId} AND b.currency = ${currency}
    RETURNING held.share AS base_amount`;
  return rows[0]?.baseAmount;
}

/** Reverses exactly what was added earlier, in both currencies. Returns false if it has been spent. */
export async function takeBackFromBalance(
  { tx, organizationId }: Tenant,
  { direction, contactId, currency, amount, baseAmount }: BalanceChange & { baseAmount: bigint },
): Promise<boolean> {
  const { balance, base } = columnsOf[direction];
  const affected = await affectedBy(tx)`
    UPDATE contact_balances
    SET ${balance} = ${balance} - ${amount}::bigint, ${base} = ${base} - ${baseAmount}::bigint
    WHERE organization_id = ${organizationId} AND contact_id = ${contactId} AND currency = ${currency}
      AND ${balance} >= ${amount}::bigint AND ${base} >= ${baseAmount}::bigint
      AND (${balance} = ${amount}::bigint) = (${base} = ${baseAmount}::bigint)`;
  return affected === 1;
}

interface OpenBalance {
  direction: Direction;
  contactId: string;
  currency: string;
  amount: bigint;
  booked: bigint;
}

/** The balances and advances in other currencies than this one at the end of a day: a movement counts from the date of its record. */
export const selectBalancesOn = (tenant: Tenant, base: string, date: string) =>
  rowsOf<OpenBalance>(tenant.tx)`
    SELECT m.direction, m.contact_id, m.currency, sum(m.amount)::numeric(40,0) AS amount,
           sum(m.base_amount)::numeric(40,0) AS booked
    FROM ${balanceMovements.of(tenant)} m
    WHERE m.currency <> ${base} AND ${isDatedBy(tenant, sql.ref('m.record_id'), date)}
    GROUP BY 1, 2, 3 HAVING sum(m.amount) <> 0 ORDER BY 1, 2, 3`;

type ListedMovement = Row<typeof balanceMovements> & { balance: bigint };

/** The history of a contact's balances, each movement with the balance after it. */
export const movementList = list<ListedMovement>()({
  from: (tenant) => sql`(
    SELECT m.*, sum(amount) OVER (PARTITION BY contact_id, direction, currency ORDER BY id)::numeric(40,0) AS balance
    FROM ${balanceMovements.of(tenant)} m) t`,
  select: sql`${balanceMovements.columns('t')}, t.balance`,
  filters: {
    currency: oneOf('currency', Currency, 'Only the history in these currencies.'),
    kind: oneOf('kind', MovementKind),
    direction: oneOf('direction', z.enum(['sale', 'purchase'])),
  },
  scope: { contactId: filter(z.uuid(), (id) => sql`t.contact_id = ${id}`) },
  sort: { created: { by: sql.ref('t.id'), type: 'uuid' } },
  order: '-created',
  key: [],
});

/** Adds the balances and the history of merged contacts to their survivor. */
export async function mergeBalances(tenant: Tenant, { from, into: contactId }: ContactMerge): Promise<void> {
  for (const row of await lockBalances(tenant, from)) {
    for (const direction of ['sale', 'purchase'] as const) {
      const { balance: amount, baseBalance: baseAmount } = heldIn(direction, row);
      await addToBalance(tenant, { direction, contactId, currency: row.currency, amount, baseAmount });
    }
  }
  await contactBalances.delete(tenant, { contactId: from });
  await balanceMovements.updateAll(tenant, { contactId: from }, { contactId });
}
