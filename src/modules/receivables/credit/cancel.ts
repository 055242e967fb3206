import { writeRecord } from '#modules/accounting/index.ts';
import { announceStanding, moveDueDate, settle, voidPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { creditInstalments, credits } from '../tables.ts';
import { amortise } from './amortisation.ts';
import { CreditNotActive, type CreditState, holdCredit } from './credit.ts';
import { describeCredit } from './describe.ts';
import { draftWriteOff } from './postings.ts';

export const CreditHasPayments = refusal(
  'credit_has_payments',
  'Payments were made: choose with `remainder` what happens to the rest, or undo the payments first.',
);
export const LoanStaysOwed = refusal(
  'loan_stays_owed',
  'A loan cannot be owed without its plan: write the rest off, or do not cancel the credit.',
);

/**
 * Ends a credit before it is settled. Without payments everything is undone: a loan is voided with its money, an invoice is
 * due as before. With payments, `remainder` decides about the rest.
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
  const credit = await credits.update(ctx, creditId, end);
  await creditInstalments.delete(ctx, { creditId });
  if (remainder === 'write-off') await writeOff(ctx, held);
  else if (kind === 'loan') await voidPendingRecord(ctx, { id: held.document.id });
  else {
    const dueOn = hasPayments ? ctx.today.toString() : held.credit.documentDueOn;
    announceStanding(ctx, held.document, await moveDueDate(ctx, held.document.id, { dueOn, pastDueAt: null }));
  }
  return describeCredit(credit, held.document, table, held.stored);
}

async function writeOff(ctx: TenantContext, { credit, document }: CreditState): Promise<void> {
  if (document.balance === 0n) return;
  const date = ctx.today.toString();
  const draft = await draftWriteOff(ctx, document, date);
  // A small rest in another currency may be worth nothing in the books: then there is nothing to post.
  const record = draft.baseAmount > 0n ? await writeRecord(ctx, draft) : null;
  const payment = {
    source: 'credit' as const,
    sourceId: credit.id,
    amount: document.balance,
    date,
    recordId: record?.id ?? null,
  };
  announceStanding(ctx, document, (await settle(ctx, document, payment)).document);
}
