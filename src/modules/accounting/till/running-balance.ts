import type { TenantContext } from '#platform/context.ts';
import { type Moved, selectMoved } from '../division/holdings.sql.ts';
import { selectTotals, type Total } from '../ledger/ledger.sql.ts';
import { type Account, type Close, accounts as moneyAccounts, type Opening } from '../tables.ts';
import {
  selectCloseBalances,
  selectLastClose,
  selectOpening,
  selectOpeningBalances,
  selectReversedDifferences,
} from './till.sql.ts';

/** The movements of an account in a division since its last opening or close. Minor units of its currency. */
export interface RunningLine {
  account: Account;
  opening: bigint;
  cameIn: bigint;
  wentOut: bigint;
  transfered: bigint;
  expected: bigint;
  /** Totals of the ledger: the next balance counts from them. */
  ownDebit: bigint;
  ownCredit: bigint;
  /** Its balance in its own currency and in the organization's. */
  holding: { own: bigint; base: bigint };
}

export interface RunningBalance {
  opening: Opening | null;
  lastClose: Close | null;
  /** Since the point of sale was opened, else since the last close, else since the beginning. */
  since: string | null;
  lines: RunningLine[];
}

/**
 * The running balance of a division. The ledger has totals by account and division, and the last opening or close stores
 * them as they were then: the difference is what happened since. The cost does not depend on the number of sales.
 */
export async function readRunningBalance(ctx: TenantContext, divisionId: string): Promise<RunningBalance> {
  const [accounts, lastClose = null, opening = null] = await Promise.all([
    moneyAccounts.all(ctx, {}, { orderBy: ['name', 'id'] }),
    selectLastClose(ctx, divisionId),
    selectOpening(ctx, divisionId),
  ]);
  const since = opening?.openedAt ?? lastClose?.closedAt ?? null;
  const accountIds = accounts.map(({ chartAccountId }) => chartAccountId);
  const [totals, fixed, moved, reversed] = await Promise.all([
    selectTotals(ctx, { accountIds, divisionId, until: null }),
    opening ? selectOpeningBalances(ctx, opening.id) : selectCloseBalances(ctx, lastClose ? [lastClose.id] : []),
    selectMoved(ctx, divisionId, since),
    selectReversedDifferences(ctx, divisionId, since),
  ]);
  const lines = accounts.map((account) =>
    lineOf(account, {
      total: totals.find(({ accountId }) => accountId === account.chartAccountId),
      fixed: fixed.find(({ accountId }) => accountId === account.id),
      moved: moved.find(({ accountId }) => accountId === account.id),
      reversed: reversed.get(account.id) ?? 0n,
    }),
  );
  return { opening, lastClose, since, lines: lines.filter((line) => isOf(divisionId, line)) };
}

function lineOf(
  account: Account,
  facts: {
    total: Total | undefined;
    fixed: { ownDebit: bigint; ownCredit: bigint } | undefined;
    moved: Moved | undefined;
    reversed: bigint;
  },
): RunningLine {
  const { ownDebit, ownCredit, debit, credit } = facts.total ?? { ownDebit: 0n, ownCredit: 0n, debit: 0n, credit: 0n };
  const fixed = facts.fixed ?? { ownDebit: 0n, ownCredit: 0n };
  const { arrived, left } = facts.moved ?? { arrived: 0n, left: 0n };
  return {
    account,
    opening: fixed.ownDebit - fixed.ownCredit,
    cameIn: ownDebit - fixed.ownDebit - arrived - facts.reversed,
    wentOut: ownCredit - fixed.ownCredit - left - facts.reversed,
    transfered: arrived - left,
    expected: ownDebit - ownCredit,
    ownDebit,
    ownCredit,
    holding: { own: ownDebit - ownCredit, base: debit - credit },
  };
}

/** Accounts that the division may use, and others that it has used. */
const isOf = (divisionId: string, line: RunningLine): boolean =>
  hasMoved(line) ||
  line.expected !== 0n ||
  (line.account.archivedAt === null && (line.account.divisionId === null || line.account.divisionId === divisionId));

export const hasMoved = ({ cameIn, wentOut, transfered }: RunningLine): boolean =>
  cameIn !== 0n || wentOut !== 0n || transfered !== 0n;
