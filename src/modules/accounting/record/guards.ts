import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type Refusal, type RefusalKind, refusal } from '#platform/refusal.ts';
import { AccountOfOtherDivision } from '../account/account-division.ts';
import { conciliatedGuard, RecordConciliated } from '../conciliation/conciliation-guard.ts';
import {
  closedBalances,
  DivisionArchived,
  DivisionBalanceClosed,
  DivisionTransferFixed,
} from '../division/closed-balances.ts';
import type { RecordGuard } from './record-guard.ts';

export const PeriodLocked = refusal(
  'period_locked',
  'This period is locked: unlock it in the settings, or do what `detail` says.',
);

/** `instead` is what can be done without unlocking. */
export const periodLocked = (lockDate: string, instead?: string): Refusal =>
  PeriodLocked(`Everything up to ${lockDate} is locked: ${instead ? `${instead}, or ` : ''}unlock it in the settings.`);

/** Refuses what is dated in the locked period, for things that have no record too. `before` cannot change; `after` is entered. */
export async function refuseLocked(
  ctx: TenantContext,
  { before, after }: { before?: string | undefined; after?: string | undefined },
): Promise<void> {
  const { lockDate } = await readSettings(ctx, accountingSettings);
  if (lockDate === null) return;
  if (before && before <= lockDate) throw periodLocked(lockDate, 'enter a correction on a later day');
  if (after && after <= lockDate) throw periodLocked(lockDate, 'use a later date');
}

const lockDate: RecordGuard = (ctx, { before, after }) =>
  refuseLocked(ctx, { before: before?.date, after: after?.date });

/** Each part of the books that closes something adds the guard of what it closed. */
export const recordGuards: RecordGuard[] = [lockDate, closedBalances, conciliatedGuard];

/** The refusals of the guards: every route that changes records declares them. */
export const guardRefusals: RefusalKind[] = [
  PeriodLocked,
  DivisionBalanceClosed,
  DivisionArchived,
  DivisionTransferFixed,
  AccountOfOtherDivision,
  RecordConciliated,
];
