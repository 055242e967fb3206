import type { TenantContext } from '#platform/context.ts';
import { type MoneyAccount, selectMoneyAccounts } from '../division/holdings.sql.ts';
import { type Moved, selectMoved } from '../division/transfer.sql.ts';
import { selectTotals, type Total } from '../ledger/ledger.sql.ts';
import { type Close, selectCloseBalances, selectLastClose, selectTakenBack } from './close.sql.ts';
import { type Opening, selectOpening, selectOpeningBalances } from './opening.sql.ts';

/** What an account did in a division since its balance was last fixed. Minor units of its currency. */
export interface RunningLine {
  account: MoneyAccount;
  opening: bigint;
  cameIn: bigint;
  wentOut: bigint;
  transfered: bigint;
  expected: bigint;
  /** All that the ledger ever took in and gave out: what the next balance counts from. */
  ownDebit: bigint;
  ownCredit: bigint;
  /** What the books say of it now, in its currency and in the organization's. */
  holding: { own: bigint; base: bigint };
}

export interface RunningBalance {
  opening: Opening | null;
  lastClose: Close | null;
  /** Since the point of sale was opened, else since the last close, else since ever. */
  since: string | null;
  lines: RunningLine[];
}

/**
 * The balance of a division that is running. The ledger keeps totals per account and division, and the opening and the
 * close before remember them as they were then: the difference is what happened since, and takes as long with ten thousand
 * tickets as with none.
 */
export async function readRunningBalance(ctx: TenantContext, divisionId: string): Promise<RunningBalance> {
  const [accounts, lastClose = null, opening = null] = await Promise.all([
    selectMoneyAccounts(ctx),
    selectLastClose(ctx, divisionId),
    selectOpening(ctx, divisionId),
  ]);
  const since = opening?.openedAt ?? lastClose?.closedAt ?? null;
  const accountIds = accounts.map(({ chartAccountId }) => chartAccountId);
  const [totals, fixed, moved, takenBack] = await Promise.all([
    selectTotals(ctx, { accountIds, divisionId, until: null }),
    opening ? selectOpeningBalances(ctx, opening.id) : selectCloseBalances(ctx, lastClose ? [lastClose.id] : []),
    selectMoved(ctx, divisionId, since),
    selectTakenBack(ctx, divisionId, since),
  ]);
  const lines = accounts.map((account) =>
    lineOf(account, {
      total: totals.find(({ accountId }) => accountId === account.chartAccountId),
      fixed: fixed.find(({ accountId }) => accountId === account.id),
      moved: moved.find(({ accountId }) => accountId === account.id),
      takenBack: takenBack.get(account.id) ?? 0n,
    }),
  );
  return { opening, lastClose, since, lines: lines.filter((line) => isOf(divisionId, line)) };
}

function lineOf(
  account: MoneyAccount,
  facts: {
    total: Total | undefined;
    fixed: { ownDebit: bigint; ownCredit: bigint } | undefined;
    moved: Moved | undefined;
    takenBack: bigint;
  },
): RunningLine {
  const { ownDebit, ownCredit, debit, credit } = facts.total ?? { ownDebit: 0n, ownCredit: 0n, debit: 0n, credit: 0n };
  const fixed = facts.fixed ?? { ownDebit: 0n, ownCredit: 0n };
  const { arrived, left } = facts.moved ?? { arrived: 0n, left: 0n };
  return {
    account,
    opening: fixed.ownDebit - fixed.ownCredit,
    cameIn: ownDebit - fixed.ownDebit - arrived - facts.takenBack,
    wentOut: ownCredit - fixed.ownCredit - left - facts.takenBack,
    transfered: arrived - left,
    expected: ownDebit - ownCredit,
    ownDebit,
    ownCredit,
    holding: { own: ownDebit - ownCredit, base: debit - credit },
  };
}

/** Accounts that the division uses, and those that it no longer should but did. */
const isOf = (divisionId: string, line: RunningLine): boolean =>
  hasMoved(line) ||
  line.expected !== 0n ||
  (line.account.archivedAt === null && (line.account.divisionId === null || line.account.divisionId === divisionId));

export const hasMoved = ({ cameIn, wentOut, transfered }: RunningLine): boolean =>
  cameIn !== 0n || wentOut !== 0n || transfered !== 0n;
