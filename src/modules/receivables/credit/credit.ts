import { AmountOutOfRange } from '#modules/accounting/index.ts';
import {
  lockPendingRecord,
  moveDueDate,
  type PendingRecord,
  requirePendingRecord,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { refuseRefunds } from '../pay/refund-guard.ts';
import { creditAttention } from '../ticks.ts';
import { type Amortisation, amortise, type CreditEvent, openOf, type Row, totalOf } from './amortisation.ts';
import type { GivenCreditEvent, GivenPlan, GivenTable } from './credit.schema.ts';
import {
  type Credit,
  insertCredit,
  replaceRows,
  type StoredEvent,
  selectActiveCreditOf,
  selectCredit,
  selectEvents,
  updateCredit,
} from './credit.sql.ts';
import { describeCredit, describeTable, directionOf } from './describe.ts';
import { lastDueOn, nextDueAfter, type Terms } from './plan.ts';

export const PlanDatesWrong = refusal(
  422,
  'plan_dates_wrong',
  'Interest runs from the date of the document or later, the first instalment falls due within ten years behind that, and the last one before the year 3000.',
);
export const GraceTooLong = refusal(422, 'grace_too_long', 'At least one instalment pays capital.');
export const NotCreditable = refusal(
  422,
  'not_creditable',
  'Only an issued invoice with a balance, and without another plan, is paid in instalments.',
);
export const CreditNotActive = refusal(409, 'credit_not_active', 'This credit is settled or canceled.');
export const DateInFuture = refusal(
  422,
  'date_in_future',
  'What has not happened yet cannot be recorded: ask for the table.',
);

/** Lets an invoice be paid in instalments. */
export async function createCredit(ctx: TenantContext, given: { pendingRecordId: string; plan: GivenPlan }) {
  const document = await requirePendingRecord(ctx, given.pendingRecordId, 'body.pendingRecordId');
  const taken = await selectActiveCreditOf(ctx.tx, ctx.organizationId, document.id);
  if (document.kind !== 'invoice' || document.status !== 'issued' || document.balance === 0n || taken) {
    throw NotCreditable();
  }
  await refuseRefunds(ctx, document.id);
  return openCredit(ctx, document, given.plan);
}

/** Puts the balance of a document that is held under a plan. */
export async function openCredit(ctx: TenantContext, document: PendingRecord, plan: GivenPlan) {
  const terms = termsOf(ctx, document.balance, plan);
  if (terms.startsOn < document.date) throw PlanDatesWrong();
  const { id: pendingRecordId, dueOn: documentDueOn, currency, contactId } = document;
  const credit = await insertCredit(
    ctx.tx,
    ctx.organizationId,
    {
      ...terms,
      id: newId(),
      pendingRecordId,
      direction: directionOf(document),
      currency,
      contactId,
      documentDueOn,
      createdBy: ctx.userId,
    },
    ctx.now,
  );
  const table = amortise(terms, [], ctx.today.toString());
  const kept = await keepTable(ctx, credit, document, table);
  return describeCredit(kept.credit, kept.document, table, []);
}

const FIRST_DUE_YEARS_MAX = 10;
const YEAR_MAX = 2999;
const yearsBehind = (day: string, years: number): string => Temporal.PlainDate.from(day).add({ years }).toString();

/** What is agreed, with what is left open filled in. */
export function termsOf(ctx: TenantContext, principal: bigint, plan: GivenPlan): Terms {
  const startsOn = plan.startsOn ?? ctx.today.toString();
  const firstDueOn = plan.firstDueOn ?? nextDueAfter(plan.frequency, startsOn);
  if (firstDueOn <= startsOn || firstDueOn > yearsBehind(startsOn, FIRST_DUE_YEARS_MAX)) throw PlanDatesWrong();
  if (plan.graceInstalments >= plan.instalments) throw GraceTooLong();
  const terms = { ...plan, principal, startsOn, firstDueOn };
  if (lastDueOn(terms).year > YEAR_MAX) throw PlanDatesWrong();
  return terms;
}

export async function readCredit(ctx: TenantContext, id: string) {
  const credit = await selectCredit(ctx.tx, ctx.organizationId, id);
  if (!credit) throw NotFound();
  const [document, stored] = await Promise.all([
    selectPendingRecord(ctx, credit.pendingRecordId),
    selectEvents(ctx.tx, ctx.organizationId, [id]),
  ]);
  const events = stored.get(id) ?? [];
  return describeCredit(credit, document!, amortise(credit, eventsOf(events), ctx.today.toString()), events);
}

/** The table of a plan before it exists, or of a credit with what could happen to it. Nothing is written. */
export async function tryTable(ctx: TenantContext, given: GivenTable) {
  const { terms, events, currency } = await subjectOf(ctx, given);
  const supposed = given.events.map((event) => toEvent(event, currency));
  return describeTable(terms, amortise(terms, [...events, ...supposed], given.on ?? ctx.today.toString()), currency);
}

async function subjectOf(ctx: TenantContext, given: GivenTable) {
  if (!given.creditId) {
    const currency = given.currency ?? ctx.currency;
    return { terms: termsOf(ctx, toMinor(given.amount!, currency), given.plan!), events: [], currency };
  }
  const credit = await selectCredit(ctx.tx, ctx.organizationId, given.creditId);
  if (!credit) throw NotFound();
  const [document, stored] = await Promise.all([
    selectPendingRecord(ctx, credit.pendingRecordId),
    selectEvents(ctx.tx, ctx.organizationId, [credit.id]),
  ]);
  return { terms: credit, events: eventsOf(stored.get(credit.id) ?? []), currency: document!.currency };
}

const toEvent = (event: GivenCreditEvent, currency: string): CreditEvent =>
  event.kind === 'rate' ? event : { ...event, amount: toMinor(event.amount, currency) };

/** The events that count, as the table wants them. */
export const eventsOf = (stored: StoredEvent[]): CreditEvent[] =>
  stored
    .filter(({ voidedAt }) => voidedAt === null)
    .map(({ kind, date, amount, effect, annualRate }): CreditEvent => {
      if (kind === 'rate') return { kind, date, annualRate: annualRate! };
      if (kind === 'capital') return { kind, date, amount: amount!, effect: effect! };
      return { kind, date, amount: amount! };
    });

/** A credit that something happens to. Its document is held, so that whoever else pays waits. */
export interface HeldCredit {
  credit: Credit;
  document: PendingRecord;
  stored: StoredEvent[];
  events: CreditEvent[];
}

export async function holdCredit(ctx: TenantContext, id: string): Promise<HeldCredit> {
  const found = await selectCredit(ctx.tx, ctx.organizationId, id);
  if (!found) throw NotFound();
  const document = await lockPendingRecord(ctx, found.pendingRecordId);
  const [credit, stored] = await Promise.all([
    selectCredit(ctx.tx, ctx.organizationId, id),
    selectEvents(ctx.tx, ctx.organizationId, [id]),
  ]);
  const happened = stored.get(id) ?? [];
  return { credit: credit!, document, stored: happened, events: eventsOf(happened) };
}

/** The day of something that happens to a credit. */
export function dayOf(ctx: TenantContext, date: string | undefined): string {
  const today = ctx.today.toString();
  if (date !== undefined && date > today) throw DateInFuture();
  return date ?? today;
}

/** Sums of many of them can still be held. */
const OWED_MAX = 10n ** 16n;

/**
 * Keeps the table as it stands now, and what follows from it: the document is due when its first unpaid instalment is, and a
 * credit of which nothing is owed is settled.
 */
export async function keepTable(ctx: TenantContext, credit: Credit, document: PendingRecord, table: Amortisation) {
  const { tx, organizationId } = ctx;
  const today = ctx.today.toString();
  if (totalOf(table.open) > OWED_MAX) throw AmountOutOfRange();
  const isSettled = totalOf(table.open) === 0n;
  const unpaid = table.rows.filter((row) => totalOf(openOf(row)) > 0n);
  const nextDueOn = unpaid[0]?.dueOn ?? null;
  const attendOn = attentionDay(unpaid, today, credit.lateFeeGraceDays);
  await replaceRows(
    tx,
    organizationId,
    credit.id,
    table.rows.map((row) => ({ ...row, open: openOf(row) })),
  );
  const kept = await updateCredit(tx, organizationId, credit.id, {
    status: isSettled ? 'settled' : 'active',
    nextDueOn,
    attendOn,
    endedAt: isSettled ? ctx.now : null,
  });
  if (attendOn) ctx.wakeAt(creditAttention, startOfDay(ctx, attendOn));
  return { credit: kept, document: await followDueDate(ctx, document, nextDueOn) };
}

/** The next day on which an instalment becomes late, or late enough for its fee. */
function attentionDay(unpaid: Row[], today: string, graceDays: number): string | null {
  const behind = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
  const firstFrom = (day: string) => unpaid.find(({ dueOn }) => dueOn >= day)?.dueOn;
  const [next, nextToFee] = [firstFrom(today), firstFrom(behind(today, -graceDays))];
  const days = [...(next ? [behind(next, 1)] : []), ...(nextToFee ? [behind(nextToFee, graceDays + 1)] : [])];
  return days.toSorted()[0] ?? null;
}

export const startOfDay = ({ timeZone }: TenantContext, day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant();

/** A document in instalments is due, and past due, with the first one that is unpaid. */
async function followDueDate(
  ctx: TenantContext,
  document: PendingRecord,
  dueOn: string | null,
): Promise<PendingRecord> {
  const due = dueOn ?? document.dueOn;
  const isLate = document.balance > 0n && due < ctx.today.toString();
  // The clock tells of an invoice that is past due; a loan has nobody else who would say it.
  const pastDueAt = !isLate
    ? null
    : document.kind === 'loan'
      ? (document.pastDueAt ?? ctx.now.toString())
      : document.pastDueAt;
  if (due === document.dueOn && pastDueAt === document.pastDueAt) return document;
  const change = { dueOn: due, pastDueAt: pastDueAt === null ? null : Temporal.Instant.from(pastDueAt) };
  return moveDueDate(ctx, document.id, change);
}
