import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { divideRounded } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { recurrencyUpdated } from '../events.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { type CycleRule, dueAt, nextCycle, nthCycle } from './cycles.ts';
import { type GivenRecurrency, type GivenRecurrencyChange, isRule, NewRecurrency } from './recurrency.schema.ts';
import {
  deleteValuesBehind,
  insertRecurrency,
  insertValue,
  lockRecurrency,
  type Recurrency,
  selectRecurrencyOf,
  updateRecurrency,
  upsertCycle,
} from './recurrency.sql.ts';

export const RuleNeverComes = refusal(422, 'rule_never_comes', 'This rule has no cycle, or fewer than it should have.');
export const NotRecurrent = refusal(422, 'not_recurrent', 'Only an invoice comes again, sold or bought.');
export const DaysDoNotFit = refusal(
  422,
  'days_do_not_fit',
  'The days do not fit the frequency: weeks have weekdays (MO), months have monthDays or numbered weekdays (1MO), not both.',
);
export const RecurrencyEnded = refusal(
  422,
  'recurrency_ended',
  'This recurrence has ended: give the document a new one.',
);

/** Makes a document come again. One that is issued on a day of the rule is the cycle of that day itself. */
export async function startRecurrency(
  ctx: TenantContext,
  document: PendingRecord,
  given: GivenRecurrency,
): Promise<Recurrency> {
  if (document.kind !== 'invoice' || document.recurrencyId) throw NotRecurrent();
  const { tx, organizationId, now } = ctx;
  const startsOn = given.startsOn ?? document.date;
  const rule = { ...given, startsOn, endsOn: endOf({ ...given, startsOn }) };
  const first = nextCycle(rule, null);
  if (!first) throw RuleNeverComes();
  const isFirst = document.status === 'issued' && first.toString() === document.date;
  const handledOn = isFirst ? document.date : null;
  const next = isFirst ? nextCycle(rule, first) : first;
  const timeZone = given.timeZone ?? ctx.timeZone;
  const recurrency = await insertRecurrency(
    tx,
    organizationId,
    {
      ...rule,
      id: newId(),
      pendingRecordId: document.id,
      timeZone,
      status: next ? 'active' : 'ended',
      handledOn,
      nextOn: next?.toString() ?? null,
      dueAt: next && wakeFor(ctx, next, timeZone),
      createdBy: ctx.userId,
    },
    now,
  );
  const cycle = { cycleOn: document.date, pendingRecordId: document.id, attempts: 1, message: null, retryAt: null };
  if (isFirst) await upsertCycle(tx, organizationId, recurrency.id, cycle, now);
  await keepValue(ctx, recurrency, startsOn, document.baseNet);
  return recurrency;
}

/** Changes, pauses, resumes or ends a recurrence. Cycles that fell into a pause never come. */
export async function changeRecurrency(
  ctx: TenantContext,
  document: PendingRecord,
  change: GivenRecurrencyChange,
): Promise<Recurrency> {
  const known = await selectRecurrencyOf(ctx.tx, ctx.organizationId, document.id);
  const before = known && (await lockRecurrency(ctx.tx, ctx.organizationId, known.id));
  if (!before) return startRecurrency(ctx, document, asNew(change));
  if (before.status === 'ended') throw RecurrencyEnded();
  const rule = changedRule(before, change);
  const { status = before.status, timeZone = before.timeZone } = change;
  const today = ctx.now.toZonedDateTimeISO(timeZone).toPlainDate();
  const resumes = before.status === 'paused' && status === 'active';
  const handledOn = resumes ? latest(before.handledOn, today.subtract({ days: 1 }).toString()) : before.handledOn;
  const next =
    status === 'active' ? nextCycle(rule, handledOn === null ? null : Temporal.PlainDate.from(handledOn)) : null;
  const after = await updateRecurrency(
    ctx.tx,
    ctx.organizationId,
    before.id,
    {
      ...rule,
      timeZone,
      status: status === 'active' && !next ? 'ended' : status,
      handledOn,
      nextOn: next?.toString() ?? null,
      dueAt: next && wakeFor(ctx, next, timeZone),
      version: before.version + 1,
    },
    ctx.now,
  );
  await keepValue(ctx, after, latest(after.startsOn, ctx.today.toString()), document.baseNet);
  announceChange(ctx, before, after);
  return after;
}

