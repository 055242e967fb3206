import { AmountOutOfRange } from '#modules/accounting/index.ts';
import {
  announceStanding,
  lockPendingRecord,
  moveDueDate,
  type PendingRecord,
  requirePendingRecord,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { refuseRefunds } from '../refund/refund-guard.ts';
import { type Credit, creditEvents, creditInstalments, credits, type StoredEvent } from '../tables.ts';
import { creditAttention } from '../ticks.ts';
import { type Amortisation, amortise, type CreditEvent, openOf, type Row, totalOf } from './amortisation.ts';
import type { GivenCreditEvent, GivenPlan, GivenTable } from './credit.schema.ts';
import { describeCredit, describeTable, directionOf } from './describe.ts';
import { lastDueOn, nextDueAfter, type Terms } from './plan.ts';

export const PlanDatesWrong = refusal(
  'plan_dates_wrong',
  'Interest must start on or after the date of the document, the first instalment must be due within ten years of that, and the last one before the year 3000.',
);
export const GraceTooLong = refusal(
  'grace_too_long',
  'At least one instalment must pay capital: shorten the grace period.',
);
export const NotCreditable = refusal(
  'not_creditable',
  'Only an issued invoice with a balance and without a plan can be put in instalments.',
);
export const CreditNotActive = refusal(
  'credit_not_active',
  'This credit is settled or canceled and can no longer change.',
  409,
);
export const DateInFuture = refusal(
  'date_in_future',
  'The date is in the future: preview future events with the credit table.',
);

/** Puts an invoice in instalments. */
export async function createCredit(ctx: TenantContext, given: { pendingRecordId: string; plan: GivenPlan }) {
  const document = await requirePendingRecord(ctx, given.pendingRecordId, 'body.pendingRecordId');
  const taken = await credits.exists(ctx, { pendingRecordId: document.id, status: 'active' });
  if (document.kind !== 'invoice' || document.status !== 'issued' || document.balance === 0n || taken) {
    throw NotCreditable();
  }
  await refuseRefunds(ctx, document.id);
  return openCredit(ctx, document, given.plan);
}

/** Puts the balance of a locked document under a plan. */
export async function openCredit(ctx: TenantContext, document: PendingRecord, plan: GivenPlan) {
  const terms = termsOf(ctx, document.balance, plan);
  if (terms.startsOn < document.date) throw PlanDatesWrong();
  const { id: pendingRecordId, dueOn: documentDueOn, currency, contactId } = document;
  const credit = await credits.insert(ctx, {
    ...terms,
    pendingRecordId,
    direction: directionOf(document),
    currency,
    contactId,
    status: 'active',
    documentDueOn,
  });
  const table = amortise(terms, [], ctx.today.toString());
  const kept = await keepTable(ctx, credit, document, table);
  announceStanding(ctx, document, kept.document);
  return describeCredit(kept.credit, kept.document, table, []);
}

const FIRST_DUE_YEARS_MAX = 10;
const YEAR_MAX = 2999;
const yearsAfter = (day: string, years: number): string => Temporal.PlainDate.from(day).add({ years }).toString();

/** The terms of a plan with its defaults. */
function termsOf(ctx: TenantContext, principal: bigint, plan: GivenPlan): Terms {
  const startsOn = plan.startsOn ?? ctx.today.toString();
  const firstDueOn = plan.firstDueOn ?? nextDueAfter(plan.frequency, startsOn);
  if (firstDueOn <= startsOn || firstDueOn > yearsAfter(startsOn, FIRST_DUE_YEARS_MAX)) throw PlanDatesWrong();
  if (plan.graceInstalments >= plan.instalments) throw GraceTooLong();
  const terms = { ...plan, principal, startsOn, firstDueOn };
  if (lastDueOn(terms).year > YEAR_MAX) throw PlanDatesWrong();
  return terms;
}

export async function readCredit(ctx: TenantContext, id: string) {
  const { credit, document, stored, events } = await findCredit(ctx, id);
  return describeCredit(credit, document, amortise(credit, events, ctx.today.toString()), stored);
}

/** Previews the table of a plan, or of a credit with possible events. Nothing is written. */
export async function tryTable(ctx: TenantContext, given: GivenTable) {
  const { terms, events, currency } = await subjectOf(ctx, given);
  const possible = given.events.map((event) => toEvent(event, currency));
  return describeTable(terms, amortise(terms, [...events, ...possible], given.on ?? ctx.today.toString()), currency);
}

async function subjectOf(ctx: TenantContext, given: GivenTable) {
  if (!given.creditId) {
    const currency = given.currency ?? ctx.currency;
    return { terms: termsOf(ctx, toMinor(given.amount!, currency), given.plan!), events: [], currency };
  }
  const { credit, document, events } = await findCredit(ctx, given.creditId);
  return { terms: credit, events, currency: document.currency };
}

const toEvent = (event: GivenCreditEvent, currency: string): CreditEvent =>
  event.kind === 'rate' ? event : { ...event, amount: toMinor(event.amount, currency) };

/** The events that are not voided, as the amortisation reads them. */
export const eventsOf = (stored: StoredEvent[]): CreditEvent[] =>
  stored
    .filter(({ voidedAt }) => voidedAt === null)
    .map(({ kind, date, amount, effect, annualRate }): CreditEvent => {
      if (kind === 'rate') return { kind, date, annualRate: annualRate! };
      if (kind === 'capital') return { kind, date, amount: amount!, effect: effect! };
      return { kind, date, amount: amount! };
    });

export interface CreditState {
  credit: Credit;
  document: PendingRecord;
  stored: StoredEvent[];
  events: CreditEvent[];
}

export const selectEvents = (ctx: TenantContext, creditId: string): Promise<StoredEvent[]> =>
  creditEvents.all(ctx, { creditId }, { orderBy: ['number'] });

async function findCredit(ctx: TenantContext, id: string): Promise<CreditState> {
  const credit = await credits.get(ctx, id);
  const [document, stored] = await Promise.all([
    selectPendingRecord(ctx, credit.pendingRecordId),
    selectEvents(ctx, id),
  ]);
  return { credit, document: document!, stored, events: eventsOf(stored) };
}

/** Reads a credit for a change. Its document is locked, so that concurrent payments wait. */
export async function holdCredit(ctx: TenantContext, id: string): Promise<CreditState> {
  const { pendingRecordId } = await credits.get(ctx, id);
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const [credit, stored] = await Promise.all([credits.get(ctx, id), selectEvents(ctx, id)]);
  return { credit, document, stored, events: eventsOf(stored) };
}

/** The day of an event, today by default. */
export function dayOf(ctx: TenantContext, date: string | undefined): string {
  const today = ctx.today.toString();
  if (date !== undefined && date > today) throw DateInFuture();
  return date ?? today;
}

/** Low enough for sums over many credits. */
const OWED_MAX = 10n ** 16n;

/**
 * Stores the current table of a credit with its consequences: the document is due with its first unpaid instalment, and a
 * fully paid credit is settled.
 */
export async function keepTable(ctx: TenantContext, credit: Credit, document: PendingRecord, table: Amortisation) {
  const today = ctx.today.toString();
  if (totalOf(table.open) > OWED_MAX) throw AmountOutOfRange();
  const isSettled = totalOf(table.open) === 0n;
  const unpaid = table.rows.filter((row) => totalOf(openOf(row)) > 0n);
  const nextDueOn = unpaid[0]?.dueOn ?? null;
  const attendOn = attentionDay(unpaid, today, credit.lateFeeGraceDays);
  await replaceInstalments(ctx, credit.id, table.rows);
  const kept = await credits.update(ctx, credit.id, {
    status: isSettled ? 'settled' : 'active',
    nextDueOn,
    attendOn,
    endedAt: isSettled ? ctx.now : null,
  });
  if (attendOn) ctx.wakeAt(creditAttention, startOfDay(ctx, attendOn));
  return { credit: kept, document: await followDueDate(ctx, document, nextDueOn) };
}

async function replaceInstalments(ctx: TenantContext, creditId: string, rows: Row[]): Promise<void> {
  await creditInstalments.delete(ctx, { creditId });
  await creditInstalments.insertMany(
    ctx,
    rows.map((row, index) => {
      const { dueOn, lateFee, interest, capital } = row;
      const open = openOf(row);
      return {
        creditId,
        position: index + 1,
        dueOn,
        lateFee,
        interest,
        capital,
        openLateFee: open.lateFee,
        openInterest: open.interest,
        openCapital: open.capital,
      };
    }),
  );
}

/** The next day on which an instalment becomes late, or late enough for its fee. */
function attentionDay(unpaid: Row[], today: string, graceDays: number): string | null {
  const after = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
  const firstFrom = (day: string) => unpaid.find(({ dueOn }) => dueOn >= day)?.dueOn;
  const [next, nextToFee] = [firstFrom(today), firstFrom(after(today, -graceDays))];
  const days = [...(next ? [after(next, 1)] : []), ...(nextToFee ? [after(nextToFee, graceDays + 1)] : [])];
  return days.toSorted()[0] ?? null;
}

export const startOfDay = ({ timeZone }: TenantContext, day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant();

/** A document in instalments is due, and past due, with its first unpaid instalment. */
async function followDueDate(
  ctx: TenantContext,
  document: PendingRecord,
  dueOn: string | null,
): Promise<PendingRecord> {
  const due = dueOn ?? document.dueOn;
  const isLate = document.balance > 0n && due < ctx.today.toString();
  // The tick of invoicing marks invoices that are past due, but not loans.
  const pastDueAt = !isLate
    ? null
    : document.kind === 'loan'
      ? (document.pastDueAt ?? ctx.now.toString())
      : document.pastDueAt;
  if (due === document.dueOn && pastDueAt === document.pastDueAt) return document;
  const change = { dueOn: due, pastDueAt: pastDueAt === null ? null : Temporal.Instant.from(pastDueAt) };
  return moveDueDate(ctx, document.id, change);
}
