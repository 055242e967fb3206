import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import { type RefusalKind, refusal } from '#platform/refusal.ts';
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
  'This period is locked: use a later date, or unlock the period in the settings.',
);

const lockDate: RecordGuard = async (ctx, { before, after }) => {
  const settings = await readSettings(ctx, accountingSettings);
  const locked = [before, after].some((record) => record && settings.lockDate && record.date <= settings.lockDate);
  if (locked) throw PeriodLocked(`Everything up to ${settings.lockDate} is locked.`);
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
