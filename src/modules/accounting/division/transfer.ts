import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import type { Transfer } from '../ledger/ledger.ts';
import { writeRecord } from '../record/write-record.ts';
import {
  type Account,
  type Division,
  divisionTransfers,
  accounts as moneyAccounts,
  type RecordRow,
} from '../tables.ts';
import { bookValue } from './book-value.ts';
import { refuseIfArchived, refuseIfClosed } from './closed-balances.ts';
import type { NewBranchTransfer } from './division.schema.ts';
import { lockDivisions } from './division.sql.ts';
import { selectHoldings } from './holdings.sql.ts';
import { momentAfter } from './moment.ts';

export const NothingToMove = refusal('nothing_to_move', 'The money is already in this branch: choose another one.');
export const AmountTooSmall = refusal(
  'amount_too_small',
  'The amount is less than the smallest unit of the currency: use fewer decimals.',
);
export const DivisionBalanceInsufficient = refusal(
  'division_balance_insufficient',
  'The branch has less than this amount in the account: transfer less.',
);
export const CurrenciesDiffer = refusal(
  'currencies_differ',
  'The two accounts have different currencies: choose accounts in the same currency.',
);

/** Moves money to another division. */
export async function transferBetween(ctx: TenantContext, request: z.output<typeof NewBranchTransfer>) {
  const { accountId, toAccountId = accountId, fromDivisionId, toDivisionId } = request;
  if (fromDivisionId === toDivisionId) throw NothingToMove();
  const accounts = await lockMoneyAccounts(ctx, [accountId, toAccountId]);
  const divisions = await lockDivisions(
    ctx,
    [fromDivisionId, toDivisionId].filter((id) => id !== null),
    'FOR NO KEY UPDATE',
  );
  const find = <T extends { id: string }>(rows: T[], id: string, path: string, what: string): T => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw unknownReference(path, what);
    return row;
  };
  const division = (id: string | null, path: string) => id && find(divisions, id, path, 'This branch');
  const record = await moveMoney(ctx, {
    from: {
      account: find(accounts, accountId, 'body.accountId', 'This account'),
      division: division(fromDivisionId, 'body.fromDivisionId') || null,
    },
    to: {
      account: find(accounts, toAccountId, 'body.toAccountId', 'This account'),
      division: division(toDivisionId, 'body.toDivisionId') || null,
    },
    amount: request.amount,
    date: request.date ?? ctx.today.toString(),
    description: request.description || 'Traslado entre sucursales',
  });
  return {
    recordId: record.id,
    accountId,
    toAccountId,
    fromDivisionId,
    toDivisionId,
    amount: fromMinor(record.amount, record.currency),
    currency: record.currency,
    date: record.date,
    description: record.description,
    createdAt: record.createdAt,
  };
}

/** Moving the accounts' money happens one transaction at a time; sales go on. */
export const lockMoneyAccounts = (ctx: TenantContext, ids: string[]): Promise<Account[]> =>
  moneyAccounts.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });

/** The part of an account that belongs to a division, or to none. */
export interface Place {
  account: Account;
  division: Division | null;
}

/** Moves money between two places, if the first holds enough. The caller has locked their accounts and divisions. */
export async function moveMoney(
  ctx: TenantContext,
  move: { from: Place; to: Place; amount: string; date: string; description: string },
): Promise<RecordRow> {
  const { from, to, date, description } = move;
  const { currency } = from.account;
  if (to.account.currency !== currency) throw CurrenciesDiffer();
  const amount = toMinor(move.amount, currency);
  if (amount <= 0n) throw AmountTooSmall();
  const between = from.division?.id !== to.division?.id;
  if (!between && from.account.id === to.account.id) throw NothingToMove();
  const divisions = [from.division, to.division].filter((division) => division !== null);
  for (const division of divisions) {
    refuseIfArchived(division);
    refuseIfClosed(ctx, division, date);
  }
  const value = await bookValueOf(ctx, from, amount);
  const transferId = newId();
  const record = await writeRecord(ctx, {
    kind: between ? 'division-transfer' : 'transfer',
    date,
    description,
    amount,
    currency,
    baseAmount: value,
    accountId: from.account.id,
    divisionId: (from.division ?? to.division)?.id ?? null,
    ...(between && { sourceKind: 'division-transfer', sourceId: transferId }),
    transfers: between ? await legs(ctx, from, to, amount, value) : [leg(from, to, amount, value)],
  });
  if (between) {
    await divisionTransfers.insert(ctx, {
      id: transferId,
      recordId: record.id,
      fromAccountId: from.account.id,
      toAccountId: to.account.id,
      fromDivisionId: from.division?.id ?? null,
      toDivisionId: to.division?.id ?? null,
      amount,
      movedAt: momentAfter(ctx, divisions),
    });
  }
  return record;
}

/** The value of an amount at a place in the organization's currency. Refuses if the place holds less. */
async function bookValueOf(ctx: TenantContext, place: Place, amount: bigint): Promise<bigint> {
  const { chartAccountId, currency } = place.account;
  const filter = { chartAccountIds: [chartAccountId], until: null };
  const holdings = await selectHoldings(ctx, { ...filter, divisionId: place.division?.id ?? null });
  const held = holdings.find(({ divisionId }) => divisionId === (place.division?.id ?? null));
  if (!held || held.own < amount) {
    throw DivisionBalanceInsufficient(
      `${place.account.name} holds ${fromMinor(held?.own ?? 0n, currency)} ${currency} there.`,
    );
  }
  return bookValue(amount, [held], currency === ctx.currency);
}

const leg = (from: Place, to: Place, own: bigint, amount: bigint): Transfer => ({
  debit: to.account.chartAccountId,
  credit: from.account.chartAccountId,
  amount,
  debitAmount: own,
  creditAmount: own,
  purpose: 'transfer',
});

/**
 * A transfer of the ledger is between two accounts in one division; this one is between two divisions. So the money goes
 * through a clearing account, in one record and one entry. The balance of the clearing account is zero for the organization;
 * in each division it is what the other divisions owe it.
 */
async function legs(ctx: TenantContext, from: Place, to: Place, own: bigint, amount: bigint): Promise<Transfer[]> {
  const clearing = (await selectPostingRules(ctx)).get('betweenDivisions')!;
  return [
    {
      debit: clearing,
      credit: from.account.chartAccountId,
      amount,
      creditAmount: own,
      divisionId: from.division?.id ?? null,
      purpose: 'leaves',
    },
    {
      debit: to.account.chartAccountId,
      credit: clearing,
      amount,
      debitAmount: own,
      divisionId: to.division?.id ?? null,
      purpose: 'arrives',
    },
  ];
}
