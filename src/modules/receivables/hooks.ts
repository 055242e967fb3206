import type { PendingPayment } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

export interface EndedCharge {
  id: string;
  pendingRecordId: string;
  status: 'settled' | 'failed';
  /** Minor units of `currency`. */
  amount: bigint;
  currency: string;
}

/** A charge for a document was booked, or failed. Never throw a refusal here: the provider may have moved money. */
export const afterDocumentCharge = hook<[ctx: TenantContext, charge: EndedCharge]>('receivables.afterDocumentCharge');

/** A payment by withheld tax is undone: lets returns that reversed it refuse. */
export const beforeWithheldUndone = hook<
  [ctx: TenantContext, payment: Pick<PendingPayment, 'id' | 'pendingRecordId' | 'source'>]
>('receivables.beforeWithheldUndone');

/** Adds the page to which the payer of a charge returns from the payment page. */
export const fillInReturnUrl =
  hook<[ctx: TenantContext, chargeId: string, link: { url: string }]>('receivables.fillInReturnUrl');

/** Adds the contact whose money in advance the payment processor knows by this reference. */
export const fillInPrepayer =
  hook<[ctx: TenantContext, reference: string, prepaid: { contactId: string | null }]>('receivables.fillInPrepayer');
