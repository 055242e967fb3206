import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type { Transfer } from '../ledger/ledger.ts';
import { selectPostingRules } from '../ledger/seed.sql.ts';
import type { RecordRow } from '../record/record.sql.ts';
import { writeRecord } from '../record/write-record.ts';
import { bookValue } from './book-value.ts';
import { refuseIfArchived, refuseIfClosed } from './closed-balances.ts';
import { type Division, lockDivisions } from './division.sql.ts';
import { lockMoneyAccounts, type MoneyAccount, selectHoldings } from './holdings.sql.ts';
import { momentAfter } from './moment.ts';
import { insertDivisionTransfer } from './transfer.sql.ts';

export const NothingToMove = refusal(422, 'nothing_to_move', 'The money is there already: name another division.');
export const AmountTooSmall = refusal(422, 'amount_too_small', 'This is less than the smallest unit of the currency.');
export const DivisionBalanceInsufficient = refusal(
  422,
  'division_balance_insufficient',
  'The books hold less than this there.',
);
export const CurrenciesDiffer = refusal(422, 'currencies_differ', 'Both accounts must be in the same currency.');

export interface TransferRequest {
  accountId: string;
  toAccountId?: string | undefined;
  fromDivisionId: string | null;
  toDivisionId: string | null;
  amount: string;
  date?: string | undefined;
  description: string;
}

/** Moves money to another division. */
export async function transferBetween(ctx: TenantContext, request: TransferRequest) {
  const { accountId, toAccountId = accountId, fromDivisionId, toDivisionId } = request;
  if (fromDivisionId === toDivisionId) throw NothingToMove();
  const accounts = await lockMoneyAccounts(ctx, [accountId, toAccountId]);
  const divisions = await lockDivisions(
    ctx,
    [fromDivisionId, toDivisionId].filter((id) => id !== null),
  );
  const find = <T extends { id: string }>(rows: T[], id: string, path: string, what: string): T => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw unknownReference(path, what);
    return row;
  };
  const division = (id: string | null, path: string) => id && find(divisions, id, path, 'This division');
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

/** An account as far as it belongs to a division, or to none. */
export interface Place {
  account: MoneyAccount;
  division: Division | null;
}

/** Moves money between two places whose accounts and divisions the caller has locked, if the first holds so much. */
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
    await insertDivisionTransfer(ctx.tx, {
      organizationId: ctx.organizationId,
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

/** What an amount at a place is worth in the organization's currency, if there is so much. */
async function bookValueOf(ctx: TenantContext, place: Place, amount: bigint): Promise<bigint> {
  const { chartAccountId, currency } = place.account;
  const filter = { organizationId: ctx.organizationId, chartAccountIds: [chartAccountId], until: null };
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
 * A transfer of the ledger is between two accounts and in one division, and this is one account in two divisions. So the
 * money leaves through a clearing account in the first and arrives through it in the second. Both are one record and one
 * entry: half of it cannot be posted or taken back. The clearing account is always at zero for the organization as a
 * whole; in each division it tells what the others owe it.
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
