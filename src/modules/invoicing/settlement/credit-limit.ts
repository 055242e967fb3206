import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import type { DocumentDraft } from '../pending/document-draft.ts';
import { sumOwed } from '../pending/pending.sql.ts';

export const CreditLimitExceeded = refusal(
  422,
  'credit_limit_exceeded',
  'With this sale the contact would exceed its credit limit: take a payment, or raise the limit.',
);

/**
 * Refuses a sale on credit that exceeds the credit limit of its contact. A sale that is due on its own date needs no credit.
 * It locks the contact, so that two concurrent sales cannot both use the rest of the limit.
 */
export async function refuseOverLimit(
  ctx: TenantContext,
  id: string,
  { content, creditLimit }: DocumentDraft,
): Promise<void> {
  const { kind, direction, contactId, date, dueOn } = content;
  const isOnCredit = kind === 'invoice' && direction === 'sale' && dueOn > date;
  if (creditLimit === null || contactId === null || !isOnCredit) return;
  const limit = (await findContact(ctx, contactId, 'edit'))?.creditLimit ?? null;
  if (limit === null) return;
  // Earlier documents of a bulk count, too.
  await ctx.sendLate();
  const owed = await sumOwed(ctx, contactId, id);
  const more = content.baseTotal - content.baseWithheld;
  if (owed + more <= limit) return;
  const money = (minor: bigint): string => `${fromMinor(minor, ctx.currency)} ${ctx.currency}`;
  throw CreditLimitExceeded(`It owes ${money(owed)} and may owe ${money(limit)}: ${money(more)} more is too much.`);
}
