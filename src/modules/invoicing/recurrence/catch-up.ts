import { findContact } from '#modules/contacts/index.ts';
import { receiptTypeAfter, selectOffered } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { earlierDate } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { Refusal, refusal } from '#platform/refusal.ts';
import { recurrencyFailed, recurrencyInvoiceCreated, recurrencyPastDue } from '../events.ts';
import { fillInOwnDueDate } from '../hooks.ts';
import type { GivenHead } from '../pending/pending.schema.ts';
import { type Cycle, type PendingRecord, pendingRecords, type Recurrency, recurrencies } from '../tables.ts';
import { writeCopy } from '../ties/copy.ts';
import { cyclesAfter, dueAt, isCycle, nextCycle } from './cycles.ts';
import { type FailedCycle, reportFailedCycles } from './failed-cycles.ts';
import {
  insertValue,
  lockDue,
  lockFailed,
  selectCycle,
  selectCyclesAfter,
  selectFailedCycles,
  selectNextDue,
  upsertCycle,
} from './recurrency.sql.ts';
import { PAST_DUE, scheduleOf } from './schedule.ts';

export const CycleUnknown = refusal(
  'cycle_unknown',
  'The recurrence has no cycle on this day: choose one of its dates.',
);
export const CycleMade = refusal('cycle_made', 'The document of this cycle already exists.', 409);
export const NoNextCycle = refusal('no_next_cycle', 'This recurrence is paused or has ended: there is no next cycle.');
const ContactArchived = refusal('contact_archived', 'The contact is archived: restore it, or end the recurrence.');

/** Limits a transaction, because it locks the counters of numbers that other requests need. */
const CYCLES_AT_ONCE = 50;
const BACKOFF_MINUTES = [15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60, 24 * 60];

interface CaughtUp {
  created: ReturnType<typeof describeMade>[];
  failed: { recurrencyId: string; cycleOn: string; message: string }[];
  failures: FailedCycle[];
  hasMore: boolean;
}

/** Creates the documents of due cycles, each once even with concurrent requests. A failed cycle does not block the others. */
async function makeDueCycles(ctx: TenantContext): Promise<CaughtUp> {
  const done = await makeCyclesOf(ctx, await lockDue(ctx, ctx.now, CYCLES_AT_ONCE), 'due');
  await reportFailedCycles(ctx, done.failures);
  return done;
}

/** Does the same at the request of a person, and tries failed cycles without waiting for their backoff. */
export async function makeAllCycles(ctx: TenantContext): Promise<CaughtUp> {
  const waiting = await lockFailed(ctx, CYCLES_AT_ONCE);
  const due = await lockDue(ctx, ctx.now, CYCLES_AT_ONCE);
  const known = new Set(waiting.map(({ id }) => id));
  return makeCyclesOf(ctx, [...waiting, ...due.filter(({ id }) => !known.has(id))], 'all');
}

async function makeCyclesOf(ctx: TenantContext, locked: Recurrency[], retries: 'due' | 'all'): Promise<CaughtUp> {
  const done: CaughtUp = { created: [], failed: [], failures: [], hasMore: false };
  for (const recurrency of locked) {
    const left = CYCLES_AT_ONCE - done.created.length - done.failed.length;
    if (left > 0) await catchUp(ctx, recurrency, { limit: left, retries }, done);
  }
  const next = await selectNextDue(ctx);
  done.hasMore = next !== null && Temporal.Instant.compare(next, ctx.now) <= 0;
  return done;
}

/**
 * Enqueues a job for due cycles. The tick itself writes no documents: that locks counters of numbers, and a transaction that
 * holds them may be waiting for the clock.
 */
export async function tickRecurrencies(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const next = await selectNextDue(ctx);
  if (!next || !isBy(next, ctx.now)) return next;
  ctx.enqueue(makeDueDocuments, {});
  return ctx.now.add(JOB_WITHIN);
}

/** Another job is enqueued for cycles that are still due after this time. */
const JOB_WITHIN = { minutes: 5 };

export const makeDueDocuments = tenantJob({
  name: 'invoicing/make-due-documents',
  run: async (ctx) => {
    while (!ctx.signal.aborted && (await ctx.transaction(makeDueCycles)).hasMore);
  },
});

interface GivenCycle {
  recurrencyId: string;
  cycleOn: string;
  /** The date of the document, if it cannot be that of the cycle. */
  date?: string | undefined;
}

/** Creates the document of one cycle that failed, was voided, or is not due yet. */
export async function makeGivenCycle(ctx: TenantContext, { recurrencyId, cycleOn, date }: GivenCycle) {
  const recurrency = await recurrencies.lock(ctx, recurrencyId);
  const known = await selectCycle(ctx, recurrencyId, cycleOn);
  if (!known && !isCycle(recurrency, Temporal.PlainDate.from(cycleOn))) throw CycleUnknown();
  if (known?.pendingRecordId && !known.isVoid) throw CycleMade(`It is the document ${known.pendingRecordId}.`);
  return makeByHand(ctx, recurrency, { cycleOn, date, attempts: known?.attempts ?? 0 });
}

