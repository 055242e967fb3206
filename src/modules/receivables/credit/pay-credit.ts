import { AmountOutOfRange, requireAccount, voidRecord, writeRecord } from '#modules/accounting/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { selectPayments, settle, unsettle } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type Amortisation, amortise, type CreditEvent, openOf, type Parts, totalOf } from './amortisation.ts';
import { insertEvent, selectEvents, voidEvent } from './credit.sql.ts';
import { CreditNotActive, dayOf, eventsOf, type HeldCredit, holdCredit, keepTable } from './credit.ts';
import { describeCredit, describeParts } from './describe.ts';
import { draftPayment, type Paying } from './postings.ts';

export const NothingToTakeBack = refusal(409, 'nothing_to_take_back', 'Nothing has happened to this credit.');

interface GivenPayment {
  creditId: string;
  accountId: string;
  amount?: string | undefined;
  date?: string | undefined;
  paymentMethod?: string | undefined;
  reference?: string | undefined;
}

/** Pays instalments: late fees first, then interest, then capital. */
export async function makeCreditPayment(ctx: TenantContext, given: GivenPayment & { waiveLateFees: boolean }) {
  const held = await holdActive(ctx, given.creditId);
  const date = dayOf(ctx, given.date);
  const owed = amortise(held.credit, held.events, date);
  const waiver: CreditEvent[] =
    given.waiveLateFees && owed.due.lateFee > 0n ? [{ kind: 'waiver', date, amount: owed.due.lateFee }] : [];
  const now = waiver.length > 0 ? amortise(held.credit, [...held.events, ...waiver], date) : owed;
  const amount = given.amount === undefined ? whatIsAsked(now) : toMinor(given.amount, held.document.currency);
  return recordPayment(ctx, held, [...waiver, { kind: 'payment', date, amount }], given);
}

/** What is due; where nothing is, the next instalment. */
function whatIsAsked({ due, rows }: Amortisation): bigint {
  if (totalOf(due) > 0n) return totalOf(due);
  const next = rows.map((row) => totalOf(openOf(row))).find((open) => open > 0n);
  return next ?? 0n;
}

/** Pays capital ahead of its time, or everything off. */
export async function makeCapitalPayment(ctx: TenantContext, given: GivenPayment & { effect: 'term' | 'instalment' }) {
  const held = await holdActive(ctx, given.creditId);
  const date = dayOf(ctx, given.date);
  const amount =
    given.amount === undefined
      ? totalOf(amortise(held.credit, held.events, date).payOff)
      : toMinor(given.amount, held.document.currency);
  return recordPayment(ctx, held, [{ kind: 'capital', date, amount, effect: given.effect }], given);
}

async function holdActive(ctx: TenantContext, creditId: string): Promise<HeldCredit> {
  const held = await holdCredit(ctx, creditId);
  if (held.credit.status !== 'active') throw CreditNotActive();
  return held;
}

/** Lets something happen to a credit: the table says what is paid by it, and the books are told. */
async function recordPayment(
  ctx: TenantContext,
  { credit, document, events, stored }: HeldCredit,
  happening: [...CreditEvent[], CreditEvent & { amount: bigint }],
  given: GivenPayment,
) {
  const payment = happening.at(-1) as CreditEvent & { amount: bigint };
  if (payment.amount <= 0n) throw AmountOutOfRange();
  const table = amortise(credit, [...events, ...happening], payment.date);
  const parts = table.allocations.at(-1)!;
  const account = await requireAccount(ctx, given.accountId, 'body.accountId');
  const { paymentMethod: method = account.kind, reference = null } = given;
  const paying: Paying = { account, date: payment.date, method, reference };
  const record = await writeRecord(ctx, await draftPayment(ctx, document, parts, paying));
  const settled =
    parts.capital > 0n ? await settleCapital(ctx, { credit, document }, parts, paying, record.id) : document;
  for (const [index, event] of happening.entries()) {
    const isPayment = event === payment;
    await insertEvent(
      ctx.tx,
      ctx.organizationId,
      credit.id,
      {
        ...blankEvent,
        ...event,
        ...(isPayment && { ...parts, accountId: paying.account.id, recordId: record.id }),
        number: stored.length + index + 1,
        createdBy: ctx.userId,
      },
      ctx.now,
    );
  }
  const kept = await keepTable(ctx, credit, settled, amortise(credit, [...events, ...happening], ctx.today.toString()));
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
};

/** The capital that was paid lowers what the document still owes. */
async function settleCapital(
  ctx: TenantContext,
  { credit, document }: Pick<HeldCredit, 'credit' | 'document'>,
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

/** From a day on interest is another. */
export async function changeRate(
  ctx: TenantContext,
  creditId: string,
  given: { annualRate: string; date?: string | undefined },
) {
  const held = await holdActive(ctx, creditId);
  const event: CreditEvent = { kind: 'rate', date: dayOf(ctx, given.date), annualRate: given.annualRate };
  amortise(held.credit, [...held.events, event], event.date);
  const number = held.stored.length + 1;
  const row = { ...blankEvent, ...event, number, createdBy: ctx.userId };
  await insertEvent(ctx.tx, ctx.organizationId, creditId, row, ctx.now);
  return rederive(ctx, held);
}

/** Takes back what happened to a credit last, with what it posted. What happened before can follow, one by one. */
export async function takeBackLast(ctx: TenantContext, creditId: string) {
  const held = await holdCredit(ctx, creditId);
  if (held.credit.status === 'canceled') throw CreditNotActive();
  const last = held.stored.findLast(({ voidedAt }) => voidedAt === null);
  if (!last) throw NothingToTakeBack();
  await voidEvent(ctx.tx, ctx.organizationId, creditId, last.number, ctx.now);
  const document = last.recordId ? await giveBack(ctx, held.document, last.recordId) : held.document;
  return rederive(ctx, { ...held, document });
}

/** What a payment posted is taken back, and the capital in it is owed again. */
async function giveBack(ctx: TenantContext, document: PendingRecord, recordId: string): Promise<PendingRecord> {
  await voidRecord(ctx, recordId);
  const payments = await selectPayments(ctx, document.id);
  const paid = payments.find((payment) => payment.recordId === recordId);
  return paid ? (await unsettle(ctx, document, paid.id)).document : document;
}

/** The credit as it is after its events have changed. */
async function rederive(ctx: TenantContext, { credit, document }: Pick<HeldCredit, 'credit' | 'document'>) {
  const stored = (await selectEvents(ctx.tx, ctx.organizationId, [credit.id])).get(credit.id) ?? [];
  const table = amortise(credit, eventsOf(stored), ctx.today.toString());
  const kept = await keepTable(ctx, credit, document, table);
  return describeCredit(kept.credit, kept.document, table, stored);
}
