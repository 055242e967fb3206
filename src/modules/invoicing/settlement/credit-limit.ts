import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import type { DocumentDraft } from '../pending/document-draft.ts';
import { sumOwed } from '../pending/pending.sql.ts';

export const CreditLimitExceeded = refusal(
  'credit_limit_exceeded',
  'With this sale the contact would exceed its credit limit: take a payment, or raise the limit.',
);

/**
 * Locks the contact of a sale on credit, so that two concurrent sales cannot both use the rest of its credit limit. Answers the
 * limit, or null where the sale needs none: a sale that is due on its own date needs no credit.
 */
export async function lockCredit(
  ctx: TenantContext,
  { content, creditLimit }: Pick<DocumentDraft, 'content' | 'creditLimit'>,
): Promise<bigint | null> {
  const { kind, direction, contactId, date, dueOn } = content;
  const isOnCredit = kind === 'invoice' && direction === 'sale' && dueOn > date;
  if (creditLimit === null || contactId === null || !isOnCredit) return null;
  return (await findContact(ctx, contactId, 'edit'))?.creditLimit ?? null;
}

/** Refuses a sale on credit that exceeds the credit limit of its contact. What is paid needs no credit. */
export async function refuseOverLimit(
  ctx: TenantContext,
  id: string,
  draft: Pick<DocumentDraft, 'content' | 'creditLimit'>,
  basePaid = 0n,
): Promise<void> {
  const { contactId, baseTotal, baseWithheld } = draft.content;
  const more = baseTotal - baseWithheld - basePaid;
  if (more <= 0n) return;
  const limit = await lockCredit(ctx, draft);
  if (limit === null) return;
  // Earlier documents of a bulk count, too.
  await ctx.sendLate();
  const owed = await sumOwed(ctx, contactId!, id);
  if (owed + more <= limit) return;
  const money = (minor: bigint): string => `${fromMinor(minor, ctx.currency)} ${ctx.currency}`;
  throw CreditLimitExceeded(`It owes ${money(owed)} and may owe ${money(limit)}: ${money(more)} more is too much.`);
}