/** Creates the next document now, even before its day. */
export async function makeNextCycle(ctx: TenantContext, recurrencyId: string) {
  const recurrency = await recurrencies.lock(ctx, recurrencyId);
  if (recurrency.nextOn === null) throw NoNextCycle();
  const { handledOn } = recurrency;
  const ahead = await selectCyclesAfter(ctx, recurrencyId, handledOn);
  const coming = cyclesAfter(recurrency, handledOn === null ? null : Temporal.PlainDate.from(handledOn));
  const next = coming.find((cycle) => !ahead.has(cycle.toString()));
  if (!next) throw NoNextCycle();
  return makeByHand(ctx, recurrency, { cycleOn: next.toString(), attempts: 0 });
}

async function makeByHand(
  ctx: TenantContext,
  recurrency: Recurrency,
  cycle: Pick<CycleToMake, 'cycleOn' | 'date' | 'attempts'>,
) {
  const { cycleOn } = cycle;
  const model = await pendingRecords.get(ctx, recurrency.pendingRecordId);
  const made = await makeCycle(ctx, { recurrency, model, ...cycle });
  const failed = await selectFailedCycles(ctx, recurrency.id);
  const handledOn = cycleOn === recurrency.nextOn ? cycleOn : recurrency.handledOn;
  if (recurrency.status === 'active') await moveOn(ctx, { ...recurrency, handledOn }, failed);
  return made;
}

/** Creates the documents of one recurrence: first retries failed cycles, then the cycles that fell due since. */
async function catchUp(
  ctx: TenantContext,
  recurrency: Recurrency,
  { limit, retries }: { limit: number; retries: 'due' | 'all' },
  done: CaughtUp,
): Promise<void> {
  const failed = await selectFailedCycles(ctx, recurrency.id);
  const pastDueAt = markPastDue(ctx, recurrency, failed);
  const isDue = ({ retryAt }: Cycle) => retryAt !== null && isBy(Temporal.Instant.from(retryAt), ctx.now);
  const again = (retries === 'all' ? failed : failed.filter(isDue)).slice(0, limit);
  const { came, handledOn } = await cyclesThatCame(ctx, recurrency, Math.max(0, limit - again.length));
  const stillFailed = new Map(failed.map((cycle) => [cycle.cycleOn, cycle]));
  for (const { cycleOn, attempts } of [...again, ...came]) {
    const outcome = await ctx.attempt((part) => makeDueCycle(part, recurrency, cycleOn, attempts));
    if (outcome.status === 'fulfilled') {
      done.created.push(outcome.value);
      stillFailed.delete(cycleOn);
    } else {
      const cycle = await noteFailure(ctx, recurrency, { cycleOn, attempts: attempts + 1 }, outcome.reason);
      done.failed.push({ recurrencyId: recurrency.id, cycleOn, message: cycle.message! });
      done.failures.push({ recurrency, reason: outcome.reason, ...cycle });
      stillFailed.set(cycleOn, cycle);
    }
  }
  await moveOn(ctx, { ...recurrency, handledOn, pastDueAt }, [...stillFailed.values()]);
}

/** The due cycles without a document, and the last day that is handled with them. */
async function cyclesThatCame(ctx: TenantContext, recurrency: Recurrency, limit: number) {
  let { handledOn } = recurrency;
  const ahead = await selectCyclesAfter(ctx, recurrency.id, handledOn);
  const came: { cycleOn: string; attempts: number }[] = [];
  for (const cycle of cyclesAfter(recurrency, handledOn === null ? null : Temporal.PlainDate.from(handledOn))) {
    if (came.length === limit || !isBy(dueAt(cycle, recurrency.timeZone), ctx.now)) break;
    handledOn = cycle.toString();
    if (!ahead.has(handledOn)) came.push({ cycleOn: handledOn, attempts: 0 });
  }
  return { came, handledOn };
}

const isBy = (instant: Temporal.Instant, limit: Temporal.Instant): boolean =>
  Temporal.Instant.compare(instant, limit) <= 0;

/** An archived contact is not invoiced automatically; a person can still create the document. */
async function makeDueCycle(ctx: TenantContext, recurrency: Recurrency, cycleOn: string, attempts: number) {
  const model = await pendingRecords.get(ctx, recurrency.pendingRecordId);
  const contact = model.contactId === null ? undefined : await findContact(ctx, model.contactId);
  if (contact?.archivedAt) throw ContactArchived();
  return makeCycle(ctx, { recurrency, model, cycleOn, attempts });
}

interface CycleToMake {
  recurrency: Recurrency;
  /** The document that recurs. */
  model: PendingRecord;
  cycleOn: string;
  /** Default: the day of the cycle, or today if that is in the future. */
  date?: string | undefined;
  attempts: number;
}

