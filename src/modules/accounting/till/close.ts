import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { type Division, lockDivisionsAlone, selectDivision, updateMoments } from '../division/division.sql.ts';
import { momentAfter } from '../division/moment.ts';
import { divisionBalanceCloseCanceled, divisionBalanceClosed } from '../events.ts';
import { voidRecord } from '../record/write-record.ts';
import {
  type Close,
  type CloseBalance,
  cancelClose as cancel,
  insertClose,
  insertCloseBalances,
  selectCloseBalances,
  selectLastClose,
  selectLastRecord,
} from './close.sql.ts';
import { postDifference } from './difference.ts';
import { endOpening, reopen, selectOpening } from './opening.sql.ts';
import { hasMoved, type RunningLine, readRunningBalance } from './running-balance.ts';

export const NothingToClose = refusal(
  409,
  'nothing_to_close',
  'Nothing has moved since the last close, and the point of sale is not open.',
);
export const CountMissing = refusal(422, 'count_missing', 'Every cash account that moved or holds money is counted.');
export const NoCloseToCancel = refusal(409, 'no_close_to_cancel', 'There is no close that stands.');
export const NotTheLastClose = refusal(409, 'not_the_last_close', 'Only the last close can be canceled.');

export interface Count {
  accountId: string;
  amount: string;
}

/** What closing now would say, before anything is counted. */
export async function previewClose(ctx: TenantContext, divisionId: string) {
  if (!(await selectDivision(ctx, divisionId))) throw NotFound();
  const running = await readRunningBalance(ctx, divisionId);
  return {
    divisionId,
    number: (running.lastClose?.number ?? 0) + 1,
    since: running.since,
    posOpen: running.opening !== null,
    balances: running.lines.map((line) => ({
      ...figures(line, line.account.currency),
      accountId: line.account.id,
      name: line.account.name,
      kind: line.account.kind,
      mustCount: mustCount(line),
    })),
  };
}

/**
 * Closes the running balance. The division is locked first: every sale on its way arrives before, every later one waits and
 * belongs to the next close. Of two who close at once the second finds nothing left, or another number.
 */
export async function closeBalance(
  ctx: TenantContext,
  divisionId: string,
  request: { counts: Count[]; details?: string | undefined; number?: number | undefined },
) {
  const { tx, organizationId } = ctx;
  const division = await lockAlone(ctx, divisionId);
  const { lines, opening, lastClose, since } = await readRunningBalance(ctx, divisionId);
  const number = (lastClose?.number ?? 0) + 1;
  if (request.number !== undefined && request.number !== number) throw VersionConflict();
  if (!opening && !lines.some(hasMoved)) throw NothingToClose();
  const counted = countedBy(lines, request.counts);
  const lastRecordId = await selectLastRecord(ctx, divisionId, ctx.today.toString());
  const balances: CloseBalance[] = [];
  for (const line of lines) {
    const count = counted.get(line.account.id);
    if (count !== undefined || wasUsed(line)) balances.push(await settle(ctx, divisionId, line, count));
  }
  const closedAt = momentAfter(ctx, [division]);
  const closedOn = closedAt.toZonedDateTimeISO(ctx.timeZone).toPlainDate().toString();
  const close = await insertClose(tx, {
    organizationId,
    id: newId(),
    divisionId,
    number,
    details: request.details ?? null,
    since,
    closedAt,
    closedOn,
    closedBy: ctx.userId,
    lastRecordId,
  });
  await insertCloseBalances(ctx, close.id, balances);
  await updateMoments(ctx, divisionId, { closedAt, closedOn, countedAt: closedAt });
  if (opening) await endOpening(ctx, opening.id, { closeId: close.id });
  const described = await describeCloses(ctx, [close]);
  ctx.emit(divisionBalanceClosed, payloadOf(ctx, described[0]!));
  return described[0]!;
}

/** Takes the last close back: its differences are reversed, and what it held is running again. */
export async function cancelClose(ctx: TenantContext, divisionId: string, id: string | undefined) {
  await lockAlone(ctx, divisionId);
  const last = await selectLastClose(ctx, divisionId);
  if (!last) throw NoCloseToCancel();
  if (id !== undefined && id !== last.id) throw NotTheLastClose();
  const canceled = await cancel(ctx, last.id, { canceledAt: ctx.now, canceledBy: ctx.userId });
  const before = await selectLastClose(ctx, divisionId);
  await updateMoments(ctx, divisionId, {
    closedAt: before?.closedAt ?? null,
    closedOn: before?.closedOn ?? null,
  });
  // An opening made upon a close that is no more: its floats stay posted, and run within the one that opens again.
  const opening = await selectOpening(ctx, divisionId);
  if (opening) await endOpening(ctx, opening.id, { withdrawnAt: ctx.now });
  await reopen(ctx, last.id);
  const described = await describeCloses(ctx, [canceled]);
  for (const { differenceRecordId } of described[0]!.balances) {
    if (differenceRecordId) await voidRecord(ctx, differenceRecordId);
  }
  ctx.emit(divisionBalanceCloseCanceled, payloadOf(ctx, described[0]!));
  return described[0]!;
}

