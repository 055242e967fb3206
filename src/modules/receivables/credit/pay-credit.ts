import type { z } from 'zod';
import { AmountOutOfRange, requireAccount, voidRecord, writeRecord } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { announceStanding, selectPayments, selectReturnedNet, settle, unsettle } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { shareOut } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { Refusal, refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { topUp } from '../contact-balance/contact-balance.ts';
import { ContactRequired } from '../pay/sources.ts';
import { WriteOffReturned } from '../pay/write-off-returned.ts';
import { noteUndone } from '../receipt/receipt.ts';
import { creditEvents, credits, type StoredEvent } from '../tables.ts';
import {
  type Amortisation,
  amortise,
  type CreditEvent,
  CreditOverpaid,
  openOf,
  type Parts,
  totalOf,
} from './amortisation.ts';
import type { CreditRateChange, NewCapitalPayment, NewCreditPayment } from './credit.schema.ts';
import { CreditNotActive, type CreditState, dayOf, eventsOf, holdCredit, keepTable, selectEvents } from './credit.ts';
import { describeCredit, describeParts } from './describe.ts';
import { draftPayment, type Paying } from './postings.ts';

export const NothingToUndo = refusal('nothing_to_take_back', 'This credit has no event to undo.', 409);

/** Money that has moved already. */
interface MovedMoney {
  /** The card charge that brought it. */
  chargeId?: string | null | undefined;
  /** Its amount in an account in another currency than the document. */
  moved?: bigint | undefined;
}

/** Pays instalments: late fees first, then interest, then capital. */
export async function makeCreditPayment(
  ctx: TenantContext,
  given: z.output<typeof NewCreditPayment>,
  money: MovedMoney = {},
) {
  const held = await holdActive(ctx, given.creditId);
  const date = dayOf(ctx, given.date);
  const owed = amortise(held.credit, held.events, date);
  const waiver: CreditEvent[] =
    given.waiveLateFees && owed.due.lateFee > 0n ? [{ kind: 'waiver', date, amount: owed.due.lateFee }] : [];
  const now = waiver.length > 0 ? amortise(held.credit, [...held.events, ...waiver], date) : owed;
  const amount = given.amount === undefined ? defaultPayment(now) : toMinor(given.amount, held.document.currency);
  const paying = await payingFrom(ctx, given, money);
  return recordPayment(ctx, held, [...waiver, { kind: 'payment', date, amount }], paying);
}

/** The amount due, or the next instalment if nothing is due. */
function defaultPayment({ due, rows }: Amortisation): bigint {
  if (totalOf(due) > 0n) return totalOf(due);
  const next = rows.map((row) => totalOf(openOf(row))).find((open) => open > 0n);
  return next ?? 0n;
}

interface CardMoney {
  chargeId: string;
  accountId: string;
  amount: bigint;
  currency: string;
}

/**
 * Pays a credit with money that has arrived: pays it off where the amount is enough, else its instalments. Answers how much it
 * took; 0: the credit does not take it. Never throws a refusal.
 */
export async function takeInstalments(
  ctx: TenantContext,
  creditId: string,
  { chargeId, accountId, amount, currency }: CardMoney,
): Promise<bigint> {
  const paying = { creditId, accountId, paymentMethod: 'card', chargeId };
  const took = await unlessRefused(ctx, async (inside) => {
    const { credit, events } = await holdActive(inside, creditId);
    const payOff = totalOf(amortise(credit, events, inside.today.toString()).payOff);
    const taken = amount < payOff ? amount : payOff;
    await payCredit(inside, { ...paying, amount: fromMinor(taken, currency) });
    return taken;
  });
  return took instanceof Refusal ? 0n : took;
}

/** Pays a credit off where the amount is enough, else its instalments; without an amount, what is due. Answers the records. */
export async function payCredit(
  ctx: TenantContext,
  given: Omit<z.output<typeof NewCreditPayment>, 'waiveLateFees'> & MovedMoney,
): Promise<string[]> {
  const { chargeId, moved, ...paying } = given;
  const { credit, events, document } = await holdActive(ctx, paying.creditId);
  const table = amortise(credit, events, dayOf(ctx, paying.date));
  const [begun, payOff] = [totalOf(table.begun), totalOf(table.payOff)];
  const amount = paying.amount === undefined ? defaultPayment(table) : toMinor(paying.amount, document.currency);
  if (amount > payOff) throw CreditOverpaid();
  const format = (minor: bigint) => fromMinor(minor, document.currency);
  const instalments = amount < payOff ? amount : begun;
  const parts = moved === undefined ? [] : shareOut(moved, [instalments, amount - instalments]);
  const records: string[] = [];
  if (instalments > 0n) {
    const payment = { ...paying, amount: format(instalments), waiveLateFees: false };
    records.push((await makeCreditPayment(ctx, payment, { chargeId, moved: parts[0] })).recordId);
  }
  if (amount > instalments) {
    const capital = { ...paying, amount: format(amount - instalments), effect: 'term' as const };
    records.push((await makeCapitalPayment(ctx, capital, { chargeId, moved: parts[1] })).recordId);
  }
  return records;
}

/** The amounts of a document in instalments today: what is due, of how many, or the next instalment; and the payoff. */
export async function instalmentsOf(
  ctx: TenantContext,
  pendingRecordId: string,
): Promise<{ instalment: bigint; count: number; payOff: bigint } | null> {
  const credit = await credits.find(ctx, { pendingRecordId, status: 'active' });
  if (!credit) return null;
  const table = amortise(credit, eventsOf(await selectEvents(ctx, credit.id)), ctx.today.toString());
  const due = table.rows.filter((row) => row.dueOn <= table.on && totalOf(openOf(row)) > 0n).length;
  return { instalment: defaultPayment(table), count: Math.max(due, 1), payOff: totalOf(table.payOff) };
}

/** Pays capital ahead of time, or pays the credit off. */
export async function makeCapitalPayment(
  ctx: TenantContext,
  given: z.output<typeof NewCapitalPayment>,
  money: MovedMoney = {},
) {
  const held = await holdActive(ctx, given.creditId);
  const date = dayOf(ctx, given.date);
  const amount =
    given.amount === undefined
      ? totalOf(amortise(held.credit, held.events, date).payOff)
      : toMinor(given.amount, held.document.currency);
  const paying = await payingFrom(ctx, given, money);
  return recordPayment(ctx, held, [{ kind: 'capital', date, amount, effect: given.effect }], paying);
}

export async function holdActive(ctx: TenantContext, creditId: string): Promise<CreditState> {
  const held = await holdCredit(ctx, creditId);
  if (held.credit.status !== 'active') throw CreditNotActive();
  return held;
}

interface CreditMoney extends Omit<Paying, 'date'> {
  /** The card charge that brought the money. */
  chargeId: string | null;
}

async function payingFrom(
  ctx: TenantContext,
  given: z.output<typeof NewCreditPayment> | z.output<typeof NewCapitalPayment>,
  { chargeId = null, moved }: MovedMoney,
): Promise<CreditMoney> {
  const account = await requireAccount(ctx, given.accountId, 'body.accountId');
  const { paymentMethod: method = account.kind, reference = null } = given;
  return { account, method, reference, chargeId, moved };
}

/** Applies events that end with a payment: the table allocates the payment, and a record posts it. */
export async function recordPayment(
  ctx: TenantContext,
  { credit, document, events, stored }: CreditState,
  added: [...CreditEvent[], CreditEvent & { amount: bigint }],
  { chargeId, ...money }: CreditMoney,
) {
  const payment = added.at(-1) as CreditEvent & { amount: bigint };
  if (payment.amount <= 0n) throw AmountOutOfRange();
  const table = amortise(credit, [...events, ...added], payment.date);
  const parts = table.allocations.at(-1)!;
  const paying: Paying = { ...money, date: payment.date };
  const record = await writeRecord(ctx, await draftPayment(ctx, document, parts, paying));
  const settled =
    parts.capital > 0n ? await settleCapital(ctx, { credit, document }, parts, paying, record.id) : document;
  await creditEvents.insertMany(
    ctx,
    added.map((event, index) => ({
      ...blankEvent,
      ...event,
      ...(event === payment && { ...parts, accountId: money.account.id, recordId: record.id, chargeId }),
      creditId: credit.id,
      number: stored.length + index + 1,
    })),
  );
  const kept = await keepTable(ctx, credit, settled, amortise(credit, [...events, ...added], ctx.today.toString()));
  announceStanding(ctx, document, kept.document);
  const { currency } = document;
  const { total: _, ...split } = describeParts(parts, currency);
  return {
    creditId: credit.id,
    recordId: record.id,
    date: payment.date,
    currency,
    amount: fromMinor(payment.amount, currency),
    ...split,
    status: kept.credit.status,
    open: describeParts(table.open, currency),
  };
}

const blankEvent = {
  amount: null,
  effect: null,
  annualRate: null,
  lateFee: 0n,
  interest: 0n,
  capital: 0n,
  accountId: null,
  recordId: null,
  chargeId: null,
};

/** Paid capital lowers the balance of the document. */
async function settleCapital(
  ctx: TenantContext,
  { credit, document }: Pick<CreditState, 'credit' | 'document'>,
  { capital: amount }: Parts,
  { date, account, method, reference }: Paying,
  recordId: string,
) {
  const payment = {
    source: 'credit' as const,
    sourceId: credit.id,
    amount,
    date,
    accountId: account.id,
    method,
    reference,
  };
  return (await settle(ctx, document, { ...payment, recordId })).document;
}

/** Changes the interest rate from a day on. */
export async function changeRate(ctx: TenantContext, creditId: string, given: z.output<typeof CreditRateChange>) {
  const held = await holdActive(ctx, creditId);
  const event: CreditEvent = { kind: 'rate', date: dayOf(ctx, given.date), annualRate: given.annualRate };
  amortise(held.credit, [...held.events, event], event.date);
  const number = held.stored.length + 1;
  await creditEvents.insert(ctx, { ...blankEvent, ...event, creditId, number });
  return rederive(ctx, held);
}

/**
 * Undoes the last event of a credit, with its record. Earlier events can follow, one by one. The money of a card is still at the
 * provider: it becomes balance of the contact.
 */
export async function undoLast(ctx: TenantContext, creditId: string) {
  const held = await holdCredit(ctx, creditId);
  if (held.credit.status === 'canceled') return undoWriteOff(ctx, held);
  const last = held.stored.findLast(({ voidedAt }) => voidedAt === null);
  if (!last) throw NothingToUndo();
  const { contactId } = held.document;
  if (last.chargeId && !contactId) throw ContactRequired();
  if (last.chargeId) await lockBalances(ctx, (await requireContact(ctx, contactId!, 'body.creditId')).id);
  await creditEvents.update(ctx, { creditId, number: last.number }, { voidedAt: ctx.now });
  const document = last.recordId ? await undoRecord(ctx, held.document, last.recordId) : held.document;
  if (last.chargeId) await keepAsBalance(ctx, held.document, last);
  return rederive(ctx, { ...held, document }, held.document);
}

/** The debt that was written off is owed again, by the same plan. */
async function undoWriteOff(ctx: TenantContext, { credit, document, stored }: CreditState) {
  const paid = new Set(stored.map(({ recordId }) => recordId));
  const lost = (await selectPayments(ctx, document.id)).find(
    ({ sourceId, recordId, voidedAt }) =>
      sourceId === credit.id && !voidedAt && (recordId === null || !paid.has(recordId)),
  );
  // An open balance is owed outside of the plan.
  if (!lost || document.balance > 0n) throw CreditNotActive();
  if ((await selectReturnedNet(ctx, document.id)) > 0n) throw WriteOffReturned();
  if (lost.recordId) await voidRecord(ctx, lost.recordId);
  const { document: reopened } = await unsettle(ctx, document, lost.id);
  const active = await credits.update(ctx, credit.id, { status: 'active', endedAt: null, writtenOff: 0n });
  return rederive(ctx, { credit: active, document: reopened }, document);
}

async function keepAsBalance(
  ctx: TenantContext,
  { contactId, currency }: PendingRecord,
  { accountId, amount, date }: StoredEvent,
): Promise<void> {
  await topUp(ctx, {
    beneficiaryId: contactId!,
    direction: 'sale',
    accountId: accountId!,
    amount: fromMinor(amount!, currency),
    paymentMethod: 'card',
    description: `Cuota pagada con tarjeta el ${date}, deshecha`,
  });
}

/** Voids the record of a payment, so that its capital is owed again. */
async function undoRecord(ctx: TenantContext, document: PendingRecord, recordId: string): Promise<PendingRecord> {
  await voidRecord(ctx, recordId);
  const payments = await selectPayments(ctx, document.id);
  const paid = payments.find((payment) => payment.recordId === recordId);
  const after = paid ? (await unsettle(ctx, document, paid.id)).document : document;
  await noteUndone(ctx, recordId);
  return after;
}

/** The credit after its events have changed. */
async function rederive(
  ctx: TenantContext,
  { credit, document }: Pick<CreditState, 'credit' | 'document'>,
  before: PendingRecord = document,
) {
  const stored = await selectEvents(ctx, credit.id);
  const table = amortise(credit, eventsOf(stored), ctx.today.toString());
  const kept = await keepTable(ctx, credit, document, table);
  announceStanding(ctx, before, kept.document);
  return describeCredit(kept.credit, kept.document, table, stored);
}
