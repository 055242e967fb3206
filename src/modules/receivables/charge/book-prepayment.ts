import { processorAccount } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { topUp } from '../contact-balance/contact-balance.ts';
import { allocate } from '../pay/bulk.ts';
import { openTill, payHeld } from '../pay/pay.ts';

interface Prepayment {
  contactId: string;
  /** Minor units of `currency`. */
  amount: bigint;
  currency: string;
  description: string;
  holder: 'payout' | 'card';
  /** Whether it pays the open invoices of the contact, those that fell due first. */
  paysInvoices: boolean;
}

/**
 * Books money that a contact paid online without naming a document: it becomes their balance, which then pays their
 * invoices. Never throw a refusal here: an invoice that cannot be paid leaves its part in the balance.
 */
export async function bookPrepayment(ctx: TenantContext, given: Prepayment): Promise<void> {
  const { contactId, amount, currency, description, holder } = given;
  // Documents are locked before balances.
  const parts = given.paysInvoices
    ? (await allocate(ctx, { contactId, currency, direction: 'sale' }, amount)).parts
    : [];
  const account = await processorAccount(ctx, currency, holder);
  const money = { accountId: account.id, amount: fromMinor(amount, currency), paymentMethod: 'card' };
  await topUp(ctx, { beneficiaryId: contactId, direction: 'sale', ...money, description });
  for (const part of parts) {
    const line = { balance: true as const, amount: fromMinor(part.amount, currency) };
    await unlessRefused(ctx, async (inside) => {
      const till = await openTill(inside, { contactId }, { overpayment: 'refuse' });
      await payHeld(inside, till, part.document, [line]);
    });
  }
}
