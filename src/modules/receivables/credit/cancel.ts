import { writeRecord } from '#modules/accounting/index.ts';
import { moveDueDate, settle, voidPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { amortise } from './amortisation.ts';
import { replaceRows, updateCredit } from './credit.sql.ts';
import { CreditNotActive, type HeldCredit, holdCredit } from './credit.ts';
import { describeCredit } from './describe.ts';
import { draftWriteOff } from './postings.ts';

export const CreditHasPayments = refusal(
  422,
  'credit_has_payments',
  'Something was paid: say what becomes of the rest (`remainder`), or take the payments back first.',
);
export const LoanStaysOwed = refusal(
  422,
  'loan_stays_owed',
  'A loan is nothing without its plan: write the rest off, or let it be paid.',
);
/**
 * Ends a credit before it is settled. One that nobody has paid is as if it had not been: a loan is void with its money, an
 * invoice is due as before. Where something was paid, the caller says what becomes of the rest.
 */
export async function cancelCredit(
  ctx: TenantContext,
  creditId: string,
  { remainder }: { remainder?: 'owed' | 'write-off' | undefined },
) {
  const held = await holdCredit(ctx, creditId);
  if (held.credit.status !== 'active') throw CreditNotActive();
  const hasPayments = held.events.some(({ kind }) => kind === 'payment' || kind === 'capital');
  if (hasPayments && !remainder) throw CreditHasPayments();
  const { kind, balance } = held.document;
  if (hasPayments && remainder === 'owed' && kind === 'loan') throw LoanStaysOwed();
  const table = amortise(held.credit, held.events, ctx.today.toString());
  const writtenOff = remainder === 'write-off' ? balance : 0n;
  const end = { status: 'canceled' as const, nextDueOn: null, attendOn: null, endedAt: ctx.now, writtenOff };
  const credit = await updateCredit(ctx.tx, ctx.organizationId, creditId, end);
  await replaceRows(ctx.tx, ctx.organizationId, creditId, []);
  if (remainder === 'write-off') await writeOff(ctx, held);
  else if (kind === 'loan') await voidPendingRecord(ctx, { id: held.document.id });
  else await makeDue(ctx, held, hasPayments ? ctx.today.toString() : held.credit.documentDueOn);
  return describeCredit(credit, held.document, table, held.stored);
}

/** What is not paid any more leaves the books. */
async function writeOff(ctx: TenantContext, { credit, document }: HeldCredit): Promise<void> {
  if (document.balance === 0n) return;
  const date = ctx.today.toString();
  const record = await writeRecord(ctx, await draftWriteOff(ctx, document, date));
  const payment = {
    source: 'credit' as const,
    sourceId: credit.id,
    amount: document.balance,
    date,
    recordId: record.id,
  };
  await settle(ctx, document, payment);
}

async function makeDue(ctx: TenantContext, { document }: HeldCredit, dueOn: string): Promise<void> {
  await moveDueDate(ctx, document.id, { dueOn, pastDueAt: null });
}
