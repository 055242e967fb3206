import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { credits } from '../tables.ts';
import { dayOf, holdCredit } from './credit.ts';
import { holdActive, recordPayment, undoLast } from './pay-credit.ts';

export const CreditNotOwedHere = refusal(
  'credit_not_owed_here',
  'Only an active credit that the business granted in its own currency can be paid from a salary: choose another one.',
);
export const CreditChangedSince = refusal(
  'credit_changed_since',
  'The credit has changed since this payment: undo the later events of the credit first.',
  409,
);

/** Refuses a credit that cannot be paid with money that is kept back from a salary. */
export async function requireOwedCredit(ctx: TenantContext, creditId: string, path: string): Promise<void> {
  if (!(await credits.exists(ctx, creditId))) throw unknownReference(path, 'This credit');
  const { credit, document } = await holdCredit(ctx, creditId);
  const isOwed = credit.status === 'active' && document.direction === 'sale' && document.currency === ctx.currency;
  if (!isOwed) throw CreditNotOwedHere.at(path, 'not_owed_here');
}

interface KeptInstalment {
  creditId: string;
  amount: bigint;
  date: string;
  /** Where the amount is owed until then. */
  chartAccountId: string;
}

/** Pays instalments with money that was kept back from a salary, so that no account receives it. Answers the record. */
export async function payKeptInstalment(ctx: TenantContext, kept: KeptInstalment): Promise<string> {
  const { creditId, amount, chartAccountId } = kept;
  const held = await holdActive(ctx, creditId);
  const account = { id: null, chartAccountId, currency: ctx.currency };
  const date = dayOf(ctx, kept.date);
  const paying = { account, method: 'salary', reference: null, chargeId: null };
  return (await recordPayment(ctx, held, [{ kind: 'payment', date, amount }], paying)).recordId;
}

/** Undoes such a payment, unless it is undone already. */
export async function undoKeptInstalment(ctx: TenantContext, creditId: string, recordId: string): Promise<void> {
  const { credit, stored } = await holdCredit(ctx, creditId);
  const valid = stored.filter(({ voidedAt }) => voidedAt === null);
  if (!valid.some((event) => event.recordId === recordId)) return;
  if (credit.status === 'canceled' || valid.at(-1)!.recordId !== recordId) throw CreditChangedSince();
  await undoLast(ctx, creditId);
}
