import type { TenantContext } from '#platform/context.ts';
import { greatest } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { updateMoments } from '../division/division.sql.ts';
import { selectHoldings } from '../division/holdings.sql.ts';
import { momentAfter } from '../division/moment.ts';
import { divisionBalanceCloseCanceled, divisionBalanceClosed } from '../events.ts';
import { voidRecord } from '../record/write-record.ts';
import {
  type Account,
  type Close,
  type CloseBalance,
  closePreviews,
  divisionCloseBalances,
  divisionCloses,
  divisions,
  posOpenings,
} from '../tables.ts';
import { postDifference } from './difference.ts';
import { keepPreview, previewedBalances } from './preview.ts';
import { hasMoved, type RunningBalance, type RunningLine, readRunningBalance } from './running-balance.ts';
import { selectCloseBalances, selectLastClose, selectLastRecord, selectOpening } from './till.sql.ts';

export const NothingToClose = refusal(
  'nothing_to_close',
  'There is nothing to close: nothing has moved since the last close, and the point of sale is not open.',
  409,
);
export const CountMissing = refusal(
  'count_missing',
  'Every cash account that moved or has a balance must be counted: add it to `counts`.',
);
export const CountMomentUnclear = refusal(
  'count_moment_unclear',
  'An account has moved since your preview: send `expected`, the balance that its count is compared with.',
  409,
);
export const NoCloseToCancel = refusal('no_close_to_cancel', 'There is no close to cancel.', 409);
export const NotTheLastClose = refusal(
  'not_the_last_close',
  'Only the last close can be canceled: cancel the later ones first.',
  409,
);

interface Count {
  accountId: string;
  amount: string;
  /** The expected balance when the cash was counted. */
  expected?: string | undefined;
}

/** The figures of a close that would be made now. They are kept for the caller, who counts with them. */
export async function previewClose(ctx: TenantContext, divisionId: string) {
  await divisions.get(ctx, divisionId);
  const running = await readRunningBalance(ctx, divisionId);
  const number = numberAfter(running);
  await keepPreview(ctx, divisionId, number, running.lines);
  return {
    divisionId,
    number,
    since: running.since,
    posOpen: running.opening !== null,
    balances: running.lines.map((line) => ({
      ...figures(line, line.account.currency),
      accountId: line.account.id,
      name: line.account.name,
      kind: line.account.kind,
      mustCount: mustCount(line),
    })),
    cashInNoTill: await cashInNoTill(
      ctx,
      running.lines.map(({ account }) => account),
    ),
  };
}

/** The cash that was taken without a division while there are several: no close counts it. */
async function cashInNoTill(ctx: TenantContext, accounts: Account[]) {
  const cash = accounts.filter(({ kind }) => kind === 'cash');
  const chartAccountIds = cash.map(({ chartAccountId }) => chartAccountId);
  const holdings = await selectHoldings(ctx, { chartAccountIds, divisionId: null, until: null });
  const loose = new Map(holdings.flatMap((each) => (each.divisionId ? [] : [[each.chartAccountId, each.own]])));
  return cash.flatMap(({ id, name, currency, chartAccountId }) => {
    const balance = loose.get(chartAccountId) ?? 0n;
    return balance === 0n ? [] : [{ accountId: id, name, currency, balance: fromMinor(balance, currency) }];
  });
}

/**
 * Closes the running balance. The division is locked first: sales in progress are part of this close, later ones wait and
 * belong to the next. A concurrent second close finds nothing left, or another number.
 */
export async function closeBalance(
  ctx: TenantContext,
  divisionId: string,
  request: { counts: Count[]; details?: string | undefined; number?: number | undefined },
) {
  const division = await divisions.lock(ctx, divisionId);
  const running = await readRunningBalance(ctx, divisionId);
  const { lines, opening, since } = running;
  const number = numberAfter(running);
  if (request.number !== undefined && request.number !== number) throw VersionConflict();
  if (!opening && !lines.some(hasMoved)) throw NothingToClose();
  const counted = countedBy(lines, request.counts, await previewedBalances(ctx, divisionId, number));
  const lastRecordId = await selectLastRecord(ctx, divisionId, ctx.today.toString());
  const balances: Omit<CloseBalance, 'closeId'>[] = [];
  for (const line of lines) {
    const count = counted.get(line.account.id);
    if (count !== undefined || wasUsed(line)) balances.push(await settle(ctx, divisionId, line, count));
  }
  const closedAt = momentAfter(ctx, [division]);
  const closedOn = closedAt.toZonedDateTimeISO(ctx.timeZone).toPlainDate().toString();
  const close = await divisionCloses.insert(ctx, {
    divisionId,
    number,
    details: request.details ?? null,
    since,
    closedAt,
    closedOn,
    closedBy: ctx.userId,
    lastRecordId,
  });
  await divisionCloseBalances.insertMany(
    ctx,
    balances.map((balance) => ({ ...balance, closeId: close.id })),
  );
  await updateMoments(ctx, divisionId, { closedAt, closedOn, countedAt: closedAt });
  if (opening) await posOpenings.update(ctx, opening.id, { closeId: close.id });
  await closePreviews.delete(ctx, { divisionId });
  const described = await describeClose(ctx, close);
  ctx.emit(divisionBalanceClosed, payloadOf(ctx, described));
  return described;
}

