import { accountingSettings, readSettings } from '#modules/organization/index.ts';
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

const lockDate: RecordGuard = async (ctx, { before, after }) => {
  const { lockDate } = await readSettings(ctx, accountingSettings);
  if (lockDate === null) return;
  if (before && before.date <= lockDate) throw periodLocked(lockDate, 'enter a correction on a later day');
  if (after && after.date <= lockDate) throw periodLocked(lockDate, 'use a later date');
};

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