export async function lockAlone(ctx: TenantContext, divisionId: string): Promise<Division> {
  const [division] = await lockDivisionsAlone(ctx, [divisionId]);
  if (!division) throw NotFound();
  return division;
}

export async function describeCloses(ctx: TenantContext, closes: Close[]) {
  const rows = await selectCloseBalances(
    ctx,
    closes.map(({ id }) => id),
  );
  const byClose = Map.groupBy(rows, ({ closeId }) => closeId);
  return closes.map(({ lastRecordId, ...close }) => ({
    ...close,
    lastRecordRegisteredId: lastRecordId,
    balances: (byClose.get(close.id) ?? []).map((row) => ({
      ...figures(row, row.currency),
      accountId: row.accountId,
      name: row.name,
      balance: fromMinor(row.balance, row.currency),
      counted: row.wasCounted ? fromMinor(row.balance, row.currency) : null,
      difference: fromMinor(row.balance - row.expected, row.currency),
      differenceRecordId: row.differenceRecordId,
    })),
  }));
}

type Figures = Pick<CloseBalance, 'opening' | 'cameIn' | 'wentOut' | 'transfered' | 'expected'>;

const figures = (line: Figures, currency: string) => ({
  currency,
  opening: fromMinor(line.opening, currency),
  in: fromMinor(line.cameIn, currency),
  out: fromMinor(line.wentOut, currency),
  transfered: fromMinor(line.transfered, currency),
  expected: fromMinor(line.expected, currency),
});

const payloadOf = (ctx: TenantContext, close: Awaited<ReturnType<typeof describeCloses>>[number]) => ({
  divisionId: close.divisionId,
  ...(ctx.userId && { userId: ctx.userId }),
  ...(close.details !== null && { details: close.details }),
  balances: close.balances.map((line) => ({
    accountId: line.accountId,
    balance: line.balance,
    in: line.in,
    out: line.out,
    transfered: line.transfered,
  })),
  ...(close.lastRecordRegisteredId && { lastRecordRegisteredId: close.lastRecordRegisteredId }),
});

/** Cash must be looked at; what a bank or a card processor holds is as the books say until a conciliation. */
const mustCount = (line: RunningLine): boolean =>
  line.account.kind === 'cash' && (hasMoved(line) || line.expected !== 0n || line.opening !== 0n);

function countedBy(lines: RunningLine[], counts: Count[]): Map<string, bigint> {
  const counted = new Map<string, bigint>();
  for (const [place, { accountId, amount }] of counts.entries()) {
    const line = lines.find(({ account }) => account.id === accountId);
    if (!line) throw unknownReference(`body.counts[${place}].accountId`, 'This account');
    counted.set(accountId, toMinor(amount, line.account.currency));
  }
  const missing = lines.filter((line) => mustCount(line) && !counted.has(line.account.id));
  if (missing.length > 0) {
    throw CountMissing(`Not counted: ${missing.map(({ account }) => account.name).join(', ')}.`, {
      errors: missing.map(({ account }) => ({
        path: 'body.counts',
        code: 'required',
        message: `${account.name} (${account.id}) is not counted.`,
      })),
    });
  }
  return counted;
}

/** Whether the division ever saw the account: then the next close must know where it stood. */
const wasUsed = ({ ownDebit, ownCredit }: RunningLine): boolean => ownDebit !== 0n || ownCredit !== 0n;

/** What was counted is the balance from now on. Where nobody counted, the books are right. */
async function settle(
  ctx: TenantContext,
  divisionId: string,
  line: RunningLine,
  counted: bigint | undefined,
): Promise<CloseBalance> {
  const { account, holding: _, ...totals } = line;
  const balance = counted ?? line.expected;
  const difference = balance - line.expected;
  return {
    ...totals,
    accountId: account.id,
    ownDebit: line.ownDebit + (difference > 0n ? difference : 0n),
    ownCredit: line.ownCredit + (difference < 0n ? -difference : 0n),
    balance,
    wasCounted: counted !== undefined,
    differenceRecordId: difference === 0n ? null : await postDifference(ctx, divisionId, line, difference),
  };
}
