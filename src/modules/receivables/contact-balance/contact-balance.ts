import type { z } from 'zod';
import {
  type Account,
  AmountOutOfRange,
  divisionOfMoney,
  requireAccount,
  selectPostingRules,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { findContact, requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, inDecimals, toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { payOut } from '../bridge.ts';
import { type BalanceMovement, balanceMovements, contactBalances } from '../tables.ts';
import type { NewContactBalanceMovement } from './contact-balance.schema.ts';
import {
  addToBalance,
  type BalanceChange,
  lockBalances,
  movementList,
  takeBackFromBalance,
  takeFromBalance,
} from './contact-balance.sql.ts';

export const BalanceTooLow = refusal(
  422,
  'balance_too_low',
  'The amount is more than the balance of the contact: use less.',
);

/**
 * Adds to what a contact has paid in advance. Pass the movement to `keepMovement` once its record is written: the balance is
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

/** Takes from what a contact has paid in advance. Concurrent calls never spend more than the balance. */
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
  { contactId, currency, amount, baseAmount }: BalanceMovement,
): Promise<BalanceMovement> {
  const opposite = { contactId, currency, amount: -amount, baseAmount: -baseAmount };
  if (amount < 0n) return creditBalance(ctx, 'undone', opposite);
  if (!(await takeBackFromBalance(ctx, { contactId, currency, amount, baseAmount }))) throw BalanceTooLow();
  return { id: newId(), kind: 'undone', ...opposite };
}

/** Writes a movement into the history, with its record. */
export const keepMovement = (ctx: TenantContext, movement: BalanceMovement, recordId: string): Promise<unknown> =>
  balanceMovements.insert(ctx, { ...movement, recordId, createdBy: ctx.userId, createdAt: ctx.now });

type CashMovement = z.output<typeof NewContactBalanceMovement>;

/** Takes money from a contact in advance, in the currency of the account that receives it. */
export async function topUp(ctx: TenantContext, given: CashMovement) {
  const { contactId, account, amount, date, divisionId } = await readMovement(ctx, given);
  const { currency } = account;
  const baseAmount = await valueOn(ctx, amount, currency, date);
  const movement = await creditBalance(ctx, 'topup', { contactId, currency, amount, baseAmount });
  const liability = (await selectPostingRules(ctx)).get('customerBalances')!;
  const record = await writeRecord(ctx, {
    ...recordOf(given, movement, { account, date, liability, divisionId }),
    kind: 'topup',
    description: given.description ?? 'Recarga de saldo',
    transfers: [
      { debit: account.chartAccountId, credit: liability, amount: baseAmount, debitAmount: amount, purpose: 'topup' },
    ],
  });
  await keepMovement(ctx, movement, record.id);
  return describeOutcome(ctx, movement, record.id);
}

/** Pays back to a contact what it paid in advance. */
export async function refundBalance(ctx: TenantContext, given: CashMovement) {
  const { contactId, account, amount, date, divisionId } = await readMovement(ctx, given);
  const movement = await spendBalance(ctx, 'refund', { contactId, currency: account.currency, amount });
  const rules = await selectPostingRules(ctx);
  const liability = rules.get('customerBalances')!;
  const owed = { chartAccountId: liability, value: -movement.baseAmount };
  const { transfers } = await payOut(ctx, { account, amount, date, owed, rules });
  const record = await writeRecord(ctx, {
    ...recordOf(given, movement, { account, date, liability, divisionId }),
    kind: 'balance-refund',
    description: given.description ?? 'Devolución de saldo',
    transfers,
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
  { account, liability, ...place }: { account: Account; date: string; liability: string; divisionId: string | null },
) => ({
  ...place,
  amount: amount < 0n ? -amount : amount,
  currency,
  baseAmount: baseAmount < 0n ? -baseAmount : baseAmount,
  accountId: account.id,
  chartAccountId: liability,
  contactId,
  paymentMethod: given.paymentMethod ?? null,
  reference: given.reference ?? null,
  sourceKind: 'contact-balance',
  sourceId: id,
});

async function describeOutcome(
  ctx: TenantContext,
  { id, contactId, currency, amount }: BalanceMovement,
  recordId: string,
) {
  const held = await contactBalances.get(ctx, { contactId, currency });
  return {
    id,
    beneficiaryId: contactId,
    recordId,
    amount: fromMinor(amount, currency),
    currency,
    balance: fromMinor(held.balance, currency),
  };
}

/** The balance of a contact in each currency, with its history. */
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
  const balances = held.length > 0 ? held : [{ currency: ctx.currency, balance: 0n, baseBalance: 0n }];
  return {
    ...page,
    beneficiaryId: contactId,
    balances: balances.map(({ currency, balance, baseBalance }) => ({
      currency,
      balance: fromMinor(balance, currency),
      baseBalance: fromMinor(baseBalance, ctx.currency),
    })),
  };
}
