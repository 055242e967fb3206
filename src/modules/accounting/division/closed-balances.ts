import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type { RecordContent } from '../record/record.sql.ts';
import type { RecordGuard } from '../record/record-guard.ts';
import type { Division } from '../tables.ts';
import { holdDivisions } from './division.sql.ts';

export const DivisionBalanceClosed = refusal(
  'division_balance_closed',
  'The balances of this branch are closed up to this date: use a later date, or cancel the close first.',
);
export const DivisionArchived = refusal(
  'division_archived',
  'This branch is archived: use another one, or restore it first.',
);
export const DivisionTransferFixed = refusal(
  'division_transfer_fixed',
  'A transfer between branches cannot be changed: transfer the amount back instead.',
);

/** More than the clocks of several machines differ. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * Refuses to change the records of a closed balance: those posted before the close, and those dated on an earlier day.
 * Postings after the close on the same day belong to the next one. Only records that move money are part of a balance; an
 * invoice or a return cannot be dated into closed days either, because the sales of those days are counted.
 */
export const closedBalances: RecordGuard = async (ctx, { before, after }) => {
  if (before?.kind === 'division-transfer') throw DivisionTransferFixed();
  const ids = new Set([before, after].flatMap((record) => record?.divisionId ?? []));
  if (ids.size === 0) return;
  const divisions = await holdDivisions(ctx, [...ids]);
  if (divisions.length < ids.size) throw unknownReference('body.divisionId', 'This branch');
  for (const division of divisions) {
    const leaves = before?.divisionId === division.id ? before : null;
    if (leaves && touchesMoney(leaves) && division.closedAt && leaves.updatedAt <= division.closedAt)
      throw DivisionBalanceClosed();
    if (after?.divisionId === division.id) refuseArrival(ctx, division, after, leaves);
  }
};

/** `former` is the record as it was in this division. */
function refuseArrival(ctx: TenantContext, division: Division, record: RecordContent, former: RecordContent | null) {
  if (!former) refuseIfArchived(division);
  const isNewOnDay = isDocument(record) && former?.date !== record.date;
  if (isNewOnDay || touchesMoney(record)) refuseIfClosed(ctx, division, record.date);
}

const touchesMoney = (record: RecordContent): boolean => record.accountId !== null || record.kind === 'journal';

const isDocument = ({ sourceKind }: RecordContent): boolean => sourceKind === 'invoice' || sourceKind === 'return';

export function refuseIfArchived(division: Division): void {
  if (division.archivedAt) throw DivisionArchived(`${division.name} is archived.`);
}

/** Refuses a posting on a closed day. The caller has locked the division. */
export function refuseIfClosed(ctx: TenantContext, division: Division, date: string): void {
  if (!division.closedAt || !division.closedOn) return;
  if (date < division.closedOn) {
    throw DivisionBalanceClosed(`The balances of ${division.name} are closed up to ${division.closedOn}.`);
  }
  // The transaction began before the close and waited for it: run again, it gets a later time.
  if (toTimestamp(ctx.now) > division.closedAt) return;
  if (Temporal.Instant.from(division.closedAt).since(ctx.clock()).total('milliseconds') < CLOCKS_DIFFER_MS)
    throw new RetryTransaction();
  throw DivisionBalanceClosed(`The organization’s time is before the last close of ${division.name}.`);
}