/** Copies the document of a recurrence for a cycle. */
async function makeCycle(ctx: TenantContext, { recurrency, model, cycleOn, attempts, ...given }: CycleToMake) {
  const today = ctx.today.toString();
  const date = given.date ?? earlierDate(cycleOn, today);
  const due = { on: model.dueOn };
  await fillInOwnDueDate(ctx, model.id, due);
  const days = Temporal.PlainDate.from(model.date).until(due.on).days;
  const dueOn = Temporal.PlainDate.from(date).add({ days }).toString();
  const { paymentForm, deliverLater } = model;
  const change = {
    fiscalType: await receiptOf(ctx, model),
    paymentForm,
    deliverLater,
    // A known contact may have another name by now.
    ...(model.contactId !== null && { contactName: null, contactTaxId: null, contactTaxIdKind: null }),
    date,
    dueOn,
    recurrencyId: recurrency.id,
    cycleOn,
  };
  const { document } = await writeCopy(ctx, model, change, 'issued');
  const cycle = { cycleOn, pendingRecordId: document.id, attempts: attempts + 1, message: null, retryAt: null };
  await upsertCycle(ctx, recurrency.id, cycle, ctx.now);
  ctx.emit(recurrencyInvoiceCreated, { recurrencyId: recurrency.id, invoiceId: document.id });
  return describeMade(recurrency, cycleOn, document);
}

/** The receipt of the original, or the electronic one that has replaced it. */
async function receiptOf(ctx: TenantContext, { fiscalType, divisionId, direction }: PendingRecord) {
  if (fiscalType === null || direction === 'purchase') return fiscalType as GivenHead['fiscalType'];
  const issue = { divisionId, date: ctx.today.toString() };
  return receiptTypeAfter(fiscalType, issue, await selectOffered(ctx)) as GivenHead['fiscalType'];
}

const describeMade = ({ id }: Recurrency, cycleOn: string, document: PendingRecord) => ({
  recurrencyId: id,
  cycleOn,
  pendingRecordId: document.id,
  date: document.date,
  currency: document.currency,
  total: fromMinor(document.total, document.currency),
});

const MESSAGE_MAX = 1000;

/** Stores and announces why a cycle failed, and schedules the retry. */
async function noteFailure(
  ctx: TenantContext,
  { id }: Recurrency,
  { cycleOn, attempts }: { cycleOn: string; attempts: number },
  reason: unknown,
): Promise<Cycle> {
  if (!(reason instanceof Refusal)) ctx.log.error({ err: reason, recurrencyId: id, cycleOn }, 'a cycle failed');
  const detail = reason instanceof Refusal ? reason.message : 'Internal error; the log of the service has the details.';
  const message = detail.slice(0, MESSAGE_MAX);
  const minutes = BACKOFF_MINUTES[attempts - 1];
  const retryAt = minutes === undefined ? null : ctx.now.add({ minutes });
  const cycle = { cycleOn, pendingRecordId: null, attempts, message };
  await upsertCycle(ctx, id, { ...cycle, retryAt }, ctx.now);
  ctx.emit(recurrencyFailed, { recurrencyId: id, message, correspondingDate: cycleOn });
  return { ...cycle, retryAt: retryAt?.toString() ?? null };
}

/** Announces once that a cycle is a day late. Cycles from before the recurrence was created are not late. */
function markPastDue(ctx: TenantContext, recurrency: Recurrency, failed: Cycle[]): string | null {
  if (recurrency.pastDueAt) return recurrency.pastDueAt;
  const open = [...failed.map(({ cycleOn }) => cycleOn), ...(recurrency.nextOn === null ? [] : [recurrency.nextOn])];
  const since = Temporal.Instant.from(recurrency.createdAt);
  const late = open
    .map((cycleOn) => dueAt(Temporal.PlainDate.from(cycleOn), recurrency.timeZone))
    .filter((due) => isBy(since, due))
    .some((due) => isBy(due.add(PAST_DUE), ctx.now));
  if (!late) return null;
  ctx.emit(recurrencyPastDue, { recurrencyId: recurrency.id });
  return ctx.now.toString();
}

/** Schedules the next cycle of a recurrence. This is not a change by a person, so its version stays. */
async function moveOn(ctx: TenantContext, recurrency: Recurrency, failed: Cycle[]): Promise<void> {
  const { id, version } = recurrency;
  const schedule = scheduleOf(ctx, recurrency, failed);
  const pastDueAt = failed.length > 0 ? recurrency.pastDueAt : null;
  await recurrencies.update(ctx, id, { ...schedule, pastDueAt, version, updatedAt: ctx.now });
  if (schedule.status === 'ended') await endValue(ctx, recurrency);
}

/** The value of an ended recurrence is zero from where its next cycle would have been. */
async function endValue(ctx: TenantContext, recurrency: Recurrency): Promise<void> {
  const last = Temporal.PlainDate.from(recurrency.handledOn ?? recurrency.startsOn);
  const over = nextCycle({ ...recurrency, endsOn: null }, last);
  const fromOn = (over ?? last.add({ months: 1 })).toString();
  await insertValue(ctx, recurrency.id, { fromOn, monthly: 0n });
}
