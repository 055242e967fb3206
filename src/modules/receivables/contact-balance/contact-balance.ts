import type { z } from 'zod';
import {
  type Account,
  AmountOutOfRange,
  divisionOfMoney,
  type OpenAmount,
  PostingRuleInUse,
  requireAccount,
  selectPostingRules,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { findContact, requireContact } from '#modules/contacts/index.ts';
import type { Debts } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, inDecimals, toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { bridge, costOfMoney, payOut, sideOf } from '../bridge.ts';
import { type BalanceMovement, balanceMovements, contactBalances } from '../tables.ts';
import type { NewContactBalanceMovement } from './contact-balance.schema.ts';
import {
  addToBalance,
  type BalanceChange,
  heldIn,
  lockBalances,
  movementList,
  selectBalancesOn,
  selectRulesInUse,
  takeBackFromBalance,
  takeFromBalance,
} from './contact-balance.sql.ts';

export const BalanceTooLow = refusal(
  'balance_too_low',
  'The amount is more than the balance of the contact: use less.',
);

/** The posting rule of each direction: what customers paid us in advance is owed, what suppliers hold for us is ours. */
export const balanceRules = { sale: 'customerBalances', purchase: 'supplierAdvances' } as const;

/** Balances and gift cards are spent from the account of their rule, so it stays while they hold something. */
export async function refuseOtherAccounts(ctx: TenantContext, names: string[]): Promise<void> {
  const inUse = await selectRulesInUse(ctx);
  const name = names.find((each) => inUse[each]);
  if (name)
    throw PostingRuleInUse(`The account of ${name} has what is not spent yet: rename it or change its code instead.`);
}

/**
 * Adds to what a contact has paid in advance, or holds for us. Pass the movement to `keepMovement` once its record is written: the balance is
 * locked before the ledger.
 */
export async function creditBalance(
  ctx: TenantContext,
  kind: BalanceMovement['kind'],
  change: BalanceChange & { baseAmount: bigint },
): Promise<BalanceMovement> {
  await addToBalance(ctx, change);
  return { id: newId(), kind, ...change };
}

/** Takes from what a contact has paid in advance, or holds for us. Concurrent calls never spend more than the balance. */
export async function spendBalance(
  ctx: TenantContext,
  kind: BalanceMovement['kind'],
  change: BalanceChange,
): Promise<BalanceMovement> {
  const baseAmount = await takeFromBalance(ctx, change);
  if (baseAmount === undefined) throw BalanceTooLow();
  if (baseAmount === 0n) throw AmountOutOfRange();
  return { id: newId(), kind, ...change, amount: -change.amount, baseAmount: -baseAmount };
}

export async function undoMovements(ctx: TenantContext, contactId: string, recordId: string): Promise<void> {
  await lockBalances(ctx, contactId);
  // In their order, because a later one may have spent what an earlier one added.
  for (const movement of await balanceMovements.all(ctx, { contactId, recordId }, { orderBy: ['id'] })) {
    await keepMovement(ctx, await undoMovement(ctx, movement), recordId);
  }
}

async function undoMovement(
  ctx: TenantContext,
  { direction, contactId, currency, amount, baseAmount }: BalanceMovement,
): Promise<BalanceMovement> {
  const whose = { direction, contactId, currency };
  const opposite = { ...whose, amount: -amount, baseAmount: -baseAmount };
  if (amount < 0n) return creditBalance(ctx, 'undone', opposite);
  if (!(await takeBackFromBalance(ctx, { ...whose, amount, baseAmount }))) throw BalanceTooLow();
  return { id: newId(), kind: 'undone', ...opposite };
}

/** Writes a movement into the history, with its record. */
export const keepMovement = (ctx: TenantContext, movement: BalanceMovement, recordId: string): Promise<unknown> =>
  balanceMovements.insert(ctx, { ...movement, recordId });

type CashMovement = z.output<typeof NewContactBalanceMovement>;

const titles = {
  topup: { sale: 'Recarga de saldo', purchase: 'Anticipo al suplidor' },
  refund: { sale: 'Devolución de saldo', purchase: 'Devolución del anticipo' },
};

/** Takes money from a customer in advance, or pays a supplier in advance, in the currency of the account. */
export async function topUp(ctx: TenantContext, given: CashMovement) {
  const { contactId, account, amount, date, divisionId } = await readMovement(ctx, given);
  const { direction } = given;
  const { currency, chartAccountId: money } = account;
  const baseAmount =
    direction === 'sale' ? await valueOn(ctx, amount, currency, date) : await costOfMoney(ctx, account, amount, date);
  const movement = await creditBalance(ctx, 'topup', { direction, contactId, currency, amount, baseAmount });
  const held = (await selectPostingRules(ctx)).get(balanceRules[direction])!;
  const sides =
    direction === 'sale'
      ? { debit: money, credit: held, debitAmount: amount }
      : { debit: held, credit: money, creditAmount: amount };
  const record = await writeRecord(ctx, {
    ...recordOf(given, movement, { account, date, held, divisionId }),
    kind: 'topup',
    description: given.description ?? titles.topup[direction],
    transfers: [{ ...sides, amount: baseAmount, purpose: 'topup' }],
  });
  await keepMovement(ctx, movement, record.id);
  return describeOutcome(ctx, movement, record.id);
}

/** Pays back to a customer what it paid in advance, or receives from a supplier what it holds for us. */
export async function refundBalance(ctx: TenantContext, given: CashMovement) {
  const { contactId, account, amount, date, divisionId } = await readMovement(ctx, given);
  const { direction } = given;
  const { currency } = account;
  const movement = await spendBalance(ctx, 'refund', { direction, contactId, currency, amount });
  const rules = await selectPostingRules(ctx);
  const held = rules.get(balanceRules[direction])!;
  const side = { chartAccountId: held, value: -movement.baseAmount };
  const received = async () => {
    const value = await valueOn(ctx, amount, currency, date);
    return bridge(sideOf(ctx, account, { value, own: amount }), side, 'refund', rules);
  };
  const record = await writeRecord(ctx, {
    ...recordOf(given, movement, { account, date, held, divisionId }),
    kind: 'balance-refund',
    description: given.description ?? titles.refund[direction],
    transfers:
      direction === 'sale'
        ? (await payOut(ctx, { account, amount, date, owed: side, rules })).transfers
        : await received(),
  });
  await keepMovement(ctx, movement, record.id);
  return describeOutcome(ctx, movement, record.id);
}

async function readMovement(ctx: TenantContext, given: CashMovement) {
  const [{ id: contactId }, account] = await Promise.all([
    requireContact(ctx, given.beneficiaryId, 'body.beneficiaryId'),
    requireAccount(ctx, given.accountId, 'body.accountId'),
  ]);
  const amount = toMinor(given.amount, account.currency);
  if (amount === 0n) throw AmountOutOfRange();
  const divisionId = await divisionOfMoney(ctx, account, given.divisionId);
  return { contactId, account, amount, date: given.date ?? ctx.today.toString(), divisionId };
}

const recordOf = (
  given: CashMovement,
  { id, contactId, currency, amount, baseAmount }: BalanceMovement,
  { account, held, ...place }: { account: Account; date: string; held: string; divisionId: string | null },
) => ({
  ...place,
  amount: absolute(amount),
  currency,
  baseAmount: absolute(baseAmount),
  accountId: account.id,
  chartAccountId: held,
  contactId,
  paymentMethod: given.paymentMethod ?? null,
  reference: given.reference ?? null,
  sourceKind: 'contact-balance',
  sourceId: id,
});

async function describeOutcome(
  ctx: TenantContext,
  { id, direction, contactId, currency, amount }: BalanceMovement,
  recordId: string,
) {
  const { balance } = heldIn(direction, await contactBalances.get(ctx, { contactId, currency }));
  return {
    id,
    beneficiaryId: contactId,
    recordId,
    amount: fromMinor(amount, currency),
    currency,
    balance: fromMinor(balance, currency),
  };
}

/** The amount that a customer has paid us in advance in a currency. */
export async function heldFor(ctx: TenantContext, contactId: string, currency: string): Promise<bigint> {
  return (await contactBalances.find(ctx, { contactId, currency }))?.balance ?? 0n;
}

/** The balance of a customer and our advance at a supplier in each currency, with the history. */
export async function readBalance(
  ctx: TenantContext,
  beneficiaryId: string,
  query: z.output<typeof movementList.query>,
) {
  const contact = await findContact(ctx, beneficiaryId);
  if (!contact) throw NotFound();
  const contactId = contact.id;
  const [held, page] = await Promise.all([
    contactBalances.all(ctx, { contactId }, { orderBy: ['currency'] }),
    movementList.page(ctx, { ...query, contactId }, (rows) =>
      rows.map((movement) => inDecimals(movement, movement.currency)),
    ),
  ]);
  const nothing = { currency: ctx.currency, balance: 0n, baseBalance: 0n };
  const advances = held.filter(({ advance }) => advance > 0n);
  const balances = held.filter(({ balance, advance }) => balance > 0n || advance === 0n);
  return {
    ...page,
    beneficiaryId: contactId,
    balances: (balances.length > 0 ? balances : [nothing]).map((row) => describeHeld(ctx, row)),
    advances: advances.map((row) => describeHeld(ctx, { currency: row.currency, ...heldIn('purchase', row) })),
  };
}

const describeHeld = (
  ctx: TenantContext,
  { currency, balance, baseBalance }: { currency: string; balance: bigint; baseBalance: bigint },
) => ({
  currency,
  balance: fromMinor(balance, currency),
  baseBalance: fromMinor(baseBalance, ctx.currency),
});

/** Adds what a contact has paid in advance in a currency, or holds for us. */
export async function addPrepaid(
  ctx: TenantContext,
  { direction, contactId, currency }: Debts,
  prepaid: { amount: bigint },
): Promise<void> {
  const row = await contactBalances.find(ctx, { contactId, currency });
  if (row) prepaid.amount = heldIn(direction, row).balance;
}

/** Adds what contacts had paid in advance in other currencies, and what suppliers held for us, at the end of a day. */
export async function addOpenBalances(ctx: TenantContext, day: Temporal.PlainDate, open: OpenAmount[]): Promise<void> {
  const held = await selectBalancesOn(ctx, ctx.currency, day.toString());
  for (const { direction, contactId, currency, amount, booked } of held) {
    const sign = direction === 'sale' ? -1n : 1n;
    const place = { kind: 'balance' as const, rule: balanceRules[direction], contactId, divisionId: null, currency };
    open.push({ ...place, amount: sign * amount, booked: sign * booked, documents: 0 });
  }
}
