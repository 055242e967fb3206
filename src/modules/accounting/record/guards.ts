import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type RefusalKind, refusal } from '#platform/refusal.ts';
import { conciliatedGuard, RecordConciliated } from '../conciliation/conciliation-guard.ts';
import {
  closedBalances,
  DivisionArchived,
  DivisionBalanceClosed,
  DivisionTransferFixed,
} from '../division/closed-balances.ts';
import type { RecordContent, RecordRow } from './record.sql.ts';

export const PeriodLocked = refusal(422, 'period_locked', 'This period is locked: its records cannot change.');

/** A record before and after a change; null where there is none. */
export interface RecordChange {
  before: RecordRow | null;
  after: (RecordContent & { id: string }) | null;
}

/** Refuses a change of what must not change any more. */
export type RecordGuard = (ctx: TenantContext, change: RecordChange) => Promise<void>;

const lockDate: RecordGuard = async (ctx, { before, after }) => {
  const settings = await readSettings(ctx, accountingSettings);
  const locked = [before, after].some((record) => record && settings.lockDate && record.date <= settings.lockDate);
  if (locked) throw PeriodLocked(`Everything up to ${settings.lockDate} is locked.`);
};

/** Each part of the books that closes something adds the guard of what it closed. */
export const recordGuards: RecordGuard[] = [lockDate, closedBalances, conciliatedGuard];

/** What the guards may answer: every route that changes records declares these. */
export const guardRefusals: RefusalKind[] = [
  PeriodLocked,
  DivisionBalanceClosed,
  DivisionArchived,
  DivisionTransferFixed,
  RecordConciliated,
];
