import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded } from '#platform/decimal.ts';
import { changedFields } from '#platform/events/changed-fields.ts';
import { givenFields } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { recurrencyUpdated } from '../events.ts';
import { type PendingRecord, pendingRecords, type Recurrency, recurrencies } from '../tables.ts';
import { type CycleRule, cyclesAfter, dueAt, isCycle, nextCycle, nthCycle } from './cycles.ts';
import { daysFit, type GivenRecurrency, type GivenRecurrencyChange, NewRecurrency } from './recurrency.schema.ts';
import {
  deleteValuesAfter,
  insertValue,
  recurrencyList,
  selectCycleFacts,
  selectFailedCycles,
  upsertCycle,
} from './recurrency.sql.ts';
import { type Scheduled, scheduleOf, unscheduled } from './schedule.ts';

export const RuleNeverComes = refusal(
  'rule_never_comes',
  'This rule has no date, or fewer dates than `cycles`: correct the rule or the end.',
);
export const NotRecurrent = refusal('not_recurrent', 'Only invoices can recur, sold or bought.');
export const DaysDoNotFit = refusal(
  'days_do_not_fit',
  'The days do not match the frequency: give weekdays (MO) for weeks; `monthDays` or numbered weekdays (1MO), not both, for months.',
);
export const ModelUnsuited = refusal(
  'recurrency_document_unsuited',
  'Cycles copy an invoice that is not void, of the same contact and direction, and that does not recur by itself.',
);
export const RecurrencyEnded = refusal(
  'recurrency_ended',
  'This recurrence has ended: start another one with a copy of the document.',
);
export const TooManyMissed = refusal(
  'too_many_missed_cycles',
  'More than 400 cycles would have to be created at once: choose a later start.',
);

/** Makes a document recur. A document issued on a day of the rule is the cycle of that day itself. */
export async function startRecurrency(
  ctx: TenantContext,
  document: PendingRecord,
  given: GivenRecurrency,
): Promise<Recurrency> {
  if (document.kind !== 'invoice' || document.recurrencyId || document.status === 'void') throw NotRecurrent();
  const startsOn = given.startsOn ?? document.date;
  const rule = { ...given, startsOn, endsOn: endOf({ ...given, startsOn }) };
  const first = nextCycle(rule, null);
  if (!first) throw RuleNeverComes.at(rule.endsOn === null ? 'body.recurrency' : 'body.recurrency.endsOn');
  const isCycleItself = document.status === 'issued' && isCycle(rule, Temporal.PlainDate.from(document.date));
  const begun = {
    ...rule,
    id: newId(),
    pendingRecordId: document.id,
    timeZone: given.timeZone ?? ctx.timeZone,
    status: 'active' as const,
    handledOn: isCycleItself && first.toString() === document.date ? document.date : null,
    pastDueAt: null,
  };
  refuseLongAgo(ctx, begun);
  const recurrency = await recurrencies.insert(ctx, { ...begun, ...scheduleOf(ctx, begun, []) });
  if (isCycleItself) await joinCycle(ctx, recurrency, document);
  await keepValue(ctx, recurrency, startsOn, document.baseNet);
  return recurrency;
}

/** Makes the document of a recurrence the one of its own day. */
async function joinCycle(ctx: TenantContext, { id: recurrencyId }: Recurrency, { id, date }: PendingRecord) {
  const cycle = { cycleOn: date, pendingRecordId: id, attempts: 1, message: null, retryAt: null };
  await upsertCycle(ctx, recurrencyId, cycle, ctx.now);
  await pendingRecords.updateAll(ctx, { id }, { recurrencyId, cycleOn: date });
}

/** Changes, pauses, resumes or ends a recurrence. Cycles during a pause are skipped for good. */
export async function changeRecurrency(
  ctx: TenantContext,
  document: PendingRecord,
  change: GivenRecurrencyChange,
): Promise<Recurrency> {
  const before = await recurrencies.find(ctx, { pendingRecordId: document.id }, { lock: 'FOR UPDATE' });
  if (!before) return startRecurrency(ctx, document, asNew(change));
  if (before.status === 'ended') throw RecurrencyEnded();
  const model = await modelAfter(ctx, document, change.pendingRecordId);
  const { status = before.status, timeZone = before.timeZone } = change;
  const yesterday = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 1 }).toString();
  const resumes = before.status === 'paused' && status === 'active';
  const handledOn = resumes ? latest(before.handledOn, yesterday) : before.handledOn;
  const changed = { ...changedRule(before, change), timeZone, status, handledOn };
  refuseLongAgo(ctx, changed);
  const failed = await selectFailedCycles(ctx, before.id);
  const schedule = status === 'active' ? scheduleOf(ctx, { ...before, ...changed }, failed) : unscheduled;
  const after = await recurrencies.update(ctx, before.id, { ...changed, ...schedule, updatedAt: ctx.now });
  await keepValue(ctx, after, latest(after.startsOn, ctx.today.toString()), model.baseNet);
  announceChange(ctx, before, after);
  return after;
}

/** The document that cycles copy after a change. An issued document cannot change its price, but another one can replace it. */
async function modelAfter(ctx: TenantContext, before: PendingRecord, id = before.id): Promise<PendingRecord> {
  if (id === before.id) return before;
  const path = 'body.recurrency.pendingRecordId';
  const model = await pendingRecords.find(ctx, id);
  if (!model) throw unknownReference(path, 'This document');
  const { kind, status, direction, contactId } = model;
  const isAlike = kind === 'invoice' && direction === before.direction && contactId === before.contactId;
  if (!isAlike || status === 'void' || (await recurrencies.exists(ctx, { pendingRecordId: id })))
    throw ModelUnsuited.at(path, 'recurrency_document_unsuited', 'This document cannot be copied instead.');
  return model;
}

