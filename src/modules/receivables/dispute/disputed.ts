import { findContact } from '#modules/contacts/index.ts';
import { lockPendingRecord, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import type { DocumentCharge } from '../tables.ts';

/** The money that is disputed: it paid a document, or became balance of a contact. */
export interface Disputed {
  charge: DocumentCharge | null;
  document: PendingRecord | null;
  contactId: string | null;
}

/** Locks the document and the balance of its contact. */
export async function holdDisputed(
  ctx: TenantContext,
  charge: DocumentCharge | null,
  payerId: string | null = null,
): Promise<Disputed> {
  const document = charge && (await lockPendingRecord(ctx, charge.pendingRecordId));
  const payer = document ? document.contactId : payerId;
  const contactId = (payer && (await findContact(ctx, payer))?.id) || null;
  if (contactId) await lockBalances(ctx, contactId);
  return { charge, document, contactId };
}