/** A document that has no recurrence yet gets one, where the change says how often it comes. */
function asNew({ status: _, ...given }: GivenRecurrencyChange): GivenRecurrency {
  if (!given.frequency) throw NotRecurrent('The document has no recurrence: give a frequency to start one.');
  const whole = NewRecurrency.safeParse(given);
  if (!whole.success) throw DaysDoNotFit();
  return whole.data;
}

/** What a document is worth now is what its recurrence is worth from now on. */
export async function revalueRecurrency(ctx: TenantContext, document: PendingRecord): Promise<Recurrency | undefined> {
  const recurrency = await selectRecurrencyOf(ctx.tx, ctx.organizationId, document.id);
  if (recurrency?.status === 'active') {
    await keepValue(ctx, recurrency, latest(recurrency.startsOn, ctx.today.toString()), document.baseNet);
  }
  return recurrency;
}

/** The rule as it is after a change. Another end replaces the one before, and a number of cycles names a day. */
function changedRule(before: Recurrency, change: GivenRecurrencyChange) {
  const { status: _status, timeZone: _zone, ...given } = change;
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const end = change.endsOn === undefined && change.cycles === undefined ? before : { endsOn: null, cycles: null };
  const { frequency, interval, weekdays, monthDays, missingDays, startsOn } = before;
  const days =
    change.frequency && change.frequency !== frequency ? { weekdays: null, monthDays: null } : { weekdays, monthDays };
  const rule = {
    ...{ frequency, interval, missingDays, startsOn, ...days, endsOn: end.endsOn, cycles: end.cycles },
    ...(named as Partial<CycleRule> & { cycles?: number | null }),
  };
  if (!isRule(rule)) throw DaysDoNotFit();
  return { ...rule, endsOn: endOf(rule) };
}

/** The last day of a rule that ends after so many cycles. */
function endOf(rule: CycleRule & { cycles: number | null }): string | null {
  if (rule.cycles === null) return rule.endsOn;
  const last = nthCycle({ ...rule, endsOn: null }, rule.cycles);
  if (!last) throw RuleNeverComes();
  return last.toString();
}

const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

/** When a cycle falls due; the clock is asked to be there. */
export function wakeFor(ctx: TenantContext, cycle: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  const at = dueAt(cycle, timeZone);
  ctx.wakeAt(at);
  return at;
}

/** Remembers from which day on the recurrence is worth how much a month; analytics read nothing else. */
export async function keepValue(
  ctx: TenantContext,
  recurrency: Recurrency,
  fromOn: string,
  baseNet: bigint,
): Promise<void> {
  const { tx, organizationId } = ctx;
  await deleteValuesBehind(tx, organizationId, recurrency.id, fromOn);
  const monthly = recurrency.status === 'active' ? monthlyValue(recurrency, baseNet) : 0n;
  await insertValue(tx, organizationId, recurrency.id, { fromOn, monthly });
}

const cyclesAYear = { daily: 365n, weekly: 52n, monthly: 12n, yearly: 1n } as const;

/** What so much per cycle comes to in a month, on average over a year. */
export function monthlyValue({ frequency, interval, weekdays, monthDays }: CycleRule, amount: bigint): bigint {
  const days = BigInt(weekdays?.length ?? monthDays?.length ?? 1);
  return divideRounded(amount * cyclesAYear[frequency] * days, 12n * BigInt(interval));
}

const unannounced = new Set(['version', 'updatedAt', 'handledOn']);

function announceChange(ctx: TenantContext, before: Recurrency, after: Recurrency): void {
  const fields = (Object.keys(after) as (keyof Recurrency)[]).filter(
    (field) => !unannounced.has(field) && !isDeepStrictEqual(before[field], after[field]),
  );
  if (fields.length === 0) return;
  const pick = (recurrency: Recurrency) => Object.fromEntries(fields.map((field) => [field, recurrency[field]]));
  ctx.emit(recurrencyUpdated, {
    recurrencyId: after.id,
    ...(ctx.userId && { editorId: ctx.userId }),
    old: pick(before),
    new: pick(after),
  });
}

export const describeRecurrency = <T extends Recurrency>({ handledOn: _, ...recurrency }: T) => recurrency;