const MISSED_MAX = 400;

/** A start date long ago is more often a typing error than a wish for hundreds of invoices. */
function refuseLongAgo(ctx: TenantContext, recurrency: Scheduled & Pick<Recurrency, 'status'>): void {
  if (recurrency.status !== 'active') return;
  const after = recurrency.handledOn === null ? null : Temporal.PlainDate.from(recurrency.handledOn);
  const [last] = cyclesAfter(recurrency, after).drop(MISSED_MAX).take(1);
  if (last && Temporal.Instant.compare(dueAt(last, recurrency.timeZone), ctx.now) <= 0)
    throw TooManyMissed.at('body.recurrency.startsOn');
}

/** A change with a frequency starts a recurrence for a document that has none. */
function asNew({ status: _, pendingRecordId, ...given }: GivenRecurrencyChange): GivenRecurrency {
  if (!given.frequency || pendingRecordId)
    throw NotRecurrent('The document has no recurrence: give a frequency to start one.');
  const whole = NewRecurrency.safeParse(given);
  if (!whole.success) throw DaysDoNotFit.at('body.recurrency');
  return whole.data;
}

/** Values the recurrence of a document by its current amount from today on. */
export async function revalueRecurrency(ctx: TenantContext, document: PendingRecord): Promise<Recurrency | undefined> {
  const recurrency = await recurrencies.find(ctx, { pendingRecordId: document.id });
  if (recurrency?.status === 'active') {
    await keepValue(ctx, recurrency, latest(recurrency.startsOn, ctx.today.toString()), document.baseNet);
  }
  return recurrency;
}

/** The rule after a change. A new end replaces the old one, and a number of cycles determines the last day. */
function changedRule(before: Recurrency, change: GivenRecurrencyChange) {
  const { status: _status, timeZone: _zone, ...given } = change;
  const end = change.endsOn === undefined && change.cycles === undefined ? before : { endsOn: null, cycles: null };
  const { frequency, interval, weekdays, monthDays, missingDays, startsOn } = before;
  const days =
    change.frequency && change.frequency !== frequency ? { weekdays: null, monthDays: null } : { weekdays, monthDays };
  const rule = {
    frequency,
    interval,
    missingDays,
    startsOn,
    ...days,
    endsOn: end.endsOn,
    cycles: end.cycles,
    ...givenFields(given),
  };
  if (!daysFit(rule)) throw DaysDoNotFit.at('body.recurrency');
  const endsOn = endOf(rule);
  if (endsOn !== null && endsOn < rule.startsOn) throw RuleNeverComes.at('body.recurrency.endsOn');
  return { ...rule, endsOn };
}

/** The last day of a rule that ends after a number of cycles. */
function endOf(rule: CycleRule & { cycles: number | null }): string | null {
  if (rule.cycles === null) return rule.endsOn;
  const last = nthCycle({ ...rule, endsOn: null }, rule.cycles);
  if (!last) throw RuleNeverComes.at('body.recurrency.cycles');
  return last.toString();
}

const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

/** Stores the monthly value of the recurrence from a day on. Analytics read only these values. */
async function keepValue(ctx: TenantContext, recurrency: Recurrency, fromOn: string, baseNet: bigint): Promise<void> {
  await deleteValuesAfter(ctx, recurrency.id, fromOn);
  const monthly = recurrency.status === 'active' ? monthlyValue(recurrency, baseNet) : 0n;
  await insertValue(ctx, recurrency.id, { fromOn, monthly });
}

const cyclesAYear = { daily: 365n, weekly: 52n, monthly: 12n, yearly: 1n } as const;

/** The monthly value of an amount per cycle, on average over a year. */
function monthlyValue({ frequency, interval, weekdays, monthDays }: CycleRule, amount: bigint): bigint {
  const days = BigInt(weekdays?.length ?? monthDays?.length ?? 1);
  return divideRounded(amount * cyclesAYear[frequency] * days, 12n * BigInt(interval));
}

function announceChange(ctx: TenantContext, before: Recurrency, after: Recurrency): void {
  const changed = changedFields(before, after, ['version', 'updatedAt', 'handledOn', 'dueAt']);
  const editor = ctx.userId && { editorId: ctx.userId };
  if (changed) ctx.emit(recurrencyUpdated, { recurrencyId: after.id, ...editor, ...changed });
}

export const describeRecurrency = <T extends Recurrency>({
  handledOn: _handled,
  dueAt: _due,
  createdBy: _by,
  ...recurrency
}: T) => recurrency;

/** The recurrences with their past and next cycles. */
export const resumeRecurrencies = (ctx: TenantContext, query: z.output<typeof recurrencyList.query>) =>
  recurrencyList.page(ctx, query, async (rows) => {
    const ids = rows.map(({ id }) => id);
    const facts = await selectCycleFacts(ctx, ids, ctx.today.toString());
    return rows.map((row) => {
      const { monthly, ...cycles } = facts.get(row.id)!;
      return {
        ...describeRecurrency(row),
        total: fromMinor(row.total, row.currency),
        monthly: fromMinor(monthly, ctx.currency),
        ...cycles,
      };
    });
  });