/** Cancels the last close: its differences are reversed, and the balance before it is running again. */
export async function cancelClose(ctx: TenantContext, divisionId: string, id: string | undefined) {
  await divisions.lock(ctx, divisionId);
  const last = await selectLastClose(ctx, divisionId);
  if (!last) throw NoCloseToCancel();
  if (id !== undefined && id !== last.id) throw NotTheLastClose();
  const canceled = await divisionCloses.update(ctx, last.id, { canceledAt: ctx.now, canceledBy: ctx.userId });
  const before = await selectLastClose(ctx, divisionId);
  await updateMoments(ctx, divisionId, { closedAt: before?.closedAt ?? null, closedOn: before?.closedOn ?? null });
  // An opening after the canceled close is withdrawn. Its floats stay posted, and count in the opening before it.
  const opening = await selectOpening(ctx, divisionId);
  if (opening) await posOpenings.update(ctx, opening.id, { withdrawnAt: ctx.now });
  await posOpenings.updateAll(ctx, { closeId: last.id }, { closeId: null });
  const described = await describeClose(ctx, canceled);
  for (const { differenceRecordId } of described.balances) {
    if (differenceRecordId) await voidRecord(ctx, differenceRecordId);
  }
  ctx.emit(divisionBalanceCloseCanceled, payloadOf(ctx, described));
  return described;
}

const numberAfter = ({ lastClose }: RunningBalance): number => (lastClose?.number ?? 0) + 1;

export const describeClose = async (ctx: TenantContext, close: Close) => (await describeCloses(ctx, [close]))[0]!;

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

const payloadOf = (ctx: TenantContext, close: Awaited<ReturnType<typeof describeClose>>) => ({
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

/** Cash must be counted. Accounts at banks and processors follow the books until they are conciliated. */
const mustCount = (line: RunningLine): boolean =>
  line.account.kind === 'cash' && (hasMoved(line) || line.expected !== 0n || line.opening !== 0n);

/**
 * The balance that a count without `expected` is compared with. People count before or after the last sales, and look at the
 * preview for other reasons too. So a count that equals one of the two balances belongs to that moment; any other count must say it,
 * because the wrong moment would post a difference that does not exist.
 */
function balanceWhenCounted(line: RunningLine, amount: bigint, previewed: bigint | undefined, place: number): bigint {
  if (previewed === undefined || previewed === line.expected || amount === line.expected) return line.expected;
  if (amount === previewed) return previewed;
  const { name, currency } = line.account;
  const [then, now] = [fromMinor(previewed, currency), fromMinor(line.expected, currency)];
  const message = `${name}: ${then} ${currency} were expected at your preview, and ${now} now. Send the balance that the count is of.`;
  throw CountMomentUnclear(message, {
    errors: [{ path: `body.counts[${place}].expected`, code: 'required', message }],
  });
}

/** A count belongs to the moment of its preview: movements since then are added to it. */
function countedBy(lines: RunningLine[], counts: Count[], previewed: Map<string, bigint>): Map<string, bigint> {
  const counted = new Map<string, bigint>();
  for (const [place, count] of counts.entries()) {
    const line = lines.find(({ account }) => account.id === count.accountId);
    if (!line) throw unknownReference(`body.counts[${place}].accountId`, 'This account');
    const { currency } = line.account;
    const amount = toMinor(count.amount, currency);
    const then =
      count.expected === undefined
        ? balanceWhenCounted(line, amount, previewed.get(count.accountId), place)
        : toMinor(count.expected, currency);
    counted.set(count.accountId, amount + line.expected - then);
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

/** Whether the division ever used the account: then the next close starts from its totals. */
const wasUsed = ({ ownDebit, ownCredit }: RunningLine): boolean => ownDebit !== 0n || ownCredit !== 0n;

/** The counted amount is the balance from now on. Without a count, the balance of the books holds. */
async function settle(
  ctx: TenantContext,
  divisionId: string,
  line: RunningLine,
  counted: bigint | undefined,
): Promise<Omit<CloseBalance, 'closeId'>> {
  const { account, holding: _, ...totals } = line;
  const balance = counted ?? line.expected;
  const difference = balance - line.expected;
  return {
    ...totals,
    accountId: account.id,
    ownDebit: line.ownDebit + greatest(difference, 0n),
    ownCredit: line.ownCredit + greatest(-difference, 0n),
    balance,
    wasCounted: counted !== undefined,
    differenceRecordId: difference === 0n ? null : await postDifference(ctx, divisionId, line, difference),
  };
}
