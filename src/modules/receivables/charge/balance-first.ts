import { lockPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { heldFor } from '../contact-balance/contact-balance.ts';
import { openTill, payHeld } from '../pay/pay.ts';
import { closeForgotten } from './charge.ts';
import { findRequested } from './request-charge.ts';

/**
 * Pays a document with what its contact has paid in advance, before their saved card is charged. Answers whether that pays all of it.
 * A charge that was begun before is for the whole amount, so it is continued first.
 */
export async function payFromBalance(ctx: TenantContext, id: string): Promise<boolean> {
  const document = await lockPendingRecord(ctx, id);
  await closeForgotten(ctx, id);
  if (await findRequested(ctx, { pendingRecordId: id, channel: 'saved' })) return false;
  const till = await openTill(ctx, document, { overpayment: 'refuse' });
  if (!till.contactId) return false;
  await lockBalances(ctx, till.contactId);
  if ((await heldFor(ctx, till.contactId, document.currency)) === 0n) return false;
  const paid = await unlessRefused(ctx, (inside) => payHeld(inside, till, document, [{ balance: true }]));
  // Money that cannot be used, for example worth less than a cent in the books, leaves the whole amount to the card.
  return !(paid instanceof Refusal) && paid.document.balance === 0n;
}
