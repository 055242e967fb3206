import {
  AmountOutOfRange,
  costOf,
  requireAccount,
  selectPostingRules,
  valueOn,
  writeRecord,
} from '#modules/accounting/index.ts';
import { findContact, requireContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { bridge } from '../bridge.ts';
import {
  addToBalance,
  type BalanceChange,
  type BalanceMovement,
  insertMovement,
  type MovementKind,
  selectBalances,
  selectMovements,
  takeBackFromBalance,
  takeFromBalance,
} from './contact-balance.sql.ts';

export const BalanceTooLow = refusal(422, 'balance_too_low', 'The contact has less than that in its balance.');

/**
 * Adds to what a contact has paid in advance. Give the movement to `keepMovement` once its record is written: the balance is
 * locked before the ledger.
 */
export async function creditBalance(
  ctx: TenantContext,
  kind: MovementKind,
  change: BalanceChange & { baseAmount: bigint },
): Promise<BalanceMovement> {
  await addToBalance(ctx.tx, ctx.organizationId, change);
  return { id: newId(), kind, ...change };
}

/** Takes from what a contact has paid in advance, or refuses: however many try at once, no more is spent than there is. */
export async function spendBalance(
  ctx: TenantContext,
  kind: MovementKind,
  change: BalanceChange,
): Promise<BalanceMovement> {
  const baseAmount = await takeFromBalance(ctx.tx, ctx.organizationId, change);
  if (baseAmount === undefined) throw BalanceTooLow();
  if (baseAmount === 0n) throw AmountOutOfRange();
  return { id: newId(), kind, ...change, amount: -change.amount, baseAmount: -baseAmount };
}

/** Undoes a movement, whichever way it went: the balance is as if it had not been. */
export async function undoMovement(
  ctx: TenantContext,
  { contactId, currency, ...moved }: BalanceMovement,
): Promise<BalanceMovement> {
  const [amount, baseAmount] = [-moved.amount, -moved.baseAmount];
  const change = { contactId, currency, amount, baseAmount };
  if (amount > 0n) return creditBalance(ctx, 'undone', change);
  const taken = { contactId, currency, amount: moved.amount, baseAmount: moved.baseAmount };
  if (!(await takeBackFromBalance(ctx.tx, ctx.organizationId, taken))) throw BalanceTooLow();
  return { id: newId(), kind: 'undone', ...change };
}

/** Writes a movement into the history, with the record that carried it. */
export const keepMovement = (ctx: TenantContext, movement: BalanceMovement, recordId: string): Promise<unknown> =>
  insertMovement(ctx.tx, ctx.organizationId, {
    ...movement,
    recordId,
    createdBy: ctx.userId,
    createdAt: ctx.now,
  });

export interface CashMovement {
  beneficiaryId: string;
  accountId: string;
  amount: string;
  paymentMethod?: string | undefined;
  date?: string | undefined;
  description?: string | undefined;
  reference?: string | undefined;
  divisionId?: string | null | undefined;
}

/** Takes money from a contact in advance, in the currency of the account that receives it. */
export async function topUp(ctx: TenantContext, given: CashMovement) {
  const { contactId, account, amount, date } = await settle(ctx, given);
  const { currency } = account;
  const baseAmount = await valueOn(ctx, amount, currency, date);
  const movement = await creditBalance(ctx, 'topup', { contactId, currency, amount, baseAmount });
  const liability = (await selectPostingRules(ctx)).get('customerBalances')!;
  const record = await writeRecord(ctx, {
    ...recordOf(given, { ...movement, account, date, liability }),
    kind: 'topup',
    description: given.description ?? 'Recarga de saldo',
    transfers: [
      { debit: account.chartAccountId, credit: liability, amount: baseAmount, debitAmount: amount, purpose: 'topup' },
    ],
  });
  await keepMovement(ctx, movement, record.id);
  return outcome(ctx, movement, record.id);
}

/** Gives a contact back what it paid in advance. */
export async function refundBalance(ctx: TenantContext, given: CashMovement) {
  const { contactId, account, amount, date } = await settle(ctx, given);
  const { currency } = account;
  const movement = await spendBalance(ctx, 'refund', { contactId, currency, amount });
  const [rules, base] = await Promise.all([selectPostingRules(ctx), ctx.currency]);
  const { sent: cost } = await costOf(
    ctx,
    { from: account, to: account, base, date, sent: amount, received: amount },
    0n,
  );
  const liability = rules.get('customerBalances')!;
  const owed = { chartAccountId: liability, value: -movement.baseAmount };
  const paid = { chartAccountId: account.chartAccountId, value: cost, ...(currency !== base && { own: amount }) };
  const record = await writeRecord(ctx, {
    ...recordOf(given, { ...movement, account, date, liability }),
    kind: 'balance-refund',
    description: given.description ?? 'Devolución de saldo',
    transfers: bridge(owed, paid, 'refund', rules),
  });
  await keepMovement(ctx, movement, record.id);
  return outcome(ctx, movement, record.id);
}

async function settle(ctx: TenantContext, given: CashMovement) {
  const [{ id: contactId }, account] = await Promise.all([
    requireContact(ctx, given.beneficiaryId, 'body.beneficiaryId'),
    requireAccount(ctx, given.accountId, 'body.accountId'),
  ]);
  const amount = toMinor(given.amount, account.currency);
  if (amount === 0n) throw AmountOutOfRange();
  return { contactId, account, amount, date: given.date ?? ctx.today.toString() };
}

const recordOf = (
  given: CashMovement,
  {
    account,
    date,
    liability,
    ...movement
  }: BalanceMovement & { account: { id: string; divisionId: string | null }; date: string; liability: string },
) => ({
  date,
  amount: movement.amount < 0n ? -movement.amount : movement.amount,
  currency: movement.currency,
  baseAmount: movement.baseAmount < 0n ? -movement.baseAmount : movement.baseAmount,
  accountId: account.id,
  chartAccountId: liability,
  contactId: movement.contactId,
  divisionId: given.divisionId === undefined ? account.divisionId : given.divisionId,
  paymentMethod: given.paymentMethod ?? null,
  reference: given.reference ?? null,
  sourceKind: 'contact-balance',
  sourceId: movement.id,
});

async function outcome(ctx: TenantContext, { id, contactId, currency, amount }: BalanceMovement, recordId: string) {
  const balances = await selectBalances(ctx.tx, ctx.organizationId, contactId);
  return {
    id,
    beneficiaryId: contactId,
    recordId,
    amount: fromMinor(amount, currency),
    currency,
    balance: fromMinor(balances.find((held) => held.currency === currency)?.balance ?? 0n, currency),
  };
}

/** What a contact has in each currency, and how it came to that. */
export async function readBalance(
  ctx: TenantContext,
  beneficiaryId: string,
  query: PageRequest & { currency?: string | undefined },
) {
  const contact = await findContact(ctx, beneficiaryId);
  if (!contact) throw NotFound();
  const { tx, organizationId } = ctx;
  const [held, base, { rows, counted }] = await Promise.all([
    selectBalances(tx, organizationId, contact.id),
    ctx.currency,
    selectMovements(tx, organizationId, contact.id, query, pageWindow(query)),
  ]);
  const balances = held.length > 0 ? held : [{ currency: base, balance: 0n, baseBalance: 0n }];
  return {
    ...toPage(query, rows.map(describeMovement), counted),
    beneficiaryId: contact.id,
    balances: balances.map(({ currency, balance, baseBalance }) => ({
      currency,
      balance: fromMinor(balance, currency),
      baseBalance: fromMinor(baseBalance, base),
    })),
  };
}

const describeMovement = ({
  amount,
  balance,
  ...movement
}: Awaited<ReturnType<typeof selectMovements>>['rows'][number]) => ({
  ...movement,
  amount: fromMinor(amount, movement.currency),
  balance: fromMinor(balance, movement.currency),
});
